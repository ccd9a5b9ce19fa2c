"""Malformed requests get a clear response, store nothing, and do not disturb other clients.

A client sends them to the server, and through nginx.
"""

import json
import time

from harness.client import Client
from harness.connection import Connection
from harness.person import Person
from harness.server import Server
from processes.proving import expect

from .bodies import add_bodies
from .cases import Cases
from .contents import add_contents
from .heads import add_heads
from .proxied import prove_proxied
from .spool import Spool


def check_responses(case, received, connection):
    statuses = [response.status for response in received]
    if case.statuses is None:
        expect(len(received) == 1 and 400 <= statuses[0] < 500, f"{case.name}: the responses have", statuses)
    else:
        expect(statuses == case.statuses, f"{case.name}: the responses have", statuses, "and not", case.statuses)
    for response in received:
        expect(b"secret=1" not in response.body, f"{case.name}: the response repeats a field of the request")
        if response.status >= 400:
            response.check_envelope(case.name)
    if case.closes:
        expect(connection.wait_until_closed(5) is not None, f"{case.name}: the connection stays open")
    else:
        expect(not connection.unread, f"{case.name}: bytes follow the response:", connection.unread[:100])


def run_case(server, case):
    """Sends one case, and returns the responses."""
    with Connection(server.port) as connection:
        received = case.exchange(connection)
        check_responses(case, received, connection)
        return received


def prove_direct(program, folder):
    """Sends each case to a server, and then a request of another client."""
    server = Server(program, folder, "--trust-proxy", "1")
    client = Client(server.port, Person(server.seed(12)))
    with server:
        client.sign_in(server)
        cursor = client.send("GET", "/discover/users?limit=1").data.get("next_cursor")
        expect(cursor, "the list of people has one page")
        before = client.send("GET", "/users/me").data
        cases = Cases(client.person.token)
        add_bodies(cases)
        add_heads(cases)
        add_contents(cases, cursor)
        spool, slowest, statuses = Spool(server), 0, {}
        for case in cases.all:
            for response in run_case(server, case):
                statuses[response.status] = statuses.get(response.status, 0) + 1
            stored = spool.new_addresses()
            expect(stored == case.stores, f"{case.name}: codes were sent to", stored, "and not to", case.stores)
            start = time.monotonic()
            reply = client.send("GET", "/users/me")
            slowest = max(slowest, time.monotonic() - start)
            expect(reply.status == 200 and reply.data == before, f"{case.name}: then another client gets", reply.body)
        log = server.log()
        expect("@orbit.example" not in log and "secret=1" not in log, "the log has values of requests:", log[-500:])
        server.stop()
    return (
        f"{len(cases.all)} requests, responses by status {json.dumps(dict(sorted(statuses.items())))}; "
        f"the slowest response to another client took {slowest * 1000:.0f} ms"
    )


def prove_malformed(program, folder, full):
    yield prove_direct(program, folder / "direct")
    yield prove_proxied(program, folder / "proxied")
