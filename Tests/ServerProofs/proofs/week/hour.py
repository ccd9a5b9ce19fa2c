"""An hour of a person who uses the app."""

from harness.client import Client
from harness.event_stream import EventStream
from processes.proving import expect

LISTS = ("/discover/users", "/meetups", "/meetups/mine", "/matches", "/pokes/incoming", "/mutes")


def live(server, person, muted, hour):
    """Refreshes the session, opens a stream, reads lists, changes the profile, and mutes people for a moment."""
    client = Client(server.port, person)

    def done(method, path, body=None):
        reply = client.send(method, path, body, {"Idempotency-Key": f"{hour} {path}"})
        expect(reply.status == 200, "in hour", hour, method, path, "responds", reply.status, reply.body)

    client.refresh()
    with EventStream(server.port, person.token) as stream:
        status = stream.wait_until_open()
        expect(status == 200, "in hour", hour, "a stream responds", status)
        for path in LISTS:
            reply = client.send("GET", path)
            expect(reply.status == 200, "in hour", hour, path, "responds", reply.status, reply.body)
        changed = client.change_profile(client.send("GET", "/users/me"), bio=f"It is hour {hour}.")
        expect(changed.status == 200, "in hour", hour, "a profile is refused:", changed.status, changed.body)
        for other in muted:
            done("POST", f"/mutes/{other.id}", {"surfaces": ["posts"]})
            done("DELETE", f"/mutes/{other.id}")
        expect(stream.next_frame() is not None, "in hour", hour, "a stream ends before its first event")
    client.close()
