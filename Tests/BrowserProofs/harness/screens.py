"""Every screen of the front end, with content, and the person who sees it."""

import re
from urllib.parse import quote

from processes.proving import expect

from .campus import Campus
from .environment import ROOT
from .profiles import STEPS

SOURCES = ROOT / "Examples/OrbitWeb/Sources/CampusWeb"
# A page of the sources, up to its screen, without the beginning of another page or form.
PAGE = re.compile(
    r'(?:\.user|SitePage)\(\s*"(/[^"]*)"(?:(?!\.user\(|SitePage\(|FormAction\().)*?\bscreen:', re.DOTALL)
# Screens that no visitor reaches on a campus whose server responds, with the reason.
UNREACHED = {"/waiting": "only while the server does not respond"}


class Screen:
    """A screen.

    - name: its name in files and failures.
    - visitor: the browser that sees it.
    - path: its address.
    - begin: opens the form that the screen shows, unless it is open.
    """

    def __init__(self, name, visitor, path, status=200, begin=None):
        self.name, self.visitor, self.path, self.status, self.begin = name, visitor, path, status, begin

    def show(self):
        if self.begin:
            self.begin()
        self.visitor.go(self.path, self.status)


class Screens(Campus):
    """The screens of a campus."""

    def all(self):
        """The screens, in the order of the sign-in, the profile and the tabs."""
        return [*self.without_user(), *self.of_profile(), *self.of_people(), *self.of_meetups(), *self.of_settings()]

    def without_user(self):
        return [
            Screen("demonstration", self.stranger, "/demo"), Screen("sign-in", self.stranger, "/sign-in"),
            Screen("code", self.asked, "/sign-in"), Screen("offline", self.stranger, "/offline"),
            Screen("not-found", self.stranger, "/no/such/page", 404),
            Screen("suspension", self.suspended, "/suspension"),
        ]

    def of_profile(self):
        first = Screen("first-step", self.newcomer, f"/profile/edit/{STEPS[0]}")
        steps = [
            Screen(f"step-{number}-{step}", self.resident, f"/profile/edit/{step}")
            for number, step in enumerate(STEPS, start=1)]
        views = [
            Screen(f"preview-{viewer}", self.resident, f"/profile/preview?as={viewer}")
            for viewer in ("stranger", "match", "attendee")]
        return [first, *steps, Screen("profile", self.resident, "/profile"), *views]

    def of_people(self):
        paths = {
            "solar-system": "/discover", "people": "/discover/list", "dealbreakers": "/discover/dealbreakers",
            "person": self.person, "match": self.sam_path, "pokes": "/pokes", "matches": "/matches", "chats": "/chats",
            "conversation": self.chat, "search": f"{self.chat}?q=free",
            "find-time": "/find-time?with=" + quote(self.sam_path.rpartition("/")[2]),
        }
        proposal = Screen("proposal", self.sam, f"{self.chat}/propose", begin=self.begin_counterproposal)
        return [*(Screen(name, self.resident, path) for name, path in paths.items()), proposal]

    def begin_counterproposal(self):
        """Opens the form of a counterproposal. A change of the language has closed it."""
        self.sam.go(self.chat)
        if self.sam.form("/counter").count():
            self.sam.submit("/counter")

    def of_meetups(self):
        paths = {
            "meetups": "/meetups", "meetups-found": "/meetups?q=the&kind=social", "month": "/meetups/month",
            "week": f"/meetups/week?day={self.start:%Y-%m-%d}", "agenda": "/meetups/agenda", "map": "/meetups/map",
            "suggested": "/meetups/suggested", "new-meetup": "/meetups/new", "meetup": self.meetup,
            "meetup-of-another": self.other_meetup, "edit-meetup": f"{self.meetup}/edit",
            "series": f"{self.series}/series", "guests": f"{self.meetup}/guests", "feed": f"{self.meetup}/feed",
            "comments": self.post,
            "share": f"{self.meetup}/share", "ratings": f"{self.meetup}/ratings", "requests": "/meetups/requests",
            "invitations": "/meetups/invitations", "after": "/after",
        }
        return [Screen(name, self.resident, path) for name, path in paths.items()]

    def of_settings(self):
        person = self.person.rpartition("/")[2]
        paths = {
            "reminders": "/reminders", "safety": "/safety", "standing": "/standing", "settings": "/settings",
            "account": "/settings/account", "calendars": "/settings/calendars", "blocks": "/settings/blocks",
            "reports": "/settings/reports", "report": f"/report/person/{person}",
            "report-photo": f"/report/photo/p_1/{person}",
        }
        desk = {"moderation": "/moderation", "case": self.case}
        return [
            *(Screen(name, self.resident, path) for name, path in paths.items()),
            *(Screen(name, self.moderator, path) for name, path in desk.items())]

    def check_all(self, screens):
        """Fails if a page of the sources is not among the screens."""
        text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(SOURCES.rglob("*.swift")))
        patterns = set(PAGE.findall(text))
        expect(len(patterns) > 40, "the sources have only the pages", sorted(patterns))
        shown = [screen.path.split("?")[0] for screen in screens]

        def fits(pattern, path):
            return re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(pattern)), path)

        missing = [
            pattern for pattern in sorted(patterns) if pattern not in UNREACHED
            and not any(fits(pattern, path) for path in shown)]
        expect(not missing, "no screen is at", missing)
        return len(patterns)
