"""Histories with one anomaly each, which the checker must find, and valid histories, in which it must find none."""

from processes.proving import expect
from .histories import problems
from .operations import VOID, Element, Read, Write


def event(value, **fields):
    return Element(value, **fields)


def write(name, begin, end, *places, **fields):
    """A write with an element at each place, such as ("ann", 1)."""
    appends = {place: event(f"{name} at {place}", action=name) for place in places}
    return Write(name, begin, end, appends, **fields)


def read(name, begin, end, person, *elements, after=0, **fields):
    return Read(name, person, begin, end, after, after + len(elements), list(elements), **fields)


def page(name, begin, end, person, head, *shown):
    return Read(name, person, begin, end, 0, head, shown=frozenset(shown))


def of(name, place):
    """The element of `write`."""
    return event(f"{name} at {place}", action=name)


A1, A2, B1 = ("ann", 1), ("ann", 2), ("ben", 1)
POKE = event("poke", name="poke.received 7", subject="ben")
SENT = event("sent", name="poke.sent 7")
FIRST, SECOND = write("w1", 0, 1, A1), write("w2", 2, 3, A2)

# The expected anomaly, or `None`; the writes; the reads.
HISTORIES = {
    "sequential": (None, [FIRST, SECOND], [
        read("r1", 1.5, 1.8, "ann", of("w1", A1)),
        read("r2", 4, 5, "ann", of("w1", A1), of("w2", A2), is_final=True),
    ]),
    "concurrent": (None, [write("w1", 0, 9, A1)], [
        read("r1", 1, 2, "ann"), read("r2", 3, 4, "ann", of("w1", A1)), read("r3", 1, 5, "ann"),
    ]),
    "blocked": (None, [Write("w1", 0, 1, expects=(("ann", POKE.name, "ben"),)),
                       Write("w2", 2, 3, withdraws=(("ann", "ben"),))], [
        read("r1", 1.5, 2.5, "ann", POKE), read("r2", 4, 5, "ann", VOID, is_final=True),
    ]),
    "append missing at the end": ("lost update", [FIRST, SECOND], [
        read("r1", 0, 9, "ann", of("w1", A1), is_final=True),
    ]),
    "append missing in the log of the other person": (
        "lost update", [Write("w1", 0, 1, expects=(("ann", POKE.name, "ben"),))],
        [read("r1", 2, 3, "ann", is_final=True)],
    ),
    "append replaced by another": ("incompatible order", [FIRST], [
        read("r1", 2, 3, "ann", event("another"), is_final=True),
    ]),
    "read without an acknowledged append": ("stale read", [FIRST], [read("r1", 2, 3, "ann")]),
    "read behind an earlier read": ("stale read", [], [
        read("r1", 0, 1, "ann", event("x")), read("r2", 2, 3, "ann"),
    ]),
    "read of the recipient without a poke": (
        "stale read", [Write("w1", 0, 1, expects=(("ann", POKE.name, "ben"),))],
        [read("r1", 2, 3, "ann"), read("r2", 4, 5, "ann", POKE, is_final=True)],
    ),
    "append of a refused write": ("aborted read", [Write("w1", 0, 1, is_refused=True)], [
        read("r1", 2, 3, "ann", of("w1", A1)),
    ]),
    "append of an unknown write": ("aborted read", [], [read("r1", 2, 3, "ann", of("w1", A1))]),
    "two orders": ("incompatible order", [], [
        read("r1", 0, 9, "ann", event("x"), event("y")), read("r2", 0, 9, "ann", event("y"), event("x")),
    ]),
    "repeated write": ("duplicate", [], [read("r1", 0, 9, "ann", event("x"), event("x"))]),
    "poke at two positions": ("duplicate", [], [
        read("r1", 0, 9, "ann", event("x", name=POKE.name), event("y", name=POKE.name)),
    ]),
    "missing position": ("gap", [], [Read("r1", "ann", 0, 1, 0, 2, [event("x")])]),
    "withdrawn without a block": ("withdrawal", [FIRST], [read("r1", 2, 3, "ann", VOID)]),
    "withdrawn by a block of another person": (
        "withdrawal", [Write("w1", 0, 1, withdraws=(("ann", "cat"),))],
        [read("r1", 0, 9, "ann", POKE), read("r2", 0, 9, "ann", VOID)],
    ),
    "withdrawn by a refused block": (
        "withdrawal", [Write("w1", 0, 1, withdraws=(("ann", "ben"),), is_refused=True)],
        [read("r1", 0, 9, "ann", POKE), read("r2", 0, 9, "ann", VOID)],
    ),
    "shown after a block": ("withdrawal", [Write("w1", 0, 1, withdraws=(("ann", "ben"),))], [
        read("r1", 2, 3, "ann", POKE),
    ]),
    "page with a later poke": ("incompatible order", [], [
        read("r1", 0, 9, "ann", SENT), page("r2", 0, 9, "ann", 0, SENT.name),
    ]),
    "page without an earlier poke": ("lost update", [], [
        read("r1", 0, 9, "ann", SENT), page("r2", 0, 9, "ann", 1),
    ]),
    "writes in two orders": ("cycle", [write("w1", 0, 9, A1, ("ben", 2)), write("w2", 0, 9, A2, B1)], []),
    "write before an acknowledged write": ("cycle", [write("w1", 0, 1, A2), write("w2", 2, 3, A1)], []),
    "half of a write": ("cycle", [write("w1", 0, 9, A1, B1)], [
        read("r1", 1, 2, "ann", of("w1", A1)), read("r2", 3, 4, "ben"),
    ]),
    "three writes in a circle": ("cycle", [
        write("w1", 0, 9, A1, ("cat", 2)), write("w2", 0, 9, B1, A2), write("w3", 0, 9, ("cat", 1), ("ben", 2)),
    ], []),
}


def prove_checker():
    """Checks the checker. Returns the number of histories with an anomaly."""
    for name, (anomaly, writes, reads) in HISTORIES.items():
        found = problems(writes, reads)
        if anomaly is None:
            expect(not found, "the checker finds in the valid history", name + ":", found)
        else:
            kinds = {one.split(":")[0] for one in found}
            expect(anomaly in kinds, "the checker does not find the", anomaly, "of", name + ":", found)
    return sum(1 for anomaly, _, _ in HISTORIES.values() if anomaly)
