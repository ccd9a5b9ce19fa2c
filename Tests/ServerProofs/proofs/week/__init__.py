"""A week in the life of a campus: the memory, the descriptors and the file of its server do not grow.

The clock of the server jumps from hour to hour. At each hour, people refresh their sessions, follow their logs, read,
and write. They write the same each day, and nobody joins the campus, so the server has to delete as much as it stores.
At the end of the second day, each log has its 1,000 events, and each person the maximum number of stored responses.
"""

import time
from typing import NamedTuple

from harness.person import seeded_people, sign_in_all
from harness.shifted_server import ShiftedServer
from processes.databases import SQLite
from processes.proving import expect
from processes.threads import in_parallel

from .hour import live

PEOPLE = 100
DAY = 86_400
# The factor by which a later day may exceed the second day.
GROWTH = 1.1
# The descriptors of SQLite's connections for reading, which the server opens on demand.
READERS = 10
# The server deletes expired records every 30 seconds. The clock of this interval is not shifted.
SWEEP = 31


class Size(NamedTuple):
    """The size of the proof.

    - active: the number of people who do something.
    - jumps: the number of jumps of the clock in a day.
    - mutes: the number of mutes of a person between two jumps.
    - seconds: the minimum duration of a day.
    """

    days: int
    active: int
    jumps: int
    mutes: int
    seconds: int


SIZES = {
    False: Size(days=3, active=2, jumps=12, mutes=26, seconds=0),
    True: Size(days=7, active=6, jumps=24, mutes=20, seconds=SWEEP),
}


class Usage(NamedTuple):
    """The resources of the server at the end of a day."""

    kibibytes: int
    descriptors: int
    file: int

    def check(self, day, second):
        """Compares a later day with the second day."""
        expect(self.kibibytes <= GROWTH * second.kibibytes, "on day", day, "the server uses", self, "after", second)
        expect(
            self.descriptors <= GROWTH * second.descriptors + READERS,
            "on day", day, "the server has opened", self, "after", second)
        expect(self.file <= GROWTH * second.file, "on day", day, "the file has grown to", self, "after", second)


def measure(server):
    """Measures the resources as soon as the server has closed all connections but that of the request."""
    deadline = time.monotonic() + 30
    while (count := server.metric("orbit_http_connections")) > 1:
        expect(time.monotonic() < deadline, "after 30 s the server has", count, "connections without clients")
    return Usage(server.resident_kibibytes(), server.open_files(), SQLite(server.folder).size())


def prove_week(program, folder, full):
    size, usages = SIZES[full], []
    server = ShiftedServer(program, folder / "data", "--trust-proxy", "1")
    server.seed(PEOPLE)
    people = seeded_people(server)
    active, muted = people[:size.active], people[size.active:size.active + size.mutes]
    with server:
        sign_in_all(server, active)
        for day in range(size.days):
            end = time.monotonic() + size.seconds
            for hour in range(day * size.jumps, (day + 1) * size.jumps):
                server.set_clock(hour * DAY // size.jumps)
                in_parallel(lambda person: live(server, person, muted, hour), active, size.active)
            time.sleep(max(0, end - time.monotonic()))
            usages.append(measure(server))
        server.stop()
    server.check_file()
    for day, usage in enumerate(usages[2:], 3):
        usage.check(day, usages[1])
    writes = size.days * size.jumps * size.active * (2 * size.mutes + 1)
    return f"{size.days} days with {writes} writes: {'; '.join(map(describe, usages))}"


def describe(usage):
    return f"{usage.kibibytes / 1_024:.1f} MiB, {usage.descriptors} descriptors, {usage.file >> 10} KiB in the file"
