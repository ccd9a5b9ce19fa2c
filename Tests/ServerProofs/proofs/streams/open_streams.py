"""Many open streams of events, which one thread reads together."""

import selectors
import time

from harness.event_stream import EventStream
from processes.proving import expect


class OpenStreams:
    def __init__(self, port):
        self.port = port
        self.selector = selectors.DefaultSelector()
        self.all = []

    def open(self, token, after=None, receive_buffer=None, reads=True):
        stream = EventStream(self.port, token, after, receive_buffer)
        self.all.append(stream)
        if reads:
            self.follow(stream)
        return stream

    def open_ready(self, token, count):
        """Opens streams of one session, and waits for the first frame of each."""
        opened = [self.open(token) for _ in range(count)]
        self.wait(lambda: all(stream.frames for stream in opened), "a stream has no first frame")
        return opened

    def follow(self, stream):
        """Reads a stream from now on."""
        self.selector.register(stream.connection.socket, selectors.EVENT_READ, stream)

    def wait(self, holds, what, timeout=60):
        """Reads all streams until a condition holds."""
        deadline = time.monotonic() + timeout
        while not holds():
            expect(time.monotonic() < deadline, what, "after", timeout, "s")
            for key, _ in self.selector.select(0.1):
                stream = key.data
                stream.read()
                expect(stream.status in (None, 200), "a stream responded", stream.status)
                if stream.closed:
                    self.selector.unregister(stream.connection.socket)
                    stream.close()

    def close(self):
        for stream in self.all:
            stream.close()
        self.selector.close()
