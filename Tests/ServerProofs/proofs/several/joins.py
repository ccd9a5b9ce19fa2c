"""A crowd that joins a meetup with ten places through all servers, while a server is killed."""

import random
import time

from processes.meetups import PLACES, Crowd
from processes.proving import expect
from processes.threads import in_parallel, while_disturbed

from .member import Member, MemberClient

THREADS = 24
# The number of people whose codes are in the spools at the same time.
BATCH = 50


def sign_in(cluster, people):
    for start in range(0, len(people), BATCH):
        in_parallel(Member.sign_in, people[start:start + BATCH], 4)
        cluster.remove_mail()


def send(port, person, method, path, body, key):
    """Sends a request until it is processed, on a connection of its own. Returns the status and the body."""
    client = MemberClient(port, person)
    reply = client.until_answered(method, path, body, {"Idempotency-Key": key})
    client.close()
    return reply.status, reply.json


def prove_joins(cluster, count, first, seed):
    """Checks that ten people go, the host included, that they got this state, and that all others wait in order.

    - first: the number of the first person. The people are new, so that none has used up a limit.
    """
    people = [Member(first + place, cluster) for place in range(count + 1)]
    sign_in(cluster, people)
    host = count
    crowd = Crowd([person.id for person in people], host, range(count))
    status, said = send(cluster.port, people[host], "POST", "/meetups", crowd.plan, "chess")
    expect(status == 200, "the meetup is refused:", status, said)
    meetup = said["data"]["meetup"]["id"]

    def join(place):
        path, key = f"/meetups/{meetup}/join", f"join {place}"
        crowd.join(place, lambda: send(cluster.port, people[place], "POST", path, {}, key))

    def kill(is_done):
        while len(crowd.acknowledged) < count // 3:
            if is_done.is_set():
                return
            time.sleep(0.001)
        cluster.restart(1)

    order = list(crowd.people)
    random.Random(seed).shuffle(order)
    while_disturbed(lambda: in_parallel(join, order, THREADS), kill)
    crowd.check_states()
    for server in cluster.servers:
        client = MemberClient(server.port, people[host])
        attendees = client.all(f"/meetups/{meetup}/attendees", "attendees")
        shown = client.until_answered("GET", f"/meetups/{meetup}").data["meetup"]
        client.close()
        crowd.check_lists(attendees, shown)
    crowd.check_line(cluster.database.line(meetup))
    return f"{count} joins of ten places, 1 kill: {PLACES} go, {crowd.waiting_count} wait in order"
