"""A campus on which every screen of the front end has content."""

from datetime import timedelta

from processes.proving import expect

from .profiles import STEPS, join

WHEN = "%Y-%m-%dT%H:%M"


class Campus:
    """A campus with people who have matches, messages, meetups and reports.

    - resident, sam, moderator: people with complete profiles; `sam` is a match of `resident`.
    - newcomer: a person who fills in the profile. suspended: a person with a suspended account.
    - stranger, asked: browsers without a user, before and after the request for a code.
    """

    def __init__(self, web, browsers, **options):
        self.web = web
        names = ["resident", "sam", "moderator", "newcomer", "suspended", "stranger", "asked"]
        for name in names:
            setattr(self, name, browsers.open(web.address, name, **options))
        self.stranger.allowed.append("status of 404")  # the page of an unknown address
        self.start = (web.now() + timedelta(days=1)).replace(hour=18, minute=0, second=0, microsecond=0)

    def prepare(self):
        """Makes the content."""
        self.resident.sign_in(self.web.resident)
        join(self.sam, "sam@orbit.example", "Sam Ortiz")
        join(self.suspended, "kim@orbit.example", "Kim Weiss", photo=False)
        self.newcomer.sign_in("nova@orbit.example")
        self.newcomer.submit(f"/profile/edit/{STEPS[0]}", {"name": "", "city": "Ithaca"}, go="next")
        self.person, self.blocked, self.muted = self.residents_of_list()[:3]
        self.make_match()
        self.make_meetups()
        self.make_chat()
        self.make_safety()
        self.make_case()
        # The session of a browser without a user ends when the clock of the campus moves, so this is last.
        self.asked.go("/sign-in")
        self.asked.submit("/sign-in/address", {"email": "asked@orbit.example"})

    @staticmethod
    def link(visitor, path, selector, text=""):
        """The target of the first link of a page, without its query."""
        visitor.go(path)
        visitor.shows(selector, text)
        return visitor.page.locator(selector).filter(has_text=text).first.get_attribute("href").split("?")[0]

    def make_match(self):
        """Sam pokes the resident, who accepts. Other pokes stay."""
        name = self.own_name(self.resident)
        sheet = self.suggested(self.sam, name)
        self.sam.go(sheet)
        self.sam.submit("/poke", {"note": "coffee"})
        self.resident.go("/pokes")
        self.resident.shows("#incoming li", "Sam Ortiz")
        card = self.resident.page.locator("#incoming li").filter(has_text="Sam Ortiz")
        self.resident.press(card.locator('form[action$="/accept"] button'))
        self.resident.shows("#match .notice", "Sam Ortiz")
        self.sam_path = self.link(self.resident, "/matches", "#matches h3 a", "Sam Ortiz")

    @staticmethod
    def own_name(visitor):
        visitor.go("/profile/edit/basic_info")
        return visitor.page.input_value("#name")

    def plan(self, visitor, title, start, **fields):
        """Plans a meetup. Returns its path."""
        visitor.go("/meetups/new")
        visitor.submit("/meetups/new", {
            "title": title, "kind": "social", "description": "Beginners are welcome. Bring a friend.",
            "start": start.strftime(WHEN), "end": (start + timedelta(hours=2)).strftime(WHEN), "place": "Hall 3",
            "position": "42.45, -76.48", "capacity": "6", "tags": "games, tea", **fields,
        }, go="save")
        visitor.at("/meetups/(?!new)[^/?]+")
        return visitor.path.split("?")[0]

    def make_meetups(self):
        """The resident hosts a meetup and a series. Sam hosts a meetup, and invites the resident."""
        self.meetup = self.plan(self.resident, "Table tennis", self.start, approval="host")
        self.series = self.plan(
            self.resident, "Sunday soup", self.start + timedelta(days=2), repeats="FREQ=WEEKLY;COUNT=4")
        self.other_meetup = self.plan(self.sam, "Night walk", self.start + timedelta(days=4))
        self.sam.go(f"{self.other_meetup}/guests")
        form = self.sam.form("/invite")
        form.locator('[name="people"]').first.check()
        self.sam.press(form.locator("button").first)
        self.sam.go(self.meetup)
        self.sam.submit("/act/join", {"message": "May I come?"})
        self.resident.go(f"{self.meetup}/feed")
        self.resident.submit("/feed", {"text": "Who brings a ball?"})
        self.resident.shows("#posts li", "Who brings a ball?")
        self.post = self.link(self.resident, f"{self.meetup}/feed", "#posts a[href*='/feed/']")
        self.resident.go(self.post)
        self.resident.submit("/" + self.post.rpartition("/")[2], {"text": "I do."})
        self.resident.go("/meetups/suggested")
        self.resident.submit("/meetups/suggested/consent", {"me": True, "hosts": True})

    def make_chat(self):
        """A conversation with messages, a reaction and a proposal."""
        self.resident.go("/matches")
        card = self.resident.page.locator("#matches li").filter(has_text="Sam Ortiz")
        self.resident.press(card.locator('form[action^="/chats/open/match/"] button'))
        self.resident.at("/chats/[^/?]+")
        self.chat = self.resident.path
        self.resident.submit("/send", {"text": "Hi Sam! Are you free this week?"})
        self.resident.shows(".messages .mine", "Hi Sam!")
        self.resident.submit("/new-proposal")
        self.resident.at("/chats/[^/?]+/propose")
        self.resident.submit("/propose", {
            "title": "Coffee on the bridge", "place": "Cafe on the bridge", "start-0": self.start.strftime(WHEN),
            "end-0": (self.start + timedelta(hours=1)).strftime(WHEN)}, go="send")
        self.sam.go(self.chat)
        self.sam.press(self.sam.page.locator('.messages form[action$="/react"] button').first)
        self.sam.submit("/send", {"text": "Gladly! 😀"})
        self.sam.shows(".messages .mine", "Gladly!")

    def make_safety(self):
        """A check-in, a link to a plan, a feed, another calendar, a block, a mute, a report and a copy of the data."""
        resident = self.resident
        resident.go("/safety")
        resident.submit("/safety", {"name": "Mum", "contact": "mum@family.example", "minutes": "120"})
        resident.go(f"{self.meetup}/share")
        resident.submit("/share/make")
        resident.go("/settings/calendars")
        resident.submit("/settings/calendars/renew")
        resident.submit("/settings/calendars/import", {"name": "Lectures", "file": {
            "name": "lectures.ics", "mimeType": "text/calendar", "buffer": calendar(self.start)}})
        for person, action in (self.blocked, "block"), (self.muted, "mute"):
            resident.go(person)
            resident.submit(f"/{action}")
        resident.go("/settings/account")
        resident.submit("/settings/account/export")
        resident.shows("#export a[href='/export.json']")

    def residents_of_list(self):
        """The paths of seeded people who are suggested to the resident."""
        self.resident.go("/discover/list")
        links = self.resident.page.locator("#people h2 a").all()
        found = [link.get_attribute("href") for link in links if link.inner_text() not in ("Sam Ortiz", "Kim Weiss")]
        expect(len(found) >= 3, "only", len(found), "people are suggested")
        return found

    def suggested(self, visitor, name):
        """The path of a suggested person, on any page of the list."""
        visitor.go("/discover/list")
        link = visitor.page.locator("#people h2 a").filter(has_text=name)
        while not link.count():
            more = visitor.form("/discover/more")
            expect(more.count(), name, "is not suggested to", visitor.name)
            visitor.press(more.locator("button"))
        return link.first.get_attribute("href").split("?")[0]

    def path_of_kim(self):
        """The path of Kim. The match of the day can match Kim and Sam, and a matched person is not suggested."""
        self.sam.go("/matches")
        match = self.sam.page.locator("#matches h3 a").filter(has_text="Kim Weiss")
        if match.count():
            return match.first.get_attribute("href").split("?")[0]
        return self.suggested(self.sam, "Kim Weiss")

    def make_case(self):
        """Kim is reported and suspended. Another report waits for the moderator."""
        kim = self.path_of_kim()
        for reporter, subject in (self.sam, kim), (self.resident, self.sam_path):
            reporter.go("/report/person/" + subject.rpartition("/")[2])
            reporter.submit("/report/person/" + subject.rpartition("/")[2], {
                "reason": "spam", "text": "Wants to sell me a ticket."})
            reporter.shows("#content .notice")
        self.moderator.sign_in(self.web.moderator)
        self.moderator.go("/moderation")
        self.moderator.shows("#queue li", "Kim Weiss")
        self.moderator.follow(self.moderator.page.locator("#queue h2 a").filter(has_text="Kim Weiss").first)
        self.moderator.submit(self.moderator.path, {"action": "suspend", "days": "7", "note": "First time."})
        self.moderator.at("/moderation")
        self.case = self.link(self.moderator, "/moderation", "#queue h2 a")
        # Another code for the same address is possible after 30 seconds.
        self.web.skip(15)
        self.suspended.go("/")
        if not self.suspended.path.startswith("/suspension"):
            self.suspended.sign_in("kim@orbit.example")
        self.suspended.at("/suspension")


def calendar(start):
    """A calendar file with one event."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//lectures//EN", "BEGIN:VEVENT", "UID:1@lectures.example",
        f"DTSTAMP:{start:%Y%m%dT%H%M%S}Z", f"DTSTART:{start:%Y%m%dT%H%M%S}Z", "DURATION:PT2H", "SUMMARY:Algebra",
        "END:VEVENT", "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()
