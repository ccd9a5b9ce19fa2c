"""Chooses the mutations that a run tries. The choice depends only on the seed and on the code that they change."""

import hashlib
import re
from collections import defaultdict
from pathlib import Path

# The minimum number of mutations for each module, if it has as many.
LEAST = 4


def part(candidate):
    """The part of the code that a sample takes one mutation from: a module, or a folder of the backend."""
    folders = Path(candidate.path).parts[1:-1]
    return "/".join(folders[:2]) if candidate.module in ("BackendRuntime", "OrbitBackend") else candidate.module


def choose(candidates, count, seed, part=lambda candidate: candidate.module):
    """Spreads the choice over modules or other parts, kinds and files. Chooses one mutation per line, and no overlaps.

    The rank of a mutation is a digest of its text, so that a change elsewhere does not change the choice.
    """
    by_module = defaultdict(list)
    for candidate in candidates:
        by_module[part(candidate)].append(candidate)
    for found in by_module.values():
        found.sort(key=lambda candidate: hashlib.sha256(f"{seed} {candidate.key}".encode()).digest())
        # Mutations of files and kinds with the fewest mutations before them come first.
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
