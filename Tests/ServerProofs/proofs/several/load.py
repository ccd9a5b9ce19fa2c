"""The load of the proof, and its history: many people who write, and who read their logs."""

import json
import random
import threading
import time
from collections import Counter

from processes.meetups import plan
from processes.proving import expect
from processes.threads import in_parallel

from .member import MemberClient
from .operations import VOID, Element, Read, Write

# The number of writes of a person, by kind. They stay below the daily limits of the API.
SHORT = {"poke": 5, "host": 1, "join": 3, "leave": 1, "accept": 1, "block": 1, "mute": 2, "unmute": 1}
FULL = {"poke": 10, "host": 4, "join": 14, "leave": 4, "accept": 4, "block": 2, "mute": 8, "unmute": 4}
# The number of events before the end of the stream that a read repeats, and that a final read repeats. A server returns
# at most 250 events at once.
OVERLAP, AT_END = 15, 240


def element(event):
    """An event of the API as an element of a list."""
    kind, data = event["type"], event.get("data", {})
    if kind == "void":
        return VOID
    name = None
    if kind in ("poke.sent", "poke.received"):
        name = f"{kind} {data['poke']['id']}"
    elif kind == "match.made":
        name = f"{kind} {data['id']}"
    elif kind == "meetup.attendee_changed":
        name = f"{kind} {data['meetup_id']} {data['attendance']['user_id']} {data['attendance']['state']}"
    # No block withdraws the event that announces it.
    subject = None if kind == "person.hidden" else event.get("subject")
    content = {key: value for key, value in event.items() if key != "seq"}
    return Element(json.dumps(content, sort_keys=True), name, subject, event.get("action"))


def number(position):
    return int(position.rsplit(":", 1)[1])


class Load:
    """The tasks of all people, and the operations that they have caused."""

    def __init__(self, cluster, followers, mix, seed):
        self.cluster, self.seed = cluster, seed
        self.people = people = [follower.person for follower in followers]
        self.followers = {follower.person.name: follower for follower in followers}
        self.tasks = [(person, kind, step) for person in people for kind in mix for step in range(mix[kind])]
        random.Random(seed).shuffle(self.tasks)
        self.lock = threading.Lock()
        self.clients = threading.local()
        self.writes, self.reads = [], []
        self.refusals = Counter()
        # The meetups with their hosts. By person: the pokes to accept, the meetups to leave, and the mutes to end.
        self.meetups, self.pokes, self.joined, self.muted = [], {}, {}, {}
        # The meetups, and the blocked and muted people, that a person has already tried.
        self.pairs = set()
        self.numbers = Counter()

    def run(self, threads):
        in_parallel(self.perform, self.tasks, threads)

    def client(self, person):
        """The connection of this thread to the proxy, for a person."""
        if not hasattr(self.clients, "value"):
            self.clients.value = MemberClient(self.cluster.port)
        self.clients.value.person = person
        return self.clients.value

    def name(self, kind, person):
        with self.lock:
            self.numbers[kind, person.name] += 1
            return f"{kind} {self.numbers[kind, person.name]} of {person.name}"

    def perform(self, task):
        person, kind, step = task
        dice = random.Random(f"{self.seed} {person.name} {kind} {step}")
        other = getattr(self, kind)(person, step, dice)
        if dice.random() < 0.5:
            self.observe(person)
        if other and dice.random() < 0.5:
            self.observe(other)
        if dice.random() < 0.2:
            self.list_pokes(person)

    # Each kind returns another person whose log the write may have changed.

    def poke(self, person, step, dice):
        place = self.people.index(person)
        other = self.people[(place + 1 + step) % len(self.people)]
        data = self.write(person, "poke", "/pokes", {"to_user_id": other.id, "note": "coffee"}, other)
        if data and "poke" in data:
            self.add(self.pokes, other, (data["poke"]["id"], person))
        return other

    def accept(self, person, step, dice):
        poke, sender = self.take(self.pokes, person)
        if poke is None:
            return self.mute(person, step, dice)
        self.write(person, "accept", f"/pokes/{poke}/accept", None, sender)
        return sender

    def host(self, person, step, dice):
        body = plan(f"Chess {step}", 24 + 3 * step, capacity=5)
        if data := self.write(person, "host", "/meetups", body):
            with self.lock:
                self.meetups.append((data["meetup"]["id"], person))

    def join(self, person, step, dice):
        with self.lock:
            free = [one for one in self.meetups if one[1] != person and (person.name, "join", one[0]) not in self.pairs]
            meetup, host = dice.choice(free) if free else (None, None)
            self.pairs.add((person.name, "join", meetup))
        if meetup is None:
            return self.mute(person, step, dice)
        if self.write(person, "join", f"/meetups/{meetup}/join", {"despite_blocks": True}, host):
            self.add(self.joined, person, (meetup, host))
        return host

    def leave(self, person, step, dice):
        meetup, host = self.take(self.joined, person)
        if meetup is None:
            return self.mute(person, step, dice)
        self.write(person, "leave", f"/meetups/{meetup}/leave", None, host)
        return host

    def block(self, person, step, dice):
        other = self.another(person, "block", dice)
        withdraws = ((person.name, other.id), (other.name, person.id))
        self.write(person, "block", f"/blocks/{other.id}", None, withdraws=withdraws)
        return other

    def mute(self, person, step, dice):
        other = self.another(person, "mute", dice)
        if self.write(person, "mute", f"/mutes/{other.id}", {"surfaces": ["posts"]}):
            self.add(self.muted, person, (other, None))

    def unmute(self, person, step, dice):
        other, _ = self.take(self.muted, person)
        if other is None:
            return self.mute(person, step, dice)
        self.write(person, "unmute", f"/mutes/{other.id}", None, method="DELETE")

    def another(self, person, kind, dice):
        """A person to block or to mute for the first time, because a repetition has no effect."""
        with self.lock:
            free = [one for one in self.people if one != person and (person.name, kind, one.name) not in self.pairs]
            other = dice.choice(free)
            self.pairs.add((person.name, kind, other.name))
        return other

    def add(self, lists, person, pair):
        with self.lock:
            lists.setdefault(person.name, []).append(pair)

    def take(self, lists, person):
        with self.lock:
            pairs = lists.get(person.name)
            return pairs.pop() if pairs else (None, None)

    def write(self, person, kind, path, body, other=None, withdraws=(), method="POST"):
        """Sends a write, and adds it to the history. Returns the data of the response; `None` if it is refused.

        - other: the person whose log gets the same events, if the effect has two sides.
        """
        name, begin, client = self.name(kind, person), time.monotonic(), self.client(person)
        reply = client.until_answered(method, path, body, {"Idempotency-Key": name})
        expect(reply.status < 500, name, "responds", reply.status, reply.body)
        if reply.status != 200:
            # The first attempt may have had an effect, and a later block may refuse its repetition.
            is_refused = client.attempts == 1
            self.refusals[f"{kind} {reply.status} {reply.code}"] += 1
            end = time.monotonic() if is_refused else float("inf")
            return self.writes.append(Write(name, begin, end, withdraws=withdraws, is_refused=is_refused))
        write = Write(name, begin, time.monotonic(), withdraws=withdraws)
        events = reply.json.get("events", [])
        # The end of a mute of a blocked person appends nothing, and a poke between matched people has no effect.
        has_effect = kind != "unmute" and "match" not in reply.data
        expect(events or not has_effect, name, "was acknowledged without events:", reply.body)
        for event in events:
            write.appends[person.name, event["seq"]] = element(event)
        if other:
            names = (one.name.replace("poke.sent", "poke.received") for one in write.appends.values() if one.name)
            write.expects = tuple((other.name, one, person.id) for one in names)
        self.writes.append(write)
        return reply.data

    def observe(self, person, port=None, is_final=False):
        """Reads the end of a person's log: through the proxy, or from one server."""
        client = MemberClient(port, person) if port else self.client(person)
        after = max(0, self.followers[person.name].position - (AT_END if is_final else OVERLAP))
        reply = client.until_answered("GET", f"/events?after={person.epoch}:{after}")
        end = time.monotonic()
        expect(reply.status == 200, "GET /events responds", reply.status, reply.body)
        read = self.read(self.name("read", person), person, client.began, end, after, reply.data, is_final)
        if port:
            client.close()
        return read

    def read(self, name, person, begin, end, after, part, is_final=False):
        """Adds a slice of a log to the history."""
        expect("resync" not in part, name, "starts again after", after, "at", part["at"])
        events, head = part.get("events", []), number(part["at"])
        expect([one["seq"] for one in events] == list(range(after + 1, head + 1)), name, "after", after, "has", events)
        read = Read(name, person.name, begin, end, after, head, [element(one) for one in events], is_final=is_final)
        self.reads.append(read)
        return read

    def list_pokes(self, person):
        client = self.client(person)
        reply = client.until_answered("GET", "/pokes/outgoing?limit=100")
        expect(reply.status == 200, "GET /pokes/outgoing responds", reply.status, reply.body)
        shown = frozenset(f"poke.sent {one['poke']['id']}" for one in reply.data["pokes"])
        head = number(reply.json["at"])
        name = self.name("page", person)
        self.reads.append(Read(name, person.name, client.began, time.monotonic(), head, head, None, shown))
