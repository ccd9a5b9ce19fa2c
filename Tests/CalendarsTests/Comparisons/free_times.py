#!/usr/bin/env python3
"""Common free times of two people around clock changes, computed with Python's zoneinfo.

    free_times.py sample FILE   every 600th change: Tests/CalendarsTests/Comparisons/free-times.txt
    free_times.py all FILE      every change of every zone from 1970 to 2037

Each line is a case: zone A, hours of A as 168 digits from Monday 00:00 (1 free, 0 not), zone B, hours of B, start and
end of the window, then the start and end of each interval in which both are free; all in seconds since 1970.

The intervals are computed without rules for gaps and folds. The edges are all instants at which a wall clock could show
another hour. The script reads the wall clocks in the middle of each interval between two edges.
"""

import random
import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo, available_timezones

FIRST = int(datetime(1970, 1, 2, tzinfo=timezone.utc).timestamp())
LAST = int(datetime(2037, 12, 30, tzinfo=timezone.utc).timestamp())
EVERY = 600


def offset(zone, second):
    return int(datetime.fromtimestamp(second, zone).utcoffset().total_seconds())


def changes(zone, first, last, step=24 * 3600):
    """The instants at which the offset changes."""
    found, known, before = [], first, offset(zone, first)
    while known < last:
        after = min(known + step, last)
        if offset(zone, after) != before:
            low, high = known, after
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(zone, middle) == before else (low, middle)
            found.append(high)
            known, before = high, offset(zone, high)
        else:
            known = after
    return found


def edges(zone, start, end):
    """All instants at which the wall clock could show another hour."""
    shifts = changes(zone, start, end)
    result = set(shifts)
    for shift in {offset(zone, second) for second in [start, end, *shifts]}:
        first = start - (start + shift) % 3600
        result.update(range(first, end + 3600, 3600))
    return result


def is_free(zone, hours, second):
    wall = datetime.fromtimestamp(second, zone)
    return hours[wall.weekday() * 24 + wall.hour] == "1"


def common(case):
    zone_a, hours_a, zone_b, hours_b, start, end = case
    a, b = ZoneInfo(zone_a), ZoneInfo(zone_b)
    cuts = sorted({start, end} | {edge for edge in edges(a, start, end) | edges(b, start, end) if start < edge < end})
    spans = []
    for left, right in zip(cuts, cuts[1:]):
        middle = (left + right) / 2
        if is_free(a, hours_a, middle) and is_free(b, hours_b, middle):
            if spans and spans[-1][1] == left:
                spans[-1][1] = right
            else:
                spans.append([left, right])
    return spans


def random_hours(dice):
    free = [False] * 168
    for _ in range(dice.randint(8, 20)):
        first = dice.randrange(168)
        for hour in range(first, first + dice.randint(1, 9)):
            free[hour % 168] = True
    return "".join("01"[hour] for hour in free)


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("sample", "all"):
        sys.exit(__doc__)
    dice = random.Random(42)
    zones = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix/", "right/")))
    number = 0
    with open(sys.argv[2], "w", encoding="ascii") as file:
        for name in zones:
            for change in changes(ZoneInfo(name), FIRST, LAST):
                start = change - dice.randint(20, 50) * 3600
                case = [name, random_hours(dice), dice.choice(zones), random_hours(dice), start]
                case.append(start + dice.randint(60, 100) * 3600)
                number += 1
                if sys.argv[1] == "all" or number % EVERY == 0:
                    print(*case, *(edge for span in common(case) for edge in span), file=file)


main()
