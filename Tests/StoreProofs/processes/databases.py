"""The databases of the proofs: a SQLite file and a PostgreSQL server."""

import os
import sqlite3
import subprocess
from pathlib import Path

from .proving import Unable, expect


class SQLite:
    """A file in a folder. `place` is the path that a worker opens."""

    engine = "sqlite"

    def __init__(self, folder):
        self.path = Path(folder) / "orbit.sqlite"
        self.place = str(self.path)

    def line(self, meetup):
        """The people who wait for a meetup, in the order of the line, with their ranks."""
        with sqlite3.connect(self.path) as database:
            rows = database.execute(
                "SELECT key, rank FROM entries WHERE tbl = 'meetup_guests' AND idx = 'line' AND grp = ? ORDER BY rank",
                (meetup,),
            ).fetchall()
        database.close()
        return [(key.split(">")[1], int(rank)) for key, rank in rows]

    def size(self):
        """The bytes of all pages, including pages that are only in the write-ahead log."""
        with sqlite3.connect(self.path) as database:
            count, size = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        database.close()
        return count * size

    def check(self):
        """Checks the integrity of the file, and that each index entry has a record."""
        with sqlite3.connect(self.path) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone()[0]
            lost = database.execute("SELECT count(*) FROM entries WHERE record NOT IN (SELECT id FROM records)").fetchone()
        database.close()
        expect(sound == "ok", "the file is damaged:", sound)
        expect(lost[0] == 0, lost[0], "entries without a record")

    def crash(self):
        """Does nothing: a file has no server."""

    def stop(self):
        """Does nothing: a file has no server."""


class PostgreSQL:
    """A server in a folder, with its socket in the same folder. Its programs do not run as root."""

    engine = "postgresql"

    def __init__(self, folder, data=None):
        self.folder = Path(folder)
        self.folder.chmod(0o777)
        self.data = Path(data or self.folder / "data")
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not programs:
            raise Unable("PostgreSQL's server is not installed")
        self.programs = programs[-1].parent
        self.run("initdb", "-D", self.data, "-U", "orbit", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.start()
        self.query("CREATE DATABASE orbit", "postgres")
        self.place = f"host={self.folder} user=orbit dbname=orbit connect_timeout=5"

    def run(self, program, *words):
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 and program != "psql" else []
        with open(self.folder / f"{program}.out", "w+") as output:
            # Writes to a file, because the server would keep a pipe open.
            finished = subprocess.run(
                [*user, str(self.programs / program), *map(str, words)], stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, timeout=120,
            )
            output.seek(0)
            said = output.read()
        expect(finished.returncode == 0, program, "ended with", finished.returncode, said[-500:])
        return said

    def query(self, sql, database="orbit"):
        return self.run("psql", "-h", self.folder, "-U", "orbit", "-d", database, "-v", "ON_ERROR_STOP=1", "-Atc", sql)

    def start(self):
        settings = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c max_connections=200"
        self.run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-t", "60", "-o", settings, "start")

    def stop(self):
        self.run("pg_ctl", "-D", self.data, "stop", "-m", "immediate", "-w")

    def process(self):
        """The id of the server's main process, read from its data folder."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def forget_process(self):
        """Removes the lock files of a killed server. Its process id may still exist, which would block a new server."""
        for lock in [self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*.lock")]:
            lock.unlink(missing_ok=True)

    def crash(self):
        """Ends all processes of the server at once, without a shutdown, and then starts it again."""
        self.stop()
        self.start()

    def line(self, meetup):
        rows = self.query(
            "SELECT key, rank FROM orbit_entries WHERE tab = 'meetup_guests' AND idx = 'line' "
            f"AND grp = '{meetup}' ORDER BY rank"
        ).split()
        return [(row.split("|")[0].split(">")[1], int(row.split("|")[1])) for row in rows]

    def check(self):
        lost = self.query(
            "SELECT count(*) FROM orbit_entries e LEFT JOIN orbit_records r USING (tab, key) WHERE r.key IS NULL"
        ).strip()
        expect(lost == "0", lost, "entries without a record")
