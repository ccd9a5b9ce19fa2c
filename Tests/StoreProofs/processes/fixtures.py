"""Compressed stores that earlier versions wrote. Each fixture is a folder with a folder for each engine."""

import lzma
from pathlib import Path

from .proving import expect

ENGINES = ("sqlite", "postgresql")
FILES = ("store", "campus.json")
# The maximum size of a fixture in bytes.
LIMIT = 300_000


def unpack(fixtures, folder):
    """Writes the files of all fixtures into a folder, and returns their names."""
    names = sorted(path.name for path in fixtures.iterdir() if path.is_dir())
    expect(names, fixtures, "contains no fixture; write a fixture with --write NAME")
    for name in names:
        for engine in ENGINES:
            target = folder / name / engine
            target.mkdir(parents=True)
            for file in FILES:
                (target / file).write_bytes(lzma.decompress((fixtures / name / engine / f"{file}.xz").read_bytes()))
    return names


def pack(folder, fixture):
    """Writes the files of a folder as a new fixture, and returns its size in bytes."""
    expect(not fixture.exists(), fixture, "exists, and a fixture never changes; choose another name")
    packed = {
        Path(engine, f"{file}.xz"): lzma.compress(Path(folder, engine, file).read_bytes(), preset=9)
        for engine in ENGINES
        for file in FILES
    }
    size = sum(map(len, packed.values()))
    expect(size <= LIMIT, "the fixture has", size, "bytes; the limit is", LIMIT)
    for path, data in packed.items():
        (fixture / path).parent.mkdir(parents=True, exist_ok=True)
        (fixture / path).write_bytes(data)
    return size
