"""Writes of many clients, and the checks that all acknowledged writes are stored."""

import threading
import time

from harness.repeating_client import RepeatingClient, Unanswered
from processes.meetups import plan
from processes.proving import expect
from processes.threads import in_parallel, while_disturbed

CLIENTS = 12
# The writes of each person: the daily limit of pokes, fewer meetups than the hourly limit, and changes of the profile.
POKES, MEETUPS, CHANGES = 10, 7, 3


class Writes:
    """Writes of all people, and all that the server has acknowledged. A person is a position in `people`."""

    def __init__(self, server, people, writers, dice):
        self.server, self.people, self.writers, self.dice = server, people, writers, dice
        self.clients = threading.local()
        self.plans = [plan(f"Walk {number}", 24 + 2 * number) for number in range(MEETUPS)]
        # The first response to each write with a key, and the profile that each person has changed last.
        self.first, self.profiles = {}, {}
        self.acknowledged = self.unanswered = self.stored = 0
        self.lock = threading.Lock()
        # The seconds of each restart until the server was ready.
        self.restarts = []

    @property
    def total(self):
        """The number of writes of all people."""
        return self.writers * (POKES + MEETUPS + CHANGES)

    def connect(self):
        return RepeatingClient(self.server.port)

    def client(self, person):
        """The connection of this thread, for a person."""
        if not hasattr(self.clients, "value"):
            self.clients.value = self.connect()
        self.clients.value.person = self.people[person]
        return self.clients.value

    def count(self, is_answered, is_stored=False):
        with self.lock:
            self.acknowledged += is_answered
            self.unanswered += not is_answered
            self.stored += is_stored

    def request(self, task):
        """The path and body of a write with a key."""
        kind, person, number = task
        if kind == "poke":
            recipient = self.people[(person + number + 1) % self.writers].id
            return "/pokes", {"to_user_id": recipient, "note": "hello"}
        return "/meetups", self.plans[number]

    def write(self, task):
        kind, person, _ = task
        if kind == "profile":
            return self.change_profile(person)
        path, body = self.request(task)
        asked = ("POST", path, body, {"Idempotency-Key": " ".join(map(str, task))})
        try:
            reply = self.client(person).attempt(*asked)
        except Unanswered:
            found = self.find(task)
            self.count(False, found is not None)
            reply = self.client(person).until_answered(*asked)
            if found is not None:
                expect(found == self.id_in(kind, reply), "the repeated", task, "is another write")
            again = self.client(person).until_answered(*asked)
            expect(again.body == reply.body, "the repeated", task, "gets another response")
        expect(reply.status == 200, task, "is refused:", reply.status, reply.body)
        self.count(True)
        with self.lock:
            self.first[task] = reply.body, self.id_in(kind, reply)

    @staticmethod
    def id_in(kind, reply):
        return reply.data[kind]["id"]

    def find(self, task):
        """Returns the id of a write that got no response; None if it is not stored. All of its parts must agree."""
        kind, person, number = task
        if kind == "meetup":
            id = self.hosted(person).get(self.plans[number]["title"])
            if id:
                other = self.client((person + 1) % self.writers).until_answered("GET", f"/meetups/{id}")
                expect(other.status == 200, "other people cannot see the stored", task, other.status)
            return id
        recipient = (person + number + 1) % self.writers
        there = self.pokes(recipient, "incoming").get(self.people[person].id)
        here = self.pokes(person, "outgoing").get(self.people[recipient].id)
        # The kill can be between the two reads, but the write is not sent again meanwhile.
        expect(here == there, "the sender has the poke", here, "and the recipient", there)
        return here

    def pokes(self, person, direction):
        pokes = self.client(person).all(f"/pokes/{direction}", "pokes")
        return {poke["person"]["id"]: poke["poke"]["id"] for poke in pokes}

    def hosted(self, person):
        meetups = [element["meetup"] for element in self.client(person).all("/meetups/mine", "meetups")]
        titles = [meetup["title"] for meetup in meetups]
        expect(len(set(titles)) == len(titles), "person", person, "hosts a meetup twice:", titles)
        return {meetup["title"]: meetup["id"] for meetup in meetups}

    def change_profile(self, person):
        """Changes a profile several times, each time under the version that was read."""
        client = self.client(person)
        for number in range(CHANGES):
            before = client.until_answered("GET", "/users/me")
            profile = {**before.data["profile"], "bio": f"Change {number}.", "major": f"Subject {number}"}
            change = ("PUT", "/users/me", profile, {"If-Match": before.headers["ETag"]})
            try:
                reply = client.attempt(*change)
            except Unanswered:
                after = client.until_answered("GET", "/users/me")
                is_stored = after.data["profile"]["bio"] == profile["bio"]
                self.count(False, is_stored)
                if is_stored:
                    reply = after
                else:
                    expect(after.data == before.data, "a profile is changed in part:", after.data["profile"])
                    reply = client.until_answered(*change)
                    if reply.status == 412:  # a repetition whose first response was lost as well
                        reply = client.until_answered("GET", "/users/me")
            expect(reply.status == 200, "a profile is refused:", reply.status, reply.body)
            shown = reply.data["profile"]
            expect((shown["bio"], shown["major"]) == (profile["bio"], profile["major"]), "the profile is", shown)
            self.count(True)
            self.profiles[person] = shown

    def disturb(self, is_done):
        """Kills and restarts the server until all writes are done."""
        while not is_done.is_set():
            time.sleep(self.dice.uniform(0.2, 2))
            self.restart()

    def restart(self):
        self.restarts.append(self.server.restart())

    def run(self):
        tasks = [
            (kind, person, number)
            for person in range(self.writers)
            for kind, count in (("poke", POKES), ("meetup", MEETUPS), ("profile", 1))
            for number in range(count)
        ]
        self.dice.shuffle(tasks)
        while_disturbed(lambda: in_parallel(self.write, tasks, CLIENTS), self.disturb)

    def check(self, repeats):
        """Reads everything from a new process, and sends writes again."""
        expect(self.acknowledged == self.total, self.acknowledged, "of", self.total, "writes were acknowledged")
        self.restart()

        def check(person):
            ids = {task: id for task, (_, id) in self.first.items() if task[1] == person}
            pokes = {
                self.people[(person + number + 1) % self.writers].id: id
                for (kind, _, number), id in ids.items() if kind == "poke"
            }
            meetups = {
                self.plans[number]["title"]: id for (kind, _, number), id in ids.items() if kind == "meetup"
            }
            expect(self.pokes(person, "outgoing") == pokes, "the pokes of", person, "differ")
            received = self.pokes(person, "incoming")
            expect(len(received) == POKES, person, "has received", len(received), "pokes")
            expect(self.hosted(person) == meetups, "the meetups of", person, "differ")
            shown = self.client(person).until_answered("GET", "/users/me").data["profile"]
            expect(shown == self.profiles[person], "the profile of", person, "is", shown)

        in_parallel(check, range(self.writers), CLIENTS)

        def repeat(task):
            path, body = self.request(task)
            reply = self.client(task[1]).until_answered(
                "POST", path, body, {"Idempotency-Key": " ".join(map(str, task))})
            expect(reply.body == self.first[task][0], "the repeated", task, "gets", reply.status, reply.body)

        in_parallel(repeat, self.dice.sample(sorted(self.first), repeats), CLIENTS)
