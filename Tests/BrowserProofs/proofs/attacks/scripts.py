"""Scripts in every field of every form."""

from harness.profiles import STEPS
from playwright.sync_api import Error
from processes.proving import expect

PAYLOADS = [
    "<script>orbitAttack=1</script>",
    "\"'><img src=x onerror=orbitAttack=1>",
    "</textarea></title><svg onload=orbitAttack=1>",
    "javascript:orbitAttack=1//",
]
TEXTS = "input:not([type]), input[type=text], input[type=email], input[type=search], input[type=url], textarea"
FORMS = f"""() => [...document.querySelectorAll('main form')]
    .filter(form => form.querySelector('{TEXTS}')).map(form => form.getAttribute('action'))"""
# The browser would refuse an address that is none, but an attacker sends it.
FILL = f"""(form, payload) => {{
    form.noValidate = true;
    for (const field of form.querySelectorAll('{TEXTS}')) {{
        field.removeAttribute('maxlength');
        field.value = payload;
    }}
}}"""
TRACES = """() => ({
    ran: 'orbitAttack' in self, scripts: document.querySelectorAll('script:not([src])').length,
    handlers: document.querySelectorAll('[onerror], [onload], [onclick]').length,
    images: document.querySelectorAll('img[src="x"]').length,
    links: [...document.querySelectorAll('[href], [action], [src]')].filter(n => /^\\s*javascript:/i.test(
        n.getAttribute('href') ?? n.getAttribute('action') ?? n.getAttribute('src'))).length,
})"""
# Forms that end what the other forms need.
ENDING = "/settings/account/erase", "/suspension/erase"


def check(visitor):
    """Fails if a part of the page comes from a payload."""
    found = visitor.page.evaluate(TRACES)
    expect(not any(found.values()), visitor.path, "has", found)


def put_scripts_everywhere(screens):
    """Sends each payload in every text of every form. Then opens every screen of every person."""
    sent = 0
    for screen in screens.all():
        visitor = screen.visitor
        screen.show()
        for action in visitor.page.evaluate(FORMS):
            if action in ENDING:
                continue
            for payload in PAYLOADS:
                screen.show()
                form = visitor.page.locator(f'main form[action="{action}"]').first
                if not form.count():
                    continue  # the form was the last of its kind
                visitor.unfold(form)
                form.evaluate(FILL, payload)
                send(visitor, form)
                check(visitor)
                sent += 1
    for payload in PAYLOADS:
        screens.resident.go("/profile/edit/basic_info")
        for step in STEPS[:-1]:
            screens.resident.go(f"/profile/edit/{step}")
            check(screens.resident)
        screens.resident.go("/sign-in?next=" + payload.replace("<", "%3C").replace(">", "%3E").replace('"', "%22"))
        check(screens.resident)
    shown = screens.all()
    for screen in shown:
        screen.show()
        check(screen.visitor)
    for path in screens.meetup, screens.chat, screens.other_meetup, "/meetups", "/discover/list", "/discover":
        screens.sam.go(path)
        check(screens.sam)
    return f"{sent} forms with {len(PAYLOADS)} scripts, then {len(shown)} screens: no script ran"


def send(visitor, form):
    """Presses the first button of a form."""
    button = form.locator("button").first
    try:
        visitor.press(button)
    except Error as error:
        expect(False, "the form of", visitor.path, "cannot be sent:", str(error)[:300])
