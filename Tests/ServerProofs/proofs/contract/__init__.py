"""Requests that schemathesis derives from the contract, and checks of the responses."""

import json
import os
import re
import subprocess
import sys

from pathlib import Path

from harness.contract import OTHERWISE, Contract, python_packages
from harness.meeting import begin, match, meet
from harness.server import Server
from harness.student import Student
from processes.meetups import instant
from processes.proving import expect

HERE = Path(__file__).resolve().parent
SEED = 1
# The number of random requests per operation, and the ways to choose requests. `coverage` tries each limit.
EXAMPLES = {False: 4, True: 40}
PHASES = {False: "examples,fuzzing", True: "examples,coverage,fuzzing"}


def write_strict(contract, file):
    """Writes the contract with the statuses of `default` instead of `default`, which would allow every status."""
    for path in contract.document["paths"].values():
        for operation in path.values():
            described = {status: contract.response(operation, status) for status in OTHERWISE}
            otherwise = operation["responses"].pop("default")
            for status, response in described.items():
                # An error of the server is always a failure.
                if response and status != 500:
                    operation["responses"].setdefault(str(status), otherwise)
    file.write_text(json.dumps(contract.document), encoding="utf-8")


def identifiers(maya, liam, meetup, photo):
    """The parameters of paths for which the campus has data."""
    maya.done("POST", f"/meetups/{meetup}/posts", {"text": "See you there."})
    maya.done("POST", "/reports", {"about": {"kind": "person", "user_id": liam.id}, "reason": "spam"})
    maya.done("POST", "/check-ins", {"due_at": instant(10), "contact": {"name": "Mum", "email": "mum@family.example"}})
    return {
        "user_id": liam.id,
        "meetup_id": meetup,
        "photo_id": photo.rpartition("/")[2],
        "post_id": maya.done("GET", f"/meetups/{meetup}/posts")["posts"][0]["post"]["id"],
        "match_id": maya.done("GET", "/matches")["matches"][0]["id"],
        "poke_id": maya.done("GET", "/pokes/outgoing")["pokes"][0]["poke"]["id"],
        "invitation_id": maya.done("GET", f"/meetups/{meetup}/invitations")["invitations"][0]["invitation"]["id"],
        "report_id": maya.done("GET", "/reports")["reports"][0]["id"],
        "check_in_id": maya.done("GET", "/check-ins")["check_ins"][0]["id"],
    }


class Schemathesis:
    """Runs of schemathesis against one server, signed in as a student."""

    def __init__(self, server, student, document, folder, full):
        self.server, self.student, self.document, self.folder = server, student, document, folder
        self.full, self.cases = full, 0

    def run(self, *filters, parameters=None):
        """Sends requests to the operations that the filters select. With parameters, these values are used."""
        # An access token is valid for 15 minutes, which a complete run may exceed.
        self.student.refresh()
        configuration = (HERE / "schemathesis.toml").read_text(encoding="utf-8")
        values = "".join(f'"path.{name}" = {json.dumps(value)}\n' for name, value in (parameters or {}).items())
        file = self.folder / "schemathesis.toml"
        file.write_text(configuration + (f"\n[parameters]\n{values}" if values else ""), encoding="utf-8")
        finished = subprocess.run(
            [
                python_packages() / "bin/schemathesis", "--config-file", file, "--no-color", "run", self.document,
                "--url", f"http://127.0.0.1:{self.server.port}/api",
                "--header", f"Authorization: Bearer {self.student.person.token}", "--seed", str(SEED),
                "--max-examples", str(EXAMPLES[self.full]), "--phases", PHASES[self.full], *filters,
            ],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=7_200, env={**os.environ, "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
                                "SCHEMATHESIS_HOOKS": "schemathesis_hooks"},
        )
        if finished.returncode != 0:
            print(finished.stdout, file=sys.stderr, flush=True)
        expect(finished.returncode == 0, "schemathesis ended with", finished.returncode)
        expect(self.server.process.poll() is None, "the server ended:", self.server.log()[-2_000:])
        generated = re.search(r"(\d+) generated", finished.stdout)
        expect(generated, "schemathesis sent no request:", finished.stdout[-2_000:])
        self.cases += int(generated[1])


def prove_contract(program, folder, full):
    contract = Contract(folder / "openapi.json")
    document = folder / "strict.json"
    write_strict(Contract(document), document)
    server = Server(program, folder)
    server.command("moderator", "add", "ada@cornell.edu")
    with server:
        maya, liam, ada = (Student(name, server, contract) for name in ("Maya", "Liam", "Ada"))
        photo = begin(maya, liam, ada)
        match(maya, liam)
        known = identifiers(maya, liam, meet(maya, liam, ada), photo)
        host, moderator = (Schemathesis(server, student, document, folder, full) for student in (maya, ada))
        # The erasure would end the session of all later requests, so it comes last, for another person.
        host.run("--exclude-operation-id", "eraseMe")
        # With identifiers of the campus, requests pass the check of access. A moderator reads the cases of reports.
        host.run("--include-path-regex", r"\{", parameters=known)
        moderator.run("--include-tag", "moderation")
        moderator.run("--include-operation-id", "eraseMe")
        expect(maya.send("GET", "/users/me").status == 200, "the session of the host has ended")
    return f"{host.cases + moderator.cases} requests to {contract.count()} operations, every response as documented"
