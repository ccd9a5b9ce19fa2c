"""Open event streams of OrbitServer: the memory of an idle stream, and the delay of an event to one and to all."""

from proofs.streams import delays
from proofs.streams.device import Device
from proofs.streams.open_streams import OpenStreams

from .campus import Campus
from .peers import memory

# A session has at most four streams.
PER_PERSON = 4


def measure(server, count):
    """Opens streams of the people of a seeded server. Returns the figures."""
    campus = Campus(server)
    campus.sign_in()
    # The first person is the hub, which all other people poke.
    hub, *devices = [Device(server.port, person) for person in campus.people[:count // PER_PERSON + 1]]
    clients = OpenStreams(server.port)
    try:
        hub_stream = clients.open(hub.person.token)
        before = memory(server.pid)
        streams = [stream for device in devices for stream in clients.open_ready(device.person.token, PER_PERSON)]
        after = memory(server.pid)
        middle, late = delays.of_pokes(clients, hub, hub_stream, devices)
        last = delays.to_all(clients, hub, streams)
    finally:
        clients.close()
    return {
        "streams": len(streams), "bytes_each": round((after - before) * 1e6 / len(streams)),
        "to_one_p50_ms": 1e3 * middle, "to_one_p99_ms": 1e3 * late, "to_all_ms": 1e3 * last,
    }
