"""A server on SQLite that is killed again and again, while clients write."""

import random
import time

from harness.person import seeded_people, sign_in_all
from harness.server import Server
from processes.databases import SQLite
from processes.meetups import Crowd
from processes.proving import expect
from processes.threads import in_parallel, while_disturbed

from .writes import CLIENTS, Writes

# The milliseconds until a killed server with 100,000 people is ready again. A debug build has no limit.
READY = 1_000
KILLS = 5


def prove_joins(writes, count):
    """A crowd joins a meetup with ten places, the place of the host included, while the server is killed."""
    host = count
    crowd = Crowd([person.id for person in writes.people], host, range(count))
    reply = writes.client(host).until_answered("POST", "/meetups", crowd.plan, {"Idempotency-Key": "chess"})
    expect(reply.status == 200, "the meetup is refused:", reply.status, reply.body)
    meetup = writes.id_in("meetup", reply)

    def send(person):
        key = {"Idempotency-Key": f"join {person}"}
        reply = writes.client(person).until_answered("POST", f"/meetups/{meetup}/join", {}, key)
        return reply.status, reply.json

    def join(person):
        crowd.join(person, lambda: send(person))

    def kill(is_done):
        while len(crowd.acknowledged) < count // 3:
            if is_done.is_set():
                return
            time.sleep(0.001)
        writes.restart()

    order = list(crowd.people)
    writes.dice.shuffle(order)
    while_disturbed(lambda: in_parallel(join, order, 2 * CLIENTS), kill)
    writes.restart()
    crowd.check_states()
    client = writes.client(host)
    attendees = client.all(f"/meetups/{meetup}/attendees", "attendees")
    crowd.check_lists(attendees, client.until_answered("GET", f"/meetups/{meetup}").data["meetup"])
    crowd.check_line(SQLite(writes.server.folder).line(meetup))


def milliseconds_until_ready(program, folder, people):
    """The milliseconds from the start of the process until `/ready` responds with 200, the longest of all kills.

    A person signs in before each kill, so that the write-ahead log is not empty.
    """
    server = Server(program, folder, "--trust-proxy", "1")
    server.seed(people)
    first = seeded_people(server)[:KILLS]
    with server:
        longest = 0
        for person in first:
            sign_in_all(server, [person])
            longest = max(longest, server.restart() * 1_000)
    is_limited = program.parent.name == "release"
    expect(longest <= READY or not is_limited, f"a server with {people} people was ready after {longest:.0f} ms")
    return longest


def prove_durability(program, folder, full):
    crowd = 1_000 if full else 100
    dice = random.Random(7)
    server = Server(program, folder / "data", "--trust-proxy", "1")
    server.seed(crowd + 1)
    people = seeded_people(server)
    with server:
        sign_in_all(server, people)
        writes = Writes(server, people, writers=crowd, dice=dice)
        writes.run()
        kills = len(writes.restarts)
        writes.check(repeats=2_000 if full else 200)
        prove_joins(writes, crowd)
        server.stop()
        server.check_file()
    result = (
        f"{writes.acknowledged} acknowledged writes, {kills} kills, 0 lost; {writes.unanswered} got no response, of "
        f"which {writes.stored} were stored; {crowd} joins of ten places, 10 go, {crowd - 9} wait in order; ready "
        f"after a kill in at most {max(writes.restarts) * 1_000:.0f} ms"
    )
    if full:
        result += f", with 100,000 people in {milliseconds_until_ready(program, folder / 'large', 100_000):.0f} ms"
    return result
