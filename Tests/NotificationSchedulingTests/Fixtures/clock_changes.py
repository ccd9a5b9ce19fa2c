#!/usr/bin/env python3
"""Prints the times of wall clocks around every clock change from 1970 to 2037, computed with Python's zoneinfo.

    clock_changes.py full > FILE      every zone and every change: some minutes, some ten megabytes
    clock_changes.py sample > FILE    some of the changes: the file zoneinfo.txt in this folder

Then `ORBIT_ZONEINFO=FILE swift test --filter ZoneinfoTests` compares. All numbers are seconds; lines are

    zones NAME...                         the zones to which the next lines apply
    reading WALL once|skipped INSTANT     the instant of a time of the wall clock (counted as if it were UTC)
    reading WALL twice INSTANT INSTANT
    quiet FROM TO INSTANT BEGIN END       quiet hours, in minutes of the day, around an instant in them

Needs Python 3.9 and the time zone files of the system. Uses only the offsets of zoneinfo. Quiet hours are found by a
search in steps, not by the arithmetic that is tested.
"""

import hashlib
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import TZPATH, ZoneInfo, available_timezones

FIRST = int(datetime(1970, 1, 1, tzinfo=timezone.utc).timestamp())
LAST = int(datetime(2038, 1, 1, tzinfo=timezone.utc).timestamp())
EPOCH = datetime(1970, 1, 1)
STEP = 6 * 3600
WINDOWS = [(22 * 60, 8 * 60), (75, 165), (0, 30)]
# Zones with past changes of every kind, and the number of changes of each. No later release alters these changes.
SAMPLE = {
    "Europe/Berlin": 8, "America/New_York": 8, "America/Havana": 6, "America/St_Johns": 8, "Africa/Casablanca": 10,
    "Australia/Lord_Howe": 8, "Pacific/Apia": 5, "Pacific/Kwajalein": 2, "Africa/Monrovia": 1, "Asia/Kathmandu": 1,
    "Antarctica/Troll": 6, "Asia/Tehran": 6, "America/Caracas": 2, "Asia/Pyongyang": 2, "Europe/Dublin": 4,
}
SAMPLE_END = int(datetime(2024, 1, 1, tzinfo=timezone.utc).timestamp())


def offset(zone, instant):
    return int(zone.utcoffset(datetime.fromtimestamp(instant, zone)).total_seconds())


def changes(zone):
    known = offset(zone, FIRST)
    for instant in range(FIRST, LAST, STEP):
        if offset(zone, instant + STEP) == known:
            continue
        before, after = instant, instant + STEP
        while after - before > 1:
            middle = (before + after) // 2
            if offset(zone, middle) == known:
                before = middle
            else:
                after = middle
        yield after, known, offset(zone, after)
        known = offset(zone, instant + STEP)


def reading(zone, wall):
    shown = EPOCH + timedelta(seconds=wall)
    first, second = (wall - int(zone.utcoffset(shown.replace(fold=fold)).total_seconds()) for fold in (0, 1))
    if first == second:
        return f"reading {wall} once {first}"
    if first < second:
        return f"reading {wall} twice {first} {second}"
    return f"reading {wall} skipped {first}"  # fold 0 takes the offset before the change (PEP 495)


def is_quiet(zone, instant, window):
    begin, end = window[0] * 60, window[1] * 60
    second = (instant + offset(zone, instant)) % 86400
    return begin <= second < end if begin < end else second >= begin or second < end


def edge(zone, instant, window, step):
    """The last instant in quiet hours, going forwards or backwards."""
    inside = instant
    while is_quiet(zone, inside + step, window):
        inside += step
    outside = inside + step
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        if is_quiet(zone, middle, window):
            inside = middle
        else:
            outside = middle
    return inside


def lines(zone, found):
    for instant, before, after in found:
        low, high = instant + min(before, after), instant + max(before, after)
        walls = {low - 1800, low - 1, low, low + 1, (low + high) // 2, high - 1, high, high + 1, high + 1800}
        for wall in sorted(walls):
            yield reading(zone, wall)
        for window in WINDOWS:
            for moment in (instant - 5 * 3600, instant - 1, instant, instant + 1800, instant + 7200):
                if is_quiet(zone, moment, window):
                    begin, end = edge(zone, moment, window, -300), edge(zone, moment, window, 300) + 1
                    yield f"quiet {window[0]} {window[1]} {moment} {begin} {end}"


def sampled(name):
    found = [change for change in changes(ZoneInfo(name)) if change[0] < SAMPLE_END]
    count = min(SAMPLE[name], len(found))
    return [found[len(found) - 1 - place * len(found) // count] for place in range(count)][::-1]


def content(name):
    path = next(Path(folder) / name for folder in TZPATH if (Path(folder) / name).exists())
    return hashlib.sha256(path.read_bytes()).hexdigest()


def version():
    for folder in TZPATH:
        listing = Path(folder) / "tzdata.zi"
        if listing.exists():
            return listing.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# version ")
    return "unknown"


if len(sys.argv) != 2 or sys.argv[1] not in ("full", "sample"):
    sys.exit(__doc__)
print(f"tzdata {version()}")
if sys.argv[1] == "sample":
    for name in SAMPLE:
        print("zones", name)
        for line in lines(ZoneInfo(name), sampled(name)):
            print(line)
else:
    groups = {}
    for name in sorted(available_timezones() - {"localtime"}):  # the zone of the machine
        groups.setdefault(content(name), []).append(name)
    for names in groups.values():
        zone = ZoneInfo(names[0])
        print("zones", *names)
        for line in lines(zone, changes(zone)):
            print(line)
