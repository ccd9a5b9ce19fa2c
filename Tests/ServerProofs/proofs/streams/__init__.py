"""Event streams: their memory, their delay, their end, and a client that does not read."""

import time

from harness.connection import allow_connections
from harness.person import seeded_people, sign_in_all
from harness.server import Server
from processes.proving import expect

from . import delays
from .device import Device
from .open_streams import OpenStreams

# A session has at most four streams.
PER_PERSON = 4


def prove_streams(program, folder, full):
    count = 10_000 if full else 300
    allow_connections(count)
    server = Server(program, folder, "--trust-proxy", "1")
    server.seed(count // PER_PERSON + 2)
    people = seeded_people(server)
    with server:
        sign_in_all(server, people)
        hub, slow, *devices = [Device(server.port, person) for person in people]
        clients = OpenStreams(server.port)
        try:
            open_streams = {}
            hub_stream = clients.open(hub.person.token)
            figures = [memory(server, clients, devices, open_streams)]
            figures.append(delay(clients, hub, hub_stream, devices))
            figures.append(delay_to_all(clients, hub, open_streams, full))
            first, second, third, fourth = devices[:4]
            figures.append(end_of_session(clients, first, open_streams[first]))
            figures.append(block(clients, hub, second, open_streams[second], open_streams[third]))
            figures.append(further_stream(clients, fourth, open_streams[fourth]))
            figures.append(slow_reader(server, clients, slow))
        finally:
            clients.close()
    return "; ".join(figures)


def memory(server, clients, devices, open_streams):
    """Opens the streams. The memory of one is 20 KB in a release build, and more in a debug build."""
    before = server.resident_kibibytes()
    for device in devices:
        open_streams[device] = clients.open_ready(device.person.token, PER_PERSON)
    count = PER_PERSON * len(devices)
    each = (server.resident_kibibytes() - before) / count
    expect(each < 200, "a stream uses", each, "KiB")
    return f"{count} streams, {each:.1f} KiB each"


def delay(clients, hub, stream, devices):
    middle, late = delays.of_pokes(clients, hub, stream, devices)
    expect(late < 0.5, "an event arrived after", late, "s")
    return f"an event reaches one of them in {1e3 * middle:.1f} ms (p50) and {1e3 * late:.1f} ms (p99)"


def delay_to_all(clients, hub, open_streams, full):
    last = delays.to_all(clients, hub, [stream for mine in open_streams.values() for stream in mine])
    expect(last < (2 if full else 10), "an event reached all streams after", last, "s")
    return f"an event reaches all in {last:.2f} s"


def end_of_session(clients, device, mine):
    """A sign-out ends the streams of the session."""
    start = time.monotonic()
    device.do("POST", "/auth/logout", {"refresh_token": device.person.grant["refresh_token"]})
    clients.wait(lambda: all(stream.closed for stream in mine), "a stream of an ended session is open")
    last = max(stream.closed for stream in mine) - start
    expect(last < 1, "a sign-out ended a stream after", last, "s")
    return f"a sign-out ends a stream in {1e3 * last:.0f} ms"


def block(clients, hub, blocked, mine, others):
    """A block hides the hub in the streams of the person. Later changes reach only other people."""
    start = time.monotonic()
    hub.do("POST", f"/blocks/{blocked.person.id}")

    def hides(stream):
        return any(event["type"] == "person.hidden" for event in stream.events)

    clients.wait(lambda: all(hides(stream) for stream in mine), "a block has not reached a stream")
    last = max(stream.frames[-1].arrived for stream in mine) - start
    expect(last < 1, "a block reached a stream after", last, "s")
    known = [len(stream.events) for stream in others]
    hub.write_bio("A text for others.")
    clients.wait(
        lambda: all(len(stream.events) > count for stream, count in zip(others, known)), "a change has not arrived"
    )
    # An own event comes after all events of the hub that the streams could have had.
    blocked.write_bio("An own text.")
    clients.wait(
        lambda: all(stream.events[-1]["type"] == "profile.changed" for stream in mine), "an own event has not arrived"
    )
    after = mine[0].events[[event["type"] for event in mine[0].events].index("person.hidden") + 1:]
    expect([event["type"] for event in after] == ["profile.changed"], "events after a block:", after)
    return f"a block filters a stream in {1e3 * last:.0f} ms"


def further_stream(clients, device, mine):
    """A stream beyond the limit of a session ends one of the earlier streams, which have begun at the same time."""
    start = time.monotonic()
    further = clients.open(device.person.token)
    clients.wait(
        lambda: any(stream.closed for stream in mine) and further.frames,
        "a stream beyond the limit does not end an earlier one",
    )
    ended = [stream.closed - start for stream in (*mine, further) if stream.closed]
    expect(len(ended) == 1 and not further.closed, "a stream beyond the limit ends", len(ended), "streams")
    return f"a stream beyond the limit of a session ends an earlier one in {1e3 * ended[0]:.0f} ms"


def slow_reader(server, clients, device):
    """A client does not read while its person gets events. It is disconnected, and resumes at its position."""
    idle = open_count(server)
    before = server.resident_kibibytes()
    stream = clients.open(device.person.token, receive_buffer=4_096, reads=False)
    while open_count(server) == idle:
        time.sleep(0.01)
    start = time.monotonic()
    written = 0
    # A client that lacks more than 250 events would have to load its lists again.
    while open_count(server) > idle:
        if written < 200:
            written += 1
            device.write_bio(f"{written} " + "\N{PARTY POPPER}" * 400)
        else:
            time.sleep(0.05)
        expect(time.monotonic() - start < 120, "a client that does not read is still connected")
    duration, grown = time.monotonic() - start, server.resident_kibibytes() - before
    expect(grown < 64 * 1_024, "the server grew by", grown, "KiB for one reader")
    device.write_bio("The last text.")
    written += 1
    clients.follow(stream)
    clients.wait(lambda: stream.closed, "a closed stream does not end")
    received = [event["seq"] for event in stream.events]
    resumed = clients.open(device.person.token, after=stream.at)
    clients.wait(lambda: resumed.events and resumed.events[-1]["seq"] >= written, "a stream has not resumed")
    expect(not any("resync" in frame.slice for frame in resumed.frames), "a disconnected reader has to load its lists")
    received += [event["seq"] for event in resumed.events]
    expect(received == list(range(1, written + 1)), "the events of a slow reader were", received)
    return (
        f"a reader that does not read is disconnected after {written - 1} events and {duration:.1f} s, "
        f"with {grown / 1_024:.1f} MiB, and resumes"
    )


def open_count(server):
    """The number of open streams."""
    return server.metric("orbit_event_streams")
