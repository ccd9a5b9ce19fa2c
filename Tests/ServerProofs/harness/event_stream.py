"""A reader of the server-sent events of `GET /events`."""

import functools
import json
import time

from processes.proving import expect

from .connection import Closable, Connection


class Frame:
    """A frame with data. Its data are decoded when they are first used, so that a reader of many streams is fast.

    - arrived: the time of the monotonic clock.
    - event: the type; `None` unless the client has to load its lists again.
    """

    def __init__(self, arrived, fields):
        self.arrived, self.event, self.fields = arrived, fields.get("event"), fields

    @functools.cached_property
    def slice(self):
        """The part of the log."""
        decoded = json.loads(self.fields["data"])
        expect(decoded["at"] == self.fields.get("id"), "a frame has the fields", self.fields)
        return decoded

    @property
    def at(self):
        """The position after the frame."""
        return self.slice["at"]

    @property
    def events(self):
        return self.slice.get("events", [])


class EventStream(Closable):
    """An open stream. Decodes the bytes as HTTP/1.1 and the HTML Standard define, without a library.

    - after: the position at which the stream continues; `None` to begin at the present.
    - receive_buffer: the bytes that the operating system keeps for a reader that does not read.
    - status: the status of the response; `None` until it arrives.
    - frames: all frames with data, in order.
    - delay: the seconds before a reconnection, which the server chooses.
    - ended, closed: the times at which the stream ended, and at which the server closed the connection.
    """

    def __init__(self, port, token, after=None, receive_buffer=None):
        # The segments of a real network. Those of the loopback interface enlarge the server's send buffer.
        segment = 1_400 if receive_buffer else None
        self.connection = Connection(port, receive_buffer=receive_buffer, segment=segment)
        lines = [
            "GET /api/events HTTP/1.1", "Host: orbit", "Accept: text/event-stream", f"Authorization: Bearer {token}",
            *([f"Last-Event-ID: {after}"] if after else []),
        ]
        self.connection.send("".join(f"{line}\r\n" for line in [*lines, ""]).encode("ascii"))
        self.after, self.frames, self.taken = after, [], 0
        self.status = self.delay = self.ended = self.closed = None
        self.text, self.fields = b"", {}

    def wait_until_open(self, timeout=30):
        """Waits for the head of the response. Returns the status; `None` if the connection ends first."""
        deadline = time.monotonic() + timeout
        while self.status is None and self.closed is None and time.monotonic() < deadline:
            self.read(deadline - time.monotonic())
        return self.status

    def read(self, timeout=0):
        """Reads the bytes that are available, or the first that arrive within a time. Returns whether there are any."""
        has_read = self.connection.fill(time.monotonic() + timeout)
        now = time.monotonic()
        if self.status is None and (head := self.connection.take_head()):
            self.status = head.status
            if self.status == 200:
                expect(head.fields.get("content-type") == "text/event-stream", "a stream has the type", head.fields)
                expect(head.fields.get("transfer-encoding") == "chunked", "a stream has a length:", head.fields)
        while self.status == 200 and self.ended is None and (chunk := self.connection.take_chunk()) is not None:
            if not chunk:
                self.ended = now
            *lines, self.text = (self.text + chunk).split(b"\n")
            for line in lines:
                self.accept(line.decode("utf-8"), now)
        if self.connection.is_closed:
            self.ended, self.closed = self.ended or now, self.closed or now
        return has_read

    def accept(self, line, now):
        """Processes a line. A comment has no name, and an empty line completes a frame."""
        name, _, value = line.partition(":")
        if name == "retry":
            self.delay = int(value) / 1_000
        elif name:
            self.fields[name] = value.removeprefix(" ")
        elif not line:
            fields, self.fields = self.fields, {}
            if "data" in fields:
                self.frames.append(Frame(now, fields))

    @property
    def at(self):
        """The position after the last frame."""
        return self.frames[-1].at if self.frames else self.after

    @property
    def events(self):
        return [event for frame in self.frames for event in frame.events]

    def next_frame(self, timeout=60):
        """The next frame; `None` after the end of the stream."""
        deadline = time.monotonic() + timeout
        while self.taken == len(self.frames) and self.ended is None:
            # Heartbeats keep a stream open that has no events.
            expect(time.monotonic() < deadline, "the stream has no further frame")
            self.read(deadline - time.monotonic())
        if self.taken == len(self.frames):
            return None
        self.taken += 1
        return self.frames[self.taken - 1]

    def until(self, *kinds, having=lambda event: True):
        """Reads frames until there was an event of each kind with a property. Returns these events, by kind."""
        found = {}
        while set(kinds) - set(found):
            frame = self.next_frame()
            expect(frame is not None, "the stream ended before", kinds)
            expect(not frame.slice.get("resync"), "the stream starts again instead of", kinds)
            for event in frame.events:
                if event["type"] in kinds and having(event):
                    found[event["type"]] = event
        return found

    def close(self):
        self.connection.close()
