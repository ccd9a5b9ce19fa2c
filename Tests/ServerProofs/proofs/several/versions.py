"""The version order of the lists of a history. The positions of events give it, so it does not have to be inferred."""

from collections import defaultdict

from .operations import VOID


class Versions:
    """The element at each position of each list, from all observations.

    - problems: the observations that contradict each other, in words.
    """

    def __init__(self, writes, reads):
        self.elements = defaultdict(dict)
        self.positions = {}
        self.writes = {write.id: write for write in writes}
        self.withdrawals = defaultdict(list)
        self.problems = []
        for write in writes:
            for name, subject in write.withdraws:
                self.withdrawals[name, subject].append(write)
                self.withdrawals[name, None].append(write)
        for write in writes:
            for (name, position), element in write.appends.items():
                self.see(name, position, element, write.id)
        for read in reads:
            if read.elements is None:
                continue
            if len(read.elements) != read.head - read.after:
                count = len(read.elements)
                self.problems.append(f"gap: {read.id} has {count} events of {read.list}, {read.after} to {read.head}")
            for position, element in enumerate(read.elements, read.after + 1):
                self.see(read.list, position, element, read.id)

    def see(self, name, position, element, observer):
        known = self.elements[name].setdefault(position, element)
        if element.value is None:
            return
        if known is element or known.value is None:
            self.elements[name][position] = element
            self.place(name, position, element, observer)
        elif known != element:
            self.problems.append(f"incompatible order: {observer} sees another event {position} of {name} than before")

    def place(self, name, position, element, observer):
        """Stores the position of an element. It must be the only one, and its write must have an effect."""
        for identity in (("value", element.value), ("name", element.name)):
            if identity[1] is None:
                continue
            other = self.positions.setdefault((name, *identity), position)
            if other != position:
                self.problems.append(f"duplicate: {observer} sees an event of {name} at {other} and at {position}")
        if element.action is not None:
            write = self.writes.get(element.action)
            if write is None or write.is_refused:
                state = "was refused" if write else "was not sent"
                self.problems.append(
                    f"aborted read: {observer} sees event {position} of {name}, but its write {element.action} {state}"
                )

    def position(self, name, event):
        """The position of the element with a name; `None` if no observation contains it."""
        return self.positions.get((name, "name", event))

    def may_withdraw(self, name, element, instant=float("inf")):
        """Whether a write that can withdraw an element began by an instant. `VOID` has an unknown subject."""
        subject = element.subject
        if element != VOID and subject is None:
            return False
        return any(write.begin <= instant and not write.is_refused for write in self.withdrawals[name, subject])

    def has_withdrawn(self, name, element, instant):
        """Whether a write that withdraws an element was acknowledged before an instant."""
        if element.subject is None:
            return False
        return any(write.end < instant and not write.is_refused for write in self.withdrawals[name, element.subject])

    def places(self, write):
        """The lists and positions at which a write has appended."""
        found = list(write.appends)
        for name, event, _ in write.expects:
            if (position := self.position(name, event)) is not None:
                found.append((name, position))
        return found
