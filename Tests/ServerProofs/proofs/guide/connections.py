"""The blocks of the guide about TLS and proxies."""

import subprocess
import time

from harness.client import Client, request
from harness.event_stream import EventStream
from harness.nginx import Nginx
from harness.person import Person
from harness.server import free_port
from processes.proving import Unable, expect
from proofs.several.cluster import Cluster

# The longest time until a server uses a renewed certificate, in seconds. It reads the files every ten seconds.
RENEWAL = 60


def create_certificate(certificate, key):
    """Creates a certificate of this machine, with a new key."""
    create = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        "-addext", "keyUsage=critical,digitalSignature,keyCertSign", "-keyout", key, "-out", certificate,
    ]
    try:
        subprocess.run(create, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        raise Unable("openssl is not installed")


def use_tls(machine, block):
    """Serves with a certificate of its own, which the client verifies. Renews the certificate without a restart."""
    (line,) = block.lines
    certificate, key = (machine.clone / name for name in line.split()[-2:])
    create_certificate(certificate, key)
    machine.serve(line, certificate)
    create_certificate(certificate, key)
    deadline = time.monotonic() + RENEWAL
    # The client trusts the new certificate only.
    while not machine.server.is_ready():
        expect(time.monotonic() < deadline, "the server does not use a renewed certificate")
        time.sleep(0.5)
    machine.stop()


def use_proxy(machine, block):
    """Sends requests and a stream through nginx in front of one server."""
    port = free_port()
    locations = machine.translate(block.text)
    with Nginx(machine.folder / "nginx", port, f"server {{ listen 127.0.0.1:{port};\n{locations} }}"):
        machine.serve("orbit-server --trust-proxy 1")
        ready, metrics = (request(port, "GET", path).status for path in ("/ready", "/metrics"))
        expect((ready, metrics) == (200, 403), "nginx responds to /ready and /metrics with", ready, metrics)
        own = machine.ask(machine.maya, "GET", "/users/me", port)
        expect(own.status == 200, "a person gets through nginx", own.status, own.body)
        with EventStream(port, machine.maya.token) as stream:
            expect(stream.wait_until_open() == 200, "a stream through nginx responded", stream.status)
        machine.stop()


def use_several(machine, block):
    """Signs a person in through nginx in front of three servers. The proof `several` has the failures of servers."""
    folder = machine.folder / "cluster"
    folder.mkdir()
    with Cluster(machine.program, folder) as cluster:
        person = Person("ada@cornell.edu")
        with Client(cluster.port, person) as client:
            client.sign_in(cluster)
            for _ in cluster.servers:
                expect(client.send("GET", "/users/me").status == 200, "a person is not signed in at each server")
        expect(request(cluster.port, "GET", "/metrics").status == 403, "nginx shows the metrics")
