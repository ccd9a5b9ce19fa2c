#!/usr/bin/env python3
"""Computes the reminders of `orbit-bench plan` with heapq and zoneinfo, and prints `ms` and `hash`.

    plan.py FILE ZONE NOW [REPS] [TOOL]

Each start has a reminder a day before and a reminder an hour before. A reminder between 22:00 and 08:00 moves to 08:00
if that is before the start, and otherwise back to 22:00. Reminders at or before NOW, and at or after their start, are
omitted. The result is the first 64 reminders by time, number and kind.

TOOL is heapq or window. The first runs heapq.nsmallest over all reminders. The second first excludes the starts that
are more than a day away from the result, by a search in a sorted copy. The time to sort is not measured.
"""

import array
import bisect
import heapq
import json
import sys
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

file, zone, now = sys.argv[1], ZoneInfo(sys.argv[2]), int(sys.argv[3])
repetitions = int(sys.argv[4]) if len(sys.argv) > 4 else 5
tool = sys.argv[5] if len(sys.argv) > 5 else "heapq"
starts = array.array("q")
with open(file, "rb") as source:
    starts.frombytes(source.read())
if sys.byteorder == "big":
    starts.byteswap()
KINDS = ((0, 86400), (1, 3600))
QUIET_FROM, QUIET_TO = 22, 8


def at(moment, hour, days=0):
    clock = moment.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0) + timedelta(days=days)
    return int(clock.timestamp())


def moved(fire, start):
    moment = datetime.fromtimestamp(fire, zone)
    if QUIET_TO <= moment.hour < QUIET_FROM:
        return fire
    evening = moment.hour >= QUIET_FROM
    morning = at(moment, QUIET_TO, 1 if evening else 0)
    return morning if morning < start else at(moment, QUIET_FROM, 0 if evening else -1)


def reminders(numbered):
    for number, start in numbered:
        for kind, lead in KINDS:
            fire = moved(start - lead, start)
            if now < fire < start:
                yield fire, number, kind


def everything():
    return heapq.nsmallest(64, reminders(enumerate(starts)))


by_start = sorted((start, number) for number, start in enumerate(starts))


def window():
    ahead = 86400
    while True:
        low, high = now - 86400, now + ahead
        near = set()
        for _, lead in KINDS:
            begin, end = (bisect.bisect_left(by_start, (edge + lead,)) for edge in (low, high + 86400))
            near.update(by_start[begin:end])
        found = [each for each in reminders((number, start) for start, number in near) if each[0] < high]
        if len(found) >= 64 or high > by_start[-1][0]:
            return heapq.nsmallest(64, found)
        ahead *= 2


work = {"heapq": everything, "window": window}[tool]
times = []
for _ in range(repetitions):
    begin = time.perf_counter()
    first = work()
    times.append((time.perf_counter() - begin) * 1e3)
times.sort()
total = sum(place * (fire * 31 + number * 7 + kind) for place, (fire, number, kind) in enumerate(first, 1))
print(json.dumps({
    "impl": f"python {tool}", "n": len(starts), "ms": [round(t, 3) for t in (times[0], times[len(times) // 2], times[-1])],
    "hash": total % 1_000_000_007, "first": str(first[0] if first else ""), "last": str(first[-1] if first else ""),
}))
