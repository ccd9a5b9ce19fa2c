"""A server on SQLite that is killed again and again, while clients write."""

import random
import time

from processes.backend import in_parallel
from processes.backends import check_line
from processes.databases import SQLite
from processes.proving import expect

from .people import People
from .server import Server
from .writes import CHANGES, CLIENTS, MEETUPS, POKES, Writes, plan, while_disturbed

# The seconds until a killed server with 100,000 people is ready again.
READY = 1


def prove_joins(writes, crowd):
    """A crowd joins a meetup with ten places, the place of the host included, while the server is killed."""
    people, caller, host = writes.people, writes.callers.caller, crowd
    body = plan("Chess in the park", 24, capacity=10)
    reply = caller.ask_until_answered(host, "POST", "/meetups", body, {"Idempotency-Key": "chess"})
    expect(reply.status == 200, "the meetup is refused:", reply.status, reply.body)
    meetup = writes.id_in("meetup", reply)
    sent, acknowledged, states = {}, {}, {}

    def join(person):
        sent[person] = time.monotonic()
        reply = writes.callers.caller.ask_until_answered(
            person, "POST", f"/meetups/{meetup}/join", {}, {"Idempotency-Key": f"join {person}"})
        acknowledged[person] = time.monotonic()
        expect(reply.status == 200, person, "cannot join:", reply.status, reply.body)
        states[person] = reply.data["meetup"]["standing"]

    def kill():
        while len(acknowledged) < crowd // 3:
            if writes.is_done:
                return
            time.sleep(0.001)
        writes.restart()

    order = list(range(crowd))
    writes.dice.shuffle(order)
    while_disturbed(writes, lambda: in_parallel(join, order, 2 * CLIENTS), kill)
    writes.restart()
    going = {person for person, state in states.items() if state == "going"}
    expect(len(going) == 9, "besides the host,", len(going), "got the state going")
    expect(set(states.values()) == {"going", "waiting"}, "people got the states", set(states.values()))
    by_state = {}
    for element in caller.all(host, f"/meetups/{meetup}/attendees", "attendees"):
        by_state.setdefault(element["attendance"]["state"], set()).add(element["person"]["id"])
    expect(by_state["going"] == {people.ids[person] for person in going}, "the guests differ from the responses")
    expect(len(by_state["waiting"]) == crowd - 9, len(by_state["waiting"]), "people wait")
    shown = caller.ask_until_answered(host, "GET", f"/meetups/{meetup}").data["meetup"]
    expect((shown["going_count"], shown["waiting_count"]) == (10, crowd - 9), "the meetup shows", shown)
    check_line(SQLite(writes.server.folder).line(meetup), people, sent, acknowledged, going)


def check_stopped(server):
    """Stops a server, and checks its file."""
    server.stop()
    SQLite(server.folder).check()
    report = server.command("check")
    expect("intact" in report, "orbit-server check reports", report)


def seconds_until_ready(program, folder, people):
    """The seconds until a killed server with many people is ready, the longest of five kills."""
    folder.mkdir(mode=0o700)
    server = Server(program, folder)
    server.command("seed", "--people", str(people), timeout=3_600)
    with server:
        seconds = []
        for _ in range(5):
            server.kill()
            seconds.append(server.start())
    expect(max(seconds) <= READY, f"a server with {people} people was ready after {max(seconds):.2f} s")
    return max(seconds)


def prove_durability(program, folder, full):
    crowd = 1_000 if full else 100
    dice = random.Random(7)
    data = folder / "data"
    data.mkdir(mode=0o700)
    server = Server(program, data, "--trust-proxy", "1")
    people = People(server, crowd + 1)
    with server:
        people.sign_in(server, range(crowd + 1))
        writes = Writes(server, people, writers=crowd, dice=dice)
        writes.run()
        kills = len(writes.restarts)
        writes.check(repeats=2_000 if full else 200)
        count = crowd * (POKES + MEETUPS + CHANGES)
        expect(writes.acknowledged == count, writes.acknowledged, "of", count, "writes were acknowledged")
        prove_joins(writes, crowd)
        check_stopped(server)
    result = (
        f"{writes.acknowledged} acknowledged writes, {kills} kills, 0 lost; {writes.unanswered} got no response, of "
        f"which {writes.stored} were stored; {crowd} joins of ten places, 10 go, {crowd - 9} wait in order; ready "
        f"after a kill in at most {max(writes.restarts):.2f} s"
    )
    if full:
        result += f", with 100,000 people in {seconds_until_ready(program, folder / 'large', 100_000):.2f} s"
    return result
