"""The database of the peers, with the data that OrbitServer returns."""

import hashlib
import hmac
import json
import sqlite3
import time
from datetime import date, datetime

from .tools import HERE

CAMPUS = "orbit.example"
# The parts of a profile that others do not see.
PRIVATE = ("availability", "birth_month")


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def shown(person, own):
    """A person as others see them, from their own view."""
    profile = {name: value for name, value in own["profile"].items() if name not in PRIVATE}
    profile["location"] = {name: value for name, value in profile["location"].items() if name != "coordinates"}
    year, month = map(int, own["profile"]["birth_month"].split("-"))
    today = date.today()
    return profile | {"id": person.id, "age": today.year - year - (today.month <= month)}


def write(path, key, campus, lists, meetups):
    """Writes the database.

    - key: the key of the peers' digests.
    - lists: the suggested people of each viewer, by the viewer's id.
    - meetups: the meetups with their hosts.
    """
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.executescript((HERE / "peers/schema.sql").read_text(encoding="utf-8"))
    database.execute("BEGIN")
    expiry = time.time() + 86_400
    for person in campus.people:
        own = campus.own[person.id]
        token = hmac.new(key, f"token {person.token}".encode(), hashlib.sha256).hexdigest()
        database.execute(
            "INSERT INTO people VALUES (?, ?, 1, ?, ?)",
            (person.id, CAMPUS, compact(own), compact(shown(person, own))))
        database.execute("INSERT INTO sessions VALUES (?, ?, ?)", (token, person.id, expiry))
    for viewer, suggested in lists.items():
        # A longer list than a page, as OrbitServer stores it.
        for place, person in enumerate(suggested + suggested):
            database.execute(
                "INSERT INTO suggestions VALUES (?, ?, ?, ?)",
                (viewer, place, person["id"], compact(person["compatibility"])))
    for listing in meetups:
        meetup = listing["meetup"]
        start = datetime.fromisoformat(meetup["time"].replace("Z", "+00:00")).timestamp()
        content = {name: value for name, value in listing.items() if name != "host"}
        database.execute(
            "INSERT INTO meetups VALUES (?, ?, ?, ?, ?)",
            (meetup["id"], CAMPUS, meetup["host_id"], start, compact(content)))
        database.execute("INSERT INTO guests VALUES (?, ?, 'host')", (meetup["id"], meetup["host_id"]))
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
