"""The mutations that no test has to notice, each with the reason, and those that only a distant suite notices."""

from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parent / "survivors.txt"
# Mutations that no near suite notices, each with a distant suite that does.
DISTANT = FILE.with_name("distant.txt")


@dataclass(frozen=True)
class Survivor:
    key: tuple
    reason: str
    file: str = FILE.name


def read(file=FILE):
    """Blocks of a file, the line, the mutation and the reason, which may be several lines; `#` begins a remark."""
    survivors = []
    for block in file.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        path, text, kind, *reason = lines + [""] * (3 - len(lines))
        survivors.append(Survivor((path, text, kind), " ".join(reason), file.name))
    return survivors


def name(survivor):
    path, text, kind = survivor.key
    return f"{survivor.file}: {path}: `{text}`, {kind}"


def stale(survivors, candidates):
    """Entries without a reason, twice in the list, or of no mutation of any module."""
    there = {candidate.key for candidate in candidates}
    seen = set()
    for survivor in survivors:
        if not survivor.reason:
            yield f"{name(survivor)}: has no reason"
        if survivor.key in seen:
            yield f"{name(survivor)}: is listed twice"
        seen.add(survivor.key)
        if survivor.key not in there:
            yield f"{name(survivor)}: there is no such mutation any more"


def faults(survivors, results):
    """What a run has found: entries that a test notices, and mutations that no test notices and no entry excuses."""
    outcomes = {}
    for result in results:
        outcomes.setdefault(result.mutation.key, set()).add(result.outcome)
    for survivor in survivors:
        if outcomes.get(survivor.key) == {"killed"}:
            yield f"{name(survivor)}: a test notices it now"
    listed = {survivor.key for survivor in survivors}
    for result in results:
        mutation = result.mutation
        if result.outcome == "survived" and mutation.key not in listed:
            yield f"{mutation.path}:{mutation.line}: no test notices it: `{mutation.text}`, {mutation.kind}"


def near_faults(distant, results):
    """What a run of the near suites has found: entries that one of them notices, and mutations that none of them notices
    and no entry names."""
    outcomes = {}
    for result in results:
        outcomes.setdefault(result.mutation.key, set()).add(result.outcome)
    for survivor in distant:
        if outcomes.get(survivor.key) == {"killed"}:
            yield f"{name(survivor)}: a near suite notices it now"
    listed = {survivor.key for survivor in distant}
    for result in results:
        mutation = result.mutation
        if result.outcome == "survived" and mutation.key not in listed:
            yield "\n".join([f"No near suite notices, and {DISTANT.name} does not name:", *mutation.key, ""])
