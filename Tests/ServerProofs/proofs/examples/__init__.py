"""The examples orbit-tour and orbit-terminal against a demonstration."""

import subprocess
import unicodedata

from harness.server import ROOT, Server, free_port
from processes.proving import Unable, expect

COLUMNS = 80
TIMEOUT = 300

# Lines of the tour that exist only if both phones, the stream of events and the erasure work. Each is a part of a line.
TOUR = [
    "POST /api/auth/send-code → no response",
    "This code is not right.",
    "signed in   yes, with a new account",
    "name        Robin Vale",
    "button      Waiting for an answer",
    "poked by    Maya Patel, “Coffee?”",
    "“You and Robin Vale are matched.”",
    "planned     Coffee on the bridge",
    "Robin Vale asks: “I know the best table.”",
    "and there   You are going",
    "The host moves the meetup by an hour.",
    "there       the account is erased, route auth",
    "here        the account is erased, route auth",
]

TERMINAL = [
    "! Use your university address instead of a private one.",
    "! This code is not right. Check the mail and try again.",
    "[home]",
    "pokes waiting]",
    "! On a server, time passes by itself.",
    "quit      stop",
]

# Arguments that an example refuses, with its status and a part of its message.
REFUSED = [
    (["--sever", "http://127.0.0.1:8080"], 64, "--sever is not an option"),
    (["--server"], 64, "--server needs one URL"),
    (["--server", "ftp://127.0.0.1"], 64, "It begins with http:// or https://."),
    (["--server", "http://orbit.example"], 64, "Plain http reaches only this machine."),
    (["--server", "http://127.0.0.1:99999"], 64, "The port is a number from 1 to 65535."),
]


def prove_examples(program, folder, full):
    """Runs both examples on one server. The tour runs twice, because it has to be repeatable."""
    tour, terminal = (program.with_name(name) for name in ("orbit-tour", "orbit-terminal"))
    for example in (tour, terminal):
        if not example.is_file():
            raise Unable(f"{example} is missing; build it first: swift build --scratch-path .build")
    refused = 0
    for example in (tour, terminal):
        for arguments, status, message in REFUSED:
            refuses(example, arguments, status, message, folder)
            refused += 1
        refuses(example, ["--server", f"http://127.0.0.1:{free_port()}"], 1, "No server responds", folder)
        refused += 1
    with Server(program, folder, "--demo", "--people", "40") as server:
        address = f"http://127.0.0.1:{server.port}"
        for example in (tour, terminal):
            refuses(example, ["--server", f"{address}/other"], 1, "status 404", folder)
            refused += 1
        # The address of the second run has a path.
        lines = [run(tour, ["--server", url], folder, TOUR) for url in (address, f"{address}/api")]
        typed = (ROOT / "Examples/OrbitTerminal/input.txt").read_bytes()
        lines.append(run(terminal, ["--server", address], folder, TERMINAL, typed))
        server.stop()
    return f"two tours of {lines[0]} and {lines[1]} lines, a terminal of {lines[2]}, {refused} refused arguments"


def run(example, arguments, folder, parts, typed=b""):
    """Runs an example, and expects the parts in its output. Returns the number of its lines."""
    finished = process(example, arguments, folder, typed)
    output = finished.stdout.decode("utf-8")
    expect(finished.returncode == 0, example.name, "ended with", finished.returncode, finished.stderr, output[-1_000:])
    lines = output.splitlines()
    for part in parts:
        expect(any(part in line for line in lines), example.name, "did not print", repr(part), "but", output[-2_000:])
    for line in lines:
        expect(width(line) <= COLUMNS, example.name, "printed more than", COLUMNS, "columns:", line)
        expect("\x1b" not in line, example.name, "printed an escape sequence to a pipe:", repr(line))
    return len(lines)


def refuses(example, arguments, status, message, folder):
    finished = process(example, arguments, folder)
    error = finished.stderr.decode("utf-8")
    expect(finished.returncode == status, example.name, arguments, "ended with", finished.returncode, error)
    expect(message in error, example.name, arguments, "did not explain", repr(message), "but", error)
    expect(not finished.stdout, example.name, arguments, "printed", finished.stdout[:200])


def process(example, arguments, folder, typed=b""):
    # The tour draws pictures in its working folder.
    return subprocess.run(
        [str(example), *arguments], input=typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
        timeout=TIMEOUT,
    )


def width(line):
    """The width in terminal columns: 2 for wide and full-width characters, 0 for combining characters and joiners."""
    columns = 0
    for character in line:
        if unicodedata.category(character) not in ("Mn", "Me", "Cf"):
            columns += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return columns
