"""A client of the API."""

import http.client
import json

from processes.proving import expect


class Reply:
    """The response to a request. `data` is the content of the envelope."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def data(self):
        return self.json["data"]

    @property
    def code(self):
        return self.json.get("code")


class Client:
    """A client of the API that keeps one connection and repeats nothing."""

    def __init__(self, port, token=None):
        self.port, self.token = port, token
        self.connection = None

    def send(self, method, path, body=None, headers=None, timeout=30):
        """Sends one request to a path of the API. Raises OSError or HTTPException if no response arrives."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        fields = dict(headers or {})
        if self.token:
            fields.setdefault("Authorization", f"Bearer {self.token}")
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode("utf-8")
            fields.setdefault("Content-Type", "application/json")
        try:
            self.connection.request(method, "/api" + path, body, fields)
            response = self.connection.getresponse()
            return Reply(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def sign_in(self, server, address):
        """Signs in with the code in the spool of a server. Returns the grant."""
        sent = self.send("POST", "/auth/send-code", {"email": address})
        expect(sent.status == 200, "send-code responded", sent.status, sent.body)
        verified = self.send(
            "POST", "/auth/verify-code",
            {"email": address, "code": server.code(address), "challenge_id": sent.data["challenge_id"]},
        )
        expect(verified.status == 200, "verify-code responded", verified.status, verified.body)
        self.token = verified.data["access_token"]
        return verified.data
