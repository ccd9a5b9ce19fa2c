"""The content of a SQLite file."""

import shutil
import sqlite3
import tempfile
from pathlib import Path


def dump(path):
    """The content of a database as SQL; None if it is not a database. Reads a copy, because readers can write."""
    if path.suffix != ".sqlite":
        return None
    with tempfile.TemporaryDirectory() as scratch:
        for file in path.parent.glob(path.name + "*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, scratch)
        try:
            database = sqlite3.connect(Path(scratch) / path.name)
            return "\n".join(database.iterdump()).encode("utf-8", "surrogateescape")
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return None
        finally:
            database.close()
