"""The blocks of the guide about systemd and metrics."""

import re
import shutil
import subprocess

from harness.client import request
from harness.guide import guide
from harness.server import ROOT
from processes.proving import Unable, expect

from .machine import GuideServer, expect_intact

SOURCES = ROOT / "Examples/OrbitServer/Sources/CampusServer/Operation"
# The connections that the server accepts.
CONNECTIONS = 12_000


def write_unit(machine, block):
    """Verifies the unit, and prepares a server with its command and environment."""
    text = machine.translate(block.text)
    program = re.search(r"^ExecStart=(.*)$", text, re.M)[1]
    name, value = re.search(r"^Environment=(\w+)=(.*)$", text, re.M).groups()
    machine.unit = program, {name: value}
    files = int(re.search(r"^LimitNOFILE=(\d+)$", text, re.M)[1])
    expect(files > CONNECTIONS, "the unit allows", files, "files")
    folder = re.search(r"^StateDirectory=(.*)$", text, re.M)[1]
    expect(f"{name}=/var/lib/{folder}\n" in block.text, "systemd creates another folder than", value)
    unit = machine.folder / "orbit-server.service"
    unit.write_text(text, encoding="utf-8")
    if not shutil.which("systemd-analyze"):
        raise Unable("systemd-analyze is not installed")
    verified = subprocess.run(
        ["systemd-analyze", "--man=no", "verify", unit], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    # Units of the machine can have faults as well.
    faults = [line for line in verified.stdout.splitlines() if unit.name in line]
    expect(verified.returncode == 0 and not faults, "systemd-analyze reports", verified.stdout)


def run_service(machine, block):
    """Starts the server of the unit, and checks its store. The creation of the user is not run."""
    create, enable, check = block.lines
    machine.expect_options(create)
    machine.stop()
    program, variables = machine.unit
    machine.server = GuideServer(machine, program, machine.service, {**machine.environment, **variables})
    machine.run([enable])
    expect((machine.service / "orbit.sqlite").is_file(), "the service has no database in its folder")
    expect_intact(machine.run([check]))
    machine.stop()


def watch(machine, block):
    """Reads the metrics. Each metric that the guide names exists, or is counted from its first event on."""
    machine.serve_by_default()
    expect(request(machine.port, "GET", "/health").status == 200, "the server is not healthy")
    output = machine.run(block.lines)
    sources = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.swift"))
    for name in sorted(set(re.findall(r"\borbit_\w+", guide()))):
        label = re.sub(r"_(total|seconds)$", "", name)
        expect(f"\n{name}" in output or f'"{label}"' in sources, "the server has no metric", name)
