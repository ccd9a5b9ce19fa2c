"""A client of the API."""

import http.client
import json

from processes.proving import expect

from .connection import Closable


class Reply:
    """The response to a request. `data` is the content of the envelope."""

    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def text(self):
        return self.body.decode("utf-8")

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def data(self):
        return self.json["data"]

    @property
    def code(self):
        return self.json.get("code")


def request(port, method, path, timeout=30):
    """Sends one request without a body to a path that need not belong to the API, on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path)
        return Reply(connection.getresponse())
    finally:
        connection.close()


class Client(Closable):
    """A client of the API that keeps one connection and repeats nothing.

    - port: the port of the server.
    - person: the person who sends the next request; `None` without a person.
    - source: the network address of the client.
    """

    def __init__(self, port, person=None, timeout=30, source=None):
        self.port, self.person = port, person
        self.options = {"timeout": timeout, "source_address": (source, 0) if source else None}
        self.connection = None

    def send(self, method, path, body=None, headers=None):
        """Sends one request to a path of the API. Raises OSError or HTTPException if no response arrives."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, **self.options)
        fields = {**(self.person.fields if self.person else {}), **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode("utf-8")
            fields.setdefault("Content-Type", "application/json")
        try:
            self.connection.request(method, "/api" + path, body, fields)
            return Reply(self.connection.getresponse())
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def sign_in(self, server):
        """Signs the person in with the code in the spool of a server."""
        self.person.grant = None
        sent = self.send("POST", "/auth/send-code", {"email": self.person.address})
        expect(sent.status == 200, "send-code responded", sent.status, sent.body)
        code = server.code(self.person.address)
        verified = self.send(
            "POST", "/auth/verify-code",
            {"email": self.person.address, "code": code, "challenge_id": sent.data["challenge_id"]},
        )
        expect(verified.status == 200, "verify-code responded", verified.status, verified.body)
        self.person.accept(verified.data)

    def refresh(self):
        """Exchanges the refresh token of the person for the next pair."""
        reply = self.send("POST", "/auth/refresh", {"refresh_token": self.person.grant["refresh_token"]})
        expect(reply.status == 200, "a refresh responded", reply.status, reply.body)
        self.person.accept(reply.data)

    def change_profile(self, known, **members):
        """Changes members of the profile in a response, under the version of the response."""
        profile = {**known.data["profile"], **members}
        return self.send("PUT", "/users/me", profile, {"If-Match": known.headers["ETag"]})
