"""The people of the proof. Each signs in and saves a profile through the proxy."""

import http.client
import threading
import time

from processes.proving import Broken, expect
from proofs.client import Client

# An access token is valid for fifteen minutes.
REFRESH = 480
# Responses that say that no server could process the request. The client sends it again.
TRANSIENT = {408, 502, 503, 504}
PATIENCE = 120


class Person:
    """A signed-in person.

    - name: the part of the address before the sign, which names the list of the person in the history.
    - longest: the longest time from a failed attempt to the response to the same request, in seconds.
    """

    def __init__(self, number, cluster):
        self.name, self.cluster, self.lock = f"p{number}", cluster, threading.Lock()
        # Each person has another network address, because each address has a limit of codes.
        self.source = f"127.1.{number // 250}.{1 + number % 250}"
        self.longest = 0

    def sign_in(self):
        client = Client(self.cluster.port)
        client.connection = http.client.HTTPConnection(
            "127.0.0.1", self.cluster.port, timeout=60, source_address=(self.source, 0)
        )
        self.grant = client.sign_in(self.cluster, f"{self.name}@orbit.example")
        self.granted = time.monotonic()
        own = client.send("GET", "/users/me")
        expect(own.status == 200, "GET /users/me responds", own.status, own.body)
        self.id, self.epoch = own.data["user_id"], own.json["at"].rsplit(":", 1)[0]
        profile = {
            "name": f"Person {self.name[1:]}", "birth_month": "2004-03", "location": {"city": "Ithaca", "state": "NY"},
            "interests": ["music", "food_cooking", "gaming"], "friendship_goals": ["close_friends"], "photos": [],
            "social_preferences": {
                "group_size": "small", "meeting_frequency": "weekly", "preferred_times": ["evenings"],
            },
        }
        saved = client.send("PUT", "/users/me", profile, {"If-Match": own.headers["ETag"]})
        expect(saved.status == 200, "PUT /users/me responds", saved.status, saved.body)
        client.close()

    def bearer(self):
        """The access token, which is renewed in time."""
        with self.lock:
            if time.monotonic() - self.granted > REFRESH:
                client = Client(self.cluster.port)
                body = {"refresh_token": self.grant["refresh_token"]}
                reply, _, _ = self.until_done(client, "POST", "/auth/refresh", body, {})
                expect(reply.status == 200, "a refresh responds", reply.status, reply.body)
                self.grant, self.granted = reply.data, time.monotonic()
                client.close()
            return self.grant["access_token"]

    def send(self, client, method, path, body=None, key=None):
        """Sends a request until a server responds. Returns the reply, and the start and number of the last attempt."""
        headers = {"Authorization": f"Bearer {self.bearer()}", **({"Idempotency-Key": key} if key else {})}
        return self.until_done(client, method, path, body, headers)

    def until_done(self, client, method, path, body, headers):
        failed, attempts = None, 0
        while True:
            began, attempts = time.monotonic(), attempts + 1
            try:
                reply = client.send(method, path, body, headers, timeout=60)
                is_in_flight = reply.status == 409 and reply.code == "idempotency_key_in_flight"
                if reply.status not in TRANSIENT and not is_in_flight:
                    break
            except (OSError, http.client.HTTPException):
                pass
            failed = failed or began
            if time.monotonic() - failed > PATIENCE:
                raise Broken(f"{method} {path} gets no response in {PATIENCE} s")
            time.sleep(0.1)
        if failed:
            self.longest = max(self.longest, time.monotonic() - failed)
        expect(reply.status != 401, method, path, "of", self.name, "responds", reply.body)
        return reply, began, attempts
