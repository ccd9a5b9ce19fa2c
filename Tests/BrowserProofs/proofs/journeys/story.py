"""The story of the tour: two people meet on campus, from the first sign-in to an erasure.

All steps name forms, fields and regions, and no words, so that the story is the same in every language and window.
"""

import math
import re
from datetime import timedelta

from harness.profiles import fill_in, join
from processes.proving import expect

MAYA, ROBIN = "maya@orbit.example", "robin@orbit.example"
MAYA_NAME, ROBIN_NAME = "Maya Patel", "Robin Vale"
TITLE, PLACE = "Coffee on the bridge", "Cafe on the bridge"


def find_person(visitor, name):
    """Opens the sheet of a suggested person from the list."""
    visitor.go("/discover/list")
    link = visitor.page.locator("#people h2 a").filter(has_text=name)
    while not link.count():
        more = visitor.form("/discover/more")
        expect(more.count(), name, "is not suggested to", visitor.name)
        visitor.press(more.locator("button"))
    visitor.follow(link.first)


def local(time):
    """A time as the field of a browser has it."""
    return time.strftime("%Y-%m-%dT%H:%M")


class Story:
    """Two people on one campus.

    - maya, robin: their browsers. Each change of one of them appears at the other, without a reload if scripts run.
    """

    def __init__(self, web, maya, robin):
        self.web, self.maya, self.robin = web, maya, robin
        self.start = (web.now() + timedelta(hours=4)).replace(minute=0, second=0, microsecond=0)
        self.meetup = None

    def run(self):
        """Runs all steps. Returns their number."""
        steps = [
            self.sign_in, self.look_around, self.poke, self.match, self.write, self.propose, self.plan, self.move,
            self.meet, self.rate, self.block, self.erase,
        ]
        for step in steps:
            try:
                step()
            except AssertionError as error:
                raise AssertionError(f"the step {step.__name__}: {error}") from error
        return len(steps)

    def sign_in(self):
        """Robin signs in. Maya types her address with a mistake and a wrong code, and fills in five steps."""
        join(self.robin, ROBIN, ROBIN_NAME)
        maya = self.maya
        maya.go("/pokes")
        maya.at("/sign-in")
        maya.submit("/sign-in/address", {"email": "maya@orbti.example"})
        maya.shows("#email-problem")
        maya.submit("/sign-in/suggestion")
        maya.submit("/sign-in/code", {"code": "654321"})
        maya.shows("#code-problem")
        expect(MAYA in self.web.get("/demo")[1], "the page of the demonstration shows no mail to", MAYA)
        maya.submit("/sign-in/code", {"code": "123-456"})
        fill_in(maya, MAYA_NAME)

    def look_around(self):
        """Maya sees people as planets around her, and opens the sheet of one."""
        maya = self.maya
        maya.go("/discover")
        maya.shows(".space svg a[href='/profile']")
        planets = maya.page.locator(".space svg a[id^='planet-']")
        expect(planets.count() >= 5, "Maya sees", planets.count(), "planets")
        target = planets.first.get_attribute("href")
        maya.click_centre(planets.first.locator("circle").first)
        maya.at(re.escape(target))
        maya.shows("#profile li, #profile p")

    def poke(self):
        """Robin looks at the pokes, which are empty. Maya pokes Robin, and the poke appears."""
        self.robin.go("/pokes")
        self.robin.shows("#incoming .empty, #incoming li")
        find_person(self.maya, ROBIN_NAME)
        self.maya.submit("/poke", {"note": "coffee"})
        self.maya.shows("#action button[disabled]")
        self.robin.shows("#incoming li", MAYA_NAME)

    def match(self):
        """Robin accepts, and both see the match."""
        card = self.robin.page.locator("#incoming li").filter(has_text=MAYA_NAME)
        self.robin.press(card.locator('form[action$="/accept"] button'))
        self.robin.shows("#match .notice", MAYA_NAME)
        self.maya.shows('#action form[action$="/disconnect"]')

    def write(self):
        """Maya writes, Robin reads and reacts."""
        self.robin.go("/chats")
        self.maya.press(self.maya.page.locator('#action form[action^="/chats/open/match/"] button'))
        self.maya.at("/chats/[^/?]+")
        self.maya.submit("/send", {"text": "Hi Robin! Coffee this week?"})
        self.maya.shows(".messages .mine", "Hi Robin!")
        row = "#conversations li"
        self.robin.shows(row, "Hi Robin!")
        self.robin.follow(self.robin.page.locator(f"{row} a").filter(has_text=MAYA_NAME).first)
        self.robin.shows(".messages li", "Hi Robin!")
        self.maya.shows(".messages .mine .meta", ROBIN_NAME)  # the receipt
        self.robin.press(self.robin.page.locator('.messages form[action$="/react"] button').first)
        self.maya.shows(".messages .mine .chip", re.compile(r"\b1\b"))
        self.robin.submit("/send", {"text": "Gladly. Propose a time!"})
        self.maya.shows(".messages li", "Propose a time!")

    def propose(self):
        """Maya proposes a time, and Robin accepts it. The proposal becomes a meetup of Maya's."""
        self.maya.submit("/new-proposal")
        self.maya.at("/chats/[^/?]+/propose")
        self.maya.submit("/propose", {
            "title": TITLE, "place": PLACE, "start-0": local(self.start),
            "end-0": local(self.start + timedelta(hours=1)),
        }, go="send")
        self.maya.at("/chats/[^/?]+")
        self.maya.shows("#proposals h2", TITLE)
        self.robin.shows("#proposals h2", TITLE)
        self.robin.press(self.robin.page.locator('#proposals form[action$="/accept"] button').first)
        link = '#proposals a[href^="/meetups/"]'
        self.maya.shows(link)
        self.robin.shows(link)
        self.meetup = self.maya.page.locator(link).first.get_attribute("href").split("?")[0]

    def plan(self):
        """Robin is invited and says yes. Maya sees two guests."""
        self.maya.go(self.meetup)
        self.robin.go("/meetups/invitations")
        self.robin.shows("#content li", TITLE)
        card = self.robin.page.locator("#content li").filter(has_text=TITLE)
        self.robin.press(card.locator('button[value="yes"]'))
        self.robin.go(self.meetup)
        self.robin.shows('form[action$="/act/leave"]')
        self.robin.shows("#meetup dd", PLACE)
        self.maya.shows("#meetup dd", re.compile(r"\b2\b.*\b2\b"))

    def move(self):
        """Maya moves the meetup by an hour, and the page of Robin shows it."""
        before = self.robin.page.locator("#meetup dd").first.inner_text()
        self.start += timedelta(hours=1)
        self.maya.follow(self.maya.page.locator('#actions a[href$="/edit"]'))
        self.maya.submit("/edit", {
            "start": local(self.start), "end": local(self.start + timedelta(hours=1))}, go="save")
        self.maya.at(re.escape(self.meetup))
        self.robin.until(
            lambda: self.robin.page.locator("#meetup dd").first.inner_text() != before, "the new time of the meetup")
        for view in "/meetups", "/meetups/agenda", f"/meetups/week?day={self.start:%Y-%m-%d}", "/meetups/month":
            self.maya.go(view)
            self.maya.shows("main", TITLE)

    def skip_to(self, time):
        """Moves the clock of the campus to a time, or less than a quarter of an hour later."""
        minutes = (time - self.web.now()).total_seconds() / 60
        self.web.skip(15 * max(0, math.ceil(minutes / 15)))

    def meet(self):
        """The time comes, and Robin checks in."""
        self.skip_to(self.start + timedelta(minutes=1))
        self.robin.go(self.meetup)
        self.robin.shows('form[action$="/act/check_in"]')
        self.robin.submit("/act/check_in")
        self.robin.lacks('form[action$="/act/check_in"]')

    def rate(self):
        """Both rate each other. Nobody sees a rating before both are given, and then both see one at once."""
        self.skip_to(self.start + timedelta(minutes=100))
        note = "Thank you for the bridge."
        rating = {"stars": "5", "tags": {"friendly"}, "note": note, "again": "1"}
        self.robin.go(f"{self.meetup}/ratings")
        self.robin.submit("/ratings", rating)
        self.robin.shows("#given li", MAYA_NAME)
        self.maya.go("/standing")
        expect(self.maya.page.get_by_text(note).count() == 0, "Maya sees a rating before she has rated")
        self.maya.go(f"{self.meetup}/ratings")
        self.robin.go("/standing")
        self.maya.submit("/ratings", {**rating, "stars": "4", "note": "On time, and kind."})
        self.robin.shows("#received li", "On time, and kind.")
        self.maya.go("/standing")
        self.maya.shows("#received li", note)

    def block(self):
        """Maya blocks Robin, and disappears from Robin's matches."""
        self.robin.go("/matches")
        self.robin.shows("#matches li", MAYA_NAME)
        person = self.robin_path()
        self.maya.go(person)
        self.maya.submit("/block")
        self.robin.lacks("#matches li", MAYA_NAME)
        self.maya.go("/settings/blocks")
        self.maya.shows("#blocks li", ROBIN_NAME)

    def robin_path(self):
        self.maya.go("/matches")
        link = self.maya.page.locator("#matches h3 a").filter(has_text=ROBIN_NAME).first
        return link.get_attribute("href")

    def erase(self):
        """Maya erases her account. Erasing needs a recent sign-in."""
        maya = self.maya
        maya.go("/settings/account")
        maya.submit("/sign-out")
        maya.at("/sign-in")
        maya.sign_in(MAYA)
        maya.go("/settings/account")
        maya.submit("/erase", {"confirmation": MAYA})
        maya.at("/sign-in")
        maya.go("/profile")
        maya.at("/sign-in")
