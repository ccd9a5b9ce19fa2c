"""The time from the response to an action until its event arrives at open streams, in seconds."""

import time

from processes.proving import expect


def of_pokes(clients, hub, stream, devices):
    """Each person pokes the hub. Returns the p50 and the p99 of the delays at the stream of the hub."""
    delays = []
    for number, device in enumerate(devices, start=1):
        device.do("POST", "/pokes", {"to_user_id": hub.person.id, "note": "hello"})
        responded = time.monotonic()
        device.close()
        clients.wait(lambda: len(stream.events) >= number, "a poke has not arrived")
        delays.append(max(0, stream.frames[-1].arrived - responded))
    delays.sort()
    return delays[len(delays) // 2], delays[len(delays) * 99 // 100]


def to_all(clients, hub, following):
    """The hub changes its profile, which all people who have poked it see. Returns the delay of the last stream."""
    waiting = [(stream, len(stream.frames)) for stream in following]

    def has_reached_all():
        # A full comparison for each event would delay the reading of the others.
        while waiting and len(waiting[-1][0].frames) > waiting[-1][1]:
            waiting.pop()
        return not waiting

    hub.write_bio("A new text.")
    responded = time.monotonic()
    clients.wait(has_reached_all, "an event has not reached all streams")
    expect(all(stream.events[-1]["type"] == "person.changed" for stream in following), "another event arrived")
    return max(stream.frames[-1].arrived for stream in following) - responded
