"""The processes of the front end, and the people who use them."""

import time

from harness.haproxy import COOKIE
from harness.web import CODE
from processes.proving import expect

# The seconds after a code until another code for the same address is possible.
BETWEEN_CODES = 31
# The messages of Chromium about a stream that ends in the middle, with HTTP/1.1 and with HTTP/2.
CUT = "ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_HTTP2_PROTOCOL_ERROR|ERR_CONNECTION_|ERR_EMPTY_RESPONSE"


class Processes:
    """The processes of the front end behind a proxy.

    - proxy: the proxy.
    - webs: the processes, in the order of the proxy.
    - browsers: the process of Chromium.
    """

    def __init__(self, proxy, webs, browsers):
        self.proxy, self.browsers = proxy, browsers
        self.webs = dict(zip(proxy.names, webs))
        self.codes = {}  # by visitor, the address and the time of the last code

    def of(self, visitor):
        """The name of the process of a visitor."""
        values = [cookie["value"] for cookie in visitor.context.cookies() if cookie["name"] == COOKIE]
        expect(len(values) == 1 and values[0] in self.webs, visitor.name, "has the processes", values)
        return values[0]

    def open_apart(self, first, second):
        """Opens two browsers on different processes."""
        visitors = [self.browsers.open(self.proxy.address, name, ignore_https_errors=True) for name in (first, second)]
        for visitor in visitors:
            visitor.go("/sign-in")
        deadline = time.monotonic() + 10
        while self.of(visitors[0]) == self.of(visitors[1]):
            expect(time.monotonic() < deadline, "the proxy sends all browsers to", self.of(visitors[0]))
            visitors[1].context.clear_cookies()
            visitors[1].go("/sign-in")
        return visitors

    def sign_in(self, visitor, address, sign_in):
        """Calls a function that signs in, and checks that the visitor stays with the process."""
        before = self.of(visitor)
        self.codes[visitor] = address, time.monotonic()
        sign_in()
        expect(self.of(visitor) == before, visitor.name, "has moved from", before, "to", self.of(visitor))

    def sign_in_again(self, visitor):
        """Signs in on the page that the browser shows, which then leads back."""
        address, last = self.codes[visitor]
        visitor.until(lambda: time.monotonic() > last + BETWEEN_CODES, "another code")
        path = visitor.page.input_value('form[action="/sign-in/address"] [name="next"]')
        visitor.submit("/sign-in/address", {"email": address})
        self.codes[visitor] = address, time.monotonic()
        visitor.submit("/sign-in/code", {"code": CODE})
        visitor.page.wait_for_url(lambda url: "/sign-in" not in url)
        visitor.ready()
        expect(visitor.path == path, visitor.name, "is at", visitor.path, "and not at", path)

    def stop_one(self, moving, staying):
        """Stops the process of one person, as an update does. The other person keeps page, process and sign-in."""
        stopped, kept = self.of(moving), self.of(staying)
        staying.page.evaluate("() => { self.isSame = true; }")
        self.webs[stopped].stop()
        moving.at("/sign-in")
        expect(self.of(moving) == kept, moving.name, "is with", self.of(moving), "and not with", kept)
        moving.check()
        self.sign_in_again(moving)
        staying.submit("/send", {"text": "Are you still there?"})
        moving.shows(".messages li", "Are you still there?")
        moving.submit("/send", {"text": "Here I am again."})
        staying.shows(".messages li", "Here I am again.")
        expect(staying.page.evaluate("() => self.isSame === true"), staying.name, "has loaded another page")
        expect(self.of(staying) == kept, staying.name, "has moved to", self.of(staying))
        staying.check()
        self.webs[stopped].start()
        self.proxy.wait_for(stopped)
        moving.go("/chats")
        expect(self.of(moving) == kept, moving.name, "has moved back to", self.of(moving))
        return f"{stopped} stopped: its user signs in on {kept}, whose user continues"

    def kill_other(self, *visitors):
        """Kills the process of all people without a warning. They sign in on the process that has started again."""
        killed = self.of(visitors[0])
        (other,) = (name for name in self.webs if name != killed)
        for visitor in visitors:
            expect(self.of(visitor) == killed, visitor.name, "is with", self.of(visitor))
            # The browser itself reports that its stream ended in the middle.
            visitor.allowed.append(CUT)
        self.webs[killed].kill()
        for visitor in visitors:
            visitor.at("/sign-in")
            expect(self.of(visitor) == other, visitor.name, "is with", self.of(visitor), "and not with", other)
            self.sign_in_again(visitor)
        return f"{killed} killed: its users sign in on {other}"
