"""The front end of a proof, over a seeded campus in its process, on a free port."""

import http.client
import re
import signal
import socket
import subprocess
import time
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from processes.proving import expect

ZONE = ZoneInfo("America/New_York")  # of the campus
CODE = "123456"


def free_port():
    """A port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Web:
    """A process of orbit-web.

    - program: the path of orbit-web.
    - folder: the folder of the log.
    - people: the number of seeded people. With few people, the suggestions include all of them.
    """

    def __init__(self, program, folder, people=12):
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log_path = Path(folder) / f"web-{self.port}.log"
        self.arguments = [str(program), "--port", str(self.port), "--people", str(people)]
        self.process = None
        self.skipped = 0

    def start(self, timeout=120):
        """Starts the process, and waits until it is ready."""
        deadline = time.monotonic() + timeout
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(self.arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while not self.is_ready():
            expect(self.process.poll() is None, "the front end ended at its start:", self.log()[-2_000:])
            expect(time.monotonic() < deadline, "the front end is not ready:", self.log()[-2_000:])
            time.sleep(0.02)

    def is_ready(self):
        try:
            return self.get("/demo")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def get(self, path, timeout=30):
        """Sends one request without a cookie. Returns the status and the text."""
        return self.request("GET", path, timeout=timeout)

    def request(self, method, path, body=None, headers=None, timeout=30):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.read().decode("utf-8", "replace")
        finally:
            connection.close()

    @property
    def resident(self):
        """The address of a resident who has pokes, matches and a message, and who never acts."""
        return self.addresses()[0]

    @property
    def moderator(self):
        """The address of the resident who decides about reports."""
        return self.addresses()[-1]

    def addresses(self):
        found = re.findall(r"<dd>([^<@]+@orbit\.example)</dd>", self.get("/demo")[1])
        expect(len(found) == 3, "the page of the demonstration has the addresses", found)
        return found

    def skip(self, minutes):
        """Moves the clock of the campus forward, in the steps that the page of the demonstration offers."""
        for step in 1_440, 60, 15:
            while minutes >= step:
                headers = {"Origin": self.address, "Content-Type": "application/x-www-form-urlencoded"}
                status, _ = self.request("POST", "/demo/clock", f"minutes={step}", headers)
                expect(status == 303, "the clock responded", status)
                minutes -= step
                self.skipped += step
        expect(minutes == 0, "the clock cannot skip", minutes, "minutes")

    def now(self):
        """The time on the campus."""
        return datetime.fromtimestamp(time.time() + 60 * self.skipped, ZONE)

    def log(self):
        return self.log_path.read_text(encoding="utf-8", errors="replace")

    def stop(self, timeout=20):
        """Asks the process to stop, and waits for its end."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout)
        expect(status == 0, "a stopped front end ended with", status, self.log()[-2_000:])

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, _):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if error is not None:
            print(f"the log of the front end on port {self.port} ends with:\n{self.log()[-2_000:]}", flush=True)
