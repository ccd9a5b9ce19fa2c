"""The blocks of the guide about backups, upgrades, and the data of a person."""

import json

from harness.client import Client
from harness.database import dump
from harness.person import Person
from harness.server import Server
from processes.databases import PostgreSQL
from processes.proving import expect

from .machine import expect_intact, result_of_step

BEFORE, AFTER = "Before the copy.", "After the copy."


def write(port, person, bio):
    """Changes the profile of a person."""
    with Client(port, person) as client:
        saved = client.change_profile(client.send("GET", "/users/me"), bio=bio)
        expect(saved.status == 200, "a change responded", saved.status, saved.body)


def expect_bio(port, person, bio):
    with Client(port, person) as client:
        read = client.send("GET", "/users/me")
        expect(read.status == 200 and read.data["profile"].get("bio") == bio, "a profile is", read.status, read.body)


def expect_private(path):
    expect(path.is_file() and path.stat().st_mode & 0o777 == 0o600, "other users can read", path)


def back_up(machine, block):
    """Copies the database of a running server, which then changes a record."""
    machine.serve_by_default()
    write(machine.port, machine.maya, BEFORE)
    machine.run(block.lines)
    (machine.copy,) = machine.backups.glob("orbit-*.sqlite")
    expect_private(machine.copy)
    write(machine.port, machine.maya, AFTER)


def restore(machine, block):
    """Restores the copy. The database has the content of the copy, and the server starts with it."""
    *replace, start = block.lines
    machine.replaced["2027-01-15"] = result_of_step(machine.copy).stem.removeprefix("orbit-")
    expect_intact(machine.run(replace))
    copied = dump(machine.copy)
    expect(copied and dump(machine.data / "orbit.sqlite") == copied, "the database differs from its copy")
    machine.run([start])
    expect_bio(machine.port, machine.maya, BEFORE)


def back_up_postgresql(machine, block):
    """Copies a PostgreSQL database of a running server, which then changes a record."""
    key, folder = result_of_step(machine.key), machine.folder / "postgresql"
    folder.mkdir()
    machine.database = PostgreSQL(folder)
    address = f"postgres://orbit@/orbit?host={folder}"
    machine.replaced["postgres://orbit@10.0.0.20/orbit"] = address
    # The programs of the server's version come first.
    machine.environment["PATH"] = f"{machine.database.programs}:{machine.environment['PATH']}"
    machine.member = Server(
        machine.program, machine.folder / "member", database=address, environment={"ORBIT_DIGEST_KEY": key})
    machine.student = Person(machine.member.seed(12))
    machine.member.start()
    with Client(machine.member.port, machine.student) as client:
        client.sign_in(machine.member)
    write(machine.member.port, machine.student, BEFORE)
    machine.run(block.lines)
    expect_private(machine.backups / "orbit.dump")
    write(machine.member.port, machine.student, AFTER)
    machine.member.stop()


def restore_postgresql(machine, block):
    """Restores the copy of the PostgreSQL database."""
    result_of_step(machine.database)
    machine.run(block.lines)
    expect_intact(machine.member.command("check"))
    machine.member.start()
    expect_bio(machine.member.port, machine.student, BEFORE)
    machine.member.stop()
    machine.database.stop()


def upgrade(machine, block):
    """Replaces the program while it runs, and starts it again."""
    machine.serve_by_default()
    before = (machine.installed / "orbit-server").stat().st_ino
    expect_intact(machine.run(block.lines))
    expect((machine.installed / "orbit-server").stat().st_ino != before, "the program is not replaced")
    expect_bio(machine.port, machine.maya, BEFORE)


def answer(machine, block):
    """Exports and erases an account."""
    machine.serve_by_default()
    export, erase = block.lines
    machine.run([export])
    archive = machine.clone / export.split()[-1]
    expect_private(archive)
    content = json.loads(archive.read_text(encoding="utf-8"))
    expect(content["user_id"] == machine.maya.id and content["sections"], "the archive is", list(content))
    machine.run([erase])
    own = machine.ask(machine.maya, "GET", "/users/me")
    expect(own.status == 401, "an erased person gets", own.status, own.body)
    machine.stop()
