"""A campus on OrbitServer: its people, their sessions and their meetups.

Everything but the addresses of the people comes through the API. Each person has a network address, so each has their
own limits.
"""

import quopri
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from email import message_from_bytes

from harness.client import Client
from harness.person import seeded_people
from processes.proving import expect

THREADS = 16
MEETUPS_PER_HOST = 5
# The lifetime of an access token, less a minute.
TOKEN_LIFETIME = 840
local = threading.local()


class Campus:
    """The people of a seeded server. Sign-ins and further steps use the running server."""

    def __init__(self, server):
        self.server = server
        self.people = seeded_people(server)
        # The own view of each person, by id.
        self.own = {}
        self.signed_in = None

    def send(self, person, method, path, body=None, key=None):
        """Sends a request of a person. Returns the response, whose status is 200."""
        if not hasattr(local, "client"):
            local.client = Client(self.server.port)
        local.client.person = person
        reply = local.client.send(method, path, body, {"Idempotency-Key": key} if key else {})
        expect(reply.status == 200, method, path, "responded", reply.status, reply.body[:300])
        return reply

    def for_each(self, people, work):
        with ThreadPoolExecutor(THREADS) as pool:
            return list(pool.map(work, people))

    def sign_in(self):
        """Signs all people in, and loads their profiles. Returns the seconds that took."""
        start = time.monotonic()

        def request(person):
            return self.send(person, "POST", "/auth/send-code", {"email": person.address}).data["challenge_id"]

        def verify(person):
            address = person.address
            entered = {"email": address, "code": codes[address], "challenge_id": challenges[address]}
            person.accept(self.send(person, "POST", "/auth/verify-code", entered).data)
            # The first use of a token is stored, and is not part of the measurements.
            self.own[person.id] = self.send(person, "GET", "/users/me").data

        challenges = dict(zip((person.address for person in self.people), self.for_each(self.people, request)))
        codes = self.codes()
        self.signed_in = time.monotonic()
        self.for_each(self.people, verify)
        return time.monotonic() - start

    def codes(self):
        """The code in the spool for each address."""
        found = {}
        for path in (self.server.folder / "mail/queue").glob("*.eml"):
            message = message_from_bytes(path.read_bytes())
            text = quopri.decodestring(message.get_payload()).decode("utf-8")
            if code := re.search(r"\b(\d{6})\b", text):
                found[message["To"].strip("<>")] = code[1]
        return found

    def check_tokens(self):
        expect(
            time.monotonic() - self.signed_in < TOKEN_LIFETIME,
            "the access tokens have expired, because this machine is too slow")

    def host(self, count):
        """Creates meetups on the following days."""
        tomorrow = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0) + timedelta(days=1)

        def create(number):
            start = tomorrow + timedelta(hours=number % 240)
            meetup = {
                "title": f"Doubles on the hill, round {number}", "event_type": "social", "sport": "tennis",
                "description": "All levels are welcome. Bring a racket, and water for the second set.",
                "interest_tags": ["sports_fitness"], "time": f"{start:%Y-%m-%dT%H:%M:%SZ}",
                "end_time": f"{start + timedelta(hours=2):%Y-%m-%dT%H:%M:%SZ}", "time_zone": "America/New_York",
                "place": {"name": "Court 3", "coordinates": {"lat": 42.471, "lng": -76.484}}, "capacity": 4,
                "visibility": "campus", "approval": "automatic",
            }
            host = self.people[number // MEETUPS_PER_HOST]
            self.send(host, "POST", "/meetups", meetup, key=f"meetup-{number}")

        self.for_each(range(count), create)

    def suggestions(self, viewers):
        """The first page of each viewer. The first request of a day composes the list of the day."""
        return dict(self.for_each(
            viewers, lambda viewer: (viewer.id, self.send(viewer, "GET", "/discover/users").data["profiles"])))

    def meetups(self):
        """All meetups, as a stranger sees them."""
        found, cursor = [], ""
        while cursor is not None:
            page = self.send(self.people[-1], "GET", f"/meetups{cursor}").data
            found += page["meetups"]
            cursor = f"?cursor={page['next_cursor']}" if "next_cursor" in page else None
        return found

    def write_accounts(self, path):
        path.write_text("".join(f"{person.token} {person.id} {person.origin}\n" for person in self.people))
