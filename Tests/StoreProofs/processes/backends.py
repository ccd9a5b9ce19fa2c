"""Proofs with two backends on one database: kills under load, a crowd that joins, and jobs that both may run."""

import random
import threading
import time
from collections import deque

from .backend import Backend, Campus, Pair
from .meetups import Crowd, instant
from .proving import expect
from .threads import in_parallel, while_disturbed

THREADS = 12
# The lease of a job and the interval at which a backend looks for work, in seconds, each with a margin.
LEASE, INTERVAL = 65, 35
POKES = 10  # the daily limit of a person


def prove_sight(pair, campus, rounds):
    """Checks that one backend at once returns the changes that the other acknowledged, and sends them to followers."""
    (here, there), longest = pair.backends, 0
    chunks = here.follow(campus.tokens[0])
    chunks.get(timeout=30)  # the delay before a reconnection
    for sender in range(1, 1 + rounds):
        body = {"to_user_id": campus.ids[0], "note": "hello"}
        status, said = there.ask("POST", "/pokes", campus.tokens[sender], body)
        acknowledged = time.monotonic()
        expect(status == 200, "a poke is refused:", said)
        senders = [poke["person"]["id"] for poke in here.all("/pokes/incoming", campus.tokens[0], "pokes")]
        expect(campus.ids[sender] in senders, "the other backend does not return a poke")
        while campus.ids[sender] not in (chunk := chunks.get(timeout=15)) or "poke.received" not in chunk:
            pass
        longest = max(longest, time.monotonic() - acknowledged)
    return longest


class Pokes:
    """Each person pokes the next people in a circle, up to the daily limit, while processes are killed."""

    def __init__(self, pair, campus, first, dice):
        self.pair, self.campus, self.dice = pair, campus, dice
        people = len(campus.ids)
        self.tasks = [
            (sender, (sender + step) % people) for sender in range(first, people) for step in range(1, POKES + 1)
        ]
        dice.shuffle(self.tasks)
        self.lock = threading.Lock()
        self.acknowledged = {}
        self.latest = deque(maxlen=24)
        self.crashes = 0

    def poke(self, task):
        sender, recipient = task
        body = {"to_user_id": self.campus.ids[recipient], "note": "hello"}
        place = (sender + recipient) % 2  # each backend gets some of a person's pokes
        status, said = self.pair.until_done(
            place, "POST", "/pokes", self.campus.tokens[sender], body, key=f"poke {sender} {recipient}"
        )
        expect(status == 200, "a poke is refused:", status, said)
        with self.lock:
            self.acknowledged[task] = said["data"]["poke"]["id"]
            self.latest.append(task)

    def disturb(self, is_done):
        while not is_done.is_set():
            time.sleep(self.dice.uniform(0.2, 1.2))
            if self.dice.random() < 0.2 and self.pair.database.engine == "postgresql":
                self.pair.database.crash()
                self.crashes += 1
            else:
                self.pair.restart(self.dice.randrange(2))
            with self.lock:
                latest = list(self.latest)
            for sender, recipient in latest[-6:]:
                self.find(self.dice.randrange(2), sender, {recipient})

    def find(self, place, sender, recipients):
        """Returns the pokes of a person. Each acknowledged poke must be in the list once."""
        backend = self.pair.backends[place]
        pokes = backend.all("/pokes/outgoing", self.campus.tokens[sender], "pokes")
        found = [(poke["person"]["id"], poke["poke"]["id"]) for poke in pokes]
        for recipient in recipients:
            ids = [poke for person, poke in found if person == self.campus.ids[recipient]]
            expect(ids == [self.acknowledged[sender, recipient]], "the poke", sender, recipient, "is listed as", ids)
        return found

    def run(self):
        while_disturbed(lambda: in_parallel(self.poke, self.tasks, THREADS), self.disturb)
        expect(len(self.acknowledged) == len(self.tasks), "only", len(self.acknowledged), "pokes were acknowledged")
        # Reads from new processes, which have seen none of the pokes.
        for place in (0, 1):
            self.pair.restart(place)
        senders = {}
        for sender, recipient in self.tasks:
            senders.setdefault(sender, set()).add(recipient)

        def check(sender):
            found = self.find(sender % 2, sender, senders[sender])
            expect(len(found) == POKES, "person", sender, "has", len(found), "pokes")

        in_parallel(check, senders, 4)


def prove_joins(pair, campus, dice):
    """All people join one meetup of ten places at once, through both backends. One backend is killed meanwhile."""
    host, people = 0, list(range(1, len(campus.ids)))
    crowd = Crowd(campus.ids, host, people)
    status, said = pair.until_done(0, "POST", "/meetups", campus.tokens[host], crowd.plan, key="the meetup")
    expect(status == 200, "the meetup is refused:", said)
    meetup = said["data"]["meetup"]["id"]
    kill = dice.randrange(len(people) // 3, len(people) // 2)

    def join(person):
        if person == people[kill]:
            pair.restart(1)
        crowd.join(person, lambda: pair.until_done(
            person % 2, "POST", f"/meetups/{meetup}/join", campus.tokens[person], {}, key=f"join {person}"))

    dice.shuffle(people)
    in_parallel(join, people, 2 * THREADS)
    crowd.check_states()
    for backend in pair.backends:
        attendees = backend.all(f"/meetups/{meetup}/attendees", campus.tokens[host], "attendees")
        crowd.check_lists(attendees, backend.get(f"/meetups/{meetup}", campus.tokens[host])["meetup"])
    crowd.check_line(pair.database.line(meetup))
    leave_and_fill(pair, campus, meetup, crowd.going)
    return len(people)


def leave_and_fill(pair, campus, meetup, going):
    """Two guests leave, one through each backend. Their places must be offered to the first two people in line."""
    place_of = {person: place for place, person in enumerate(campus.ids)}
    first = [place_of[person] for person, _ in pair.database.line(meetup)[:2]]
    for place, person in enumerate(sorted(going)[:2]):
        status, said = pair.until_done(
            place, "POST", f"/meetups/{meetup}/leave", campus.tokens[person], key=f"leave {person}"
        )
        expect(status == 200, "a guest cannot leave:", said)
    for place, person in enumerate(first):
        standing = pair.backends[place].get(f"/meetups/{meetup}", campus.tokens[person])["meetup"]["standing"]
        expect(standing == "offered", "the first in line is", standing)


def prove_pairing(pair, campus):
    """All people ask both backends for the match of the day. The day's pairing must happen once."""
    def position(person):
        status, body = pair.backends[0].ask("GET", "/users/me", campus.tokens[person])
        expect(status == 200, body)
        return body["at"]

    people = range(len(campus.ids))
    before = {person: position(person) for person in people}
    results = {}

    def ask(person):
        for attempt in range(600):
            today = pair.backends[(person + attempt) % 2].get("/matches/today", campus.tokens[person])
            if today.get("reason") != "under_way":
                results[person] = today
                return
            time.sleep(0.1)
        expect(False, "the day's pairing never ends")

    in_parallel(ask, people, THREADS)
    partners = {
        campus.ids[person]: sorted(match["partner_id"] for match in today["matches"])
        for person, today in results.items()
    }
    for person, others in partners.items():
        expect(len(others) <= 2, person, "has", len(others), "partners on one day")
        for other in others:
            expect(person in partners[other], person, "has a partner who is not paired with them")
    paired = sum(1 for others in partners.values() if others)
    expect(paired >= len(people) - 2, "only", paired, "were paired")
    for person in people:
        for backend in pair.backends:
            again = backend.get("/matches/today", campus.tokens[person])
            expect(sorted(match["partner_id"] for match in again["matches"]) == partners[campus.ids[person]],
                   "the pairing of", person, "has changed")
        slice_ = pair.backends[person % 2].get(f"/events?after={before[person]}", campus.tokens[person])
        told = [event for event in slice_.get("events", []) if event["type"] in ("today.matched", "today.changed")]
        expect(len(told) == max(1, len(partners[campus.ids[person]])), person, "got", len(told), "results")
    return paired


def prove_erasure(pair, campus, gone):
    """People erase their accounts, and a backend that may run the jobs is killed. The erasures must still finish."""
    for person in gone:
        status, said = pair.until_done(person % 2, "DELETE", "/users/me", campus.tokens[person])
        expect(status == 200, "an account is not erased:", said)
    pair.restart(0)
    for backend in pair.backends:
        for person in gone:
            status, _ = backend.ask("GET", "/users/me", campus.tokens[person])
            expect(status == 401, "an erased account is signed in:", status)
            status, _ = backend.ask("GET", f"/users/{campus.ids[person]}", campus.tokens[0])
            expect(status == 404, "an erased person is shown:", status)
    # The other backend takes over a job of the killed backend after the lease expires.
    for _ in range(LEASE + INTERVAL):
        pokes = pair.backends[0].all("/pokes/incoming", campus.tokens[0], "pokes")
        left = {poke["person"]["id"] for poke in pokes} & {campus.ids[person] for person in gone}
        if not left:
            break
        time.sleep(1)
    expect(not left, "pokes of erased people are left:", left)


def prove_alerts(worker, database, campus, pair, people):
    """Check-ins are missed while both backends process due work. Each contact must get one mail."""
    for person in range(people):
        entry = {
            "due_at": instant(6), "grace": 1, "contact": {"name": "Mum", "email": f"mum{person}@family.example"},
            "message": "At the climbing hall.",
        }
        status, said = pair.backends[person % 2].ask("POST", "/check-ins", campus.tokens[person], entry)
        expect(status == 200, "a check-in is refused:", said)
    pair.end()
    mails = []
    backends = [Backend(worker, database, ahead=480, mails=mails) for _ in range(2)]
    try:
        in_parallel(lambda place: backends[place % 2].work("due"), range(16), 8)
        listed = [backends[person % 2].all("/check-ins", campus.tokens[person], "check_ins") for person in range(people)]
    finally:
        for backend in backends:
            backend.kill()
    told = sorted(to for mail, to in mails if mail != "code")
    expect(told == sorted(f"mum{person}@family.example" for person in range(people)), len(told), "mails:", told)
    expect(all(one[0]["state"] == "missed" for one in listed), "check-ins are", listed)


def prove_backends(worker, database, people, seed):
    """Runs all proofs on one engine. Yields the counts of each proof."""
    dice = random.Random(seed)
    pair = Pair(worker, database)
    began = time.monotonic()

    def seconds():
        nonlocal began
        passed, began = time.monotonic() - began, time.monotonic()
        return f"{passed:.0f} s"

    try:
        campus = Campus(pair.backends[0], people)
        yield f"{people} people are signed in ({seconds()})"
        rounds = 8
        latency = prove_sight(pair, campus, rounds)
        yield f"each backend returns the other's changes, and sends them within {latency * 1_000:.0f} ms ({seconds()})"
        pokes = Pokes(pair, campus, first=1 + rounds, dice=dice)
        pokes.run()
        crashes = f" and {pokes.crashes} crashes of the server" if pokes.crashes else ""
        yield (
            f"{len(pokes.acknowledged)} acknowledged pokes, {pair.kills} kills{crashes}: none lost or duplicated "
            f"({seconds()})"
        )
        campus.stay_signed_in(pair.backends[0])
        joins = prove_joins(pair, campus, dice)
        yield f"{joins} joins of ten places, one kill: 10 go, {joins - 9} wait in order ({seconds()})"
        campus.stay_signed_in(pair.backends[0])
        paired = prove_pairing(pair, campus)
        yield f"{paired} of {people} are paired, each once ({seconds()})"
        campus.stay_signed_in(pair.backends[0])
        prove_erasure(pair, campus, gone=range(people - 6, people))
        yield f"6 accounts are erased during a kill ({seconds()})"
        prove_alerts(worker, database, campus, pair, people=12)
        yield f"12 missed check-ins, 12 mails ({seconds()})"
        database.check()
    finally:
        pair.end()
