"""Tests SQLite on a disk that loses its power while sixteen writers commit together.

A record is acknowledged if its number was read from the writer before the power cut. A real machine stops then. Here
the writers continue for a moment, and a running sync may return success. The reason is that jbd2_complete_transaction
does not wait for a transaction that an aborted journal has dropped. Numbers of this moment are counted separately.
"""

import os
import random
import sqlite3
import subprocess
import time

from .mounts import Disk
from .proving import expect

# An upper limit of the records that a worker writes between two cuts.
STRIDE = 1_000_000


def so_far(pipe):
    """Returns the bytes that a process has written to a pipe so far."""
    os.set_blocking(pipe.fileno(), False)
    parts = []
    try:
        while part := os.read(pipe.fileno(), 1 << 16):
            parts.append(part)
    except BlockingIOError:
        pass  # the pipe is empty
    os.set_blocking(pipe.fileno(), True)
    return b"".join(parts)


def acknowledged(said):
    """The numbers in complete lines. An incomplete line is ignored."""
    return {int(line) for line in said.decode().split("\n")[:-1]}


def read(path):
    """The numbers of the stored records, the numbers in the index, and the result of SQLite's integrity check."""
    database = sqlite3.connect(path)
    try:
        kept = {int(key) for key, in database.execute("SELECT key FROM records WHERE tbl = 'numbered'")}
        listed = {int(key) for key, in database.execute("SELECT key FROM entries WHERE tbl = 'numbered'")}
        return kept, listed, database.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        database.close()


def prove_cuts(worker, scratch, most, seconds, seed):
    dice, disk = random.Random(seed), Disk(scratch, 512)
    known, cuts, empty, late, end = set(), 0, 0, 0, time.monotonic() + seconds
    try:
        disk.mount()
        path = disk.point / "orbit.sqlite"
        while cuts < most and time.monotonic() < end:
            process = subprocess.Popen(
                [worker, "write", path, str(cuts * STRIDE)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            # Some cuts occur while the writer opens the file, and the first occurs while it creates the tables.
            time.sleep(dice.uniform(0.005, 0.2))
            before = so_far(process.stdout)
            disk.cut()
            process.kill()
            said = acknowledged(before)
            dying = acknowledged(before + process.communicate()[0]) - said
            disk.unmount()
            disk.mount()
            cuts += 1
            empty += not said
            known |= said
            if path.exists():
                # The store opens the file first and recovers it.
                ready = subprocess.run([worker, "ready", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                expect(ready.returncode == 0, "cut", cuts, "the store does not open:", ready.stderr[-300:])
                kept, listed, sound = read(path)
            else:
                kept, listed, sound = set(), set(), "ok"
            expect(sound == "ok", "cut", cuts, "the file is damaged:", sound)
            expect(known <= kept, "cut", cuts, len(known - kept), "acknowledged records are lost")
            expect(kept == listed, "cut", cuts, "a transaction was stored in part")
            late += len(dying - kept)
            known |= dying & kept
    finally:
        disk.leave()
    expect(cuts >= 5 and known and empty < cuts, "only", cuts, "cuts and", len(known), "acknowledged records")
    return (
        f"{cuts} power cuts ({empty} before the first record), {len(known)} acknowledged records: none lost or torn; "
        f"{late} of the numbers read after the cut are not stored"
    )
