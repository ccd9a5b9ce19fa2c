"""Signed-in people of the seeded example campus."""

import http.client
import json
import sqlite3
import threading
import time

from processes.proving import Broken, expect

from .client import Client

# The time for a restart of the server, in seconds. A debug build on a slow machine needs several of them.
PATIENCE = 120


class Unanswered(Exception):
    """No response arrived, or the server could not process the request. The write may be stored."""


class People:
    """Seeded people with a session each. They speak from one network address each, behind one trusted proxy, so the
    server needs the options `--trust-proxy 1`."""

    def __init__(self, server, number):
        server.command("seed", "--people", str(number))
        with sqlite3.connect(server.folder / "orbit.sqlite") as database:
            rows = database.execute("SELECT body FROM records WHERE tbl = 'accounts' ORDER BY key").fetchall()
        database.close()
        accounts = [json.loads(body) for body, in rows]
        self.ids = [account["id"] for account in accounts]
        self.emails = [account["email"] for account in accounts]
        self.grants = [None] * number
        self.renewals = threading.Lock()

    def sign_in(self, server, people):
        """Signs people in. Their codes are removed from the spool, which stays short."""
        for person in people:
            client = Caller(server.port, self, person)
            self.grants[person] = client.sign_in(server, self.emails[person])
            client.close()
            for message in (server.folder / "mail/queue").glob("*.eml"):
                message.unlink()

    def renew(self, client, person, token):
        """Exchanges the refresh token of a person, unless another thread has."""
        with self.renewals:
            if self.grants[person]["access_token"] == token:
                reply = client.send("POST", "/auth/refresh", {"refresh_token": self.grants[person]["refresh_token"]})
                expect(reply.status == 200, "a session cannot be refreshed:", reply.status, reply.body)
                self.grants[person] = reply.data


class Caller(Client):
    """A connection that speaks for one person after the other."""

    def __init__(self, port, people, person=None):
        super().__init__(port)
        self.people, self.person = people, person

    def send(self, method, path, body=None, headers=None, timeout=30):
        origin = {"X-Forwarded-For": f"10.{self.person >> 16}.{self.person >> 8 & 255}.{self.person & 255}"}
        return super().send(method, path, body, {**origin, **(headers or {})}, timeout)

    def ask(self, person, method, path, body=None, headers=None):
        """Sends a request of a person once. Raises `Unanswered` without a response, and at a response with 503."""
        self.person, self.token = person, self.people.grants[person]["access_token"]
        try:
            reply = self.send(method, path, body, headers)
            if reply.status == 401:
                self.people.renew(self, person, self.token)
                self.token = self.people.grants[person]["access_token"]
                reply = self.send(method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(error)
        if reply.status == 503:
            raise Unanswered(reply.body)
        return reply

    def ask_until_answered(self, *asked, **named):
        """Sends a request of a person again and again, until a response arrives."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                return self.ask(*asked, **named)
            except Unanswered:
                time.sleep(0.02)
        raise Broken(f"{asked} gets no response")

    def all(self, person, path, name):
        """All elements of a list."""
        elements, cursor = [], ""
        while True:
            reply = self.ask_until_answered(person, "GET", f"{path}?limit=100{cursor}")
            expect(reply.status == 200, path, "responds", reply.status, reply.body)
            elements += reply.data.get(name, [])
            if not reply.data.get("next_cursor"):
                return elements
            cursor = f"&cursor={reply.data['next_cursor']}"
