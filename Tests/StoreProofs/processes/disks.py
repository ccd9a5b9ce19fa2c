"""Proofs with full disks, a read-only disk and a lost disk."""

import os
import signal
import subprocess
from contextlib import suppress

from .backend import Backend, Campus, Failed
from .cuts import acknowledged, read
from .databases import PostgreSQL
from .mounts import Disk, mount, small_disk
from .proving import expect

ROOM = 800_000


def prove_full_sqlite(worker, scratch):
    """A writer fills the disk and gets an error. No acknowledged record is lost, and writes succeed with room."""
    with small_disk(scratch / "small", 6) as point:
        path, ballast = point / "orbit.sqlite", point / "ballast"
        ballast.write_bytes(bytes(2 << 20))
        process = subprocess.run([worker, "write", path, "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        known = acknowledged(process.stdout)
        expect(process.returncode != 0 and b"full" in process.stderr, "the error is", process.stderr[-300:])
        ready = subprocess.run([worker, "ready", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        expect(ready.returncode == 0, "with a full disk, the store cannot be read:", ready.stderr[-300:])
        ballast.unlink()
        again = subprocess.run(
            [worker, "write", path, "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        more = acknowledged(again.stdout)
        ballast.write_bytes(b"")
        kept, listed, sound = read(path)
        expect(sound == "ok" and kept == listed, "the file is damaged:", sound)
        expect(known and more and known | more <= kept, len((known | more) - kept), "acknowledged records are lost")
        return f"SQLite filled its disk twice: {len(known)} and {len(more)} acknowledged, none lost"


def prove_read_only_sqlite(worker, scratch):
    """On a read-only disk, the store reports an error, and no record is lost."""
    with small_disk(scratch / "fixed", 32) as point:
        path = point / "orbit.sqlite"
        process = subprocess.Popen([worker, "write", path, "0"], stdout=subprocess.PIPE)
        known = {int(process.stdout.readline()) for _ in range(100)}
        process.kill()
        process.communicate()
        mount("-o", "remount,ro", point)
        refused = subprocess.run([worker, "write", path, "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        expect(refused.returncode != 0 and b"readOnly" in refused.stderr, "the error is", refused.stderr[-300:])
        mount("-o", "remount,rw", point)
        kept, listed, sound = read(path)
        expect(sound == "ok" and kept == listed and known <= kept, "acknowledged records are lost")
        return "SQLite reports a read-only disk"


def prove_full_postgresql(worker, scratch):
    """A tablespace becomes full: writers get an error, and readers continue. Writers continue when there is room."""
    (scratch / "server").mkdir()
    scratch.chmod(0o755)
    with small_disk(scratch / "space", 24) as point:
        (point / "tables").mkdir()
        (point / "tables").chmod(0o777)
        subprocess.run(["chown", "postgres", point / "tables"], check=True)
        database = PostgreSQL(scratch / "server")
        backend = None
        try:
            # Two statements, because neither can run in a transaction.
            database.query(f"CREATE TABLESPACE small LOCATION '{point / 'tables'}'", "postgres")
            database.query("CREATE DATABASE campus TABLESPACE small", "postgres")
            database.place = database.place.replace("dbname=orbit", "dbname=campus")
            backend = Backend(worker, database)
            campus = Campus(backend, 60)
            ballast = point / "ballast"
            with open(ballast, "wb") as file:
                try:
                    while True:
                        file.write(bytes(1 << 16))
                        file.flush()
                except OSError:
                    pass
                file.seek(-ROOM, 2)
                file.truncate()
            done, refused = set(), None
            tasks = [(one, (one + step) % 60) for step in range(1, 11) for one in range(60)]
            remaining = iter(tasks)
            for task in remaining:
                try:
                    poke(backend, campus, task)
                    done.add(task)
                except Failed as failure:
                    refused = str(failure)
                    break
            expect(refused, "a full disk accepted", len(done), "pokes")
            expect(backend.get("/users/me", campus.tokens[0])["user_id"] == campus.ids[0], "nothing can be read")
            ballast.unlink()
            poke(backend, campus, task)
            done.add(task)
            for sender, recipient in done:
                pokes = backend.all("/pokes/outgoing", campus.tokens[sender], "pokes")
                expect(campus.ids[recipient] in [one["person"]["id"] for one in pokes], "an acknowledged poke is lost")
        finally:
            if backend:
                backend.kill()
            database.stop()
    return f"PostgreSQL filled its disk: {len(done)} acknowledged, none lost, and it continued with room"


def prove_lost_disk_postgresql(worker, scratch):
    """The disk of a server stops accepting writes, and writers get an error. When the disk is back, all acknowledged
    pokes are stored, and the backend continues."""
    (scratch / "lost").mkdir()
    scratch.chmod(0o755)
    disk = Disk(scratch, 512)
    disk.mount()
    disk.point.chmod(0o777)
    database = PostgreSQL(scratch / "lost", disk.point / "data")
    os.sync()  # initdb -N does not sync
    server = database.process()
    backend = Backend(worker, database)
    try:
        campus = Campus(backend, 20)
        tasks = [(one, (one + step) % 20) for step in range(1, 6) for one in range(20)]
        done, rest = tasks[:90], tasks[90:]
        for task in done:
            poke(backend, campus, task)
        disk.cut()
        refused = 0
        for task in rest:
            try:
                poke(backend, campus, task)  # acknowledgements after the cut do not count; see `cuts`
            except Failed:
                refused += 1
        expect(refused, "a lost disk accepted", len(rest), "pokes")
        os.kill(server, signal.SIGKILL)  # the other processes then end
        disk.unmount()
        disk.mount()
        database.forget_process()
        database.start()
        server = database.process()
        for sender, recipient in done:
            pokes = backend.all("/pokes/outgoing", campus.tokens[sender], "pokes")
            expect(campus.ids[recipient] in [one["person"]["id"] for one in pokes], "an acknowledged poke is lost")
        for task in rest:
            poke(backend, campus, task)
    finally:
        backend.kill()
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)
        disk.unmount()
    return f"PostgreSQL lost its disk: {len(done)} acknowledged, none lost, and it continued with the disk"


def poke(backend, campus, task):
    sender, recipient = task
    body = {"to_user_id": campus.ids[recipient], "note": "hello"}
    status, said = backend.ask("POST", "/pokes", campus.tokens[sender], body, key=f"poke {sender} {recipient}")
    expect(status == 200, "a poke is refused:", status, said)
