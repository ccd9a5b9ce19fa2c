"""The processes of the peers, and the memory of a server."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from harness.server import free_port
from processes.proving import expect

from .tools import HERE

WORKERS = 3


class Peer:
    """A peer with a database of its own."""

    def __init__(self, name, command, database, key):
        self.name, self.port, self.log_path = name, free_port(), database.with_suffix(".log")
        self.command = [str(word).replace("PORT", str(self.port)) for word in command]
        self.environment = {**os.environ, "PEER_DATABASE": str(database), "PEER_KEY": key.hex()}
        self.process = None

    @property
    def pid(self):
        return self.process.pid

    def __enter__(self):
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)
        deadline = time.monotonic() + 30
        while not self.accepts():
            expect(self.process.poll() is None, self.name, "ended at its start:", self.log())
            expect(time.monotonic() < deadline, self.name, "is not ready:", self.log())
            time.sleep(0.05)
        return self

    def accepts(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def log(self):
        """The end of the log."""
        return self.log_path.read_text(encoding="utf-8", errors="replace")[-2_000:]

    def __exit__(self, kind, error, _):
        if error is not None:
            print(f"the log of {self.name} ends with:\n{self.log()}", file=sys.stderr, flush=True)
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def flask(gunicorn, database, key):
    command = [
        gunicorn, "--workers", WORKERS, "--worker-class", "gthread", "--threads", 4, "--keep-alive", 60,
        "--bind", "127.0.0.1:PORT", "--chdir", HERE / "peers", "--log-level", "warning", "flask_server:app",
    ]
    return Peer("flask", command, database, key)


def go(program, database, key):
    return Peer("go", [program, "PORT"], database, key)


def memory(pid, field="VmRSS"):
    """The memory of a process and its children in megabytes; VmHWM is the maximum so far."""
    processes = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        processes += map(int, (task / "children").read_text().split())
    total = 0
    for process in processes:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                total += int(line.split()[1])
    return total * 1_024 / 1e6
