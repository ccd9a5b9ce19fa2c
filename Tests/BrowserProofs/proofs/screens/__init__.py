"""Every screen: its status, structure, width, language and accessibility, and the console of its browser."""

from harness.accessibility import violations
from harness.browsers import Browsers
from harness.languages import check_language
from harness.layout import check_layout, check_structure, lengthen
from harness.screens import Screens
from harness.web import Web
from processes.proving import Broken, expect

WIDTHS = 360, 768, 1440
SCHEMES = "light", "dark"


def on_every_screen(name, program, folder, check, plant=None, **options):
    """Prepares a campus, and checks every screen. Returns the failures, and the numbers of screens and pages.

    - plant: plants a fault for a visitor, and fails unless the check finds it.
    """
    failures = []
    with Web(program, folder) as web, Browsers(name) as browsers:
        screens = Screens(web, browsers, **options)
        screens.prepare()
        every = screens.all()
        patterns = screens.check_all(every)
        if plant:
            plant(screens.stranger)
        for screen in every:
            try:
                screen.show()
                check(screen)
            except Exception as error:
                failures.append(f"{screen.name}: {error}")
                screen.visitor.page.set_viewport_size({"width": 1280, "height": 800})
        browsers.check()
        web.stop()
    return failures, f"{len(every)} screens of {patterns} pages"


def report(failures, figures):
    """Yields the failures, and then fails, or yields the figures."""
    for failure in failures:
        yield f"FAILED {failure}"
    if failures:
        raise Broken(f"{len(failures)} failures on {figures}")
    yield figures


def prove_screens(program, folder, full):
    """Every screen has a heading and distinct ids, fits into windows of 360 to 1440 pixels also with longer texts, and logs
    no error."""
    def check(screen, language):
        check_structure(screen.visitor)
        check_language(screen.visitor, language)
        for is_longer in (False, True):
            if is_longer:
                lengthen(screen.visitor)
            for width in WIDTHS:
                screen.visitor.page.set_viewport_size({"width": width, "height": 800})
                check_layout(screen.visitor)

    for locale in ("en-US", "es-ES") if full else ("es-ES",):
        yield from report(*on_every_screen(
            "screens", program, folder, lambda screen: check(screen, locale[:2]), locale=locale))


def plant_faults(visitor):
    """Fails unless axe finds a picture without a text, and a text without contrast."""
    visitor.go("/sign-in")
    visitor.page.evaluate("""() => {
        const image = document.createElement('img'), text = document.createElement('p');
        image.src = '/icon.svg';
        text.textContent = 'Text without contrast';
        text.style.color = 'Canvas';
        document.querySelector('main').append(image, text);
    }""")
    found = " ".join(violations(visitor.page))
    expect("image-alt" in found and "color-contrast" in found, "axe finds only", found)


def prove_axe(program, folder, full):
    """axe finds no violation on any screen, light and dark, in a wide and in a narrow window."""
    def check(screen):
        page, found = screen.visitor.page, set()
        for width in (1280, 360) if full else (1280,):
            page.set_viewport_size({"width": width, "height": 800})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                found |= {f"{scheme}, {width} pixels: {violation}" for violation in violations(page)}
        if found:
            raise Broken("\n            ".join(sorted(found)))

    yield from report(*on_every_screen("axe", program, folder, check, plant=plant_faults))
