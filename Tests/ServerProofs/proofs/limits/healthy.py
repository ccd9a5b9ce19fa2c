"""A healthy client, measured beside other clients."""

import time

from processes.proving import expect

from .crowd import READERS, Crowd
from .deadlines import IDLE_TIMEOUT, MARGIN, RATE_WINDOW, WRITE_DEADLINE

# The goal for the p99 of a healthy client among slow clients, as a multiple of its p99 without them. It is reported,
# because two processors that also run the clients do not reach it.
GOAL_RATIO = 1.1
# The maximum memory of a slow client, in KiB.
MAX_MEMORY = 128
# The maximum p99 of a healthy client among slow clients, in milliseconds.
MAX_P99 = 10


class Measurement:
    """Requests of one client, one after the other. Durations are in milliseconds."""

    def __init__(self, client, seconds):
        self.durations = []
        end = time.monotonic() + seconds
        while (start := time.monotonic()) < end:
            reply = client.send("GET", "/users/me")
            expect(reply.status == 200, "a healthy client gets", reply.status, reply.body)
            self.durations.append((time.monotonic() - start) * 1_000)
            time.sleep(0.002)

    @property
    def p99(self):
        return sorted(self.durations)[len(self.durations) * 99 // 100]


def check_ends(kind, ends, seconds, status=None):
    """Checks that all connections of a kind have ended after a time, with a status or without a response."""
    expect(set(ends.statuses) == {status}, f"slow clients of the kind {kind} get", dict(ends.statuses))
    expect(
        seconds - 1 < ends.longest < seconds + MARGIN,
        f"slow clients of the kind {kind} are closed after", ends.longest, "seconds and not", seconds,
    )


def measure_slow(server, client, count, seconds):
    """Measures a client beside slow clients of each kind. Returns a text of the figures."""
    Measurement(client, 1)  # the first requests fill caches
    idle, figures = Measurement(client, seconds), []
    readers = [(kind, count // 10) for kind in READERS]
    for kind, number in [("head", count), ("body", count), *readers]:
        before = server.resident_kibibytes()
        crowd = Crowd(server.port, **{kind: number})
        figures.append(f"{Measurement(client, seconds).p99:.1f} ms with {number} of the kind {kind}")
        each = (server.resident_kibibytes() - before) / number
        expect(each < MAX_MEMORY, "a slow client of the kind", kind, "uses", each, "KiB")
        figures[-1] += f" and {each:.0f} KiB each"
        if kind == "reading":
            reading = crowd.wait_until_closed()[kind]
            check_ends(kind, reading, WRITE_DEADLINE)
            figures[-1] += f" (closed after {reading.longest:.1f} s)"
        else:
            crowd.leave()
    return f"p99 {idle.p99:.1f} ms without slow clients, {', '.join(figures)}"


def measure_crowd(server, client, count, seconds, full):
    """Measures a client without and with clients that send slowly or nothing. Returns a text of the figures."""
    memory = [server.resident_kibibytes() // 1_024]
    idle = Measurement(client, seconds)
    crowd = Crowd(server.port, head=count // 2, body=count // 2, silent=count)
    crowded = Measurement(client, seconds)
    memory.append(server.resident_kibibytes() // 1_024)
    ends = crowd.wait_until_closed()
    memory.append(server.resident_kibibytes() // 1_024)
    for kind in ("head", "silent"):
        check_ends(kind, ends[kind], IDLE_TIMEOUT)
    check_ends("body", ends["body"], RATE_WINDOW, status=408)
    ratio = crowded.p99 / idle.p99
    if full:
        expect(crowded.p99 <= MAX_P99, "slow and silent clients change the p99 from", idle.p99, "to", crowded.p99, "ms")
    missed = "" if ratio <= GOAL_RATIO else f", misses the goal of {GOAL_RATIO}"
    closed = sum(sum(one.statuses.values()) for one in ends.values())
    times = ", ".join(f"{kind} after {ends[kind].longest:.1f} s" for kind in ends)
    return (
        f"p99 {idle.p99:.1f} ms idle and {crowded.p99:.1f} ms with {count} slow and {count} silent clients "
        f"(ratio {ratio:.2f}{missed}), {closed} closed: {times}; memory {memory[0]}, {memory[1]} and then {memory[2]} MiB"
    )
