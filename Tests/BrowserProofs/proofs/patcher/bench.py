"""A page with the scripts of the front end, in a browser whose site the proof controls."""

from harness.stub import Stub
from processes.proving import expect

FILES = ["/patch.js", "/stream.js", "/style.css", "/icon.svg", "/sw.js"]
KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
# Gives names to elements of a page, to recognize them after a change.
MARK = "(id) => { document.getElementById(id).isSame = true; }"
IS_SAME = "(id) => document.getElementById(id)?.isSame === true"


def files_of(web):
    """The scripts and the style of a front end, as it serves them."""
    files = {}
    for path in FILES:
        status, text = web.get(path)
        expect(status == 200, path, "has the status", status)
        files[path] = (KINDS[path.rpartition(".")[2]], text.encode())
    return files


class Bench:
    """A site of its own for one proof of the patcher.

    - visitor: a browser on the page `/page`.
    - page: its page.
    """

    def __init__(self, files, browsers, name, regions, **options):
        self.site = Stub(files)
        self.site.pages["/page"] = dict(regions)
        self.visitor = browsers.open(self.site.address, name, **options)
        self.page = self.visitor.page
        self.show()

    def show(self, page=None, path="/page"):
        """Opens a path, and waits until its stream is open."""
        page = page or self.page
        before = self.site.opened
        page.goto(path)
        page.wait_for_function("() => self.orbit")
        self.site.wait(lambda: self.site.opened > before and self.site.streams, "a stream")
        return page

    @property
    def stream(self):
        expect(self.site.streams, "there is no stream")
        return self.site.streams[-1]

    def patch(self, path="/page", **regions):
        """Changes regions of a page through the stream, and waits until the page has them."""
        event = self.site.event(path, regions)
        self.stream.write(event)
        self.wait("version => document.body.dataset.version === version", self.site.version)

    def wait(self, condition, argument=None):
        """Waits until a condition of the page holds."""
        self.page.wait_for_function(condition, arg=argument)

    def script(self, text, argument=None):
        return self.page.evaluate(text, argument)

    def focus(self):
        """The id of the element with the focus."""
        return self.script("() => document.activeElement.id")

    def mark(self, id):
        self.script(MARK, id)

    def is_same(self, id):
        """Whether an element is the one that was marked."""
        return self.script(IS_SAME, id)

    def value(self, id):
        return self.script("id => document.getElementById(id).value", id)

    def close(self):
        self.visitor.check()
        self.visitor.context.close()
        self.site.close()


def form(content, action="/act", id="form"):
    """A form as the front end writes it."""
    return (
        f'<form method="post" action="{action}" id="{id}"><input type="hidden" name="as" value="1">{content}'
        f'<button id="send">Send</button></form>'
    )


def field(value="", id="text", more=""):
    return f'<label for="{id}">Text</label><input type="text" id="{id}" name="{id}" value="{value}"{more}>'
