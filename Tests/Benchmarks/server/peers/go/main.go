// Four operations of the API with net/http and SQLite.
//
//	PEER_DATABASE=FILE PEER_KEY=HEX go-server PORT
//
// Reads use a pool of connections, and writes use one connection, so that writers never wait for a lock of the file. A
// write is acknowledged after the write-ahead log is synced, as in OrbitServer.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

const page = 20

type server struct {
	key      []byte
	database *sql.DB // for reads
	caller   *sql.Stmt
	own      *sql.Stmt
	position *sql.Stmt
	people   *sql.Stmt
	meetups  *sql.Stmt
	writes   writer
}

// A response that is not a success.
type refusal struct {
	status     int
	code, text string
}

func (r refusal) Error() string { return r.text }

type person struct {
	id, campus string
}

func open(path string, connections int) *sql.DB {
	database, err := sql.Open(
		"sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL&_secure_delete=true&_busy_timeout=5000"+
			"&_txlock=immediate")
	if err != nil {
		log.Fatal(err)
	}
	database.SetMaxOpenConns(connections)
	database.SetMaxIdleConns(connections)
	return database
}

func prepared(database *sql.DB, text string) *sql.Stmt {
	statement, err := database.Prepare(text)
	if err != nil {
		log.Fatal(err)
	}
	return statement
}

func (s *server) digest(purpose, text string) string {
	hash := hmac.New(sha256.New, s.key)
	hash.Write([]byte(purpose + " " + text))
	return hex.EncodeToString(hash.Sum(nil))
}

func seconds(at time.Time) float64 { return float64(at.UnixNano()) / 1e9 }

// Returns the handler of a route for signed-in people.
func (s *server) route(
	method string, handle func(person, http.ResponseWriter, *http.Request) ([]byte, error),
) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "application/json")
		header.Set("Cache-Control", "private, no-cache")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Content-Security-Policy",
			"default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
		body, err := s.respond(method, handle, w, r)
		status := http.StatusOK
		if err != nil {
			problem := refusal{http.StatusInternalServerError, "unavailable", "Something went wrong."}
			if !errors.As(err, &problem) {
				log.Print(err)
			}
			status = problem.status
			header.Set("Cache-Control", "no-store")
			body, _ = json.Marshal(map[string]interface{}{
				"code": problem.code, "error": problem.text, "success": false})
		}
		if body == nil {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		header.Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		w.Write(body)
	}
}

func (s *server) respond(
	method string, handle func(person, http.ResponseWriter, *http.Request) ([]byte, error),
	w http.ResponseWriter, r *http.Request,
) ([]byte, error) {
	if r.Method != method {
		return nil, refusal{http.StatusMethodNotAllowed, "method_not_allowed", "Use another method."}
	}
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	var caller person
	err := sql.ErrNoRows
	if strings.EqualFold(kind, "bearer") {
		err = s.caller.QueryRow(s.digest("token", token), seconds(time.Now())).Scan(&caller.id, &caller.campus)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil, refusal{http.StatusUnauthorized, "session_ended", "Sign in again."}
	} else if err != nil {
		return nil, err
	}
	return handle(caller, w, r)
}

// Returns the envelope of data.
func (s *server) success(caller person, data []byte) ([]byte, error) {
	var position int64
	if err := s.position.QueryRow(caller.id).Scan(&position); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	body := make([]byte, 0, len(data)+128)
	body = append(body, `{"at":"`...)
	body = append(body, caller.id...)
	body = append(body, ':')
	body = strconv.AppendInt(body, position, 10)
	body = append(body, `","data":`...)
	body = append(body, data...)
	return append(body, `,"success":true}`...), nil
}

func main() {
	key, err := hex.DecodeString(os.Getenv("PEER_KEY"))
	if err != nil || len(os.Args) != 2 {
		log.Fatal("PEER_DATABASE=FILE PEER_KEY=HEX go-server PORT")
	}
	path := os.Getenv("PEER_DATABASE")
	database := open(path, 4*runtime.NumCPU())
	s := &server{
		key: key, database: database, writes: newWriter(open(path, 1)),
		caller: prepared(database, `SELECT s.person, p.campus FROM sessions s JOIN people p ON p.id = s.person
			WHERE s.token = ? AND s.expires_at > ?`),
		own:      prepared(database, `SELECT own, version FROM people WHERE id = ?`),
		position: prepared(database, `SELECT position FROM logs WHERE person = ?`),
		people: prepared(database, `SELECT p.shown, s.compatibility FROM suggestions s
			JOIN people p ON p.id = s.person
			WHERE s.viewer = ? AND s.place >= ? AND NOT EXISTS (SELECT 1 FROM blocks b WHERE
				(b.blocker = s.viewer AND b.blocked = s.person) OR (b.blocker = s.person AND b.blocked = s.viewer))
			ORDER BY s.place LIMIT ?`),
		meetups: prepared(database, `SELECT p.shown, m.content, g.standing, m.starts_at FROM meetups m
			JOIN people p ON p.id = m.host LEFT JOIN guests g ON g.meetup = m.id AND g.person = ?1
			WHERE m.campus = ?2 AND m.starts_at > ?3 AND NOT EXISTS (SELECT 1 FROM blocks b WHERE
				(b.blocker = ?1 AND b.blocked = m.host) OR (b.blocker = m.host AND b.blocked = ?1))
			ORDER BY m.starts_at, m.id LIMIT ?4`),
	}
	routes := http.NewServeMux()
	routes.HandleFunc("/api/users/me", s.route(http.MethodGet, s.readProfile))
	routes.HandleFunc("/api/discover/users", s.route(http.MethodGet, s.readSuggestions))
	routes.HandleFunc("/api/meetups", s.route(http.MethodGet, s.readMeetups))
	routes.HandleFunc("/api/pokes", s.route(http.MethodPost, s.sendPoke))
	log.Fatal((&http.Server{
		Addr: "127.0.0.1:" + os.Args[1], Handler: routes, ReadHeaderTimeout: 30 * time.Second,
		IdleTimeout: 60 * time.Second,
	}).ListenAndServe())
}
