"""A client that follows a person's log."""

import socket
import threading
import time

from harness.event_stream import EventStream
from processes.proving import Broken, expect

from .member import TRANSIENT, MemberClient

# A stream sends a heartbeat every 20 seconds.
SILENCE = 50


class Follower(threading.Thread):
    """Follows a log from its start. Reconnects with Last-Event-ID, after the delay that the server has chosen.

    - reads: a tuple of begin, end, position before, and slice for each frame.
    - gaps: the seconds without a stream, for each reconnection.
    """

    def __init__(self, port, person):
        super().__init__(daemon=True)
        self.person, self.client = person, MemberClient(port, person)
        self.at = f"{person.epoch}:0"
        self.reads, self.gaps = [], []
        self.delay = 1.0
        self.failure = self.stream = self.lost = None
        self.is_stopped = False
        self.is_open = threading.Event()

    @property
    def position(self):
        return int(self.at.rsplit(":", 1)[1])

    def run(self):
        try:
            while not self.is_stopped:
                try:
                    self.follow()
                except OSError:
                    pass  # the proxy is not reached
                if self.is_open.is_set():
                    self.lost = time.monotonic()
                    self.is_open.clear()
                time.sleep(0 if self.is_stopped else self.delay)
        except Exception as error:  # the proof raises it
            self.failure = error

    def stop(self):
        self.is_stopped = True
        if self.stream:
            self.stream.connection.shut_down(socket.SHUT_RDWR)

    def follow(self):
        """Connects, and reads until the end or the silence of the stream."""
        began = time.monotonic()
        self.client.renew()
        with EventStream(self.client.port, self.person.token, self.at) as self.stream:
            status = self.stream.wait_until_open(SILENCE)
            if status is None or status in TRANSIENT:
                return
            expect(status == 200, "a stream responds", status)
            if self.lost is not None:
                self.gaps.append(time.monotonic() - self.lost)
                self.lost = None
            self.is_open.set()
            has_read, count = True, 0
            while True:
                self.delay = self.stream.delay or self.delay
                for frame in self.stream.frames[count:]:
                    self.accept(frame, began)
                count = len(self.stream.frames)
                if self.stream.ended or not has_read or self.is_stopped:
                    return
                has_read = self.stream.read(SILENCE)

    def accept(self, frame, began):
        if frame.event:
            raise Broken(f"the stream of {self.person.name} starts again with {frame.event} after {self.at}")
        numbers = [event["seq"] for event in frame.events]
        end = int(frame.at.rsplit(":", 1)[1])
        expected = list(range(self.position + 1, end + 1))
        expect(numbers == expected, "after", self.at, "the stream of", self.person.name, "continues with", numbers)
        self.reads.append((began, frame.arrived, self.position, frame.slice))
        self.at = frame.at
