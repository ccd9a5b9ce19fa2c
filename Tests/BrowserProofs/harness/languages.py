"""The language of pages: its attribute, and texts that were not translated."""

import functools
import re

from processes.proving import expect

from .environment import ROOT

WORDS = ROOT / "Examples/OrbitWeb/Sources/CampusWeb/Words"
CASE = re.compile(r'case \.(\w+):\s*\n?\s*"((?:[^"\\]|\\.)*)"')
# The texts of a page, as a person reads them. Names and texts of people are isolated, or have an own direction.
TEXTS = """() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const parent = walk.currentNode.parentElement;
        if (!parent.closest('bdi, [dir], script, textarea, option, svg text')) texts.push(walk.currentNode.data.trim());
    }
    return texts.filter(Boolean);
}"""


@functools.cache
def english_only():
    """The texts of the pages that differ between English and Spanish."""
    english, spanish = (
        dict(CASE.findall((WORDS / f"PageWord+{name}.swift").read_text(encoding="utf-8")))
        for name in ("English", "Spanish"))
    expect(len(english) > 200 and len(spanish) > 200, "the words of the pages were not found")
    both = set(spanish.values())
    # A text with a parameter never equals a text of a page.
    return {text for text in english.values() if text not in both and "{" not in text and len(text) > 3}


def check_language(visitor, language="es"):
    """Fails unless the page states the language, and has no English text of the front end."""
    if not visitor.page.locator("html[lang]").count():
        return  # a file
    stated = visitor.page.get_attribute("html", "lang")
    expect(stated == language, visitor.path, "has the language", stated)
    if language == "en":
        return
    left = english_only().intersection(visitor.page.evaluate(TEXTS))
    expect(not left, visitor.path, "has English texts:", sorted(left)[:5])
