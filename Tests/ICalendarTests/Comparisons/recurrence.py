#!/usr/bin/env python3
"""Compares the recurrence rules of ICalendar with python-dateutil on generated rules.

    pip install python-dateutil tzdata
    python3 Tests/ICalendarTests/Comparisons/recurrence.py check --count 5000 --seed 7   # builds the tests, compares all cases
    python3 Tests/ICalendarTests/Comparisons/recurrence.py write --count 200 --seed 1 > Tests/ICalendarTests/Comparisons/recurrences.txt

The second command writes the sample that RecurrenceComparisonTests reads in every run. A case is a line: zone, start,
rule, from, and the first twelve occurrences at or after `from` and before 2090, as wall time and seconds since 1970.

The comparison avoids two differences between dateutil and RFC 5545:

- dateutil intersects days of the week with and without a number, and RFC 5545 unites them. Such rules are compared as
  the union of two rules.
- dateutil numbers the days of the first, incomplete week for BYSETPOS. Such series start with the week here.
"""
import argparse
import datetime as dt
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import types
import warnings
from zoneinfo import ZoneInfo

from dateutil import rrule

warnings.simplefilter("ignore")
FILTERED_TEST = pathlib.Path(__file__).resolve().parents[3] / ".ci/filtered-test"
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "Australia/Lord_Howe", "UTC",
         "Pacific/Apia", "Europe/London"]
FREQUENCIES = {"DAILY": rrule.DAILY, "WEEKLY": rrule.WEEKLY, "MONTHLY": rrule.MONTHLY, "YEARLY": rrule.YEARLY}
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
HORIZON = dt.datetime(2090, 1, 1)
SHOWN = 12
# dateutil searches for the next date until this year, even if the rule has no further date.
rrule.datetime = types.SimpleNamespace(**{**vars(dt), "MAXYEAR": HORIZON.year})


def pick(dice, values, most):
    return sorted(dice.sample(values, dice.randint(1, most)))


def case(dice):
    frequency = dice.choice(list(FREQUENCIES))
    zone = dice.choice(ZONES)
    start = dt.datetime(1975, 1, 1) + dt.timedelta(days=dice.randrange(365 * 60), minutes=15 * dice.randrange(96))
    if dice.random() < 0.15:  # days that some months do not have
        start = start.replace(month=dice.choice([1, 3, 12]), day=dice.choice([29, 30, 31])) \
            if dice.random() < 0.5 else dt.datetime(dice.choice([1976, 2000, 2024]), 2, 29, start.hour, start.minute)
    parts, given = [f"FREQ={frequency}"], {}
    week_start = dice.choice(DAYS) if dice.random() < 0.4 else "MO"
    given["wkst"] = getattr(rrule, week_start)
    if dice.random() < 0.6:
        given["interval"] = dice.choice([1, 2, 2, 3, 4, 5, 7, 13, 100])
        parts.append(f"INTERVAL={given['interval']}")
    if dice.random() < 0.35:
        given["bymonth"] = pick(dice, range(1, 13), 3)
        parts.append("BYMONTH=" + ",".join(map(str, given["bymonth"])))
    if frequency != "WEEKLY" and dice.random() < 0.4:
        given["bymonthday"] = pick(dice, [*range(1, 32), *range(-31, 0), 29, 30, 31, -1, -1], 4)
        parts.append("BYMONTHDAY=" + ",".join(map(str, given["bymonthday"])))
    if frequency == "YEARLY" and "bymonthday" not in given and dice.random() < 0.3:
        given["byyearday"] = pick(dice, [*range(1, 367), *range(-366, 0), 60, 366, -366], 60)
        parts.append("BYYEARDAY=" + ",".join(map(str, given["byyearday"])))
    plain, numbered = [], []
    if dice.random() < 0.5:
        kind = dice.random()
        if frequency in ("DAILY", "WEEKLY") or kind < 0.45:
            plain = pick(dice, DAYS, 5)
        else:
            highest = 5 if frequency == "MONTHLY" or "bymonth" in given else 53
            numbered = [(dice.choice([1, 2, -1, dice.randint(1, highest), -dice.randint(1, highest)]), d)
                        for d in pick(dice, DAYS, 2)]
            if kind > 0.9:
                plain = pick(dice, DAYS, 2)
        parts.append("BYDAY=" + ",".join(plain + [f"{n}{d}" for n, d in numbered]))
    is_union = bool(plain and numbered)
    has_parts = len(parts) > 1 and any(p.startswith("BY") for p in parts)
    if has_parts and not is_union and dice.random() < 0.3:
        given["bysetpos"] = pick(dice, [1, 2, 3, 5, -1, -2, 10, -7], 2)
        parts.append("BYSETPOS=" + ",".join(map(str, given["bysetpos"])))
        if frequency == "WEEKLY":
            while start.weekday() != DAYS.index(week_start):
                start += dt.timedelta(days=1)
    parts.append(f"WKST={week_start}")
    tz = ZoneInfo(zone)
    until = None
    end = dice.random()
    if end < 0.3 and not is_union:
        given["count"] = dice.choice([1, 2, 5, 10, 30, 400])
        parts.append(f"COUNT={given['count']}")
    elif end < 0.5:
        last = start + dt.timedelta(days=dice.randrange(4000), hours=dice.randrange(24))
        form = dice.randrange(3)
        if form == 0:
            parts.append(last.strftime("UNTIL=%Y%m%d"))
            until = lambda wall, epoch: wall.date() <= last.date()
        elif form == 1:
            parts.append(last.strftime("UNTIL=%Y%m%dT%H%M%S"))
            until = lambda wall, epoch: wall <= last
        else:
            parts.append(last.strftime("UNTIL=%Y%m%dT%H%M%SZ"))
            limit = last.replace(tzinfo=dt.timezone.utc).timestamp()
            until = lambda wall, epoch: epoch <= limit
    dice.shuffle(parts)
    begin = start if dice.random() < 0.4 else start + dt.timedelta(days=dice.randrange(12000))

    def rule(days):
        return rrule.rrule(FREQUENCIES[frequency], dtstart=start, until=HORIZON, byweekday=days or None, **given)

    ordinals = [getattr(rrule, d)(n) for n, d in numbered]
    weekdays = [getattr(rrule, d) for d in plain]
    times = rrule.rruleset()
    if is_union:
        times.rrule(rule(ordinals))
        times.rrule(rule(weekdays))
    else:
        times.rrule(rule(ordinals or weekdays))
    shown, previous = [], None
    first = begin.replace(tzinfo=tz).timestamp()
    for wall in times:
        epoch = int(wall.replace(tzinfo=tz).timestamp())
        if until and not until(wall, epoch):
            break
        if epoch >= first and epoch != previous and wall < HORIZON:
            shown.append(f"{wall.isoformat()}={epoch}")
        previous = epoch
        if len(shown) == SHOWN:
            break
    return "\t".join([zone, start.isoformat(), ";".join(parts), begin.isoformat(), ",".join(shown)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", choices=["write", "check"])
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--package", default=".", help="folder of the package with the tests")
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    lines = [case(dice) for _ in range(arguments.count)]
    if arguments.task == "write":
        print("\n".join(lines))
        return 0
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        return subprocess.run(
            [FILTERED_TEST, "--filter", "RecurrenceComparisonTests"], cwd=arguments.package,
            env={**os.environ, "RECURRENCE_CASES": file.name}).returncode


if __name__ == "__main__":
    sys.exit(main())
