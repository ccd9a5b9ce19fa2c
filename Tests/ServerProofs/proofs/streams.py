"""Event streams: their memory, their delay, their end, and a client that does not read."""

import http.client
import json
import resource
import sqlite3
import time

from processes.proving import Broken, Unable, expect

from .client import Client
from .eventstreams import Streams
from .server import Server

# A session has at most four streams.
PER_PERSON = 4


class Device(Client):
    """A signed-in device with a network address of its own."""

    def __init__(self, server, number, address):
        super().__init__(server.port)
        self.origin = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        grant = self.sign_in(server, address)
        self.id, self.refresh_token = grant["user_id"], grant["refresh_token"]
        for message in (server.folder / "mail/queue").glob("*.eml"):
            message.unlink()
        self.close()

    def send(self, method, path, body=None, headers=None, timeout=30):
        return super().send(method, path, body, {"X-Forwarded-For": self.origin, **(headers or {})}, timeout)

    def do(self, method, path, body=None, headers=None):
        reply = self.send(method, path, body, headers)
        expect(reply.status == 200, method, path, "responded", reply.status, reply.body[:500])
        return reply

    def write_bio(self, bio):
        """Changes the profile of the person."""
        known = self.do("GET", "/users/me")
        self.do("PUT", "/users/me", {**known.data["profile"], "bio": bio}, {"If-Match": known.headers["ETag"]})


def prove_streams(program, folder, full):
    count = 10_000 if full else 300
    allow_files(count + 1_000)
    server = Server(program, folder, "--trust-proxy", "1")
    server.command("seed", "--people", str(count // PER_PERSON + 2))
    with server:
        devices = [Device(server, number + 1, address) for number, address in enumerate(addresses(folder))]
        hub, slow, people = devices[0], devices[1], devices[2:]
        clients = Streams(server.port)
        try:
            open_streams = {}
            hub_stream = clients.open(hub.token)
            figures = [memory(server, clients, people, open_streams)]
            figures.append(delay(clients, hub, hub_stream, people))
            figures.append(delay_to_all(clients, hub, open_streams, full))
            figures.append(end_of_session(clients, people[0], open_streams[people[0].id]))
            figures.append(block(clients, hub, people[1], open_streams[people[1].id], open_streams[people[2].id]))
            figures.append(slow_reader(server, clients, slow))
        finally:
            clients.close()
    return "; ".join(figures)


def allow_files(count):
    """Raises the limit of open files, which the server inherits."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < count:
        raise Unable(f"the limit of open files is {most}, and {count} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, most))


def addresses(folder):
    """The addresses of the seeded people, which no command prints."""
    database = sqlite3.connect(folder / "orbit.sqlite")
    try:
        rows = database.execute("SELECT body FROM records WHERE tbl = 'accounts' ORDER BY key")
        return [json.loads(body)["email"] for body, in rows]
    finally:
        database.close()


def resident(server):
    """The resident memory of the server in KiB."""
    for line in open(f"/proc/{server.process.pid}/status", encoding="ascii"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise Unable("this system does not report the memory of a process")


def memory(server, clients, people, open_streams):
    """Opens the streams. The memory of one is 20 KB in a release build, and more in a debug build."""
    before = resident(server)
    for device in people:
        mine = [clients.open(device.token) for _ in range(PER_PERSON)]
        open_streams[device.id] = mine
        clients.wait(lambda: all(stream.frames for stream in mine), "a stream has no first frame")
    count = PER_PERSON * len(people)
    each = (resident(server) - before) / count
    expect(each < 200, "a stream uses", each, "KiB")
    return f"{count} streams, {each:.1f} KiB each"


def delay(clients, hub, stream, people):
    """Each person pokes the hub. Measures the time from the response to the event."""
    delays = []
    for number, device in enumerate(people, start=1):
        device.do("POST", "/pokes", {"to_user_id": hub.id, "note": "hello"})
        responded = time.monotonic()
        device.close()
        clients.wait(lambda: len(stream.events) >= number, "a poke has not arrived")
        delays.append(max(0, stream.frames[-1][0] - responded))
    delays.sort()
    middle, late = delays[len(delays) // 2], delays[len(delays) * 99 // 100]
    expect(late < 0.5, "an event arrived after", late, "s")
    return f"an event reaches one of them in {1e3 * middle:.1f} ms (p50) and {1e3 * late:.1f} ms (p99)"


def delay_to_all(clients, hub, open_streams, full):
    """The hub changes its profile, which all people who have poked it see."""
    following = [stream for mine in open_streams.values() for stream in mine]
    waiting = [(stream, len(stream.frames)) for stream in following]

    def has_reached_all():
        # A full comparison for each event would delay the reading of the others.
        while waiting and len(waiting[-1][0].frames) > waiting[-1][1]:
            waiting.pop()
        return not waiting

    hub.write_bio("A new text.")
    responded = time.monotonic()
    clients.wait(has_reached_all, "an event has not reached all streams")
    expect(all(stream.events[-1]["type"] == "person.changed" for stream in following), "another event arrived")
    last = max(stream.frames[-1][0] for stream in following) - responded
    expect(last < (2 if full else 10), "an event reached all streams after", last, "s")
    return f"an event reaches all in {last:.2f} s"


def end_of_session(clients, device, mine):
    """A sign-out ends the streams of the session."""
    start = time.monotonic()
    device.do("POST", "/auth/logout", {"refresh_token": device.refresh_token})
    clients.wait(lambda: all(stream.ended for stream in mine), "a stream of an ended session is open")
    last = max(stream.ended for stream in mine) - start
    expect(last < 1, "a sign-out ended a stream after", last, "s")
    return f"a sign-out ends a stream in {1e3 * last:.0f} ms"


def block(clients, hub, blocked, mine, others):
    """A block hides the hub in the streams of the person. Later changes reach only other people."""
    start = time.monotonic()
    hub.do("POST", f"/blocks/{blocked.id}")

    def hides(stream):
        return any(event["type"] == "person.hidden" for event in stream.events)

    clients.wait(lambda: all(hides(stream) for stream in mine), "a block has not reached a stream")
    last = max(stream.frames[-1][0] for stream in mine) - start
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


def slow_reader(server, clients, device):
    """A client does not read while its person gets events. It is disconnected, and resumes at its position."""
    idle = open_count(server)
    before = resident(server)
    stream = clients.open(device.token, receive_buffer=4_096, reads=False)
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
    duration, grown = time.monotonic() - start, resident(server) - before
    expect(grown < 64 * 1_024, "the server grew by", grown, "KiB for one reader")
    device.write_bio("The last text.")
    written += 1
    clients.follow(stream)
    clients.wait(lambda: stream.ended, "a closed stream does not end")
    received = [event["seq"] for event in stream.events]
    resumed = clients.open(device.token, after=stream.at)
    clients.wait(lambda: resumed.events and resumed.events[-1]["seq"] >= written, "a stream has not resumed")
    expect(not any("resync" in slice for _, slice in resumed.frames), "a disconnected reader has to load its lists")
    received += [event["seq"] for event in resumed.events]
    expect(received == list(range(1, written + 1)), "the events of a slow reader were", received)
    return (
        f"a reader that does not read is disconnected after {written - 1} events and {duration:.1f} s, "
        f"with {grown / 1_024:.1f} MiB, and resumes"
    )


def open_count(server):
    """The number of open streams in the metrics, which the server shows to callers on the same machine."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request("GET", "/metrics")
        lines = connection.getresponse().read().decode("utf-8").splitlines()
    except (OSError, http.client.HTTPException) as error:
        raise Broken(f"the metrics cannot be read: {error!r}; the log ends with {server.log()[-500:]}") from error
    finally:
        connection.close()
    return int(float(next(line.split()[1] for line in lines if line.startswith("orbit_event_streams "))))
