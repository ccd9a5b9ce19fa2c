"""A checker of histories of list appends, after Elle (Kingsbury and Alvaro, VLDB 2020).

A list is the log of a person. An acknowledged request is a write, which appends to one or more lists. A read observes a
list up to a position. The checker finds these anomalies:

- lost update: an acknowledged append is missing at the end
- stale read: a read does not observe an operation that ended before it began
- aborted read: a read observes the append of a refused or unknown write
- incompatible order, duplicate, gap: two observations are not prefixes of the same list
- withdrawal: an event is withdrawn without a block, or is shown after a block was acknowledged
- cycle: the operations have no order that agrees with all observations and with real time
"""

from bisect import bisect_left
from collections import defaultdict

from processes.proving import expect
from .cycles import cycles
from .operations import Element
from .versions import Versions


def problems(writes, reads):
    """Returns the anomalies of a history in words. A valid history has none."""
    versions = Versions(writes, reads)
    found = [
        *versions.problems, *lost_updates(versions, writes, reads), *stale_reads(versions, writes, reads),
        *withdrawals(versions, reads), *wrong_pages(versions, reads),
    ]
    # The order of the lists is a condition of the search for cycles.
    return found if versions.problems else [*found, *cycles(versions, writes, reads)]


def check(writes, reads):
    """Raises Broken with the first anomalies of a history."""
    found = problems(writes, reads)
    expect(not found, len(found), "anomalies:\n  " + "\n  ".join(found[:10]))


def lost_updates(versions, writes, reads):
    ends = {}
    for read in reads:
        if read.is_final:
            ends[read.list] = max(read.head, ends.get(read.list, 0))
    for write in writes:
        for name, position in write.appends:
            if name in ends and position > ends[name]:
                yield f"lost update: {write.id} appended event {position} of {name}, which ends at {ends[name]}"
        for name, event, subject in write.expects:
            is_withdrawn = versions.may_withdraw(name, Element("", event, subject))
            if name in ends and versions.position(name, event) is None and not is_withdrawn:
                yield f"lost update: {write.id} was acknowledged, but {name} has no event {event}"


def stale_reads(versions, writes, reads):
    known = defaultdict(list)
    for write in writes:
        for name, position in versions.places(write):
            known[name].append((write.end, position, write.id))
    for read in reads:
        known[read.list].append((read.end, read.head, read.id))
    latest = {}
    for name, ends in known.items():
        ends.sort()
        highest, latest[name] = (0, None), []
        for _, position, operation in ends:
            highest = max(highest, (position, operation), key=lambda one: one[0])
            latest[name].append(highest)
    for read in reads:
        earlier = bisect_left(known[read.list], (read.begin,))
        position, operation = latest[read.list][earlier - 1] if earlier else (0, None)
        if position > read.head:
            yield (
                f"stale read: {read.id} observes {read.list} up to {read.head}, but began after {operation} had "
                f"ended, which knew event {position}"
            )


def withdrawals(versions, reads):
    for read in reads:
        for position, element in enumerate(read.elements or [], read.after + 1):
            known = versions.elements[read.list][position]
            if element.value is None and not versions.may_withdraw(read.list, known, read.end):
                yield f"withdrawal: {read.id} shows event {position} of {read.list} as withdrawn without a block"
            if versions.has_withdrawn(read.list, element, read.begin):
                yield f"withdrawal: {read.id} shows event {position} of {read.list} after a block was acknowledged"


def wrong_pages(versions, reads):
    """Compares pages of sent pokes with the events up to their position."""
    for read in reads:
        if read.elements is not None:
            continue
        for name in sorted(read.shown):
            position = versions.position(read.list, name)
            if position is not None and position > read.head:
                yield f"incompatible order: {read.id} at {read.head} of {read.list} shows {name} of event {position}"
        for position, element in versions.elements[read.list].items():
            if position > read.head or not (element.name or "").startswith("poke.sent "):
                continue
            if element.name not in read.shown and not versions.may_withdraw(read.list, element, read.end):
                yield f"lost update: {read.id} at {read.head} of {read.list} has no {element.name} of event {position}"
