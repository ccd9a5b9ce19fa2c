"""The page around the fields: scroll positions, folded parts, pictures, and the place of the focus."""

from processes.proving import expect


def rows(numbers):
    items = "".join(f'<li id="row-{number}" class="card"><p>Row {number}</p></li>' for number in numbers)
    return f"<ul>{items}</ul>"


def keep_scroll(open):
    """Content above the window does not move the content in it, neither when it comes nor when it goes."""
    folded = '<details><summary>More</summary><p id="folded">Folded</p></details>'
    bench = open({"top": folded, "list": rows(range(100, 160))})
    bench.script("() => document.getElementById('row-130').scrollIntoView()")
    before = bench.script("() => document.getElementById('row-131').getBoundingClientRect().top")
    for numbers in range(80, 160), range(95, 160), range(120, 160), range(60, 170):
        bench.patch(list=rows(numbers))
        bench.script("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        after = bench.script("() => document.getElementById('row-131').getBoundingClientRect().top")
        expect(abs(after - before) < 2, "row 131 moves from", before, "to", after, "with", numbers)
    bench.script("() => scrollTo(0, 0)")
    bench.patch(list=rows(range(50, 170)))
    expect(bench.script("() => scrollY") == 0, "the top of the page moves")
    return bench


def keep_inner_scroll(open):
    """A wide part of the page that was scrolled sideways stays where it is."""
    wide = '<div class="scroll" id="wide"><svg width="3000" height="20"></svg><p>{}</p></div>'
    bench = open({"list": wide.format(1)})
    bench.script("() => { document.getElementById('wide').scrollLeft = 300; }")
    bench.patch(list="<p>new</p>" + wide.format(2))
    place = bench.script("() => document.getElementById('wide').scrollLeft")
    expect(place == 300, "the part moves to", place)
    return bench


def scroll_photos(open):
    """Photos beside each other keep their size, and the photos beyond the edge can be reached by scrolling."""
    photos = '<li><img src="/icon.svg" alt="Photo"></li>' * 6
    bench = open({"list": f'<ul class="photos" id="photos" tabindex="0">{photos}</ul>'})
    for width in 1280, 360:
        bench.page.set_viewport_size({"width": width, "height": 800})
        shown, whole, photo = bench.script(
            "() => { const list = document.getElementById('photos');"
            " return [list.clientWidth, list.scrollWidth, list.querySelector('img').clientWidth]; }")
        expect(whole > shown and photo >= 200, width, "pixels show", shown, "of", whole, "with photos of", photo)
    return bench


def keep_folds(open):
    """What the person has unfolded stays open, and what they have folded stays closed."""
    def parts(first, second, text):
        return (
            f'<details id="one"{first}><summary>One</summary><p>{text}</p></details>'
            f'<details id="two"{second}><summary>Two</summary><p>{text}</p></details>'
        )

    bench = open({"list": parts("", " open", "a")})
    bench.page.click("#one summary")
    bench.page.click("#two summary")
    bench.patch(list=parts("", " open", "b"))
    state = bench.script("() => [...document.querySelectorAll('details')].map(d => d.open)")
    expect(state == [True, False], "the parts are", state)
    bench.page.get_by_text("b", exact=True).first.wait_for()
    return bench


def move_focus_to_region(open):
    """If the element with the focus goes, its region gets the focus, and not the start of the page."""
    bench = open({"first": "<p>x</p>", "list": '<ul><li id="a"><button id="gone">Go</button></li></ul>'})
    bench.page.focus("#gone")
    bench.patch(list="<p>Nothing is left.</p>")
    expect(bench.focus() == "list", "the focus is on", bench.focus())
    bench.page.keyboard.press("Tab")
    expect(bench.focus() != "heading", "the focus moved to the heading by a patch")
    return bench


def draw_pictures(open):
    """New elements of a picture are drawn, and links in it keep the focus."""
    def picture(names):
        planets = "".join(
            f'<a href="/page" id="planet-{name}" aria-label="{name}"><circle cx="{20 * place}" cy="20" r="8"/></a>'
            for place, name in enumerate(names, start=1))
        return f'<svg viewBox="0 0 200 40" role="group" aria-label="Picture">{planets}</svg>'

    bench = open({"space": picture("ab")})
    bench.page.focus("#planet-b")
    bench.mark("planet-b")
    bench.patch(space=picture("cba"))
    expect(bench.focus() == "planet-b" and bench.is_same("planet-b"), "the planet was replaced")
    drawn = bench.script("() => document.querySelector('#planet-c circle').getBBox().width")
    expect(drawn == 16, "the new planet has the width", drawn)
    return bench


def keep_heading(open):
    """After a link the heading has the focus. A page that is opened by its address, or patched, moves no focus."""
    bench = open({"list": '<a href="/other" id="link">Other</a>'})
    bench.site.pages["/other"] = {"list": "<p>1</p>"}
    expect(bench.focus() == "", "the first page moves the focus to", bench.focus())
    bench.page.click("#link")
    bench.page.wait_for_url("**/other")
    bench.wait("() => self.orbit && document.activeElement.id === 'heading'")
    bench.site.wait(lambda: any("/other" in stream.pages for stream in bench.site.streams), "the stream of the page")
    bench.script("() => document.activeElement.blur()")
    bench.patch("/other", list="<p>2</p>")
    expect(bench.focus() == "", "the patch moves the focus to", bench.focus())
    return bench


PROOFS = [keep_scroll, keep_inner_scroll, scroll_photos, keep_folds, move_focus_to_region, draw_pictures, keep_heading]
