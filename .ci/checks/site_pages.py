"""Visits the pages of the documentation site in Chromium. The argument is the folder of the site."""

import json
import shutil
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright

SITE = Path(sys.argv[1]).resolve()
# The pages that Chromium opens. The links of all other pages are read from their data.
PAGES = ["/documentation/", "/tutorials/orbitkittutorials/"]
TYPE = "PagedList"
# The milliseconds for a page to show its content.
PATIENCE = 20_000


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def pages():
    """The paths of all pages with the data that the site shows there."""
    for file in sorted((SITE / "data").rglob("*.json")):
        path = "/" + file.relative_to(SITE / "data").with_suffix("").as_posix()
        yield path, json.loads(file.read_text())


def dead_links():
    content = dict(pages())
    # A chapter is a part of the page of the tutorials. It has an address, but nothing links to it.
    chapters = {
        f"{path}/{chapter['name'].lower().replace(' ', '-')}"
        for path, page in content.items()
        for section in page.get("sections", [])
        for chapter in section.get("chapters", [])
    }
    known = content.keys() | chapters
    for path, page in content.items():
        for reference in page.get("references", {}).values():
            url = reference.get("url", "")
            if url.startswith("/") and url.split("#")[0].rstrip("/").lower() not in known:
                yield f"{path}: {url} is dead"


def visit(base):
    faults = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.on("console", lambda line: line.type == "error" and faults.append(f"{page.url}: {line.text}"))
        page.on("response", lambda got: got.status >= 400 and faults.append(f"{got.url}: {got.status}"))
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        tutorials = [path for path, _ in pages() if path.startswith("/tutorials/") and path.count("/") == 3]
        modules = [path for path, _ in pages() if path.startswith("/documentation/") and path.count("/") == 2]
        for path in [*PAGES, *tutorials, *modules]:
            page.goto(base + path, wait_until="networkidle")
            try:
                page.wait_for_selector("h1", timeout=PATIENCE)
            except Exception as error:
                faults.append(f"{path} shows no title: {error}")
        page.goto(f"{base}/documentation/presentation", wait_until="networkidle")
        page.get_by_placeholder("Filter").first.fill(TYPE)
        try:
            page.get_by_role("link", name=TYPE, exact=True).first.wait_for(timeout=PATIENCE)
            page.get_by_role("link", name=TYPE, exact=True).first.click()
            page.wait_for_selector(f"h1:has-text('{TYPE}')", timeout=PATIENCE)
        except Exception as error:
            faults.append(f"the filter does not find {TYPE}: {error}")
        print(f"{2 + len(tutorials) + len(modules)} pages in Chromium, {len(dict(pages()))} pages of data")
        browser.close()
    return faults


server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE))
Thread(target=server.serve_forever, daemon=True).start()
faults = [*dead_links(), *visit(f"http://127.0.0.1:{server.server_port}")]
for fault in sorted(set(faults)):
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
