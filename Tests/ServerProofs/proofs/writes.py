"""Writes of many clients, and the checks that all acknowledged writes are stored."""

import threading
import time

from processes.backend import in_parallel
from processes.backends import instant
from processes.proving import expect

from .people import Caller, Unanswered

CLIENTS = 12
# The writes of each person: the daily limit of pokes, fewer meetups than the hourly limit, and changes of the profile.
POKES, MEETUPS, CHANGES = 10, 7, 3


def plan(title, hours, capacity=4):
    return {
        "title": title, "event_type": "social", "time": instant(hours * 60), "end_time": instant(hours * 60 + 60),
        "time_zone": "America/New_York", "capacity": capacity, "visibility": "campus", "approval": "automatic",
    }


class Callers(threading.local):
    """The connection of each thread."""

    def __init__(self, server, people):
        self.caller = Caller(server.port, people)


class Writes:
    """Writes of all people, and all that the server has acknowledged."""

    def __init__(self, server, people, writers, dice):
        self.server, self.people, self.writers, self.dice = server, people, writers, dice
        self.callers = Callers(server, people)
        self.plans = [plan(f"Walk {number}", 24 + 2 * number) for number in range(MEETUPS)]
        # The first response to each write with a key, and the profile that each person has changed last.
        self.first, self.profiles = {}, {}
        self.acknowledged = self.unanswered = self.stored = 0
        self.lock = threading.Lock()
        self.restarts = []
        self.is_done = False

    def count(self, is_answered, is_stored=False):
        with self.lock:
            self.acknowledged += is_answered
            self.unanswered += not is_answered
            self.stored += is_stored

    def request(self, task):
        """The path and body of a write with a key."""
        kind, person, number = task
        if kind == "poke":
            recipient = self.people.ids[(person + number + 1) % self.writers]
            return "/pokes", {"to_user_id": recipient, "note": "hello"}
        return "/meetups", self.plans[number]

    def write(self, task):
        kind, person, _ = task
        if kind == "profile":
            return self.change_profile(person)
        path, body = self.request(task)
        asked = (person, "POST", path, body, {"Idempotency-Key": " ".join(map(str, task))})
        caller = self.callers.caller
        try:
            reply = caller.ask(*asked)
        except Unanswered:
            found = self.find(caller, task)
            self.count(False, found is not None)
            reply = caller.ask_until_answered(*asked)
            if found is not None:
                expect(found == self.id_in(kind, reply), "the repeated", task, "is another write")
            again = caller.ask_until_answered(*asked)
            expect(again.body == reply.body, "the repeated", task, "gets another response")
        expect(reply.status == 200, task, "is refused:", reply.status, reply.body)
        self.count(True)
        with self.lock:
            self.first[task] = reply.body, self.id_in(kind, reply)

    @staticmethod
    def id_in(kind, reply):
        return reply.data[kind]["id"]

    def find(self, caller, task):
        """Returns the id of a write that got no response; None if it is not stored. All of its parts must agree."""
        kind, person, number = task
        if kind == "meetup":
            id = self.hosted(caller, person).get(self.plans[number]["title"])
            if id:
                other = caller.ask_until_answered((person + 1) % self.writers, "GET", f"/meetups/{id}")
                expect(other.status == 200, "other people cannot see the stored", task, other.status)
            return id
        recipient = (person + number + 1) % self.writers
        there = self.pokes(caller, recipient, "incoming").get(self.people.ids[person])
        here = self.pokes(caller, person, "outgoing").get(self.people.ids[recipient])
        # The kill can be between the two reads, but the write is not sent again meanwhile.
        expect(here == there, "the sender has the poke", here, "and the recipient", there)
        return here

    def pokes(self, caller, person, direction):
        return {
            poke["person"]["id"]: poke["poke"]["id"]
            for poke in caller.all(person, f"/pokes/{direction}", "pokes")
        }

    def hosted(self, caller, person):
        meetups = [element["meetup"] for element in caller.all(person, "/meetups/mine", "meetups")]
        titles = [meetup["title"] for meetup in meetups]
        expect(len(set(titles)) == len(titles), "person", person, "hosts a meetup twice:", titles)
        return {meetup["title"]: meetup["id"] for meetup in meetups}

    def change_profile(self, person):
        """Changes a profile several times, each time under the version that was read."""
        caller = self.callers.caller
        for number in range(CHANGES):
            before = caller.ask_until_answered(person, "GET", "/users/me")
            profile = {**before.data["profile"], "bio": f"Change {number}.", "major": f"Subject {number}"}
            try:
                reply = caller.ask(person, "PUT", "/users/me", profile, {"If-Match": before.headers["ETag"]})
            except Unanswered:
                after = caller.ask_until_answered(person, "GET", "/users/me")
                is_stored = after.data["profile"]["bio"] == profile["bio"]
                self.count(False, is_stored)
                if is_stored:
                    reply = after
                else:
                    expect(after.data == before.data, "a profile is changed in part:", after.data["profile"])
                    reply = caller.ask_until_answered(
                        person, "PUT", "/users/me", profile, {"If-Match": before.headers["ETag"]})
                    if reply.status == 412:  # a repetition whose first response was lost as well
                        reply = caller.ask_until_answered(person, "GET", "/users/me")
            expect(reply.status == 200, "a profile is refused:", reply.status, reply.body)
            shown = reply.data["profile"]
            expect((shown["bio"], shown["major"]) == (profile["bio"], profile["major"]), "the profile is", shown)
            self.count(True)
            self.profiles[person] = shown

    def disturb(self):
        """Kills and restarts the server until all writes are done."""
        while not self.is_done:
            time.sleep(self.dice.uniform(0.2, 2))
            self.restart()

    def restart(self):
        self.server.kill()
        self.restarts.append(self.server.start())

    def run(self):
        tasks = [
            (kind, person, number)
            for person in range(self.writers)
            for kind, count in (("poke", POKES), ("meetup", MEETUPS), ("profile", 1))
            for number in range(count)
        ]
        self.dice.shuffle(tasks)
        while_disturbed(self, lambda: in_parallel(self.write, tasks, CLIENTS), self.disturb)

    def check(self, repeats):
        """Reads everything from a new process, and sends writes again."""
        self.restart()

        def check(person):
            caller = self.callers.caller
            ids = {task: id for task, (_, id) in self.first.items() if task[1] == person}
            pokes = {
                self.people.ids[(person + number + 1) % self.writers]: id
                for (kind, _, number), id in ids.items() if kind == "poke"
            }
            meetups = {
                self.plans[number]["title"]: id for (kind, _, number), id in ids.items() if kind == "meetup"
            }
            expect(self.pokes(caller, person, "outgoing") == pokes, "the pokes of", person, "differ")
            received = self.pokes(caller, person, "incoming")
            expect(len(received) == POKES, person, "has received", len(received), "pokes")
            expect(self.hosted(caller, person) == meetups, "the meetups of", person, "differ")
            shown = caller.ask_until_answered(person, "GET", "/users/me").data["profile"]
            expect(shown == self.profiles[person], "the profile of", person, "is", shown)

        in_parallel(check, range(self.writers), CLIENTS)

        def repeat(task):
            path, body = self.request(task)
            reply = self.callers.caller.ask_until_answered(
                task[1], "POST", path, body, {"Idempotency-Key": " ".join(map(str, task))})
            expect(reply.body == self.first[task][0], "the repeated", task, "gets", reply.status, reply.body)

        in_parallel(repeat, self.dice.sample(sorted(self.first), repeats), CLIENTS)


def while_disturbed(writes, work, disturb):
    """Runs work while another thread kills the server. Raises the first failure of either."""
    failures = []

    def run():
        try:
            disturb()
        except BaseException as error:  # raised below
            failures.append(error)

    writes.is_done = False
    disturber = threading.Thread(target=run)
    disturber.start()
    try:
        work()
    finally:
        writes.is_done = True
        disturber.join()
    if failures:
        raise failures[0]
