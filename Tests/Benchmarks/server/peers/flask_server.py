"""Four operations of the API in Flask and SQLite, for gunicorn.

    PEER_DATABASE=FILE PEER_KEY=HEX gunicorn --workers 3 --worker-class gthread --threads 4 flask_server:app

Each thread has one connection, whose statements the module sqlite3 keeps compiled. A write is acknowledged after the
write-ahead log is synced, as in OrbitServer.
"""

import hashlib
import hmac
import json
import os
import sqlite3
import threading
import time
import uuid
from datetime import datetime, timezone

from flask import Flask, Response, g, request

DAY = 86_400
PAGE = 20
KEY = bytes.fromhex(os.environ["PEER_KEY"])
SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
}

app = Flask(__name__)
local = threading.local()


class Refusal(Exception):
    def __init__(self, status, code, text):
        self.status, self.code, self.text = status, code, text


def database():
    if not hasattr(local, "connection"):
        # SQLite does not queue the writers. With 12 connections, a writer may wait for seconds.
        connection = sqlite3.connect(os.environ["PEER_DATABASE"], timeout=15, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        local.connection = connection
    return local.connection


def digest(purpose, text):
    return hmac.new(KEY, f"{purpose} {text}".encode(), hashlib.sha256).hexdigest()


def instant(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def reply(data, status=200, cache="private, no-cache", **headers):
    fields = {"Cache-Control": cache, **SECURITY, **headers}
    return Response(data, status, fields, mimetype="application/json")


def position(person):
    row = database().execute("SELECT position FROM logs WHERE person = ?", (person,)).fetchone()
    return row[0] if row else 0


def success(data, at):
    return f'{{"at":"{at}","data":{data},"success":true}}'


@app.errorhandler(Refusal)
def refused(refusal):
    return reply(
        compact({"code": refusal.code, "error": refusal.text, "success": False}), refusal.status, "no-store")


@app.before_request
def authenticate():
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    row = kind.lower() == "bearer" and database().execute(
        "SELECT s.person, p.campus FROM sessions s JOIN people p ON p.id = s.person"
        " WHERE s.token = ? AND s.expires_at > ?",
        (digest("token", token), time.time()),
    ).fetchone()
    if not row:
        raise Refusal(401, "session_ended", "Sign in again.")
    g.person, g.campus = row


@app.get("/api/users/me")
def profile():
    own, version = database().execute("SELECT own, version FROM people WHERE id = ?", (g.person,)).fetchone()
    tag = f'"{g.person}-{version}"'
    if request.headers.get("If-None-Match") == tag:
        return reply("", 304, ETag=tag)
    return reply(success(own, f"{g.person}:{position(g.person)}"), ETag=tag)


@app.get("/api/discover/users")
def suggestions():
    start = int(request.args.get("cursor", 0))
    rows = database().execute(
        "SELECT p.shown, s.compatibility FROM suggestions s JOIN people p ON p.id = s.person"
        " WHERE s.viewer = ? AND s.place >= ? AND NOT EXISTS (SELECT 1 FROM blocks b WHERE"
        " (b.blocker = s.viewer AND b.blocked = s.person) OR (b.blocker = s.person AND b.blocked = s.viewer))"
        " ORDER BY s.place LIMIT ?",
        (g.person, start, PAGE),
    ).fetchall()
    people = ",".join(f'{shown[:-1]},"compatibility":{compatibility}}}' for shown, compatibility in rows)
    today = datetime.now(timezone.utc).date()
    data = (
        f'{{"date":"{today}","ends_at":"{today}T23:59:59Z","next_cursor":"{start + PAGE}","profiles":[{people}]}}'
    )
    return reply(success(data, f"{g.person}:{position(g.person)}"))


@app.get("/api/meetups")
def meetups():
    after = float(request.args.get("cursor", time.time()))
    rows = database().execute(
        "SELECT p.shown, m.content, g.standing, m.starts_at FROM meetups m JOIN people p ON p.id = m.host"
        " LEFT JOIN guests g ON g.meetup = m.id AND g.person = ?1"
        " WHERE m.campus = ?2 AND m.starts_at > ?3 AND NOT EXISTS (SELECT 1 FROM blocks b WHERE"
        " (b.blocker = ?1 AND b.blocked = m.host) OR (b.blocker = m.host AND b.blocked = ?1))"
        " ORDER BY m.starts_at, m.id LIMIT ?4",
        (g.person, g.campus, after, PAGE),
    ).fetchall()
    elements = []
    for shown, content, standing, _ in rows:
        if standing:
            content = content.replace('"standing":"none"', f'"standing":"{standing}"')
        elements.append(f'{{"host":{shown},{content[1:]}')
    cursor = f',"next_cursor":"{rows[-1][3]}"' if len(rows) == PAGE else ""
    data = f'{{"meetups":[{",".join(elements)}]{cursor}}}'
    return reply(success(data, f"{g.person}:{position(g.person)}"))


@app.post("/api/pokes")
def poke():
    body = request.get_json()
    recipient, note = body["to_user_id"], body["note"]
    if recipient == g.person or note not in ("hello", "coffee", "study"):
        raise Refusal(422, "invalid_input", "Choose another person, and one of the notes.")
    action = request.headers.get("Idempotency-Key", "")
    key = digest("key", f"{g.person} POST {action}")
    fingerprint = hashlib.sha256(f"/api/pokes {recipient} {note}".encode()).hexdigest()
    connection = database()
    connection.execute("BEGIN IMMEDIATE")
    try:
        response = send(connection, recipient, note, action, key, fingerprint)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    return reply(response, cache="no-store")


def send(connection, recipient, note, action, key, fingerprint):
    now = time.time()
    if known := connection.execute(
        "SELECT fingerprint, response FROM idempotency WHERE key = ? AND expires_at > ?", (key, now)
    ).fetchone():
        if known[0] != fingerprint:
            raise Refusal(422, "idempotency_key_reused", "This request was already sent with different content.")
        return known[1]
    person = connection.execute(
        "SELECT shown FROM people WHERE id = ?1 AND campus = ?2 AND NOT EXISTS (SELECT 1 FROM blocks b WHERE"
        " (b.blocker = ?1 AND b.blocked = ?3) OR (b.blocker = ?3 AND b.blocked = ?1))",
        (recipient, g.campus, g.person),
    ).fetchone()
    if not person:
        raise Refusal(404, "not_found", "There is no such person.")
    if connection.execute(
        "SELECT 1 FROM pokes WHERE ((sender = ?1 AND recipient = ?2) OR (sender = ?2 AND recipient = ?1))"
        " AND state = 'pending' AND expires_at > ?3",
        (g.person, recipient, now),
    ).fetchone():
        raise Refusal(409, "already_poked", "One of you has already poked.")
    sent, = connection.execute(
        "SELECT count(*) FROM pokes WHERE sender = ? AND created_at > ?", (g.person, now - DAY)).fetchone()
    if sent >= 10:
        raise Refusal(429, "rate_limited", "You have poked often today.")
    sender, = connection.execute("SELECT shown FROM people WHERE id = ?", (g.person,)).fetchone()
    poke_id, expires = uuid.uuid4().hex, now + 14 * DAY
    connection.execute(
        "INSERT INTO pokes VALUES (?, ?, ?, ?, 'pending', ?, ?)",
        (poke_id, g.person, recipient, note, now, expires))
    content = compact({
        "created_at": instant(now), "expires_at": instant(expires), "from_user_id": g.person, "id": poke_id,
        "note": note, "status": "pending", "to_user_id": recipient,
    })
    event, at = append(connection, g.person, "poke.sent", recipient, "pokes.outgoing", person[0], content, action, now)
    append(connection, recipient, "poke.received", g.person, "pokes.incoming", sender, content, "", now)
    response = (
        f'{{"action":{compact(action)},"at":"{g.person}:{at}","data":{{"poke":{content}}},"events":[{event}],'
        f'"success":true}}'
    )
    connection.execute("INSERT INTO idempotency VALUES (?, ?, ?, ?)", (key, fingerprint, response, now + DAY))
    return response


def append(connection, person, kind, subject, list_name, shown, content, action, now):
    """Appends an event to the log of a person. Returns the event and its number."""
    at, = connection.execute(
        "INSERT INTO logs VALUES (?, 1) ON CONFLICT (person) DO UPDATE SET position = position + 1"
        " RETURNING position", (person,)).fetchall()[0]
    event = (
        f'{{"action":{compact(action)},"at":"{instant(now)}","data":{{"person":{shown},"poke":{content}}},"seq":{at},'
        f'"subject":"{subject}","touches":["{list_name}"],"type":"{kind}"}}'
    )
    connection.execute("INSERT INTO events VALUES (?, ?, ?)", (person, at, event))
    return event, at
