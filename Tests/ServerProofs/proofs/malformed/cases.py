"""The requests of the proof `malformed`: their bytes, and the expected outcome."""

import json

SEND_CODE = "POST /api/auth/send-code HTTP/1.1"
# A request that HTTP allows. Its response shows that the server has read it.
HEALTH = b"GET /health HTTP/1.1\r\nHost: orbit\r\n\r\n"
# The seconds after which no further response to a case is expected.
SILENCE = 0.3


class Case:
    """Bytes that a client sends on a connection of its own.

    - name: the name, for the report.
    - number: makes the addresses of the case unique, so that no limit of the API applies to two cases.
    - data: the bytes.
    - statuses: the statuses of all responses, in order; `None` for one response of any status 4xx.
    - closes: whether the server has to close the connection, because the next bytes may belong to the same request.
    - half_close: whether the client closes its side after the bytes.
    - stores: the addresses, of those in the data, to which the server mails a code.
    """

    def __init__(self, name, number, data, statuses=None, closes=False, half_close=False, stores=()):
        self.name, self.number, self.data, self.statuses = name, number, data, statuses
        self.closes, self.half_close, self.stores = closes, half_close, set(stores)

    def exchange(self, connection, patience=20):
        """Sends the bytes. Returns the responses, up to the end of the connection or a silence.

        - patience: the seconds until the first response.
        """
        connection.send(self.data)
        if self.half_close:
            connection.shut_down()
        received = []
        while response := connection.response(SILENCE if received else patience):
            received.append(response)
        return received


class Cases:
    """Collects cases. Each case gets addresses of its own: a sender, and the address of a hidden request."""

    def __init__(self, token):
        self.token = token
        self.all = []

    @property
    def number(self):
        return len(self.all)

    @property
    def address(self):
        return f"case{self.number}@orbit.example"

    @property
    def fields(self):
        """The fields of every request: the host, and a caller of its own behind the trusted proxy."""
        number = self.number
        return b"Host: orbit\r\nX-Forwarded-For: 198.51.%d.%d\r\n" % (100 + number // 250, number % 250)

    @property
    def body(self):
        return json.dumps({"email": self.address}).encode()

    @property
    def hidden(self):
        """A complete request whose effect is visible, to be hidden behind or inside another request."""
        body = json.dumps({"email": f"hidden{self.number}@orbit.example"}).encode()
        return self.post(b"Content-Length: %d\r\n" % len(body)) + body

    @property
    def length(self):
        return b"Content-Length: %d\r\n" % len(self.body)

    @property
    def chunks(self):
        """The body as chunks, without the end of the last line."""
        return b"%x\r\n%s\r\n0\r\n" % (len(self.body), self.body)

    def post(self, fields, line=SEND_CODE, media_type=b"Content-Type: application/json\r\n"):
        """Returns the head of a request for a code."""
        return line.encode() + b"\r\n" + self.fields + media_type + fields + b"\r\n"

    def get(self, target, fields=b"", method="GET", version="HTTP/1.1"):
        """Returns a request without a body."""
        line = b" ".join([method.encode(), target if isinstance(target, bytes) else target.encode(), version.encode()])
        return line + b"\r\n" + self.fields + fields + b"\r\n"

    def add(self, name, data, **outcome):
        self.all.append(Case(name, self.number, data, **outcome))

    def framing(self, name, data, **outcome):
        """Adds a request whose end is uncertain. The server refuses it, and closes the connection."""
        self.add(name, data, closes=True, **outcome)

    def served(self, name, data, *statuses, **outcome):
        """Adds a request that HTTP allows."""
        self.add(name, data, statuses=list(statuses), **outcome)
