"""Every command and configuration of the guide for operators, run as an operator runs it."""

import re
from typing import Callable, NamedTuple

from harness.guide import GUIDE, blocks, guide
from processes.proving import Broken, Unable, expect

from .beginnings import configure, create_key, install, name_people, read_mail, run_examples, seed, start
from .connections import use_proxy, use_several, use_tls
from .machine import Machine
from .records import answer, back_up, back_up_postgresql, restore, restore_postgresql, upgrade
from .service import run_service, watch, write_unit


class Step(NamedTuple):
    """The treatment of one block of the guide."""

    chapter: str
    language: str
    prove: Callable


# All blocks of the guide, in order. The machine replaces addresses and paths.
STEPS = [
    Step("Start it", "sh", start),
    Step("Install it", "sh", install),
    Step("Sign in", "sh", read_mail),
    Step("Try it with the examples", "sh", run_examples),
    Step("Try it with the examples", "sh", seed),
    Step("Configure it", "sh", configure),
    Step("Configure it", "sh", create_key),
    Step("Name moderators and hosts", "sh", name_people),
    Step("Use TLS", "sh", use_tls),
    Step("Put a proxy in front of it", "nginx", use_proxy),
    Step("Run it with systemd", "ini", write_unit),
    Step("Run it with systemd", "sh", run_service),
    Step("Watch it", "sh", watch),
    Step("Back up and restore", "sh", back_up),
    Step("Back up and restore", "sh", restore),
    Step("Back up and restore", "sh", back_up_postgresql),
    Step("Back up and restore", "sh", restore_postgresql),
    Step("Upgrade", "sh", upgrade),
    Step("Answer requests for data", "sh", answer),
    Step("Run several servers", "nginx", use_several),
]
# A code span that begins with a program is a command as well.
SPAN = re.compile(r"`((?:orbit-server|openssl|systemctl|sqlite3|pg_\w+|swift|curl|nginx|sudo) [^`]+)`")


def expect_complete(found):
    """Checks that each block has its step, and that each command in a sentence is in a block."""
    listed = [(step.chapter, step.language) for step in STEPS]
    for number, block in enumerate(found):
        expect((block.chapter, block.language) == (listed[number] if number < len(listed) else None),
               f"{GUIDE.name}:{block.line}: the block has no step, or another place in the guide than its step")
    expect(len(found) == len(listed), "the guide lacks the blocks", listed[len(found):])
    commands = "\n".join(block.text for block in found if block.language == "sh")
    for span in SPAN.findall(guide()):
        expect(span in commands, f"{GUIDE.name}: `{span}` is in no block")


def prove_guide(program, folder, full):
    """Runs all blocks that the machine allows. `Unable` names the remaining blocks."""
    found = blocks()
    expect_complete(found)
    folder.chmod(0o755)  # the server of PostgreSQL runs as another user
    unable = []
    with Machine(program, folder) as machine:
        for step, block in zip(STEPS, found):
            try:
                step.prove(machine, block)
            except Unable as error:
                unable.append(f"line {block.line}: {error}")
            except Broken as error:
                raise Broken(f"{GUIDE.name}:{block.line}: {error}") from error
        for written in machine.replaced:
            expect(written in guide(), "the guide no longer has", written)
    lines = sum(len(block.lines) for block in found if block.language == "sh")
    result = f"{len(found)} blocks with {lines} commands"
    if unable:
        raise Unable(f"{'; '.join(unable)} (the other blocks of {result} hold)")
    return result
