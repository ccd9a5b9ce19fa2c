"""A reader of server-sent events on a socket of its own."""

import json
import socket
import time

from processes.proving import expect


class Frame:
    """One frame of a stream."""

    def __init__(self, fields):
        self.id, self.event = fields.get("id"), fields.get("event")
        self.slice = json.loads(fields["data"])

    @property
    def events(self):
        return self.slice.get("events", [])


class EventStream:
    """An open stream of events. The socket is read byte by byte as HTTP/1.1 defines, without a library."""

    def __init__(self, port, token, last_event_id=None, timeout=30):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.file = self.socket.makefile("rb")
        lines = [
            "GET /api/events HTTP/1.1", "Host: 127.0.0.1", "Accept: text/event-stream",
            f"Authorization: Bearer {token}", *([f"Last-Event-ID: {last_event_id}"] if last_event_id else []),
        ]
        self.socket.sendall("".join(f"{line}\r\n" for line in [*lines, ""]).encode("ascii"))
        status = self.file.readline().decode("ascii").strip()
        expect(status == "HTTP/1.1 200 OK", "the stream responded", status)
        fields = {}
        while line := self.file.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            fields[name.lower()] = value.strip()
        expect(fields.get("content-type") == "text/event-stream", "the stream has the type", fields)
        expect(fields.get("transfer-encoding") == "chunked", "the stream has a length", fields)
        self.last_event_id, self.retry = last_event_id, None
        self.buffer, self.has_ended = b"", False

    def line(self):
        """The next line of the stream; `None` after its end."""
        while b"\n" not in self.buffer and not self.has_ended:
            size = self.file.readline()
            count = int(size, 16) if size else 0
            self.buffer += self.file.read(count)
            self.file.read(2)  # the end of the chunk
            self.has_ended = count == 0
        line, end, self.buffer = self.buffer.partition(b"\n")
        return line.decode("utf-8") if end else None

    def frame(self, timeout=60):
        """The next frame with data; `None` after the end of the stream."""
        fields, deadline = {}, time.monotonic() + timeout
        while (line := self.line()) is not None:
            # Heartbeats keep a stream open that has no events.
            expect(time.monotonic() < deadline, "the stream has no further frame")
            name, _, value = line.partition(":")
            if name == "retry":
                self.retry = int(value)
            elif line and name:
                fields[name] = value.removeprefix(" ")
            elif not line and "data" in fields:
                frame = Frame(fields)
                self.last_event_id = frame.id
                return frame
        return None

    def until(self, *kinds, having=lambda event: True):
        """Reads frames until there was an event of each kind with a property. Returns these events, by kind."""
        found = {}
        while set(kinds) - set(found):
            frame = self.frame()
            expect(frame is not None, "the stream ended before", kinds)
            expect(not frame.slice.get("resync"), "the stream starts again instead of", kinds)
            for event in frame.events:
                if event["type"] in kinds and having(event):
                    found[event["type"]] = event
        return found

    def close(self):
        self.file.close()
        self.socket.close()
