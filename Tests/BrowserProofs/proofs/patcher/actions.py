"""Forms in flight: a change that arrives meanwhile, a second press, a lost response, and an answer of the server."""

import threading

from processes.proving import expect

from .bench import field, form


class Gate:
    """Holds the response to a form until the proof opens it."""

    def __init__(self, bench, action="/act", result="/page", **regions):
        self.is_open = threading.Event()
        self.bench = bench

        def respond(_):
            expect(self.is_open.wait(30), "the gate stays closed")
            bench.site.pages["/page"].update(regions)
            bench.site.note(lambda: setattr(bench.site, "number", bench.site.number + 1))
            return result

        bench.site.results[action] = respond

    def release(self):
        self.is_open.set()
        self.bench.wait("() => !document.querySelector('form[data-busy]')")


def keep_action_in_flight(open):
    """A form in flight is not changed, and a second press of its button sends nothing."""
    bench = open({"form": form(field("a")), "list": "<p id='row'>1</p>"})
    gate = Gate(bench, form=form(field("")))
    bench.page.fill("#text", "typed")
    bench.mark("form")
    bench.page.click("#send")
    bench.site.wait(lambda: bench.site.posts, "the form")
    bench.page.click("#send")
    bench.page.keyboard.press("Enter")
    bench.patch(form=form(field("from the server")), list="<p id='row'>2</p>")
    expect(bench.page.inner_text("#row") == "2", "the other region did not change")
    expect(bench.is_same("form") and bench.value("text") == "typed", "the form in flight changed")
    gate.release()
    bench.wait("() => document.getElementById('text').value === ''")
    expect(len(bench.site.posts) == 1, "the form was sent", len(bench.site.posts), "times")
    return bench


def keep_text_of_next_message(open):
    """Text that is typed while the form is in flight is not lost."""
    bench = open({"form": form(field(""))})
    gate = Gate(bench, form=form(field("")), list="")
    bench.page.fill("#text", "first")
    bench.page.focus("#text")
    bench.page.keyboard.press("Enter")
    bench.site.wait(lambda: bench.site.posts, "the form")
    bench.page.keyboard.press("Control+A")
    bench.page.keyboard.type("second")
    gate.release()
    expect(bench.value("text") == "second", "the next message became", repr(bench.value("text")))
    expect(bench.focus() == "text", "the focus is on", bench.focus())
    return bench


def keep_other_forms(open):
    """The result of a form leaves typed text in other forms, and the focus in them."""
    both = form(field("")) + form(field("", "other"), "/other", "second").replace('id="send"', 'id="send-2"')
    bench = open({"form": both})
    gate = Gate(bench, form=both.replace('value=""', 'value="x"'))
    bench.page.fill("#text", "sent")
    bench.page.click("#send")
    bench.site.wait(lambda: bench.site.posts, "the form")
    bench.page.focus("#other")
    bench.page.keyboard.type("kept")
    gate.release()
    bench.page.keyboard.type("!")
    expect(bench.value("other") == "kept!", "the other form has", bench.value("other"))
    expect(bench.value("text") == "x", "the sent form has", bench.value("text"))
    return bench


def survive_lost_response(open):
    """Without a response, the text stays, a screen reader is told, and the form can be sent again."""
    bench = open({"form": form(field(""))})
    bench.visitor.allowed.append("Failed to load resource|ERR_")

    def lose(_):
        raise OSError

    bench.site.results["/act"] = lose
    bench.page.fill("#text", "typed")
    bench.page.click("#send")
    bench.wait("() => document.getElementById('news').textContent === 'There is no connection.'")
    expect(bench.value("text") == "typed", "the text became", bench.value("text"))
    before = len(bench.site.posts)
    bench.site.results["/act"] = lambda fields: "/page"
    bench.page.click("#send")
    bench.wait("() => !document.querySelector('form[data-busy]')")
    bench.site.wait(lambda: len(bench.site.posts) > before, "the second attempt")
    return bench


def announce_notice(open):
    """The sentence about the result of a form is in the live region, and in the page."""
    bench = open({"form": form(field(""))})

    def respond(_):
        bench.site.notice = '<p class="notice">Saved.</p>'
        return "/page"

    bench.site.results["/act"] = respond
    bench.page.click("#send")
    bench.wait("() => document.getElementById('news').textContent.trim() === 'Saved.'")
    expect(bench.page.inner_text("#notice").strip() == "Saved.", "the page has no notice")
    return bench


def show_title(open):
    """The title of the window follows the heading of the page that a form changes in place."""
    bench = open({"form": form(field(""))})

    def respond(_):
        bench.site.titles["/page"] = "Enter your code"
        return "/page"

    bench.site.results["/act"] = respond
    bench.page.click("#send")
    bench.wait("() => document.title === 'Enter your code'")
    expect(bench.page.inner_text("#heading") == "Enter your code", "the heading is", bench.page.inner_text("#heading"))
    return bench


def lead_to_other_page(open):
    """A form whose result is another page opens it, and Back shows the page with its present content."""
    bench = open({"form": form(field(""))})
    bench.site.pages["/next"] = {"list": "<p>Next</p>"}

    def respond(_):
        bench.site.pages["/page"]["form"] = "<p>Done</p>"
        return "/next"

    bench.site.results["/act"] = respond
    bench.page.click("#send")
    bench.page.wait_for_url("**/next")
    bench.page.go_back()
    bench.page.get_by_text("Done").wait_for()
    return bench


PROOFS = [
    keep_action_in_flight, keep_text_of_next_message, keep_other_forms, survive_lost_response, announce_notice,
    show_title, lead_to_other_page,
]
