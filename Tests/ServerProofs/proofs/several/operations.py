"""The operations of a history. A list is the log of a person, and its elements are events."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Element(NamedTuple):
    """An event. A block replaces the events about the blocked person by `VOID`, which keeps their positions.

    - value: the content, and `None` for a withdrawn event.
    - name: an identity that is also in the response to the write, to find the event in the log of another person.
    - subject: the person whose block withdraws the event.
    - action: the Idempotency-Key of the owner's write.
    """

    value: str | None
    name: str | None = None
    subject: str | None = None
    action: str | None = None


VOID = Element(None)


@dataclass
class Write:
    """A request and its effect. A refused write has no effect.

    - begin, end: the seconds at which the first attempt began and the last response arrived.
    - appends: the elements in the response, by list and position.
    - expects: elements in the lists of other people. Only list, name and subject of each are known.
    - withdraws: pairs of a list and a subject whose elements the write withdraws.
    """

    id: str
    begin: float
    end: float
    appends: dict = field(default_factory=dict)
    expects: tuple = ()
    withdraws: tuple = ()
    is_refused: bool = False


@dataclass
class Read:
    """An observation of a list up to a position.

    - after, head: the position before the first element, and the position of the last.
    - elements: the elements in order; `None` for a page of pokes, which has only the position and names.
    - shown: the names of elements on the page of pokes.
    - is_final: whether the read began after all writes.
    """

    id: str
    list: str
    begin: float
    end: float
    after: int
    head: int
    elements: list | None = None
    shown: frozenset = frozenset()
    is_final: bool = False
