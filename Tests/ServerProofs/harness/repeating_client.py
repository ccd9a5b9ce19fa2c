"""A client that repeats requests until a server responds."""

import http.client
import time

from processes.proving import Broken, expect

from .client import Client

# The time for a restart of the server, in seconds. A debug build on a slow machine needs several of them.
PATIENCE = 120
PAUSE = 0.05
# An access token is valid for fifteen minutes. The client renews it after these seconds.
RENEWAL = 480


class Unanswered(Exception):
    """No response arrived, or the server could not process the request. The write may be stored."""


class RepeatingClient(Client):
    """A client of people whose server is killed. It renews their sessions in time.

    - began, attempts: the start of the last attempt, and the number of attempts of the last request.
    """

    def is_unanswered(self, reply):
        """Whether a response says that no server could process the request."""
        return reply.status == 503

    def attempt(self, method, path, body=None, headers=None):
        """Sends a request once. Raises `Unanswered` if no server could process it."""
        self.renew()
        return self.send_once(method, path, body, headers)

    def until_answered(self, method, path, body=None, headers=None):
        """Sends a request again and again, until a server has processed it."""
        self.renew()
        return self.repeat(method, path, body, headers)

    def renew(self):
        """Exchanges the refresh token in time, unless another thread does."""
        person = self.person
        with person.renewal:
            if time.monotonic() - person.granted > RENEWAL:
                reply = self.repeat("POST", "/auth/refresh", {"refresh_token": person.grant["refresh_token"]})
                expect(reply.status == 200, "a session cannot be refreshed:", reply.status, reply.body)
                person.accept(reply.data)

    def all(self, path, name):
        """All elements of a list."""
        elements, cursor = [], ""
        while True:
            reply = self.until_answered("GET", f"{path}?limit=100{cursor}")
            expect(reply.status == 200, path, "responds", reply.status, reply.body)
            elements += reply.data.get(name, [])
            if not reply.data.get("next_cursor"):
                return elements
            cursor = f"&cursor={reply.data['next_cursor']}"

    def send_once(self, method, path, body, headers):
        try:
            reply = self.send(method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(error)
        if self.is_unanswered(reply):
            raise Unanswered(reply.body)
        return reply

    def repeat(self, method, path, body=None, headers=None):
        failed, self.attempts = None, 0
        while True:
            self.began, self.attempts = time.monotonic(), self.attempts + 1
            try:
                reply = self.send_once(method, path, body, headers)
                break
            except Unanswered as error:
                failed = failed or self.began
                if time.monotonic() - failed > PATIENCE:
                    raise Broken(f"{method} {path} gets no response in {PATIENCE} s: {error}")
            time.sleep(PAUSE)
        if failed:
            self.person.longest = max(self.person.longest, time.monotonic() - failed)
        expect(reply.status != 401, method, path, "of", self.person.address, "responds", reply.body)
        return reply
