"""Attacks on the front end in a real browser: by texts, by other sites, by other sessions, and by files."""

from harness.browsers import Browsers
from harness.screens import Screens
from harness.web import Web

from .files import send_bad_photos
from .forgery import forge_requests, read_from_other_site, redirect_elsewhere
from .repetition import repeat_actions
from .scripts import put_scripts_everywhere
from .sessions import change_person, fix_session, read_regions_of_others


def prove_attacks(program, folder, full):
    """No attack succeeds. Each returns a text of what was tried."""
    with Web(program, folder) as web, Browsers("attacks") as browsers:
        screens = Screens(web, browsers)
        screens.prepare()
        yield read_regions_of_others(screens)
        yield forge_requests(screens)
        yield read_from_other_site(screens)
        yield redirect_elsewhere(screens, browsers)
        yield fix_session(screens, browsers)
        yield change_person(screens, browsers)
        yield repeat_actions(screens, browsers)
        yield send_bad_photos(screens)
        yield put_scripts_everywhere(screens)
        browsers.check()
        web.stop()
