"""Stores the results of a run in a file, so that an interrupted run of the same code can resume."""

import hashlib
import json
import sys
from dataclasses import asdict

from mutations import ROOT, Mutation
from trial import Result

# The files that determine whether a test detects a mutation.
SOURCES = ["Package.swift", "Packages", "Tests", "Docs"]
# Folders of build products, which contain no sources.
BUILT = {".build", "__pycache__"}


def code():
    """A digest of all files that determine the results of a run."""
    digest = hashlib.sha256()
    for source in SOURCES:
        path = ROOT / source
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            name = file.relative_to(ROOT)
            if not file.is_file() or BUILT & set(name.parts):
                continue
            data = file.read_bytes()
            digest.update(f"{name} {len(data)}\n".encode())
            digest.update(data)
    return digest.hexdigest()


def write(path, run, results, dropped):
    """Replaces the file with these results.

    - run: the code and the options that determine the results, by name.
    """
    found = [asdict(result) for result in sorted(results, key=lambda result: result.number)]
    # An interrupted write leaves the file as it was.
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps({**run, "dropped": len(dropped), "results": found}, indent=1) + "\n", encoding="utf-8")
    part.replace(path)


def read(path, run, numbered):
    """The results in the file, which must be from a run of the same code and options.

    - numbered: the mutations of this run by their number.
    """
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sys.exit(f"{path} cannot be resumed: {error}")
    different = [name for name, value in run.items() if known.get(name) != value]
    if different:
        sys.exit(f"{path} is from another run, with different {', '.join(different)}: start a new run")
    numbers = {mutation: number for number, mutation in numbered.items()}
    results = []
    for found in known["results"]:
        mutation = Mutation(**found["mutation"])
        if mutation in numbers:
            results.append(Result(mutation, found["outcome"], found["by"], found["seconds"], numbers[mutation]))
    return results
