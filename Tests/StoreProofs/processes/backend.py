"""A backend in a separate process, and its clients."""

import json
import queue
import subprocess
import threading
import time
from concurrent.futures import Future

from .proving import Broken, expect


class Died(Exception):
    """The process was killed before it responded."""


class Failed(Exception):
    """The backend could not process the request because of the store."""


class Backend:
    """One process of `store-worker` on a database."""

    def __init__(self, worker, database, ahead=0, mails=None):
        self.mails = mails if mails is not None else []
        self.process = subprocess.Popen(
            [worker, database.engine, database.place, str(ahead)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )
        self.lock = threading.Lock()
        self.waiting = {0: Future()}
        self.streams = {}
        self.number = 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        ready = self.waiting[0]
        self.reader.start()
        ready.result(timeout=60)

    def read(self):
        for line in self.process.stdout:
            if not line.endswith("\n"):
                break  # an incomplete line is not a message
            said = json.loads(line)
            if "mail" in said:
                self.mails.append((said["mail"], said["to"]))
            elif "chunk" in said:
                self.streams[said["id"]].put(said["chunk"])
            else:
                with self.lock:
                    future = self.waiting.pop(said["id"])
                future.set_result(said)
        with self.lock:
            waiting, self.waiting = self.waiting, None
        for future in waiting.values():
            future.set_exception(Died())

    def send(self, **asked):
        future = Future()
        with self.lock:
            if self.waiting is None:
                raise Died()
            self.number += 1
            self.waiting[self.number] = future
            try:
                self.process.stdin.write(json.dumps({"id": self.number, **asked}) + "\n")
                self.process.stdin.flush()
            except OSError:
                self.waiting.pop(self.number)
                raise Died()
        return future

    def ask(self, method, path, token=None, body=None, key=None, origin=None):
        """Sends a request and returns the status and the body. Raises `Failed` if the store is not available."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        if origin:
            headers["origin"] = origin
        asked = {"method": method, "path": path, "headers": headers}
        if body is not None:
            asked["body"] = json.dumps(body)
        said = self.send(**asked).result(timeout=120)
        if said["status"] == 503:
            raise Failed(said["body"])
        return said["status"], json.loads(said["body"])

    def get(self, path, token):
        status, body = self.ask("GET", path, token)
        expect(status == 200, "GET", path, "responds", status, body)
        return body["data"]

    def all(self, path, token, name):
        """All elements of a list."""
        elements, cursor = [], ""
        while True:
            page = self.get(f"{path}?limit=100{cursor}", token)
            elements += page.get(name, [])
            if not page.get("next_cursor"):
                return elements
            cursor = f"&cursor={page['next_cursor']}"

    def work(self, name, count=0):
        said = self.send(work=name, count=count).result(timeout=600)
        expect("failure" not in said, name, "fails:", said.get("failure"))
        return said.get("body", "")

    def follow(self, token):
        """Follows a person's log. Returns a queue of its chunks."""
        chunks = queue.Queue()
        with self.lock:
            self.streams[self.number + 1] = chunks
        self.send(
            method="GET", path="/events",
            headers={"Authorization": f"Bearer {token}", "Accept": "text/event-stream"},
        )
        return chunks

    def kill(self):
        """Sends SIGKILL. Lines that are already in the pipe are still read."""
        self.process.kill()
        self.process.wait()
        self.reader.join(timeout=60)
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except BrokenPipeError:
                pass  # the last request did not reach the process


class Campus:
    """Signed-in people of a planted campus."""

    def __init__(self, backend, people):
        planted = [line.split(" ") for line in backend.work("plant", people).split("\n")]
        self.ids = [person for person, _ in planted]
        self.emails = [email for _, email in planted]
        self.sign_all_in(backend)

    def sign_all_in(self, backend):
        self.tokens = [self.sign_in(backend, email, place) for place, email in enumerate(self.emails)]
        self.signed_in_at = time.monotonic()

    def stay_signed_in(self, backend):
        """Signs all people in again if needed, so that ten of the fifteen minutes of a session remain."""
        if time.monotonic() - self.signed_in_at > 300:
            self.sign_all_in(backend)

    @staticmethod
    def sign_in(backend, email, place):
        origin = f"10.0.{place // 250}.{place % 250}"
        status, sent = backend.ask("POST", "/auth/send-code", body={"email": email}, origin=origin)
        expect(status == 200, email, "gets no code:", sent)
        body = {"email": email, "code": "123456", "challenge_id": sent["data"]["challenge_id"]}
        status, grant = backend.ask("POST", "/auth/verify-code", body=body, origin=origin)
        expect(status == 200, email, "is not signed in:", grant)
        return grant["data"]["access_token"]


class Pair:
    """Two backends on one database. Each may be killed at any time."""

    def __init__(self, worker, database):
        self.worker, self.database = worker, database
        self.backends = [self.start(), self.start()]
        self.kills = 0

    def start(self):
        return Backend(self.worker, self.database)

    def restart(self, place):
        self.backends[place].kill()
        self.backends[place] = self.start()
        self.kills += 1

    def until_done(self, place, *asked, **named):
        """Asks the two backends in turn until one responds. With a key, the request is still processed only once."""
        for attempt in range(400):
            backend = self.backends[(place + attempt) % 2]
            try:
                return backend.ask(*asked, **named)
            except (Died, Failed):
                threading.Event().wait(0.02)
        raise Broken(f"{asked} gets no response")

    def end(self):
        for backend in self.backends:
            backend.kill()
