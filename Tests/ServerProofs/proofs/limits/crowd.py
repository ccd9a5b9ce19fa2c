"""Many clients that send or read slowly, or send nothing."""

import multiprocessing
import os
import select
import socket
import time
from collections import Counter, defaultdict, deque
from typing import NamedTuple

from harness.connection import Connection

from .deadlines import DOCUMENTS, SEND_CODE

# A single origin may not open all connections.
ORIGINS = 4
HEAD = b"GET /health HTTP/1.1\r\nHost: orbit\r\nX-Slow: " + b"a" * 4_000
BODY = SEND_CODE + b"Content-Length: 9000\r\n\r\n"
# The kinds that send nothing more, and read the responses slowly.
READERS = ("reading", "ended", "full")
# The bytes that a client sends at once. Then it takes a step each second.
BEGINNINGS = {
    "head": b"", "body": BODY, "reading": DOCUMENTS, "ended": 2 * DOCUMENTS, "full": 8 * DOCUMENTS, "silent": b"",
}


class Ends(NamedTuple):
    """The ends of the connections of one kind.

    - longest: the longest time in seconds that the server has left a connection open.
    - statuses: the number of responses by status; `None` for connections that were closed without a response.
    """

    longest: float
    statuses: Counter


class SlowClient:
    """A client that takes a step each second.

    - kind: `head` sends a byte of its head, and `body` a byte of its body. `reading` reads a byte of the responses to
      many requests. `ended` does the same after the end of its half of the connection. `full` does so too, with more
      requests than the receive buffer holds. `silent` takes no step.
    - due: the time of the next step.
    """

    def __init__(self, port, index, kind):
        self.port, self.kind, self.due = port, kind, 0
        self.source = f"127.0.0.{1 + index % ORIGINS}"
        self.connect()

    def connect(self):
        receive_buffer = 4_096 if self.kind in READERS else None
        self.connection = Connection(self.port, timeout=30, receive_buffer=receive_buffer, source=self.source)
        self.opened, self.sent, self.is_closed = time.monotonic(), 0, False
        if BEGINNINGS[self.kind]:
            self.connection.send(BEGINNINGS[self.kind])
        if self.kind in ("ended", "full"):
            self.connection.shut_down()

    @property
    def events(self):
        """The events of epoll that show the end of the connection. A reader has bytes to read all the time."""
        return select.EPOLLRDHUP | (0 if self.kind in READERS else select.EPOLLIN)

    def take_step(self):
        # The poll reports the end of the connection.
        if self.kind in READERS:
            # A line break before a request has no meaning. After the end, the system responds to it with a reset.
            if self.kind == "reading":
                self.connection.send(b"\r\n")
            try:
                self.connection.socket.recv(1, socket.MSG_DONTWAIT)
            except OSError:
                pass  # there is no byte
        else:
            self.connection.send(b" " if self.kind == "body" else HEAD[self.sent:self.sent + 1])
            self.sent += 1

    def close(self):
        """Closes the connection. Returns the status of the response; `None` without a response."""
        response = None if self.kind in READERS else self.connection.response(1)
        self.connection.close()
        self.is_closed = True
        return response and response.status


def crowd(port, counts, repeats, pipe):
    """Opens the connections, and lets the clients take steps until all are closed.

    A client connects again while the parent lets the crowd run. The last message has the ends by kind.

    The process has the lowest priority. The clients of a real crowd have processors of their own, so their work must
    not delay the server and the measured client.
    """
    os.nice(19)
    clients = [SlowClient(port, index, kind) for kind in counts for index in range(counts[kind])]
    poll, by_file = select.epoll(), {}

    def watch(client):
        by_file[client.connection.socket.fileno()] = client
        poll.register(client.connection.socket, client.events)

    for client in clients:
        watch(client)
    # The steps of all clients are spread over a second, as those of independent clients.
    active, now = deque(client for client in clients if client.kind != "silent"), time.monotonic()
    for position, client in enumerate(active):
        client.due = now + position / len(active)
    pipe.send("open")
    longest, statuses = defaultdict(float), defaultdict(Counter)
    while by_file:
        if pipe.poll():
            if pipe.recv() == "leave":
                return
            repeats = False
        while active and active[0].due <= time.monotonic():
            client = active.popleft()
            if not client.is_closed:
                client.take_step()
                client.due += 1
                active.append(client)
        for file, _ in poll.poll(0.01):
            client = by_file.pop(file)
            poll.unregister(file)
            longest[client.kind] = max(longest[client.kind], time.monotonic() - client.opened)
            statuses[client.kind][client.close()] += 1
            if repeats:
                client.connect()
                watch(client)
    pipe.send({kind: Ends(longest[kind], statuses[kind]) for kind in longest})


class Crowd:
    """A process with slow and silent clients, so that it does not delay the measured client.

    - counts: the number of clients of each kind.
    """

    def __init__(self, port, repeats=True, **counts):
        self.pipe, remote = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=crowd, args=(port, counts, repeats, remote), daemon=True)
        self.process.start()
        remote.close()
        self.pipe.recv()

    def wait_until_closed(self):
        """Lets no client connect again. Returns the ends of the connections, by kind."""
        self.pipe.send("stop")
        return self.pipe.recv()

    def leave(self):
        """Closes all connections."""
        self.pipe.send("leave")
        self.process.join()
