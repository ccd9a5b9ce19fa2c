"""The way from the first page to a match and a message by keyboard alone."""

from harness.browsers import Browsers
from harness.web import CODE, Web
from processes.proving import expect

# The element with the focus, and whether a person can see that it has the focus.
STOP = """selector => {
    const n = document.activeElement, style = getComputedStyle(n), box = n.getBoundingClientRect();
    const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    // The browser marks the button of a calendar inside of the field.
    const isInside = n.nodeName === 'INPUT' && !n.matches(':focus');
    const circle = n.querySelector?.('circle');
    const drawn = circle && parseFloat(getComputedStyle(circle).strokeWidth) > 1;
    return {
        found: n.matches(selector), isNowhere: n === document.body,
        name: n.nodeName + '#' + n.id + ' ' + n.textContent.trim().slice(0, 40), hasRing: ring || isInside || !!drawn,
        isInWindow: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
}"""
MAX_STOPS = 600


class Keyboard:
    """A person without a pointer.

    - stops: the number of elements that had the focus.
    """

    def __init__(self, visitor):
        self.visitor, self.page, self.keys, self.stops = visitor, visitor.page, visitor.page.keyboard, 0

    def reach(self, selector, backwards=False):
        """Presses Tab until an element has the focus. Each element on the way is visible, with a visible focus."""
        for _ in range(MAX_STOPS):
            stop = self.page.evaluate(STOP, selector)
            if stop["found"]:
                return
            self.keys.press("Shift+Tab" if backwards else "Tab")
            self.stops += 1
            stop = self.page.evaluate(STOP, selector)
            if stop["isNowhere"]:
                continue  # the end of the page
            expect(stop["hasRing"], "at", self.visitor.path, stop["name"], "shows no focus")
            expect(stop["isInWindow"], "at", self.visitor.path, stop["name"], "has the focus outside of the window")
        expect(False, "Tab does not reach", selector, "at", self.visitor.path)

    def type(self, selector, text):
        """Types into a field, in place of its content."""
        self.reach(selector)
        self.keys.press("Control+A")
        self.keys.type(text)

    def choose(self, selector):
        """Checks a box."""
        self.reach(selector)
        self.keys.press("Space")
        expect(self.page.evaluate("() => document.activeElement.checked"), selector, "is not checked")

    def send(self, selector):
        """Presses a button of a form, and waits for the result. The focus is not lost."""
        self.reach(selector)
        self.keys.press("Enter")
        self.visitor.settle()
        expect(self.page.evaluate("() => document.activeElement !== document.body"), selector, "loses the focus")

    def follow(self, selector):
        """Follows a link, after which the heading has the focus."""
        self.reach(selector)
        before = self.page.url
        self.keys.press("Enter")
        self.page.wait_for_url(lambda url: url != before)
        self.visitor.ready()
        self.page.wait_for_function("() => document.activeElement.id === 'heading'")


def sign_in(keyboard, address):
    keyboard.type("#email", address)
    keyboard.keys.press("Enter")
    keyboard.visitor.settle()
    keyboard.visitor.shows("#code")
    keyboard.type("#code", CODE)
    keyboard.keys.press("Enter")
    keyboard.page.wait_for_url(lambda url: "/sign-in" not in url)
    keyboard.visitor.ready()


def fill_in(keyboard):
    """Fills in the five steps."""
    visitor = keyboard.visitor
    visitor.at("/profile/edit/basic_info")
    keyboard.type("#name", "Nova Okoro")
    keyboard.reach("#birth-month")
    keyboard.keys.press("ArrowDown")
    for field, text in ("birth-year", "2004"), ("city", "Ithaca"), ("region", "NY"), ("bio", "Keys only."):
        keyboard.type(f"#{field}", text)
    keyboard.send('button[value="next"]')
    visitor.at("/profile/edit/personality")
    keyboard.reach('[name="introvert_extrovert"]')
    for _ in range(3):
        keyboard.keys.press("ArrowRight")
    box = '[name="introvert_extrovert-open"]'
    expect(not visitor.page.is_checked(box), "the scale of the moved slider is still open")
    keyboard.send('button[value="next"]')
    visitor.at("/profile/edit/interests")
    for interest in "Music", "Travel", "Gaming":
        keyboard.choose(f'[name="interests"][value="{interest}"]')
    keyboard.send('button[value="next"]')
    visitor.at("/profile/edit/social_preferences")
    keyboard.choose('[name="group_size"]')
    keyboard.keys.press("ArrowDown")
    keyboard.choose('[name="frequency"]')
    keyboard.choose('[name="times"][value="evenings"]')
    keyboard.choose('[name="goals"][value="close_friends"]')
    keyboard.send('button[value="next"]')
    visitor.at("/profile/edit/photos")
    keyboard.send('button[value="save"]')
    keyboard.page.wait_for_url(lambda url: "/profile/edit/" not in url)


def prove_keyboard(program, folder, full):
    """A new person pokes another person. The resident accepts a poke, writes, reacts and plans. Both use Tab alone."""
    with Web(program, folder) as web, Browsers("keyboard") as browsers:
        nova = browsers.open(web.address, "nova")
        nova.go("/sign-in")
        keyboard = Keyboard(nova)
        keyboard.reach(".skip")
        keyboard.keys.press("Enter")
        expect(nova.page.url.endswith("#main"), "the first stop does not lead to the content")
        sign_in(keyboard, "nova@orbit.example")
        fill_in(keyboard)
        keyboard.follow('.tabs a[href="/discover"]')
        keyboard.follow("svg a[id^='planet-']")
        keyboard.reach('#action [name="note"]')
        keyboard.keys.press("ArrowDown")
        keyboard.send("#action button.primary")
        nova.shows("#action button[disabled]")

        resident = browsers.open(web.address, "resident")
        resident.go("/pokes")
        other = Keyboard(resident)
        sign_in(other, web.resident)
        resident.at("/pokes")
        other.send('#incoming form[action$="/accept"] button')
        resident.shows("#match .notice")
        other.follow('.tabs a[href="/chats"]')
        other.follow("#conversations h2 a")
        other.type("#text", "Written without a mouse.")
        other.send('form[action$="/send"] button')
        resident.shows(".messages .mine", "Written without a mouse.")
        other.reach("#messages summary", backwards=True)
        other.keys.press("Enter")
        other.send('#messages details[open] form[action$="/react"] button')
        resident.shows(".messages .chip", "1")
        other.follow('.tabs a[href="/meetups"]')
        other.follow('.subtabs a[href="/meetups/new"]')
        other.type("#title", "Table tennis")
        other.send('button[value="check"]')
        resident.shows(".problem")
        other.follow('.tabs a[href="/settings"]')
        other.send('#out form[action="/sign-out"] button')
        resident.at("/sign-in")
        browsers.check()
        web.stop()
    return f"{keyboard.stops + other.stops} stops, each with a visible focus"
