"""A server that stops while it has streams, requests and idle connections."""

import json
import signal
import threading
import time

from harness.client import Client
from harness.connection import Connection
from harness.event_stream import EventStream
from harness.person import Person
from harness.server import Server
from processes.proving import expect

from .deadlines import SEND_CODE

# Decision 47 gives a shutdown 10 seconds. A slow machine needs more to end the process.
LONGEST = 15


def prove_shutdown(program, folder):
    """Checks the order of a shutdown. Returns the seconds of one with a complete request, and of one without."""
    with Server(program, folder) as server:
        client = Client(server.port, Person("stream@orbit.example"))
        client.sign_in(server)
        with EventStream(server.port, client.person.token) as stream, Connection(server.port) as request:
            expect(stream.wait_until_open() == 200, "the stream does not begin:", stream.status)
            body = json.dumps({"email": "shutdown@orbit.example"}).encode()
            request.send(SEND_CODE + b"Content-Length: %d\r\n\r\n" % len(body) + body[:5])
            time.sleep(0.5)  # until the server reads the body
            ended = {}

            def follow():
                if stream.connection.wait_until_closed(LONGEST) is not None:
                    ended["stream"] = time.monotonic()

            reader = threading.Thread(target=follow, daemon=True)
            reader.start()
            start = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            reader.join()
            expect("stream" in ended, "a shutdown does not end the stream")
            expect(server.process.poll() is None, "the server ended before a request in progress")
            request.send(body[5:])
            response = request.response()
            expect(response and response.status == 200, "a request in progress gets", response and response.status)
            expect(server.process.wait(LONGEST) == 0, "a stopped server ended with", server.process.returncode)
            complete = time.monotonic() - start
        expect(server.code("shutdown@orbit.example"), "a request in progress has no effect")
    with Server(program, folder) as server, Connection(server.port) as request:
        request.send(SEND_CODE + b"Content-Length: 9000\r\n\r\n")
        feeder = threading.Event()

        def feed():
            while not feeder.wait(0.5) and request.send(b" " * 400):
                pass

        thread = threading.Thread(target=feed, daemon=True)
        thread.start()
        try:
            incomplete = server.stop(timeout=LONGEST)
        finally:
            feeder.set()
            thread.join()
    return complete, incomplete
