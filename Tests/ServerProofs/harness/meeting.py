"""The steps of three students from their profiles to a meetup."""

from processes.meetups import instant, plan
from processes.proving import expect

from .student import picture

IMAGE = picture(128)


def begin(maya, liam, ada):
    """Profiles, a photo and suggestions."""
    maya.refused(403, "profile_incomplete", "GET", "/discover/users")
    photo = maya.upload(IMAGE)
    expect(maya.upload(IMAGE) == photo, "the same picture is another photo")
    maya.write_profile(photo)
    for person in (liam, ada):
        person.write_profile()
    suggested = maya.done("GET", "/discover/users")["profiles"]
    expect({person["id"] for person in suggested} == {liam.id, ada.id}, "the suggestions are", suggested)
    maya.done("POST", "/discover/seen", {"user_ids": [liam.id]})
    return f"/users/{maya.id}/photos/{photo['id']}"


def see(person, photo):
    shown = person.send("GET", photo)
    expect((shown.status, shown.headers["Content-Type"]) == (200, "image/png"), "the photo", shown.status)
    expect(shown.body.startswith(b"\x89PNG") and shown.body.endswith(IMAGE[-12:]), "the photo is another file")


def match(maya, liam):
    """A poke, its repetition, and the match. Both follow their logs."""
    stream, position = liam.follow(liam.position()), maya.position()
    poke = {"to_user_id": liam.id, "note": "coffee"}
    sent = maya.send("POST", "/pokes", poke, {"Idempotency-Key": "first-poke"})
    expect(sent.status == 200 and sent.json["action"] == "first-poke", "the poke responded", sent.status, sent.body)
    repeated = maya.send("POST", "/pokes", poke, {"Idempotency-Key": "first-poke"})
    expect(repeated.data == sent.data, "the repetition responded", repeated.status, repeated.body)
    maya.refused(
        422, "idempotency_key_reused", "POST", "/pokes", poke | {"note": "hello"}, idempotency_key="first-poke")
    received = stream.until("poke.received")["poke.received"]["data"]["poke"]
    expect(received["id"] == sent.data["poke"]["id"], "another poke was received:", received)
    made = liam.done("POST", f"/pokes/{received['id']}/accept", idempotency_key="accept")["match"]
    stream.until("match.made")
    stream.close()
    with_position = maya.follow(position)
    events = with_position.until("poke.sent", "match.made")
    expect(events["match.made"]["data"]["partner_id"] == liam.id, "the match is", events["match.made"])
    with_position.close()
    return made["id"], with_position.at


def meet(maya, liam, ada):
    """A meetup with an invitation and a request, and the check-ins of both guests. Returns its id."""
    place = {"name": "The stone tables", "coordinates": {"lat": 42.4534, "lng": -76.4735}}
    chess = plan("Chess in the park", 0, time=instant(10), end_time=instant(11), approval="host", place=place)
    meetup = maya.done("POST", "/meetups", chess, idempotency_key="chess")["meetup"]["id"]
    found = [listing["meetup"]["id"] for listing in ada.done("GET", "/meetups?q=chess")["meetups"]]
    expect(found == [meetup], "a search found", found)
    invited = maya.done("POST", f"/meetups/{meetup}/invitations", {"user_ids": [liam.id]})["invited"]
    reply = f"/meetups/invitations/{invited[0]['invitation']['id']}/reply"
    standing = liam.done("POST", reply, {"reply": "yes"})["meetup"]["standing"]
    expect(standing == "going", "an invited guest is", standing)
    asked = ada.done("POST", f"/meetups/{meetup}/join", {"message": "May I join?"})["meetup"]["standing"]
    expect(asked == "requested", "a guest who asked is", asked)
    ada.refused(403, "not_attending", "GET", f"/meetups/{meetup}/attendees")
    request = maya.done("GET", "/meetups/requests")["requests"][0]["request"]["id"]
    maya.done("POST", f"/meetups/requests/{request}/approve", idempotency_key="approve")
    for guest in (liam, ada):
        arrived = guest.done("POST", f"/meetups/{meetup}/check-in")["meetup"]["standing"]
        expect(arrived == "checked_in", "a guest who checked in is", arrived)
    attendees = liam.done("GET", f"/meetups/{meetup}/attendees")["attendees"]
    expect(len(attendees) == 3, "the attendees are", attendees)
    ada.done("POST", f"/meetups/{meetup}/posts", {"text": "I bring a clock."})
    expect(ada.send("GET", f"/meetups/{meetup}/calendar.ics").status == 200, "there is no calendar file")
    return meetup
