"""Sessions: fixation, the regions and files of another session, and a different person in another tab."""

import http.client
import socket
import time
from urllib.parse import quote

from harness.web import CODE
from processes.proving import expect

COOKIE = "__Host-orbit"
HISTORY = "Hi Sam! Are you free this week?"


def cookie(visitor):
    """The value of the session cookie."""
    return next(cookie["value"] for cookie in visitor.context.cookies() if cookie["name"] == COOKIE)


def plant(visitor, value):
    """Puts a session id into a browser, as another program on the same host can."""
    # Playwright accepts the prefix of the name only for an address with TLS. The browser also uses it without TLS here.
    visitor.context.add_cookies([{"name": COOKIE, "value": value, "url": "https://127.0.0.1/", "secure": True}])


def fix_session(screens, browsers):
    """An id that an attacker plants before the sign-in gives no access after it, and neither does an id that ended."""
    web = screens.web
    attacker, victim = browsers.open(web.address, "attacker"), browsers.open(web.address, "victim")
    # Before the first visit, because a session without a user ends within 15 minutes.
    web.skip(1_440)
    attacker.go("/sign-in")
    planted = cookie(attacker)
    plant(victim, planted)
    victim.go("/sign-in")
    victim.submit("/sign-in/address", {"email": "sam@orbit.example"})
    victim.submit("/sign-in/code", {"code": CODE})
    victim.page.wait_for_url(lambda url: "/sign-in" not in url)
    expect(cookie(victim) != planted, "the sign-in keeps the planted id")
    wait_in_vain(web, attacker)
    used = cookie(victim)
    victim.go("/settings")
    victim.submit("/sign-out")
    victim.at("/sign-in")
    plant(attacker, used)
    attacker.go("/profile")
    attacker.at("/sign-in")
    expect(cookie(attacker) not in (used, cookie(victim)), "an ended id leads to the session of its browser")
    made_up = "0" * 64
    plant(attacker, made_up)
    attacker.go("/sign-in")
    expect(cookie(attacker) != made_up, "an id that the front end did not make is used")
    return "planted, ended and made-up session ids give no access"


def wait_in_vain(web, attacker):
    """A replaced id gets a page that loads again, without the user, and the sign-in within a quarter of an hour."""
    attacker.go("/profile")
    expect(attacker.page.inner_text("h1") == "One moment", "a replaced id gets", attacker.page.inner_text("main"))
    web.skip(15)
    attacker.at("/sign-in")


def events(web, session, pages, seconds=3):
    """The text that a stream sends for pages, until it is silent."""
    query = "&".join(f"page={quote(page, safe='')}" for page in pages)
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=seconds)
    text, deadline = b"", time.monotonic() + 10 * seconds
    try:
        connection.request("GET", f"/stream?{query}", headers={"Cookie": f"{COOKIE}={session}"} if session else {})
        response = connection.getresponse()
        while time.monotonic() < deadline and (part := response.read1(65_536)):
            text += part
    except socket.timeout:
        pass  # the stream is silent
    finally:
        connection.close()
    return text.decode("utf-8", "replace")


def read_regions_of_others(screens):
    """A stream contains no region of a page that its own user may not see, and none without a session."""
    web = screens.web
    pages = [screens.chat, f"{screens.meetup}/guests", f"{screens.meetup}/share", "/chats", "/safety", "/moderation"]
    secrets = [HISTORY, "Mum", "Who brings a ball?"]
    own = events(web, cookie(screens.resident), [screens.chat])
    expect(HISTORY in own, "the stream of the resident lacks the conversation:", own[:500])
    screens.resident.page.reload()  # its tab opens the stream again
    screens.resident.ready()
    for name, session in ("the moderator", cookie(screens.moderator)), ("nobody", None), ("a made-up id", "f" * 64):
        text = events(web, session, pages)
        expect(text, "the stream of", name, "sends nothing")
        for secret in secrets:
            expect(secret not in text, "the stream of", name, "has", secret)
    screens.moderator.go(screens.chat)
    expect(HISTORY not in screens.moderator.page.content(), "another person sees the conversation")
    screens.moderator.go("/export.json", 404)
    screens.moderator.allowed.append("status of 404")
    return f"{len(pages)} pages of another session send nothing private"


def change_person(screens, browsers):
    """A tab of an earlier person shows nothing and changes nothing, once another person has signed in."""
    web = screens.web
    visitor = browsers.open(web.address, "shared")
    visitor.allowed.append("status of 409")
    web.skip(15)
    visitor.sign_in("sam@orbit.example")
    visitor.go("/profile/edit/basic_info")
    expect(visitor.page.input_value("#name") == "Sam Ortiz", "the profile is not Sam's")
    second = visitor.context.new_page()
    second.goto("/settings")
    with second.expect_navigation():
        second.locator('#out form[action="/sign-out"] button').click()
    second.locator("#email").fill("zoe@orbit.example")
    second.locator('form[action="/sign-in/address"] button').click()
    second.locator("#code").fill(CODE)
    second.locator('form[action="/sign-in/code"] button').click()
    second.wait_for_url("**/profile/edit/basic_info")
    visitor.page.wait_for_function("() => document.getElementById('name')?.value !== 'Sam Ortiz'")
    plain = browsers.open(web.address, "shared-plain", java_script_enabled=False)
    plain.allowed.append("status of 409")
    web.skip(15)
    plain.sign_in("sam@orbit.example")
    plain.go("/profile/edit/basic_info")
    other = plain.context.new_page()
    other.goto("/settings")
    other.locator('#out form[action="/sign-out"] button').click()
    other.locator("#email").fill("yan@orbit.example")
    other.locator('form[action="/sign-in/address"] button').click()
    other.locator("#code").fill(CODE)
    other.locator('form[action="/sign-in/code"] button').click()
    other.wait_for_url("**/profile/edit/basic_info")
    plain.page.locator("#name").fill("Mallory")
    with plain.page.expect_navigation() as navigation:
        plain.page.locator('button[value="next"]').click()
    expect(navigation.value.status == 409, "the form of an earlier person has the status", navigation.value.status)
    other.reload()
    expect(other.input_value("#name") == "", "the form of an earlier person changed", other.input_value("#name"))
    return "a tab of an earlier person changes nothing"
