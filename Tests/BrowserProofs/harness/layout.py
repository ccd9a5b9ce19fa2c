"""The layout of a page: its width, its structure, and the names of its parts."""

from processes.proving import expect

# Parts that are wider than the window and do not scroll by themselves.
WIDE = """() => {
    const width = document.documentElement.clientWidth;
    const scrolls = n => n && (/(auto|scroll|hidden)/.test(getComputedStyle(n).overflowX) || scrolls(n.parentElement));
    const page = document.scrollingElement;
    if (page.scrollWidth <= width) return [];
    return [...document.body.querySelectorAll('*')]
        .filter(n => n.getBoundingClientRect().right > width + 1 && !scrolls(n.parentElement))
        .map(n => n.nodeName.toLowerCase() + (n.id ? '#' + n.id : '') + '.' + n.className).slice(0, 3)
        .concat([`the page has ${page.scrollWidth} of ${width} pixels`]);
}"""
# Makes each text 40 % longer, as in a language with long words. The added letters have accents.
LENGTHEN = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const longer = text => text.replace(/[^\\s]{2,}/g, word => word + 'áéíóúñüç'.repeat(9).slice(0, Math.ceil(word.length * 0.4)));
    while (walk.nextNode())
        if (!walk.currentNode.parentElement.closest('script, style, textarea, svg'))
            walk.currentNode.data = longer(walk.currentNode.data);
}"""
STRUCTURE = """() => {
    const ids = [...document.querySelectorAll('[id]')].map(n => n.getAttribute('id'));
    return {
        headings: document.querySelectorAll('h1').length, mains: document.querySelectorAll('main').length,
        doubled: ids.filter((id, place) => ids.indexOf(id) !== place), title: document.title,
        heading: document.querySelector('h1')?.textContent.trim() ?? '', language: document.documentElement.lang,
        styles: document.querySelectorAll('[style]').length, handlers: document.querySelectorAll('[onclick]').length,
    };
}"""


def check_layout(visitor):
    """Fails if the page is wider than the window."""
    wide = visitor.page.evaluate(WIDE)
    expect(not wide, visitor.path, "is too wide:", wide)


def lengthen(visitor):
    """Shows the texts of the page in a pseudo-language, until the page is loaded again."""
    visitor.page.evaluate(LENGTHEN)


def check_structure(visitor):
    """Fails unless the page has one heading, one main part, a title, a language, and distinct ids."""
    found = visitor.page.evaluate(STRUCTURE)
    expect((found["headings"], found["mains"]) == (1, 1), visitor.path, "has", found)
    expect(found["heading"] and found["title"] and found["language"], visitor.path, "has", found)
    expect(not found["doubled"], visitor.path, "has the same id twice:", found["doubled"])
    expect(not found["styles"] and not found["handlers"], visitor.path, "has styles or handlers in its markup")
