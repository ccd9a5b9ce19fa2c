"""Malformed requests get a clear response, store nothing, and do not disturb other clients."""

import json
import re
import time
from email import message_from_bytes

from processes.proving import expect

from .cases import Cases
from .client import Client
from .contents import add_contents
from .framing import add_framing
from .raw import RawConnection
from .server import Server

# The seconds after which no further response to a case is expected.
SILENCE = 0.3


class Spool:
    """The addresses in the mail spool of a server."""

    def __init__(self, server):
        self.folder = server.folder / "mail/queue"
        self.read = set()

    def new_addresses(self):
        """Returns the addresses of the messages since the last call."""
        paths = set(self.folder.glob("*.eml")) - self.read
        self.read |= paths
        return {message_from_bytes(path.read_bytes())["To"].strip("<>") for path in paths}


def responses(connection, case):
    """Returns the responses to a case, up to the end of the connection or a silence."""
    received = []
    while response := connection.response(SILENCE if received else 20):
        received.append(response)
    return received


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
    with RawConnection(server.port) as connection:
        connection.send(case.data)
        if case.half_close:
            connection.finish_sending()
        received = responses(connection, case)
        check_responses(case, received, connection)
        return received


def prove_malformed(program, folder, full):
    server = Server(program, folder, "--trust-proxy", "1")
    person = re.search(r"\S+@orbit\.example", server.command("seed", "--people", "12"))[0].rstrip(".")
    with server:
        client = Client(server.port)
        client.sign_in(server, person)
        cursor = client.send("GET", "/discover/users?limit=1").data.get("next_cursor")
        expect(cursor, "the list of people has one page")
        before = client.send("GET", "/users/me").data
        cases = Cases(client.token)
        add_framing(cases)
        add_contents(cases, cursor)
        spool, slowest, statuses = Spool(server), 0, {}
        spool.new_addresses()
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
