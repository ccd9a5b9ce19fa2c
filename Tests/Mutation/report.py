"""Formats the results of a run and its score."""

from collections import defaultdict
from math import sqrt

# The quantile of the normal distribution for an interval of 95 %.
QUANTILE = 1.96


def line(result):
    mutation = result.mutation
    place = f"{mutation.path}:{mutation.line}"
    by = f" by {result.by}" if result.outcome == "killed" else f": {result.by}" if result.by else ""
    return f"{result.outcome:9} {mutation.module:22} {place}  {mutation.kind}{by}"


def wilson(noticed, judged):
    """The bounds of the 95 % Wilson score interval of a share, as for mutations drawn at random."""
    if judged == 0:
        return 0, 1
    share, square = noticed / judged, QUANTILE**2
    middle = share + square / (2 * judged)
    spread = QUANTILE * sqrt(share * (1 - share) / judged + square / (4 * judged**2))
    scale = 1 + square / judged
    return max(0, (middle - spread) / scale), min(1, (middle + spread) / scale)


def summary(results, dropped, listed, seconds, is_sample):
    """The number of mutations by outcome, and the share that tests detected of the mutations that they must detect.

    - is_sample: whether there are more mutations than were tried.
    """
    keys = {survivor.key for survivor in listed}
    counts = defaultdict(int)
    for result in results:
        excused = result.outcome == "survived" and result.mutation.key in keys
        counts["excused" if excused else result.outcome] += 1
    judged = len(results) - counts["excused"]
    noticed = counts["killed"] + counts["timed out"]
    text = (
        f"{len(results)} mutations in {seconds:.0f} s: {counts['killed']} killed, {counts['timed out']} timed out, "
        f"{counts['survived']} survived, {counts['excused']} may survive; {len(dropped)} were dropped. "
        f"Score {100 * noticed / max(1, judged):.0f} %"
    )
    if is_sample:
        low, high = wilson(noticed, judged)
        text += f" (95 % Wilson interval {100 * low:.0f} % to {100 * high:.0f} %)"
    return text
