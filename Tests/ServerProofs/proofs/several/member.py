"""The people of the proof, who sign in and save their profiles through the proxy."""

from harness.client import Client
from harness.person import Person
from harness.repeating_client import RepeatingClient
from processes.proving import expect

TIMEOUT = 60
# The statuses of responses that say that no server could process the request.
TRANSIENT = {408, 502, 503, 504}


class Member(Person):
    """A person whose log is a list of the history.

    - name: the part of the address before the sign, which names the list.
    - epoch: the part of each position in the log before the number.
    """

    def __init__(self, number, cluster):
        # Each person has another network address, because each address has a limit of codes.
        super().__init__(f"p{number}@orbit.example", origin=f"127.1.{number // 250}.{1 + number % 250}")
        self.name, self.cluster, self.epoch = f"p{number}", cluster, None

    def sign_in(self):
        client = Client(self.cluster.port, self, TIMEOUT, source=self.origin)
        client.sign_in(self.cluster)
        own = client.send("GET", "/users/me")
        expect(own.status == 200, "GET /users/me responds", own.status, own.body)
        self.epoch = own.json["at"].rsplit(":", 1)[0]
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


class MemberClient(RepeatingClient):
    """A client of the proxy, or of one server."""

    def __init__(self, port, member=None):
        super().__init__(port, member, TIMEOUT)

    def is_unanswered(self, reply):
        is_in_flight = reply.status == 409 and reply.code == "idempotency_key_in_flight"
        return reply.status in TRANSIENT or is_in_flight
