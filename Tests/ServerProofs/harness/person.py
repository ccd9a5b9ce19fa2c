"""The people of a campus."""

import json
import sqlite3
import threading
import time

from .client import Client


class Person:
    """A person with a session. Every client can send requests of the person.

    - id: the identifier; `None` before the sign-in, unless `seed` has stored the person.
    - address: the email address.
    - origin: the network address, which a server reads with the option `--trust-proxy 1`.
    - grant: the pair of tokens; `None` before the sign-in.
    - longest: the longest time in seconds from a failed attempt to the response to the same request.
    """

    def __init__(self, address, origin=None, id=None):
        self.address, self.origin, self.id = address, origin, id
        self.grant = None
        self.granted, self.longest = 0, 0
        self.renewal = threading.Lock()

    def accept(self, grant):
        """Stores a new pair of tokens."""
        self.id, self.grant, self.granted = grant["user_id"], grant, time.monotonic()

    @property
    def token(self):
        return self.grant["access_token"]

    @property
    def fields(self):
        """The header fields of a request of the person."""
        fields = {"X-Forwarded-For": self.origin} if self.origin else {}
        return fields | ({"Authorization": f"Bearer {self.token}"} if self.grant else {})


def seeded_people(server):
    """The people that `seed` has stored in SQLite, in the order of their ids. Each has a network address."""
    database = sqlite3.connect(server.folder / "orbit.sqlite")
    try:
        rows = database.execute("SELECT key, body FROM records WHERE tbl = 'accounts' ORDER BY key").fetchall()
    finally:
        database.close()
    return [
        Person(json.loads(body)["email"], f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", id)
        for number, (id, body) in enumerate(rows, start=1)
    ]


def sign_in_all(server, people):
    """Signs people in one after another. Removes their codes from the spool, which stays short."""
    for person in people:
        client = Client(server.port, person)
        client.sign_in(server)
        client.close()
        server.remove_mail()
