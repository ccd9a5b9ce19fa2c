"""Malformed requests through nginx, and another client behind the same proxy.

nginx keeps its connections to the server, and sends the requests of all clients on them. If nginx and the server
disagreed about the end of a request, its rest would become a request of the next client.
"""

from pathlib import Path

from harness.client import Client
from harness.connection import Connection
from harness.person import Person
from harness.proxy import Proxy
from harness.server import Server
from processes.proving import expect

from .bodies import add_bodies
from .cases import Cases
from .heads import add_fields, add_methods
from .spool import Spool

# The guide has three servers. All are the same here, so that one connection is enough for all requests.
SERVERS = 3
# The seconds until nginx responds. It waits longer for the rest of a request.
PATIENCE = 5
ESTABLISHED = "01"


class HonestClient(Client):
    """A client whose requests have trace ids. Each response contains the id of its request."""

    def __init__(self, port, person):
        super().__init__(port, person)
        self.number, self.profile = 0, None

    def read_profile(self, *what):
        """Reads the profile of the person. Checks that the response belongs to the request."""
        self.number += 1
        trace = f"{self.number:032x}"
        reply = self.send("GET", "/users/me", headers={"traceparent": f"00-{trace}-{1:016x}-01"})
        expect(reply.status == 200, *what, "then another client gets", reply.status, reply.body[:500])
        returned = reply.headers.get("traceresponse", "")
        expect(trace in returned, *what, "then another client gets the response to", returned, "and not to", trace)
        self.profile = self.profile or reply.data
        expect(reply.data == self.profile, *what, "then another client gets the profile", reply.data)


def connections_to(port):
    """The local ports of the connections of this machine to a port."""
    found = set()
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        _, local, remote, state = line.split()[:4]
        if state == ESTABLISHED and int(remote.split(":")[1], 16) == port:
            found.add(int(local.split(":")[1], 16))
    return found


def is_of_nginx(response):
    return response.fields.get("content-type") == "text/html" and b"<center>nginx" in response.body


def check_effects(case, received, stored):
    """Checks the responses to a case, and that the server has processed no request without a response to its sender.

    nginx accepts some requests that the server refuses, and sends them to the server in a valid form.
    """
    for response in received:
        expect(response.status not in (500, 502, 503, 504), f"{case.name} through nginx gets", response.status)
        if response.status >= 400 and not is_of_nginx(response):
            response.check_envelope(case.name, "through nginx")
    allowed = {f"case{case.number}@orbit.example", f"hidden{case.number}@orbit.example"}
    sent = sum(response.status == 200 and b"challenge_id" in response.body for response in received)
    expect(
        stored <= allowed and len(stored) == sent,
        f"{case.name} through nginx: codes were sent to", stored, "and the client got", sent, "of the responses",
    )


def prove_proxied(program, folder):
    """Sends the cases without a response of HTTP/0.9 through nginx. Returns a text of the figures."""
    folder.mkdir()
    # The first entry of X-Forwarded-For is of the client, and the second of nginx.
    server = Server(program, folder / "data", "--trust-proxy", "2")
    person = Person("honest@orbit.example")
    with server, Proxy(folder / "proxy", [server.port] * SERVERS) as proxy:
        client = Client(server.port, person)
        client.sign_in(server)
        client.close()
        honest = HonestClient(proxy.port, person)
        cases = Cases(person.token)
        for add in (add_bodies, add_fields, add_methods):
            add(cases)
        spool, kept, refused_by_nginx = Spool(server), 0, 0
        for case in cases.all:
            honest.read_profile(f"before {case.name},")
            before = connections_to(server.port)
            with Connection(proxy.port) as connection:
                received = case.exchange(connection, PATIENCE)
            # A hidden request would shift the responses to both.
            for _ in range(2):
                honest.read_profile(f"{case.name} through nginx,")
            check_effects(case, received, spool.new_addresses())
            kept += bool(before & connections_to(server.port))
            refused_by_nginx += any(is_of_nginx(response) for response in received)
        expect(kept, "nginx keeps no connection to the server")
        honest.close()
        server.stop()
    return (
        f"through nginx: {len(cases.all)} requests, {refused_by_nginx} refused by nginx, {kept} between requests of "
        f"another client on the same connection; {honest.number} responses to this client, none of another request"
    )
