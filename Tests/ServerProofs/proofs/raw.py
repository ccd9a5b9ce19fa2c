"""A connection on which a proof sends bytes of its choice."""

import json
import socket
import time

from processes.proving import expect


class Response:
    """One response, as its bytes on the connection say."""

    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def check_envelope(self, *what):
        """Checks that the body is a problem as in Docs/openapi/common.yaml."""
        expect(self.fields.get("content-type") == "application/json", *what, "has no JSON:", self.fields, self.body)
        try:
            problem = json.loads(self.body)
        except ValueError:
            problem = {}
        expect(
            problem.get("success") is False and problem.get("error") and problem.get("code"),
            *what, "has no problem in the envelope:", self.body[:500],
        )


class RawConnection:
    """A connection to a server.

    - port: the port of the server.
    - receive_buffer: the bytes that the operating system keeps for a reader that does not read.
    """

    def __init__(self, port, timeout=20, receive_buffer=None):
        self.timeout = timeout
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        self.unread = b""
        self.is_closed = False

    def send(self, data):
        """Sends bytes. Returns whether the server still accepts them."""
        try:
            self.socket.sendall(data)
            return True
        except OSError:
            return False

    def finish_sending(self):
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def response(self, timeout=None):
        """Returns the next response; `None` if the connection was closed or is silent until the timeout."""
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while b"\r\n\r\n" not in self.unread:
            if not self.fill(deadline):
                return None
        head, self.unread = self.unread.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        expect(lines[0].startswith("HTTP/1."), "a response begins with", lines[0][:200])
        status = int(lines[0].split(" ")[1])
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        return Response(status, fields, self.body(status, fields, deadline))

    def body(self, status, fields, deadline):
        if status < 200 or status in (204, 304):
            return b""
        if "content-length" in fields:
            return self.take(int(fields["content-length"]), deadline)
        if fields.get("transfer-encoding") != "chunked":
            while self.fill(deadline):
                pass
            return self.take(len(self.unread), deadline)
        parts = []
        while size := int(self.line(deadline), 16):
            parts.append(self.take(size, deadline))
            self.line(deadline)
        self.line(deadline)
        return b"".join(parts)

    def line(self, deadline):
        while b"\r\n" not in self.unread:
            expect(self.fill(deadline), "a response ends within a line:", self.unread[-200:])
        line, self.unread = self.unread.split(b"\r\n", 1)
        return line

    def take(self, count, deadline):
        while len(self.unread) < count:
            expect(self.fill(deadline), "a response ends within its body:", self.unread[-200:])
        data, self.unread = self.unread[:count], self.unread[count:]
        return data

    def fill(self, deadline):
        """Reads more bytes. Returns whether there are any before the deadline."""
        if self.is_closed:
            return False
        self.socket.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            data = self.socket.recv(65_536)
        except TimeoutError:
            return False
        except OSError:
            data = b""
        finally:
            self.socket.settimeout(self.timeout)
        self.is_closed = not data
        self.unread += data
        return bool(data)

    def wait_until_closed(self, timeout):
        """Drops all bytes until the server closes the connection. Returns the seconds, or `None` after the timeout."""
        start = time.monotonic()
        while self.fill(start + timeout):
            self.unread = b""
        return time.monotonic() - start if self.is_closed else None

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
