"""The story of the tour in real browsers: live, without scripts, in Spanish and on phones."""

from harness.browsers import PHONE, Browsers
from harness.languages import check_language
from harness.layout import check_layout
from harness.web import Web

from .keyboard import prove_keyboard
from .story import Story

__all__ = ["prove_keyboard", "prove_phone", "prove_plain", "prove_spanish", "prove_tour"]


def tell(name, program, folder, inspections=(), **options):
    """Runs the story in two browsers. Returns a text of its size."""
    with Web(program, folder) as web, Browsers(name) as browsers:
        people = [browsers.open(web.address, person, **options) for person in ("maya", "robin")]
        pages = []
        for person in people:
            person.inspections += [lambda visitor: pages.append(visitor.path), *inspections]
        steps = Story(web, *people).run()
        browsers.check()
        web.stop()
    return f"{steps} steps, {len(pages)} pages, {len(set(pages))} of them different"


def prove_tour(program, folder, full):
    """Each change of a person appears in the other browser without a reload."""
    return tell("tour", program, folder)


def prove_plain(program, folder, full):
    """Everything works without scripts."""
    return tell("plain", program, folder, java_script_enabled=False)


def prove_spanish(program, folder, full):
    """A browser in Spanish gets Spanish pages, without an English text."""
    return tell("spanish", program, folder, [check_language], locale="es-ES")


def prove_phone(program, folder, full):
    """Everything works by touch in a window of 360 pixels, and no page is wider than the window."""
    return tell("phone", program, folder, [check_layout], **PHONE)
