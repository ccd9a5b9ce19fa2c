"""The journey of three students through one server, with a client that knows only the contract.

The server stops in the middle. It starts again with a clock that is 20 minutes ahead, so that the meetup has ended, the
safety check-in was missed, and the access tokens have expired.
"""

from harness.client import request
from harness.contract import Contract
from harness.meeting import begin, match, meet, see
from harness.server import Server
from harness.shifted_server import ShiftedServer
from harness.student import Student
from processes.meetups import instant
from processes.proving import expect

# The minutes for which the server is stopped, by its clock.
MINUTES = 20
CONTACT = "mum@family.example"


def page(server, method, path):
    """Opens a page for people without an account. Returns its status and text."""
    shown = request(server.port, method, path)
    expect(shown.headers["Content-Type"] == "text/html; charset=utf-8", path, "has the type", shown.headers)
    return shown.status, shown.text


def set_check_in(server, liam, meetup):
    """A safety check-in with a contact, and a link to the plan."""
    liam.done("POST", "/check-ins", {
        "meetup_id": meetup, "due_at": instant(6), "grace": 1, "contact": {"name": "Mum", "email": CONTACT},
        "message": "I am in the park.", "share_plan": True,
    }, idempotency_key="check-in")
    link = liam.done("POST", f"/meetups/{meetup}/share")["token"]
    status, text = page(server, "GET", f"/plans/{link}")
    expect(status == 200 and "Chess in the park" in text and "stone tables" in text, "the plan", status, text)


def refuse_mail(server, liam, position):
    """The mail to the contact, its page, and the effect on the check-in."""
    mail = server.find_mail(CONTACT, r"https?://\S+?(/contacts/\w+)", timeout=60)
    expect("I am in the park." in mail.string and "Chess in the park" in mail.string, "the message is", mail.string)
    stream = liam.follow(position)
    stream.until("check_in.changed", having=lambda event: event["data"]["check_in"]["state"] == "missed")
    stream.close()
    status, text = page(server, "GET", mail[1])
    expect(status == 200 and "?choice=refuse" in text, "the page of the contact", status, text)
    expect(page(server, "POST", f"{mail[1]}?choice=refuse")[0] == 200, "the contact cannot refuse")
    entry = {"due_at": instant(MINUTES + 10), "contact": {"name": "Mum", "email": CONTACT}}
    liam.refused(409, "contact_refuses", "POST", "/check-ins", entry)
    expect(page(server, "POST", f"{mail[1]}?choice=accept")[0] == 200, "the contact cannot accept")
    liam.done("POST", "/check-ins", entry)
    for check_in in liam.done("GET", "/check-ins")["check_ins"]:
        liam.done("POST", f"/check-ins/{check_in['id']}/safe")


def rate(maya, liam, ada, meetup):
    """Ratings of both guests, a report and a block."""
    due = maya.done("GET", "/ratings/due")["due_ratings"]
    expect({rating["person"]["id"] for rating in due} == {liam.id, ada.id}, "the due ratings are", due)
    stream = liam.follow(liam.position())
    for rater, rated in ((maya, liam), (liam, maya)):
        rater.done("POST", "/ratings", {
            "to_user_id": rated.id, "meetup_id": meetup, "rating": 5, "tags": ["friendly"], "meet_again": True,
        }, idempotency_key="rate")
    expect(stream.until("rating.received")["rating.received"]["data"]["rating"]["rating"] == 5, "the rating differs")
    stream.close()
    liam.refused(
        409, "already_rated", "POST", "/ratings", {"to_user_id": maya.id, "meetup_id": meetup, "rating": 1})
    ada.done("POST", "/reports", {"about": {"kind": "person", "user_id": liam.id}, "reason": "spam",
                                  "evidence": [{"kind": "profile"}]})
    expect(len(ada.done("GET", "/reports")["reports"]) == 1, "the report is missing")
    maya.done("POST", f"/blocks/{ada.id}")
    ada.refused(404, "not_found", "GET", f"/users/{maya.id}")
    ada.done("GET", f"/users/{liam.id}")


def leave(server, maya, liam, ada):
    """A copy of the data, a sign-out, and an erased account."""
    archive = maya.send("GET", "/users/me/export")
    expect(archive.status == 200 and archive.json["user_id"] == maya.id, "the export responded", archive.status)
    expect("left_out" not in archive.json and archive.json["sections"], "the export is incomplete")
    ada.done("POST", "/auth/logout", {"refresh_token": ada.person.grant["refresh_token"]})
    ada.refused(401, "unauthenticated", "GET", "/users/me")
    ada.refused(401, "session_ended", "POST", "/auth/refresh", {"refresh_token": ada.person.grant["refresh_token"]})
    liam.refused(403, "sign_in_again", "DELETE", "/users/me")
    liam.sign_in(server)
    expect(not liam.person.grant["is_new_user"], "a second sign-in created an account")
    liam.done("DELETE", "/users/me")
    liam.refused(401, "unauthenticated", "GET", "/users/me")
    maya.refused(404, "not_found", "GET", f"/users/{liam.id}")
    expect(maya.done("GET", "/matches")["matches"] == [], "a match of an erased account exists")


def prove_journey(program, folder, full):
    contract = Contract(folder / "openapi.json")
    with Server(program, folder) as server:
        maya, liam, ada = (Student(name, server, contract) for name in ("Maya", "Liam", "Ada"))
        maya.refused(429, "rate_limited", "POST", "/auth/send-code", {"email": maya.person.address})
        photo = begin(maya, liam, ada)
        see(liam, photo)
        pair, position = match(maya, liam)
        meetup = meet(maya, liam, ada)
        set_check_in(server, liam, meetup)
        before = maya.send("GET", "/users/me").headers["ETag"], liam.position()
        stream = maya.follow(maya.position())
        stopped = server.stop()
        expect(stream.next_frame() is None, "a stream of a stopped server continues")
    with ShiftedServer(program, folder, seconds=60 * MINUTES) as server:
        for student in (maya, liam, ada):
            student.close()
            student.port = server.port
            student.refused(401, "unauthenticated", "GET", "/users/me")
            student.refresh()
        expect(maya.send("GET", "/users/me").headers["ETag"] == before[0], "the profile has changed")
        see(ada, photo)
        expect([found["id"] for found in maya.done("GET", "/matches")["matches"]] == [pair], "the match is missing")
        mine = [listing["meetup"]["id"] for listing in ada.done("GET", "/meetups/mine")["meetups"]]
        expect(mine == [meetup], "the meetups are", mine)
        resumed = maya.follow(position)
        resumed.until("meetup.request_received")
        resumed.close()
        refuse_mail(server, liam, before[1])
        rate(maya, liam, ada, meetup)
        leave(server, maya, liam, ada)
        server.stop()
    return (f"three students, {len(contract.used)} operations of {contract.count()}, every request and response valid; "
            f"the server stopped in {stopped:.1f} s, and continued {MINUTES} minutes later")
