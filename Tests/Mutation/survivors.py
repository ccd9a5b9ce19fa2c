"""The mutations that no test has to notice, each with the reason."""

from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parent / "survivors.txt"


@dataclass(frozen=True)
class Survivor:
    key: tuple
    reason: str


def read():
    """Blocks of a file, the line, the mutation and the reason, which may be several lines; `#` begins a remark."""
    survivors = []
    for block in FILE.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        path, text, kind, *reason = lines + [""] * (3 - len(lines))
        survivors.append(Survivor((path, text, kind), " ".join(reason)))
    return survivors


def faults(survivors, candidates, results):
    """What is wrong with the list, after a run: an entry without a reason, of what is not there, or that was killed."""
    there = {candidate.key for candidate in candidates}
    outcomes = {}
    for result in results:
        outcomes.setdefault(result.mutation.key, set()).add(result.outcome)
    for survivor in survivors:
        path, text, kind = survivor.key
        name = f"{FILE.name}: {path}: `{text}`, {kind}"
        if not survivor.reason:
            yield f"{name}: has no reason"
        if survivor.key not in there and any(candidate.path == path for candidate in candidates):
            yield f"{name}: there is no such mutation any more"
        elif survivor.key not in there and not (FILE.parent.parent.parent / path).exists():
            yield f"{name}: there is no such file any more"
        elif outcomes.get(survivor.key, {"survived"}) == {"killed"}:
            yield f"{name}: a test notices it now"
    listed = {survivor.key for survivor in survivors}
    for result in results:
        mutation = result.mutation
        if result.outcome == "survived" and mutation.key not in listed:
            yield f"{mutation.path}:{mutation.line}: no test notices it: `{mutation.text}`, {mutation.kind}"
