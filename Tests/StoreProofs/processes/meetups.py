"""The bodies of meetups, and a crowd that joins a meetup."""

import time
from datetime import datetime, timedelta, timezone

from .proving import expect

PLACES = 10


def instant(minutes):
    """The time in a number of minutes, in the format of the API."""
    return (datetime.now(timezone.utc) + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def plan(title, hours, **members):
    """The body of a meetup that begins in some hours, and lasts one hour."""
    return {
        "title": title, "event_type": "social", "time": instant(hours * 60), "end_time": instant(hours * 60 + 60),
        "time_zone": "America/New_York", "capacity": 4, "visibility": "campus", "approval": "automatic", **members,
    }


class Crowd:
    """A crowd that joins a meetup with ten places. One of them is the place of the host.

    - ids: the ids of all people. Other parts name a person by the position in this list.
    - host, people: the host, and the people who join.
    """

    def __init__(self, ids, host, people):
        self.ids, self.host, self.people = ids, host, people
        self.plan = plan("Chess in the park", 24, capacity=PLACES)
        self.sent, self.acknowledged, self.states = {}, {}, {}

    def join(self, person, send):
        """Sends the request of a person. `send` returns the status and the body."""
        self.sent[person] = time.monotonic()
        status, said = send()
        self.acknowledged[person] = time.monotonic()
        expect(status == 200, person, "cannot join:", status, said)
        self.states[person] = said["data"]["meetup"]["standing"]

    @property
    def going(self):
        return {person for person, state in self.states.items() if state == "going"}

    @property
    def waiting_count(self):
        return len(self.people) - PLACES + 1

    def check_states(self):
        expect(len(self.going) == PLACES - 1, "besides the host,", len(self.going), "got the state going")
        expect(set(self.states.values()) == {"going", "waiting"}, "people got the states", set(self.states.values()))

    def check_lists(self, attendees, meetup):
        """Checks all attendees and the meetup, as the host sees them."""
        by_state = {}
        for one in attendees:
            by_state.setdefault(one["attendance"]["state"], set()).add(one["person"]["id"])
        expect(by_state["host"] == {self.ids[self.host]}, "the host is", by_state["host"])
        going = {self.ids[person] for person in self.going}
        expect(by_state["going"] == going, "the guests differ from the responses")
        expect(len(by_state["waiting"]) == self.waiting_count, len(by_state["waiting"]), "people wait")
        counts = meetup["going_count"], meetup["waiting_count"]
        expect(counts == (PLACES, self.waiting_count), "the meetup shows", meetup)

    def check_line(self, line):
        """Checks the line and the places: people who asked after the response to a person must be behind that person.

        - line: the ids of the people who wait, in order, with their ranks.
        """
        place_of = {person: place for place, person in enumerate(self.ids)}
        people = [place_of[person] for person, _ in line]
        turns = [turn for _, turn in line]
        expect(len(set(turns)) == len(turns), "two people have the same place in the line")
        expect(set(people) == set(self.sent) - self.going, "the line has", len(people), "people")
        latest = max(self.sent[person] for person in self.going)
        for person in people:
            expect(self.acknowledged[person] > latest, person, "waits, but has an earlier response than a guest")
            latest = max(latest, self.sent[person])
