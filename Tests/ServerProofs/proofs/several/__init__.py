"""Three servers on one PostgreSQL database behind nginx, under load, while servers are killed.

Each person follows their log, and writes with an Idempotency-Key. A client whose connection ends sends the same request
again, or continues the stream at its position. Then no stream has a gap or a duplicate, and the history of all writes
and reads is checked for anomalies.
"""

import threading
import time

from processes.backend import in_parallel
from processes.proving import expect
from proofs.several.bad_histories import prove_checker
from proofs.several.cluster import Cluster
from proofs.several.histories import check
from proofs.several.load import FULL, SHORT, Load
from proofs.several.people import Person
from proofs.several.streams import Stream

# The number of people, of threads that write, and of kills.
SIZES = {False: (20, 6, 1), True: (200, 16, 6)}
# Longer than `fail_timeout` of the guide, so that nginx tries the stopped server again.
DOWN = 6


def prove_several(program, folder, full):
    checked = prove_checker()
    people, threads, kills = SIZES[full]
    with Cluster(program, folder) as cluster:
        load, streams, seconds = run(cluster, people, threads, kills, FULL if full else SHORT)
        served = cluster.proxy.attempts()
    began = time.monotonic()
    check(load.writes, load.reads)
    took = time.monotonic() - began
    acknowledged = [write for write in load.writes if not write.is_refused and write.end < float("inf")]
    events = sum(stream.position for stream in streams)
    gaps = [gap for stream in streams for gap in stream.gaps]
    expect(gaps, "the kills interrupted no stream")
    expect(len(acknowledged) * 4 > len(load.writes) * 3, "too few writes are accepted:", dict(load.refusals))
    return (
        f"{people} people, {len(acknowledged)} writes and {len(load.reads)} reads in {seconds:.0f} s, {events} events "
        f"on streams, {sum(load.refusals.values())} refusals, {kills} kills, {len(gaps)} reconnections. Longest time "
        f"without service: {max(person.longest for person in load.people):.1f} s for a request, {max(gaps):.1f} s for "
        f"a stream. nginx passed {served['passed on']} requests on to another server. A server had received "
        f"{served['sent twice']} of them, and no write. No anomaly ({took:.1f} s); the checker finds all {checked} "
        "invalid histories"
    )


def run(cluster, count, threads, kills, mix):
    """Runs the load. Returns it with the streams and its duration in seconds."""
    people = [Person(number, cluster) for number in range(count)]
    in_parallel(Person.sign_in, people, 4)
    streams = [Stream(cluster.port, person) for person in people]
    load = Load(cluster, streams, mix, seed=1)
    for stream in streams:
        stream.start()
    for stream in streams:
        expect(stream.is_open.wait(60), "a stream does not open:", stream.failure)
    failures, ends = [], []
    began = time.monotonic()

    def write():
        try:
            load.run(threads)
        except BaseException as error:  # raised below
            failures.append(error)
        ends.append(time.monotonic())

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    disturb(cluster, load, writer, kills)
    writer.join()
    if failures:
        raise failures[0]
    finish(cluster, load, streams)
    return load, streams, ends[0] - began


def disturb(cluster, load, writer, kills):
    """Kills one server after another while the load runs, and starts it again."""
    for kill in range(kills):
        while writer.is_alive() and len(load.writes) < len(load.tasks) * (kill + 1) // (kills + 1):
            time.sleep(0.01)
        server = cluster.servers[kill % len(cluster.servers)]
        server.kill()
        time.sleep(DOWN)
        server.start()


def finish(cluster, load, streams):
    """Reads each log from each server, waits until its stream has the same end, and adds the frames to the history."""
    for person, stream in zip(load.people, streams):
        for server in cluster.servers:
            head = load.observe(person, server.port, is_final=True).head
        deadline = time.monotonic() + 60
        while stream.position < head and stream.failure is None:
            expect(time.monotonic() < deadline, "the stream of", person.name, "ends at", stream.at, "instead of", head)
            time.sleep(0.02)
    for person, stream in zip(load.people, streams):
        stream.stop()
    for person, stream in zip(load.people, streams):
        stream.join(30)
        if stream.failure:
            raise stream.failure
        for frame, (begin, end, after, part) in enumerate(stream.reads, 1):
            load.read(f"frame {frame} of {person.name}", person, begin, end, after, part)
    cluster.wait_for_the_end_of_streams()
