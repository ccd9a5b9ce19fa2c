-- The database of the peers. Profiles and meetups are stored as JSON, which a response contains without parsing it.

CREATE TABLE people (
    id TEXT PRIMARY KEY, campus TEXT NOT NULL, version INTEGER NOT NULL,
    own TEXT NOT NULL, -- the data of GET /users/me
    shown TEXT NOT NULL -- the person as others see them
) WITHOUT ROWID;
CREATE TABLE sessions (token TEXT PRIMARY KEY, person TEXT NOT NULL, expires_at REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE blocks (blocker TEXT NOT NULL, blocked TEXT NOT NULL, PRIMARY KEY (blocker, blocked)) WITHOUT ROWID;
-- The list of the day. The compatibility is stored with it.
CREATE TABLE suggestions (
    viewer TEXT NOT NULL, place INTEGER NOT NULL, person TEXT NOT NULL, compatibility TEXT NOT NULL,
    PRIMARY KEY (viewer, place)
) WITHOUT ROWID;
CREATE TABLE meetups (
    id TEXT PRIMARY KEY, campus TEXT NOT NULL, host TEXT NOT NULL, starts_at REAL NOT NULL, content TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX meetups_by_start ON meetups (campus, starts_at, id);
CREATE TABLE guests (
    meetup TEXT NOT NULL, person TEXT NOT NULL, standing TEXT NOT NULL, PRIMARY KEY (meetup, person)
) WITHOUT ROWID;
CREATE TABLE pokes (
    id TEXT PRIMARY KEY, sender TEXT NOT NULL, recipient TEXT NOT NULL, note TEXT NOT NULL, state TEXT NOT NULL,
    created_at REAL NOT NULL, expires_at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX pokes_by_pair ON pokes (sender, recipient);
CREATE INDEX pokes_by_time ON pokes (sender, created_at);
CREATE INDEX pokes_by_recipient ON pokes (recipient, created_at);
CREATE TABLE idempotency (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, response TEXT NOT NULL, expires_at REAL NOT NULL
) WITHOUT ROWID;
-- The number of the latest event of each person, and the events.
CREATE TABLE logs (person TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    person TEXT NOT NULL, position INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (person, position)
) WITHOUT ROWID;
