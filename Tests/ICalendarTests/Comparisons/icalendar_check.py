#!/usr/bin/env python3
"""Reads exported calendars with the Python library icalendar and compares them with the expected values.

    pip install icalendar tzdata
    python3 Tests/ICalendarTests/Comparisons/icalendar_check.py                  # builds the tests, exports 300 files, checks them
    python3 Tests/ICalendarTests/Comparisons/icalendar_check.py --files FOLDER   # checks files that were exported before

Every event must have the same times, texts and sequence. Times are computed with the name of the zone. Times of a
series are also computed with the VTIMEZONE of the file, as if the name were unknown.
"""
import argparse
import datetime as dt
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from zoneinfo import ZoneInfo

import icalendar

FILTERED_TEST = pathlib.Path(__file__).resolve().parents[3] / ".ci/filtered-test"


def epoch(value):
    if not isinstance(value, dt.datetime):
        value = dt.datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = value.replace(tzinfo=dt.timezone.utc)
    return int(value.timestamp())


def check(path, counts):
    calendar = icalendar.Calendar.from_ical(path.read_bytes())
    expected = json.loads(path.with_suffix(".json").read_text())
    events = [c for c in calendar.walk("VEVENT")]
    problems = []

    def compare(what, found, wanted):
        counts["values"] += 1
        if found != wanted:
            problems.append(f"{path.name}: {what} is {found!r}, expected {wanted!r}")

    compare("number of events", len(events), len(expected))
    zones = {str(z["TZID"]): z.to_tz(lookup_tzid=False) for z in calendar.walk("VTIMEZONE")}
    for event, wanted in zip(events, expected):
        compare("errors", list(event.errors), [])
        compare("UID", str(event["UID"]), wanted["uid"])
        compare("SEQUENCE", int(event["SEQUENCE"]), wanted["sequence"])
        compare("DTSTART", epoch(event["DTSTART"].dt), wanted["start"])
        compare("DTEND", epoch(event["DTEND"].dt) if "DTEND" in event else None, wanted.get("end"))
        compare("SUMMARY", str(event["SUMMARY"]) if "SUMMARY" in event else None, wanted.get("summary"))
        compare("LOCATION", str(event["LOCATION"]) if "LOCATION" in event else None, wanted.get("location"))
        compare("CANCELLED", str(event.get("STATUS")) == "CANCELLED", wanted["isCancelled"])
        lists = event.get("EXDATE", [])
        lists = lists if isinstance(lists, list) else [lists]
        compare("EXDATE", [epoch(d.dt) for e in lists for d in e.dts], wanted["exclusions"])
        for time in wanted["times"]:
            wall = dt.datetime.fromisoformat(time["wall"])
            if time["zone"] in zones:
                zone = zones[time["zone"]]
                if is_skipped(time, wall):  # libraries differ in these times
                    continue
                compare(f"{time['zone']} at {wall}", int(wall.replace(tzinfo=zone).timestamp()), time["second"])
                counts["zone times"] += 1
            else:
                problems.append(f"{path.name}: no VTIMEZONE of {time['zone']}")
    return problems


def is_skipped(time, wall):
    """Whether clocks of the real zone never show the wall time."""
    return dt.datetime.fromtimestamp(time["second"], ZoneInfo(time["zone"])).replace(tzinfo=None) != wall


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files")
    parser.add_argument("--package", default=".", help="folder of the package with the tests")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = pathlib.Path(arguments.files or folder)
        if not arguments.files:
            made = subprocess.run(
                [FILTERED_TEST, "--filter", "CalendarExportTests"], cwd=arguments.package,
                env={**os.environ, "CALENDAR_EXPORTS": folder}, stdout=subprocess.DEVNULL)
            if made.returncode:
                return made.returncode
        counts = {"files": 0, "values": 0, "zone times": 0}
        problems = []
        for path in sorted(files.glob("*.ics")):
            counts["files"] += 1
            try:
                problems += check(path, counts)
            except Exception as error:  # the library cannot read the file
                problems.append(f"{path.name}: {type(error).__name__}: {error}")
    print(", ".join(f"{count} {name}" for name, count in counts.items()), f"and {len(problems)} problems")
    print("\n".join(problems[:20]))
    return 1 if problems or not counts["files"] else 0


if __name__ == "__main__":
    sys.exit(main())
