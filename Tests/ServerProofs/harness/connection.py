"""A connection on which a proof sends bytes of its choice."""

import json
import resource
import socket
import time

from processes.proving import Unable, expect

# The files of a process besides its connections.
OTHER_FILES = 500


def allow_connections(count):
    """Raises the limit of open files, for this process and for the server that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = count + OTHER_FILES
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise Unable(f"the hard limit of open files is {hard}, and {needed} are needed")
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


class Response:
    """One response, as its bytes on the connection say."""

    def __init__(self, status, fields):
        self.status, self.fields, self.body = status, fields, b""

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


class Closable:
    """An object with `close`, which the end of a `with` statement calls."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Connection(Closable):
    """A connection to a server.

    - port: the port of the server.
    - source: the address of the client. Each IPv4 address is an origin of its own.
    - receive_buffer: the bytes that the operating system keeps for a reader that does not read.
    - segment: the maximum size of a segment of TCP.
    """

    def __init__(self, port, timeout=20, receive_buffer=None, segment=None, source=None):
        self.timeout = timeout
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if segment:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        self.unread = b""
        self.is_closed = False

    def send(self, data):
        """Sends bytes. Returns whether the server still accepts them."""
        try:
            self.socket.settimeout(self.timeout)
            self.socket.sendall(data)
            return True
        except OSError:
            return False

    def shut_down(self, directions=socket.SHUT_WR):
        """Ends the sending, or all traffic. A thread that reads then reaches the end."""
        try:
            self.socket.shutdown(directions)
        except OSError:
            pass  # it is closed

    def response(self, timeout=None):
        """Returns the next response; `None` if the connection was closed or is silent until the timeout."""
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while (response := self.take_head()) is None:
            if not self.fill(deadline):
                return None
        response.body = self.body(response, deadline)
        return response

    def body(self, response, deadline):
        if response.status < 200 or response.status in (204, 304):
            return b""
        if "content-length" in response.fields:
            count = int(response.fields["content-length"])
            return self.wait(lambda: self.take(count), deadline)
        if response.fields.get("transfer-encoding") != "chunked":
            while self.fill(deadline):
                pass
            return self.take(len(self.unread))
        parts = []
        while chunk := self.wait(self.take_chunk, deadline):
            parts.append(chunk)
        return b"".join(parts)

    def wait(self, take, deadline):
        while (taken := take()) is None:
            expect(self.fill(deadline), "a response ends within its body:", self.unread[-200:])
        return taken

    def take_head(self):
        """Takes a response without its body from the unread bytes; `None` if it is incomplete."""
        head, found, rest = self.unread.partition(b"\r\n\r\n")
        if not found:
            return None
        self.unread = rest
        first, *lines = head.decode("latin-1").split("\r\n")
        expect(first.startswith("HTTP/1."), "a response begins with", first[:200])
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return Response(int(first.split(" ")[1]), fields)

    def take_chunk(self):
        """Takes a chunk from the unread bytes; `None` if it is incomplete. The last chunk is empty."""
        size, found, rest = self.unread.partition(b"\r\n")
        if not found or len(rest) < int(size, 16) + 2:
            return None
        end = int(size, 16)
        expect(rest[end:end + 2] == b"\r\n", "a chunk continues after its end:", rest[end:end + 200])
        self.unread = rest[end + 2:]
        return rest[:end]

    def take(self, count):
        """Takes unread bytes; `None` if there are fewer."""
        if len(self.unread) < count:
            return None
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
