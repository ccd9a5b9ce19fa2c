"""Clients of `GET /events`, all in one thread."""

import json
import selectors
import socket
import time

from processes.proving import expect


class Stream:
    """An open stream. `frames` are its slices with the times at which they arrived."""

    def __init__(self, port, token, after=None, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            # The segments of a real network. Those of the loopback interface enlarge the server's send buffer.
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1_400)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(
            b"GET /api/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
            + f"Authorization: Bearer {token}\r\n".encode()
            + (f"Last-Event-ID: {after}\r\n".encode() if after else b"") + b"\r\n"
        )
        self.socket.setblocking(False)
        self.raw, self.text = b"", b""
        self.status = None
        self.frames, self.ended = [], None

    def read(self):
        """Reads the available bytes."""
        now = time.monotonic()
        try:
            received = self.socket.recv(65_536)
        except BlockingIOError:
            return
        except ConnectionError:
            received = b""
        if not received:
            self.ended = now
            return
        self.raw += received
        if self.status is None:
            head, found, rest = self.raw.partition(b"\r\n\r\n")
            if not found:
                return
            self.status, self.raw = int(head.split()[1]), rest
            expect(self.status == 200, "a stream responded", self.status, rest)
        self.unwrap()
        *frames, self.text = self.text.split(b"\n\n")
        for frame in frames:
            fields = dict(line.split(": ", 1) for line in frame.decode().split("\n"))
            if "data" in fields:
                self.frames.append((now, json.loads(fields["data"])))

    def unwrap(self):
        """Moves complete chunks from the bytes to the text."""
        while True:
            size, found, rest = self.raw.partition(b"\r\n")
            if not found or len(rest) < int(size, 16) + 2:
                return
            end = int(size, 16)
            self.text, self.raw = self.text + rest[:end], rest[end + 2:]

    @property
    def at(self):
        """The position of the last complete frame."""
        return self.frames[-1][1]["at"] if self.frames else None

    @property
    def events(self):
        return [event for _, slice in self.frames for event in slice.get("events", [])]


class Streams:
    """Open streams that are read together."""

    def __init__(self, port):
        self.port = port
        self.selector = selectors.DefaultSelector()
        self.all = []

    def open(self, token, after=None, receive_buffer=None, reads=True):
        stream = Stream(self.port, token, after, receive_buffer)
        self.all.append(stream)
        if reads:
            self.follow(stream)
        return stream

    def follow(self, stream):
        """Reads a stream from now on."""
        self.selector.register(stream.socket, selectors.EVENT_READ, stream)

    def wait(self, holds, what, timeout=60):
        """Reads all streams until a condition holds."""
        deadline = time.monotonic() + timeout
        while not holds():
            expect(time.monotonic() < deadline, what, "after", timeout, "s")
            for key, _ in self.selector.select(0.1):
                key.data.read()
                if key.data.ended:
                    self.selector.unregister(key.data.socket)
                    key.data.socket.close()

    def close(self):
        for stream in self.all:
            stream.socket.close()
        self.selector.close()
