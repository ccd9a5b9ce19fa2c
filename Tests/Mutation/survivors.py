"""The mutations that no test has to detect, each with the reason."""

from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parent / "survivors.txt"


@dataclass(frozen=True)
class Survivor:
    key: tuple
    reason: str


def read():
    """Reads the blocks of survivors.txt: the file, the line, the mutation and the reason. `#` begins a comment."""
    survivors = []
    for block in FILE.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        path, text, kind, *reason = lines + [""] * (3 - len(lines))
        survivors.append(Survivor((path, text, kind), " ".join(reason)))
    return survivors


def name(survivor):
    path, text, kind = survivor.key
    return f"{FILE.name}: {path}: `{text}`, {kind}"


def stale(survivors, candidates):
    """Faults for entries that have no reason, are listed twice, or match no mutation of any module."""
    there = {candidate.key for candidate in candidates}
    seen = set()
    for survivor in survivors:
        if not survivor.reason:
            yield f"{name(survivor)}: has no reason"
        if survivor.key in seen:
            yield f"{name(survivor)}: is listed twice"
        seen.add(survivor.key)
        if survivor.key not in there:
            yield f"{name(survivor)}: the mutation no longer exists"


def faults(survivors, results):
    """Faults for entries that a test detects, and for mutations without an entry that no test detects."""
    outcomes = {}
    for result in results:
        outcomes.setdefault(result.mutation.key, set()).add(result.outcome)
    for survivor in survivors:
        if outcomes.get(survivor.key) == {"killed"}:
            yield f"{name(survivor)}: a test detects it now"
    listed = {survivor.key for survivor in survivors}
    for result in results:
        mutation = result.mutation
        if result.outcome == "survived" and mutation.key not in listed:
            yield f"{mutation.path}:{mutation.line}: no test detects it: `{mutation.text}`, {mutation.kind}"
