package main

import (
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

const day = 86_400

// The connection for writes, and its statements.
type writer struct {
	database                                                        *sql.DB
	known, person, shown, open, sent, poke, advance, event, keepKey *sql.Stmt
}

func newWriter(database *sql.DB) writer {
	return writer{
		database: database,
		known:    prepared(database, `SELECT fingerprint, response FROM idempotency WHERE key = ? AND expires_at > ?`),
		person: prepared(database, `SELECT shown FROM people WHERE id = ?1 AND campus = ?2 AND NOT EXISTS
			(SELECT 1 FROM blocks b WHERE
				(b.blocker = ?1 AND b.blocked = ?3) OR (b.blocker = ?3 AND b.blocked = ?1))`),
		shown: prepared(database, `SELECT shown FROM people WHERE id = ?`),
		open: prepared(database, `SELECT count(*) FROM pokes
			WHERE ((sender = ?1 AND recipient = ?2) OR (sender = ?2 AND recipient = ?1))
			AND state = 'pending' AND expires_at > ?3`),
		sent: prepared(database, `SELECT count(*) FROM pokes WHERE sender = ? AND created_at > ?`),
		poke: prepared(database, `INSERT INTO pokes VALUES (?, ?, ?, ?, 'pending', ?, ?)`),
		advance: prepared(database, `INSERT INTO logs VALUES (?, 1)
			ON CONFLICT (person) DO UPDATE SET position = position + 1 RETURNING position`),
		event:   prepared(database, `INSERT INTO events VALUES (?, ?, ?)`),
		keepKey: prepared(database, `INSERT INTO idempotency VALUES (?, ?, ?, ?)`),
	}
}

type poke struct {
	CreatedAt  string `json:"created_at"`
	ExpiresAt  string `json:"expires_at"`
	FromUserID string `json:"from_user_id"`
	ID         string `json:"id"`
	Note       string `json:"note"`
	Status     string `json:"status"`
	ToUserID   string `json:"to_user_id"`
}

type event struct {
	Action string `json:"action,omitempty"`
	At     string `json:"at"`
	Data   struct {
		Person json.RawMessage `json:"person"`
		Poke   poke            `json:"poke"`
	} `json:"data"`
	Sequence int64    `json:"seq"`
	Subject  string   `json:"subject"`
	Touches  []string `json:"touches"`
	Type     string   `json:"type"`
}

type pokeRequest struct {
	Note     string `json:"note"`
	ToUserID string `json:"to_user_id"`
}

func instant(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

func (s *server) sendPoke(caller person, w http.ResponseWriter, r *http.Request) ([]byte, error) {
	w.Header().Set("Cache-Control", "no-store")
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
	if err != nil {
		return nil, refusal{http.StatusRequestEntityTooLarge, "payload_too_large", "The request is too large."}
	}
	var body pokeRequest
	if json.Unmarshal(text, &body) != nil || body.ToUserID == caller.id ||
		(body.Note != "hello" && body.Note != "coffee" && body.Note != "study") {
		return nil, refusal{
			http.StatusUnprocessableEntity, "invalid_input", "Choose another person, and one of the notes."}
	}
	action := r.Header.Get("Idempotency-Key")
	key := s.digest("key", caller.id+" POST "+action)
	hash := sha256.Sum256([]byte("/api/pokes " + body.ToUserID + " " + body.Note))
	transaction, err := s.writes.database.Begin()
	if err != nil {
		return nil, err
	}
	defer transaction.Rollback() // has no effect after a commit
	response, err := s.writes.send(transaction, caller, body, action, key, hex.EncodeToString(hash[:]))
	if err != nil {
		return nil, err
	}
	return response, transaction.Commit()
}

func (w writer) send(
	transaction *sql.Tx, caller person, body pokeRequest, action, key, fingerprint string,
) ([]byte, error) {
	now := time.Now()
	var knownFingerprint string
	var known []byte
	err := transaction.Stmt(w.known).QueryRow(key, seconds(now)).Scan(&knownFingerprint, &known)
	if err == nil && knownFingerprint != fingerprint {
		return nil, refusal{http.StatusUnprocessableEntity, "idempotency_key_reused", "The content is different."}
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return known, err
	}
	var recipient, sender []byte
	err = transaction.Stmt(w.person).QueryRow(body.ToUserID, caller.campus, caller.id).Scan(&recipient)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, refusal{http.StatusNotFound, "not_found", "There is no such person."}
	} else if err != nil {
		return nil, err
	}
	var open, sent int
	if err := transaction.Stmt(w.open).QueryRow(caller.id, body.ToUserID, seconds(now)).Scan(&open); err != nil {
		return nil, err
	}
	if open > 0 {
		return nil, refusal{http.StatusConflict, "already_poked", "One of you has already poked."}
	}
	if err := transaction.Stmt(w.sent).QueryRow(caller.id, seconds(now)-day).Scan(&sent); err != nil {
		return nil, err
	}
	if sent >= 10 {
		return nil, refusal{http.StatusTooManyRequests, "rate_limited", "You have poked often today."}
	}
	if err := transaction.Stmt(w.shown).QueryRow(caller.id).Scan(&sender); err != nil {
		return nil, err
	}
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return nil, err
	}
	expires := now.Add(14 * day * time.Second)
	content := poke{
		CreatedAt: instant(now), ExpiresAt: instant(expires), FromUserID: caller.id, ID: hex.EncodeToString(id[:]),
		Note: body.Note, Status: "pending", ToUserID: body.ToUserID,
	}
	if _, err := transaction.Stmt(w.poke).Exec(
		content.ID, caller.id, body.ToUserID, body.Note, seconds(now), seconds(expires)); err != nil {
		return nil, err
	}
	own := event{
		Action: action, At: instant(now), Subject: body.ToUserID, Touches: []string{"pokes.outgoing"}, Type: "poke.sent"}
	own.Data.Person, own.Data.Poke = recipient, content
	received := event{
		At: instant(now), Subject: caller.id, Touches: []string{"pokes.incoming"}, Type: "poke.received"}
	received.Data.Person, received.Data.Poke = sender, content
	if err := w.append(transaction, caller.id, &own); err != nil {
		return nil, err
	}
	if err := w.append(transaction, body.ToUserID, &received); err != nil {
		return nil, err
	}
	response, err := json.Marshal(struct {
		Action string `json:"action"`
		At     string `json:"at"`
		Data   struct {
			Poke poke `json:"poke"`
		} `json:"data"`
		Events  []event `json:"events"`
		Success bool    `json:"success"`
	}{
		Action: action, At: caller.id + ":" + strconv.FormatInt(own.Sequence, 10),
		Data: struct {
			Poke poke `json:"poke"`
		}{content}, Events: []event{own}, Success: true,
	})
	if err != nil {
		return nil, err
	}
	_, err = transaction.Stmt(w.keepKey).Exec(key, fingerprint, response, seconds(now)+day)
	return response, err
}

// Appends an event to the log of a person, and sets its number.
func (w writer) append(transaction *sql.Tx, person string, event *event) error {
	if err := transaction.Stmt(w.advance).QueryRow(person).Scan(&event.Sequence); err != nil {
		return err
	}
	content, err := json.Marshal(event)
	if err != nil {
		return err
	}
	_, err = transaction.Stmt(w.event).Exec(person, event.Sequence, content)
	return err
}
