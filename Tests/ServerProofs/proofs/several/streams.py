"""A client that follows a person's log with server-sent events, over a socket."""

import json
import socket
import threading
import time

from processes.proving import Broken, expect

# A stream sends a heartbeat every 20 seconds.
SILENCE = 50


class Cut(Exception):
    """The connection ended before the stream did."""


class Stream(threading.Thread):
    """Follows a log from its start. Reconnects with Last-Event-ID, after the delay that the server has chosen.

    - reads: a tuple of begin, end, position before, and slice for each frame.
    - gaps: the seconds without a stream, for each reconnection.
    """

    def __init__(self, port, person):
        super().__init__(daemon=True)
        self.port, self.person = port, person
        self.at = f"{person.epoch}:0"
        self.reads, self.gaps = [], []
        self.delay = 1.0
        self.failure = None
        self.is_stopped = False
        self.is_open = threading.Event()
        self.socket = self.slice = self.id = None

    @property
    def position(self):
        return int(self.at.rsplit(":", 1)[1])

    def run(self):
        lost = None
        try:
            while not self.is_stopped:
                began = time.monotonic()
                try:
                    for line in self.lines(began, lost):
                        self.frame(line, began)
                        lost = None
                except (OSError, Cut):
                    pass
                finally:
                    self.close()
                if self.is_open.is_set():
                    lost = time.monotonic()
                    self.is_open.clear()
                time.sleep(0 if self.is_stopped else self.delay)
        except Exception as error:  # the proof raises it
            self.failure = error

    def stop(self):
        self.is_stopped = True
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass  # it is closed

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = self.slice = None

    def lines(self, began, lost):
        """Connects, and yields the lines of the stream without their ends."""
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=SILENCE)
        self.socket.sendall(
            f"GET /api/events HTTP/1.1\r\nHost: orbit\r\nAccept: text/event-stream\r\nLast-Event-ID: {self.at}\r\n"
            f"Authorization: Bearer {self.person.bearer()}\r\n\r\n".encode("ascii")
        )
        source = self.socket.makefile("rb")
        status = source.readline().split(b" ")
        fields = {}
        while (line := source.readline().strip()):
            name, _, value = line.partition(b":")
            fields[name.lower()] = value.strip()
        if len(status) < 2 or status[1] in (b"502", b"503", b"504"):
            raise Cut()
        expect(status[1] == b"200", "a stream responds", status)
        expect(fields.get(b"content-type") == b"text/event-stream", "a stream has the type", fields)
        if lost is not None:
            self.gaps.append(time.monotonic() - lost)
        self.is_open.set()
        rest = b""
        while (chunk := self.chunk(source, fields)):
            *complete, rest = (rest + chunk).split(b"\n")
            yield from complete

    @staticmethod
    def chunk(source, fields):
        """The next chunk of the body; empty at its end."""
        if fields.get(b"transfer-encoding") != b"chunked":
            return source.read1(65_536)
        head = source.readline()
        if not head.endswith(b"\n"):
            raise Cut()
        size = int(head, 16)
        data = source.read(size + 2)
        if len(data) != size + 2:
            raise Cut()
        return data[:-2]

    def frame(self, line, began):
        """Processes a line. `data` is one line in each frame, and the line after it completes the frame."""
        name, _, value = line.decode("utf-8").partition(": ")
        if name == "retry":
            self.delay = int(value) / 1_000
        elif name == "event":
            raise Broken(f"the stream of {self.person.name} starts again with {value} after {self.at}")
        elif name == "id":
            self.id = value
        elif name == "data":
            self.slice = json.loads(value)
        elif line == b"" and self.slice is not None:
            self.accept(self.slice, began)
            self.slice = None

    def accept(self, part, began):
        expect(part["at"] == self.id, "a frame has the id", self.id, "and ends at", part["at"])
        numbers = [event["seq"] for event in part.get("events", [])]
        end = int(self.id.rsplit(":", 1)[1])
        expected = list(range(self.position + 1, end + 1))
        expect(numbers == expected, "after", self.at, "the stream of", self.person.name, "continues with", numbers)
        self.reads.append((began, time.monotonic(), self.position, part))
        self.at = self.id
