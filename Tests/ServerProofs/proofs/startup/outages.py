"""Outages of the store of a running server: requests get 503, `/ready` fails, and everything works again afterwards."""

import subprocess
import time

from harness.client import Client
from harness.person import Person
from harness.server import Server
from processes.databases import PostgreSQL
from processes.mounts import keep_mounts_private, small_disk
from processes.proving import Unable, expect

from .refusals import KEY

# The time in which an outage and its end must show, in seconds.
PATIENCE = 60


class Writer(Client):
    """A client that changes the profile of its person."""

    def __init__(self, port, person):
        super().__init__(port, person)
        self.number = 0

    def read(self):
        return self.send("GET", "/users/me")

    def change(self, before):
        """Replaces the profile that was read. The text is long, so that a disk becomes full soon."""
        self.number += 1
        bio = f"Change {self.number}. " + "All of my plans." * 20
        return self.change_profile(before, bio=bio), bio


def prove_outage(server, name, start, end, is_readable):
    """Starts an outage of a new server and ends it. Returns the seconds until the server was ready again."""
    writer = Writer(server.port, Person(server.seed(12)))
    with server:
        writer.sign_in(server)
        return disrupt(server, writer, name, start, end, is_readable)


def disrupt(server, writer, name, start, end, is_readable):
    """Checks requests before, during and after the outage, and stops the server. Returns as `prove_outage`."""
    before = writer.read()
    reply, last = writer.change(before)
    expect(reply.status == 200, name, "before: a change gets", reply.status, reply.body)
    before = writer.read()
    start()
    deadline = time.monotonic() + PATIENCE
    # The last free pages of a file can still take small writes after a larger write has failed.
    while (reply := writer.change(before)[0]).status == 200 or server.is_ready():
        if reply.status == 200:
            last, before = reply.data["profile"]["bio"], reply
        expect(time.monotonic() < deadline, name, "leaves the server ready; the last write got", reply.status)
        time.sleep(0.001)
    expect(reply.status == 503, name, "makes a write fail with", reply.status, reply.body)
    expect(reply.json["success"] is False and reply.code == "unavailable", name, "gives", reply.body)
    sent = writer.send("POST", "/auth/send-code", {"email": "new@orbit.example"})
    expect(sent.status == 503 and sent.code == "unavailable", name, "makes a sign-in fail with", sent.status, sent.body)
    read = writer.read()
    expect(read.status == (200 if is_readable else 503), name, "makes a read respond", read.status, read.body)
    expect(server.process.poll() is None, name, "ends the server:", server.log()[-2_000:])
    end()
    began = time.monotonic()
    while not server.is_ready():
        expect(time.monotonic() - began < PATIENCE, name, "leaves the server unable to continue")
        time.sleep(0.05)
    seconds = time.monotonic() - began
    before = writer.read()
    expect(before.data["profile"]["bio"] == last, name, "loses a change:", before.data["profile"]["bio"], last)
    reply, last = writer.change(before)
    expect(reply.status == 200, name, "afterwards: a change gets", reply.status, reply.body)
    expect(writer.read().data["profile"]["bio"] == last, name, "afterwards: a change is lost")
    server.stop()
    expect("Fatal error" not in server.log(), name, "leaves in the log:", server.log()[-2_000:])
    return seconds


def prove_full_disk(program, folder):
    keep_mounts_private()
    with small_disk(folder / "small", 8) as point:
        data, ballast = point / "data", point / "ballast"

        def fill():
            with open(ballast, "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(1 << 12))
                except OSError:
                    pass

        return prove_outage(Server(program, data), "a full disk", fill, ballast.unlink, is_readable=True)


def prove_read_only_file(program, folder):
    data = folder / "immutable"
    files = [data / "orbit.sqlite", data / "orbit.sqlite-wal"]

    def set_immutable(sign):
        finished = subprocess.run(["chattr", f"{sign}i", *files], stderr=subprocess.PIPE, text=True)
        if finished.returncode != 0:
            raise Unable(f"a file cannot become read-only: {finished.stderr.strip()}")

    try:
        return prove_outage(
            Server(program, data), "a read-only file", lambda: set_immutable("+"), lambda: set_immutable("-"),
            is_readable=True)
    finally:
        subprocess.run(["chattr", "-i", *files], stderr=subprocess.DEVNULL)


def prove_lost_postgresql(program, folder):
    folder.chmod(0o755)  # the server of PostgreSQL runs as another user
    scratch, data = folder / "postgresql", folder / "with-postgresql"
    scratch.mkdir()
    database = PostgreSQL(scratch)
    address = f"postgres://orbit@/orbit?host={scratch}&connect_timeout=5"
    try:
        server = Server(program, data, database=address, environment={"ORBIT_DIGEST_KEY": KEY})
        return prove_outage(server, "PostgreSQL that disappears", database.stop, database.start, is_readable=False)
    finally:
        if (database.data / "postmaster.pid").exists():
            database.stop()
