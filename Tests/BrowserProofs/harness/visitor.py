"""A person with a browser."""

import re
import time

from playwright.sync_api import Error, expect as eventually
from processes.proving import expect

from .web import CODE

READY = "() => self.orbit && document.readyState === 'complete'"
IDLE = "() => document.readyState === 'complete' && !document.querySelector('form[data-busy]')"
PROBLEMS = ".problem, .notice"
# A condition that does not hold within these milliseconds does not hold. A loaded machine is slow.
PATIENCE = 30_000


class Visitor:
    """A browser of one person, with the messages of its console.

    Actions wait for their effect. Assertions wait until they hold, or until the timeout of the browser.

    - page: the present page of Playwright.
    - inspections: functions of the visitor that check every page that is opened.
    - allowed: patterns of messages of the console that a proof causes on purpose, such as a refused form.
    """

    def __init__(self, context, name, has_scripts=True, has_touch=False):
        self.context, self.name, self.has_scripts, self.has_touch = context, name, has_scripts, has_touch
        self.faults, self.allowed, self.inspections = [], [], []
        context.on("console", self.note)
        context.on("weberror", lambda failure: self.faults.append(f"uncaught: {failure.error}"))
        context.on("dialog", self.refuse)
        self.page = context.new_page()

    def note(self, message):
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type} at {message.page.url if message.page else ''}: {message.text}")

    def refuse(self, dialog):
        # A page of the front end opens no dialog, so this is the script of an attacker.
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def check(self):
        """Fails if the console has an error or a warning."""
        faults = [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self.allowed)]
        expect(not faults, "the console of", self.name, "has", faults[:5])

    def keep(self, folder):
        """Writes the page into a folder, and prints where the visitor is."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=folder / f"{self.name}.png", full_page=True)
            (folder / f"{self.name}.html").write_text(self.page.content(), encoding="utf-8")
            shown = [text.strip() for text in self.page.locator(PROBLEMS).all_inner_texts() if text.strip()]
            print(f"{self.name} is at {self.page.url}; console: {self.faults[-5:]}; notices: {shown}", flush=True)
        except Error as error:  # such as a page that was closed
            print(f"the page of {self.name} cannot be kept: {error}", flush=True)

    # Places

    @property
    def path(self):
        """The path of the page, with its query."""
        return re.sub(r"^https?://[^/]+", "", self.page.url)

    def go(self, path, status=200):
        """Opens a path, as from a bookmark. Returns the response."""
        response = self.page.goto(path)
        if response is None:  # at this moment the page has loaded itself again, because its stream ended
            response = self.page.goto(path)
        expect(response.status == status, self.name, "gets the status", response.status, "at", path)
        self.ready()
        return response

    def click(self, element):
        """Clicks an element, or taps it on a phone."""
        element.tap() if self.has_touch else element.click()

    def click_centre(self, element):
        """Clicks or taps the centre of an element, such as a circle behind its label."""
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        pointer = self.page.touchscreen.tap if self.has_touch else self.page.mouse.click
        pointer(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def follow(self, link):
        """Clicks a link to another page."""
        before = self.page.url
        self.click(link)
        self.page.wait_for_url(lambda url: url != before)
        self.ready()

    def ready(self):
        """Waits until the scripts of a page of the front end run."""
        if self.has_scripts and self.page.locator("script[src='/patch.js']").count():
            self.page.wait_for_function(READY)
        for inspect in self.inspections:
            inspect(self)

    def at(self, pattern):
        """Waits until the path matches a regular expression."""
        self.page.wait_for_url(re.compile(r"^https?://[^/]+" + pattern + r"(\?|$)"))
        self.ready()

    # Forms

    def form(self, action, within="main"):
        """The first form whose path has an end, such as `/accept`."""
        return self.page.locator(f'{within} form[action$="{action}"]').first

    def submit(self, action, fields=None, go=None, within="main"):
        """Fills in a form as a person does, sends it, and waits for the result.

        - action: the end of the path of the form.
        - fields: by name, a text, `True` or `False` for a box, a set of values of boxes, or a number for a slider.
        - go: the value of the button, if the form has several.
        """
        form = self.form(action, within)
        self.unfold(form)
        for name, value in (fields or {}).items():
            self.fill(form, name, value)
        button = form.locator(f'button[value="{go}"]' if go else "button").first
        self.press(button)

    def press(self, button):
        """Clicks a button that sends a form, and waits for the result."""
        self.unfold(button)
        is_search = button.evaluate("button => button.form?.getAttribute('method') === 'get'")
        if is_search or not self.has_scripts:
            with self.page.expect_navigation():
                self.click(button)
            return self.ready()
        self.ready()
        self.click(button)
        self.settle()

    def settle(self):
        """Waits until no form is in flight. The page of a form that leads to another page stays busy until it ends."""
        self.page.wait_for_function(IDLE)
        self.ready()

    def fill(self, form, name, value):
        field = form.locator(f'[name="{name}"]').first
        self.unfold(field)
        kind = field.evaluate("field => field.type")
        if isinstance(value, set):
            checked = form.locator(f'[name="{name}"]:checked').evaluate_all("boxes => boxes.map(box => box.value)")
            for unwanted in set(checked) - value:
                form.locator(f'[name="{name}"][value="{unwanted}"]').uncheck()
            for wanted in sorted(value):
                form.locator(f'[name="{name}"][value="{wanted}"]').check()
        elif kind in ("checkbox", "radio"):
            box = form.locator(f'[name="{name}"][value="{value}"]') if isinstance(value, str) else field
            box.set_checked(value is not False)
        elif kind.startswith("select"):
            field.select_option(value)
        elif kind == "file":
            field.set_input_files(value)
        else:
            field.fill(str(value))

    def unfold(self, element):
        """Opens the folded parts of the page that contain an element."""
        element.wait_for(state="attached")
        folded = element.locator("xpath=ancestor::details[not(@open)]")
        while folded.count():
            self.click(folded.first.locator("summary").first)

    # Assertions

    def shows(self, selector, text=""):
        """Waits until an element with a text is visible. Without scripts, the person loads the page again."""
        found = self.page.locator(selector).filter(has_text=text, visible=True)
        if self.has_scripts:
            return eventually(found.first).to_be_visible(timeout=PATIENCE)
        self.until(found.count, f"{selector} with {text}")

    def lacks(self, selector, text=""):
        """Waits until no element with a text is visible."""
        found = self.page.locator(selector).filter(has_text=text, visible=True)
        if self.has_scripts:
            return eventually(found).to_have_count(0, timeout=PATIENCE)
        self.until(lambda: not found.count(), f"the end of {selector} with {text}")

    def until(self, holds, what):
        """Waits until a condition holds. Without scripts, the person loads the page again."""
        deadline = time.monotonic() + PATIENCE / 1_000
        while not holds():
            expect(time.monotonic() < deadline, self.name, "waits at", self.path, "in vain for", what)
            if self.has_scripts:
                self.page.evaluate("() => new Promise(requestAnimationFrame)")
            else:
                self.page.reload()

    # Steps of many proofs

    def sign_in(self, address, code=CODE):
        """Signs in with the code of the demonstration."""
        self.go("/sign-in")
        self.submit("/sign-in/address", {"email": address})
        self.submit("/sign-in/code", {"code": code})
        self.page.wait_for_url(lambda url: "/sign-in" not in url)
        self.ready()
