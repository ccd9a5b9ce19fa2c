"""Many clients that send slowly, or nothing."""

import multiprocessing
import resource
import select
import socket
import time

from processes.proving import Unable

SPARE_FILES = 500
BODY = (
    b"POST /api/auth/send-code HTTP/1.1\r\nHost: orbit\r\nContent-Type: application/json\r\n"
    b"Content-Length: 9000\r\n\r\n"
)
HEAD = b"GET /health HTTP/1.1\r\nHost: orbit\r\nX-Slow: " + b"a" * 4_000


def allow_files(count):
    """Raises the limit of open files, for this process and for the server that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = count + SPARE_FILES
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise Unable(f"the hard limit of open files is {hard}, and {needed} are needed")
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


class SlowClient:
    """A client that sends one byte a second: of its head if it has no body, and of its body otherwise."""

    def __init__(self, port, has_body, is_silent=False):
        self.port, self.has_body, self.is_silent = port, has_body, is_silent
        self.connect()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        self.opened, self.sent = time.monotonic(), 0
        if self.has_body and not self.is_silent:
            self.socket.sendall(BODY)
        self.socket.setblocking(False)

    def send_byte(self):
        if self.is_silent:
            return
        byte = b" " if self.has_body else HEAD[self.sent:self.sent + 1]
        self.sent += 1
        try:
            self.socket.send(byte)
        except OSError:
            pass  # the poll reports the end of the connection


def crowd(port, slow, silent, repeats, pipe):
    """Opens the connections, and feeds them until all are closed.

    A slow client connects again while the parent lets the crowd run. The last message is the longest time in seconds
    that the server has left one of them open.
    """
    clients = [SlowClient(port, has_body=index % 2 == 0) for index in range(slow)]
    clients += [SlowClient(port, has_body=False, is_silent=True) for _ in range(silent)]
    poll = select.poll()
    by_file = {}

    def watch(client):
        by_file[client.socket.fileno()] = client
        poll.register(client.socket, select.POLLIN | select.POLLRDHUP)

    for client in clients:
        watch(client)
    pipe.send("open")
    longest, next_byte, closed = 0, time.monotonic(), 0
    while by_file:
        if pipe.poll():
            if pipe.recv() == "leave":
                return
            repeats = False
        if time.monotonic() >= next_byte:
            next_byte += 1
            for client in by_file.values():
                client.send_byte()
        for file, _ in poll.poll(100):
            client = by_file.pop(file)
            poll.unregister(file)
            longest, closed = max(longest, time.monotonic() - client.opened), closed + 1
            client.socket.close()
            if repeats:
                client.connect()
                watch(client)
    pipe.send((longest, closed))


class Crowd:
    """A process with slow and silent clients, so that it does not delay the measured client."""

    def __init__(self, port, slow=0, silent=0, repeats=True):
        self.pipe, remote = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=crowd, args=(port, slow, silent, repeats, remote), daemon=True)
        self.process.start()
        remote.close()
        self.pipe.recv()

    def wait_until_closed(self):
        """Lets no client connect again. Returns the longest life of a connection and the number of all."""
        self.pipe.send("stop")
        return self.pipe.recv()

    def leave(self):
        """Closes all connections."""
        self.pipe.send("leave")
        self.process.join()
