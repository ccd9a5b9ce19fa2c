"""The rules of axe-core, from the package of PyPI."""

import functools
from importlib import resources

from processes.proving import expect

# All rules of WCAG 2.2 at the levels A and AA, and the best practices. They include rules that are off by default.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async tags => {
    const result = await axe.run(document, {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']});
    return result.violations.map(v => v.id + ': ' + v.help + ' ' +
        v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + n.html.slice(0, 160) + ' (' +
            [...n.any, ...n.all, ...n.none].map(c => c.message).join('; ').slice(0, 200) + ')').join(' | '));
}"""


@functools.cache
def script():
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page):
    """The violations of a page, as texts."""
    # The policy of the page does not allow the script as an element.
    if not page.evaluate("() => 'axe' in self"):
        page.evaluate(script())
    return page.evaluate(RUN, TAGS)


def check_accessibility(visitor):
    """Fails if the page violates a rule."""
    found = violations(visitor.page)
    expect(not found, visitor.path, "violates", *found)
