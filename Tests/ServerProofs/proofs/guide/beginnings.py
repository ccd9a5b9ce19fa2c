"""The blocks of the guide from the first start to the names of moderators."""

import base64
import re

from harness.person import Person
from processes.proving import expect

# The person and the code of the guide for a demonstration.
DEMONSTRATION = "na.ouyang1@orbit.example\n123456\npokes\nquit\n"
MODERATOR = "dean@cornell.edu"


def start(machine, block):
    """Starts the server for the first time. It creates its folder, and a person signs in."""
    (line,) = block.lines
    machine.serve(line)
    expect(machine.data.stat().st_mode & 0o777 == 0o700, "other users can read", machine.data)
    for name in ("orbit.sqlite", "digest.key", "mail/queue", "mail/failed"):
        expect((machine.data / name).exists(), "the data folder has no", name)
    machine.sign_in(machine.maya)
    machine.create_profile(machine.maya, "Maya")


def install(machine, block):
    """Checks the options of the build, and installs the program that was built before the proof."""
    build, copy = block.lines
    machine.run([copy])
    expect((machine.installed / "orbit-server").is_file(), "the program is not installed")
    machine.expect_product(re.search(r"--package-path (\S+)", build)[1], "orbit-server")
    machine.expect_options(build)


def read_mail(machine, block):
    """Reads the newest message, which has the code of a sign-in."""
    code = machine.server.code(machine.maya.address)
    output = machine.run(block.lines)
    expect(machine.maya.address in output and code in output, "the newest message is", output)
    machine.stop()


def run_examples(machine, block):
    """Runs both examples on a demonstration."""
    server, tour, terminal = block.lines
    machine.serve(server)
    toured = machine.run([tour])
    expect("there       the account is erased" in toured, "the tour printed", toured[-1_000:])
    typed = machine.run([terminal], DEMONSTRATION)
    expect("pokes waiting]" in typed, "the terminal printed", typed[-1_000:])
    machine.stop()


def seed(machine, block):
    """Stores people, and signs the first of them in."""
    store, serve = block.lines
    first = re.search(r"The first is (\S+)\.\n", machine.run([store]))[1]
    machine.serve(serve)
    person = Person(first)
    machine.sign_in(person)
    found = machine.ask(person, "GET", "/users/me")
    expect(found.status == 200 and found.data["profile_complete"], "a stored person is", found.status, found.body)
    machine.stop()


def configure(machine, block):
    """Copies the template, whose settings `config` prints."""
    output = machine.run(block.lines)
    settings = machine.data / "orbit-server.conf"
    expect(settings.stat().st_mode & 0o777 == 0o600, "other users can read", settings)
    keys = re.findall(r"^#([a-z-]+) =", settings.read_text(encoding="utf-8"), re.M)
    printed = [line.split()[0] for line in output.splitlines()]
    expect(keys and keys == printed, "`config` prints", printed, "and the template has", keys)


def create_key(machine, block):
    """Creates the key that the servers on PostgreSQL use later."""
    machine.key = machine.run(block.lines).strip()
    expect(len(base64.b64decode(machine.key)) >= 32, "the key is too short")


def name_people(machine, block):
    """Adds a moderator, who may moderate after a restart, and certifies a host at once."""
    machine.serve_by_default()
    moderator = Person(MODERATOR)
    machine.sign_in(moderator)
    before = machine.ask(moderator, "GET", "/moderation/cases")
    expect(before.status == 404, "a person who is no moderator gets", before.status, before.body)
    machine.run(block.lines)
    shown = machine.ask(machine.maya, "GET", "/users/me/reputation").data["reputation"]["shown"]
    expect(shown["is_certified"], "a certified host is shown as", shown)
    machine.stop()
    machine.serve_by_default()
    after = machine.ask(moderator, "GET", "/moderation/cases")
    expect(after.status == 200, "a moderator gets", after.status, after.body)
