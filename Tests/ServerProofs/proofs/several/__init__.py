"""Three servers on one PostgreSQL database behind nginx, under load, while servers are killed.

Each person follows their log, and writes with an Idempotency-Key. A client whose connection ends sends the same request
again, or continues the stream at its position. Then no stream has a gap or a duplicate, and the history of all writes
and reads is checked for anomalies. Finally, a crowd joins a meetup with ten places.
"""

import time

from processes.proving import expect
from processes.threads import in_parallel, while_disturbed

from .bad_histories import prove_checker
from .cluster import Cluster
from .follower import Follower
from .histories import check
from .joins import prove_joins
from .load import FULL, SHORT, Load
from .member import Member

# The number of people, of threads that write, and of kills.
SIZES = {False: (20, 6, 1), True: (200, 16, 6)}
# The number of people who join a meetup with ten places.
JOINS = {False: 100, True: 1_000}


def prove_several(program, folder, full):
    checked = prove_checker()
    people, threads, kills = SIZES[full]
    with Cluster(program, folder) as cluster:
        load, followers, seconds = run(cluster, people, threads, kills, FULL if full else SHORT)
        joins = prove_joins(cluster, JOINS[full], first=people, seed=1)
        served = cluster.proxy.attempts()
    began = time.monotonic()
    check(load.writes, load.reads)
    took = time.monotonic() - began
    acknowledged = [write for write in load.writes if not write.is_refused and write.end < float("inf")]
    events = sum(follower.position for follower in followers)
    gaps = [gap for follower in followers for gap in follower.gaps]
    expect(gaps, "the kills interrupted no stream")
    expect(len(acknowledged) * 4 > len(load.writes) * 3, "too few writes are accepted:", dict(load.refusals))
    return (
        f"{people} people, {len(acknowledged)} writes and {len(load.reads)} reads in {seconds:.0f} s, {events} events "
        f"on streams, {sum(load.refusals.values())} refusals, {kills} kills, {len(gaps)} reconnections. Longest time "
        f"without service: {max(person.longest for person in load.people):.1f} s for a request, {max(gaps):.1f} s for "
        f"a stream. nginx passed {served['passed on']} requests on to another server. A server had received "
        f"{served['sent twice']} of them, and no write. No anomaly ({took:.1f} s); the checker finds all {checked} "
        f"invalid histories. {joins}"
    )


def run(cluster, count, threads, kills, mix):
    """Runs the load. Returns it with the followers of all logs, and its duration in seconds."""
    people = [Member(number, cluster) for number in range(count)]
    in_parallel(Member.sign_in, people, 4)
    followers = [Follower(cluster.port, person) for person in people]
    load = Load(cluster, followers, mix, seed=1)
    for follower in followers:
        follower.start()
    for follower in followers:
        expect(follower.is_open.wait(60), "a stream does not open:", follower.failure)
    seconds = 0

    def write():
        nonlocal seconds
        began = time.monotonic()
        load.run(threads)
        seconds = time.monotonic() - began

    while_disturbed(write, lambda is_done: disturb(cluster, load, is_done, kills))
    finish(cluster, load, followers)
    return load, followers, seconds


def disturb(cluster, load, is_done, kills):
    """Kills one server after another while the load runs, and starts it again."""
    for kill in range(kills):
        while not is_done.is_set() and len(load.writes) < len(load.tasks) * (kill + 1) // (kills + 1):
            time.sleep(0.01)
        cluster.restart(kill % len(cluster.servers))


def finish(cluster, load, followers):
    """Reads each log from each server, waits until its stream has the same end, and adds the frames to the history."""
    for person, follower in zip(load.people, followers):
        for server in cluster.servers:
            head = load.observe(person, server.port, is_final=True).head
        deadline = time.monotonic() + 60
        while follower.position < head and follower.failure is None:
            expect(
                time.monotonic() < deadline, "the stream of", person.name, "ends at", follower.at, "instead of", head)
            time.sleep(0.02)
    for follower in followers:
        follower.stop()
    for person, follower in zip(load.people, followers):
        follower.join(30)
        if follower.failure:
            raise follower.failure
        for frame, (begin, end, after, part) in enumerate(follower.reads, 1):
            load.read(f"frame {frame} of {person.name}", person, begin, end, after, part)
    cluster.wait_for_the_end_of_streams()
