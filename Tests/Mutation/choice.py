"""Which mutations a run tries: the same for the same seed, until the code that they change differs."""

import hashlib
import re
from collections import defaultdict
from pathlib import Path

# Each module has at least as many, as far as there are.
LEAST = 4


def part(candidate):
    """The part of the code that a sample draws one mutation from: a module, or a folder of the backend."""
    folders = Path(candidate.path).parts[1:-1]
    return "/".join(folders[:2]) if candidate.module in ("BackendRuntime", "OrbitBackend") else candidate.module


def choose(candidates, count, seed, part=lambda candidate: candidate.module):
    """Spread over modules or other parts, kinds and files; at most one a line, none over another.

    The dice of each are thrown by what it says, so that a change elsewhere does not choose others.
    """
    by_module = defaultdict(list)
    for candidate in candidates:
        by_module[part(candidate)].append(candidate)
    for found in by_module.values():
        found.sort(key=lambda candidate: hashlib.sha256(f"{seed} {candidate.key}".encode()).digest())
        # Of those kinds first that are few, and of files that have none yet.
        seen = defaultdict(int)
        ranked = []
        for candidate in found:
            kind = re.sub(r"[\d_.]+", "n", candidate.kind)
            rank = (seen[candidate.path], seen[kind])
            seen[candidate.path] += 1
            seen[kind] += 1
            ranked.append((rank, len(ranked), candidate))
        found[:] = [candidate for _, _, candidate in sorted(ranked, key=lambda entry: entry[:2])]
    weights = {module: len(found) ** 0.5 for module, found in by_module.items()}
    shares = {}
    least = min(LEAST, count // max(1, len(by_module)))
    spare = count - least * len(by_module)
    for module, found in by_module.items():
        part = round(spare * weights[module] / sum(weights.values()))
        shares[module] = least + part
    chosen = []
    for module, found in by_module.items():
        taken, left = [], shares[module]
        for candidate in found:
            if left == 0:
                break
            if any(
                candidate.path == other.path
                and (candidate.line == other.line or candidate.start < other.end and other.start < candidate.end)
                for other in taken
            ):
                continue
            taken.append(candidate)
            left -= 1
        chosen += sorted(taken, key=lambda mutation: (mutation.path, mutation.start))
    return chosen
