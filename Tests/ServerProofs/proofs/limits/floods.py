"""Clients that send as much as they can."""

import multiprocessing
import socket
import struct
import threading
import time
from collections import Counter

from harness.connection import Connection
from processes.proving import expect
from processes.threads import in_parallel, while_disturbed

from .deadlines import SEND_CODE, upload_head
from .healthy import Measurement

GET = b"GET /health HTTP/1.1\r\nHost: orbit\r\n"
# Two requests with different responses, whose order therefore shows.
PAIR = GET + b"\r\n" + b"GET /api/nothing HTTP/1.1\r\nHost: orbit\r\n\r\n"
PIPELINED = 10_000
BURST = 200
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
PART = b'--edge\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nX-A: b\r\n\r\n\r\n' * 500


def check_refusal(connection, *statuses):
    """Reads a response, and checks that it is a problem with one of the statuses. Returns the status."""
    response = connection.response()
    status = response and response.status
    expect(status in statuses, "a flood gets", status, "and not", statuses)
    response.check_envelope("a flood")
    return status


def send_fields(port, fields):
    """Sends a request with many bytes in its fields."""
    with Connection(port) as connection:
        connection.send(GET + fields + b"\r\n")
        return check_refusal(connection, 431)


def send_body(port, head, chunk, *statuses):
    """Sends a body without an end, until a response arrives."""
    with Connection(port) as connection:
        connection.send(head + CHUNKED)
        while not connection.fill(time.monotonic()) and connection.send(chunk):
            pass
        return check_refusal(connection, *statuses)


def send_at_once(port):
    """Sends many requests without waiting for the responses. Checks the order of the responses."""
    with Connection(port, timeout=120) as connection:
        sender = threading.Thread(target=connection.send, args=(PAIR * (PIPELINED // 2),), daemon=True)
        sender.start()
        for number in range(PIPELINED):
            response, status = connection.response(), 404 if number % 2 else 200
            expect(
                response and response.status == status,
                "request", number, "of", PIPELINED, "at once gets", response and response.status,
            )
        sender.join()
    return 200


def reset(connection):
    """Closes a connection with a reset, so that its port is free at once."""
    connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def open_and_reset(port):
    reset(Connection(port))
    return "reset"


def open_many(port):
    """Opens many connections, and sends a request on each."""
    connections = [Connection(port) for _ in range(BURST)]
    try:
        for connection in connections:
            connection.send(GET + b"\r\n")
        for connection in connections:
            response = connection.response()
            expect(response and response.status == 200, "one of many connections gets", response and response.status)
    finally:
        for connection in connections:
            reset(connection)
    return 200


def floods(port, token):
    """The floods: for each, its name, the number of clients, and a function that returns the outcome for one client."""
    form = upload_head(token)
    return [
        ("20,000 fields", 4, lambda: send_fields(port, b"X-A: b\r\n" * 20_000)),
        ("a field of 1 MB", 4, lambda: send_fields(port, b"X-A: " + b"b" * 1_000_000 + b"\r\n")),
        (f"{PIPELINED:,} requests at once", 1, lambda: send_at_once(port)),
        ("connections that are reset", 2, lambda: open_and_reset(port)),
        (f"{BURST} connections at once", 2, lambda: open_many(port)),
        ("forms without an end", 2, lambda: send_body(port, form, b"%x\r\n%s\r\n" % (len(PART), PART), 413, 503)),
        # On a slow machine, the deadline of the request ends before the limit of the body.
        ("chunks of a byte without an end", 2, lambda: send_body(port, SEND_CODE, b"1\r\n \r\n" * 1_000, 413, 408)),
    ]


def repeat(attack, clients, pipe):
    """Attacks on several threads until the parent sends a message. The response has the outcomes or the failure."""
    outcomes, durations, lock = Counter(), [], threading.Lock()

    def run(is_over):
        while not is_over.is_set():
            start = time.monotonic()
            outcome = attack()
            with lock:
                outcomes[outcome] += 1
                durations.append(time.monotonic() - start)

    try:
        while_disturbed(
            pipe.recv, lambda is_over: in_parallel(lambda _: run(is_over), range(clients), clients))
        pipe.send((outcomes, max(durations)))
    except Exception as error:
        pipe.send(error)  # raised by the parent


class Flood:
    """A process that attacks again and again, so that it does not delay the measured client."""

    def __init__(self, attack, clients):
        self.pipe, remote = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=repeat, args=(attack, clients, remote), daemon=True)
        self.process.start()
        remote.close()

    def stop(self):
        """Ends the attacks. Returns the number of attacks by outcome, and the longest duration in seconds."""
        self.pipe.send("stop")
        result = self.pipe.recv()
        self.process.join()
        if isinstance(result, Exception):
            raise result
        return result


def measure_floods(server, client, seconds):
    """Measures a client before and during each flood. Returns a text of the figures."""
    before, figures = server.resident_kibibytes(), []
    for name, clients, attack in floods(server.port, client.person.token):
        idle = Measurement(client, seconds)
        flood = Flood(attack, clients)
        during = Measurement(client, seconds)
        outcomes, longest = flood.stop()
        counts = ", ".join(f"{count} times {outcome}" for outcome, count in outcomes.items())
        figures.append(f"{name}: {counts} in at most {longest:.2f} s, p99 {idle.p99:.1f} and {during.p99:.1f} ms")
    grown = (server.resident_kibibytes() - before) / 1_024
    return f"{'; '.join(figures)}; the memory grew by {grown:.0f} MiB"
