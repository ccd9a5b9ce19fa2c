"""Requests that another site forges, and pages that it tries to read or to show."""

from harness.attacker import AttackerSite
from processes.proving import expect

READ = """async url => {
    const results = [];
    for (const path of ['/profile', '/settings', '/export.json', '/stream?page=/profile&since=0.0'])
        for (const mode of ['cors', 'no-cors'])
            try {
                const response = await fetch(url + path, {
                    credentials: 'include', mode, signal: AbortSignal.timeout(5000)});
                results.push(await response.text());
            } catch { results.push(''); }
    return results.join('');
}"""
FRAME = """url => new Promise(done => {
    const frame = document.createElement('iframe');
    frame.onload = () => {
        try { done(frame.contentDocument?.body?.textContent ?? ''); } catch { done(''); }
    };
    frame.src = url + '/profile';
    document.body.append(frame);
})"""
ENCODINGS = "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"
# The console states why the browser refuses a response.
REFUSALS = (
    r"status of (403|404)|blocked by CORS|ERR_FAILED|ERR_BLOCKED_BY|frame-ancestors|X-Frame|Refused to|NotSameOrigin"
    r"|Failed to load resource|violates the following")


def language(visitor):
    visitor.go("/settings")
    return visitor.page.get_attribute("html", "lang")


def forge_requests(screens):
    """Forms that other sites send with the cookie of the resident change nothing, whatever their encoding."""
    visitor, web, tried = screens.resident, screens.web, 0
    visitor.allowed.append(REFUSALS)
    name, today = screens.own_name(visitor), day(web)
    attacks = {
        "/settings/language": {"language": "es"}, "/sign-out": {},
        "/profile/edit/basic_info": {"name": "M", "go": "save"},
        "/settings/account/erase": {"confirmation": web.resident}, "/demo/clock": {"minutes": "1440"},
    }
    with AttackerSite() as attacker:
        for host in "127.0.0.1", "localhost":
            for action, fields in attacks.items():
                for encoding in ENCODINGS:
                    path = attacker.form(web.address + action, fields, encoding)
                    visitor.page.goto(attacker.address(host) + path, wait_until="commit")
                    visitor.page.wait_for_url(lambda url: url.startswith(web.address))
                    visitor.page.wait_for_selector("#heading")
                    tried += 1
        for method in ("/sign-out", "/settings/account/erase"):
            attacker.pages["/picture"] = f'<img src="{web.address}{method}">'
            visitor.page.goto(attacker.address() + "/picture")
            tried += 1
    expect(day(web) == today, "another site moved the clock to", day(web))
    expect(language(visitor) == "en", "another site changed the language")
    expect(screens.own_name(visitor) == name, "another site changed the profile")
    return f"{tried} forged requests changed nothing"


def day(web):
    """The day on the campus, as the page of the demonstration shows it."""
    return web.get("/demo")[1].partition('action="/demo/clock"')[0].rpartition("<p>")[2].rpartition(",")[0]


def read_from_other_site(screens):
    """Another site reads no page, no stream and no file, and shows no page in a frame."""
    visitor, web = screens.resident, screens.web
    name = screens.own_name(visitor)
    expect(name, "the resident has no name")
    with AttackerSite() as attacker:
        for host in "127.0.0.1", "localhost":
            attacker.pages["/read"] = "<p>Read</p>"
            visitor.page.goto(attacker.address(host) + "/read")
            text = visitor.page.evaluate(READ, web.address) + visitor.page.evaluate(FRAME, web.address)
            expect(name not in text and "orbit.example" not in text, "another site has read", text[:300])
    return "another site reads nothing"


def redirect_elsewhere(screens, browsers):
    """A link to the sign-in leads to no other site."""
    web = screens.web
    targets = [
        "//evil.example", "https://evil.example", "/\\evil.example", "/%5Cevil.example", "/%09/evil.example",
        "javascript:alert(1)", "/pokes%0d%0aLocation:%20https://evil.example",
    ]
    visitor = browsers.open(web.address, "redirected")
    visitor.allowed.append("status of 404")
    for target in targets:
        # An address and a network get a limited number of codes in a day.
        web.skip(1_440)
        visitor.page.goto("/sign-in?next=" + target.replace("%", "%25").replace("\\", "%5C"))
        visitor.ready()
        visitor.submit("/sign-in/address", {"email": web.moderator})
        visitor.submit("/sign-in/code", {"code": "123456"})
        expect(visitor.page.url.startswith(web.address), target, "leads to", visitor.page.url)
        visitor.go("/settings")
        visitor.submit("/sign-out")
        visitor.at("/sign-in")
    return f"{len(targets)} links to other sites stay here"
