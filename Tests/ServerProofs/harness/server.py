"""The server of a proof, in a temporary folder and on a free port."""

import http.client
import os
import quopri
import re
import signal
import socket
import subprocess
import time
from email import message_from_bytes
from pathlib import Path

from processes.databases import SQLite
from processes.proving import expect

from .client import request

ROOT = Path(__file__).resolve().parents[3]


def free_port():
    """A port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A process of orbit-server.

    - program: the path of orbit-server.
    - folder: the data folder, which is created. A second server on it sees the same database, keys and messages.
    - database: the value of --database; the file in the folder by default.
    - settings: further options, such as "--trust-proxy", "1".
    - environment: further variables, such as ORBIT_DIGEST_KEY.
    - logs: the folder of the log; the data folder by default.
    """

    def __init__(self, program, folder, *settings, database=None, environment=None, logs=None):
        self.program, self.folder, self.port = str(program), Path(folder), free_port()
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self.log_path = Path(logs or folder) / f"server-{self.port}.log"
        self.options = [
            "--data-folder", str(folder), "--port", str(self.port), "--campuses", "example", "--log-level", "warning",
            "--contract", str(ROOT / "Docs"),
            *(["--database", database] if database else []), *settings,
        ]
        self.environment = {**os.environ, **(environment or {})}
        self.arguments = [self.program, "serve", *self.options]
        self.log_path = self.folder / f"server-{self.port}.log"
        self.process = None

    def start(self, timeout=60):
        """Starts the process, and waits until it is ready. Returns the seconds that took."""
        start = time.monotonic()
        log = open(self.log_path, "ab")
        self.process = subprocess.Popen(
            self.arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
        )
        log.close()
        while not self.is_ready():
            expect(self.process.poll() is None, "the server ended at its start:", self.log()[-2_000:])
            expect(time.monotonic() - start < timeout, "the server is not ready:", self.log()[-2_000:])
            time.sleep(0.01)
        return time.monotonic() - start

    def is_ready(self):
        try:
            return request(self.port, "GET", "/ready", timeout=5).status == 200
        except (OSError, http.client.HTTPException):
            return False

    def metric(self, name):
        """The value of a metric. The server shows metrics to callers on the same machine."""
        lines = request(self.port, "GET", "/metrics").text.splitlines()
        value = next((line.split()[1] for line in lines if line.startswith(name + " ")), None)
        expect(value is not None, "the server has no metric", name)
        return int(float(value))

    def resident_kibibytes(self):
        """The resident memory of the process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))

    def open_files(self):
        """The number of open descriptors of the process."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def log(self):
        return self.log_path.read_text(encoding="utf-8", errors="replace")

    def command(self, *words, timeout=300):
        """Runs another command of orbit-server with the same settings. Returns its standard output."""
        finished = subprocess.run(
            [self.program, *words, *self.options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment, timeout=timeout, text=True,
        )
        expect(finished.returncode == 0, words, "ended with", finished.returncode, finished.stderr[-1_000:])
        return finished.stdout

    def seed(self, people):
        """Stores people of the example campus. Returns the address of the first."""
        return re.search(r"The first is (\S+)\.\n", self.command("seed", "--people", str(people), timeout=3_600))[1]

    def kill(self):
        """Ends the process as kill -9 does."""
        self.process.kill()
        self.process.wait()

    def restart(self):
        """Kills the process, and starts it again. Returns the seconds from the start until it is ready."""
        self.kill()
        return self.start()

    def stop(self, timeout=15):
        """Asks the process to stop. Returns the seconds that took."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout)
        expect(status == 0, "a stopped server ended with", status, self.log()[-2_000:])
        return time.monotonic() - start

    def find_mail(self, address, pattern, timeout=10):
        """The newest match of a pattern in the messages of the spool to an address."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            for path in sorted((self.folder / "mail/queue").glob("*.eml"), key=lambda path: -path.stat().st_mtime):
                message = message_from_bytes(path.read_bytes())
                if message["To"] == f"<{address}>":
                    text = quopri.decodestring(message.get_payload()).decode("utf-8")
                    if found := re.search(pattern, text):
                        return found
            time.sleep(0.01)
        expect(False, "no message to", address, "has", pattern)

    def code(self, address, timeout=10):
        """The newest code in the spool for an address."""
        return self.find_mail(address, r"\b(\d{6})\b", timeout)[1]

    def remove_mail(self):
        """Removes all messages of the spool, which `find_mail` would read again and again."""
        for message in (self.folder / "mail/queue").glob("*.eml"):
            message.unlink()

    def check_file(self):
        """Checks the file of SQLite with `orbit-server check`, which opens it first, and with another program."""
        report = self.command("check")
        expect("intact" in report, "orbit-server check reports", report)
        SQLite(self.folder).check()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, _):
        if self.process and self.process.poll() is None:
            self.kill()
        if error is not None:
            print(f"the log of the server on port {self.port} ends with:\n{self.log()[-2_000:]}", flush=True)
