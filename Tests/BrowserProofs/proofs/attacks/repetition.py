"""Repetitions: a double click, and Back."""

from datetime import timedelta

from processes.proving import expect

TEXT = "Pressed twice"
WHEN = "%Y-%m-%dT%H:%M"


def press_twice(visitor, path):
    """Sends a post with a double click. Returns the number of posts."""
    visitor.go(path)
    form = visitor.form("/feed")
    visitor.fill(form, "text", TEXT)
    form.locator("button").first.dblclick()
    if not visitor.has_scripts:
        # The second press interrupts the response to the first.
        visitor.page.wait_for_load_state("networkidle")
    visitor.shows("#posts li", TEXT)
    visitor.ready()  # the second press loads the page again
    visitor.go(path)
    return visitor.page.locator("#posts li").filter(has_text=TEXT).count()


def repeat_actions(screens, browsers):
    """A double click has one effect, with and without scripts. Back shows an empty form."""
    web, visitor = screens.web, screens.resident
    expect(press_twice(visitor, f"{screens.meetup}/feed") == 1, "a double click adds several posts")
    plain = browsers.open(web.address, "plain", java_script_enabled=False)
    web.skip(15)
    plain.sign_in("sam@orbit.example")
    posts = press_twice(plain, f"{screens.other_meetup}/feed")
    expect(posts == 1, "without scripts, a double click adds", posts, "posts")

    before = count_own(visitor)
    start = (web.now() + timedelta(days=1)).replace(hour=18)
    visitor.go("/meetups/new")
    visitor.submit("/meetups/new", {
        "title": "After Back", "kind": "social", "start": start.strftime(WHEN),
        "end": start.replace(hour=20).strftime(WHEN), "place": "Hall 4", "position": "42.45, -76.48",
    }, go="save")
    visitor.at("/meetups/(?!new)[^/?]+")
    visitor.page.go_back()
    visitor.ready()
    expect(visitor.page.input_value("#title") == "", "Back shows the form with its sent text")
    expect(count_own(visitor) == before + 1, "Back changes the number of meetups")
    return "a double click and Back repeat nothing"


def count_own(visitor):
    visitor.go("/meetups")
    return visitor.page.locator("#mine li.card").count()
