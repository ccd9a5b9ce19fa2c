"""A site with the scripts of the front end, whose regions, responses and streams a proof controls."""

import html
import http.server
import json
import socket
import threading
import urllib.parse
from contextlib import suppress

from processes.proving import expect

# The policy of the front end.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
DOCUMENT = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="stylesheet" href="/style.css"><link rel="icon" href="/icon.svg">
<script src="/patch.js" defer></script><script src="/stream.js" defer></script></head>
<body data-page="{path}" data-version="{version}" data-offline="There is no connection." data-live>
<div class="frame"><div id="tabs" data-region></div><main id="main"><h1 id="heading" tabindex="-1">{title}</h1>
<div id="notice">{notice}</div>{regions}</main></div><p id="news" role="status"></p></body></html>
"""
TIMEOUT = 30


class Stream:
    """The stream of a browser. It is open until the browser or the proof closes it.

    - pages, since: the pages of its tabs, and their versions.
    - last: the id of the last event of an interrupted stream.
    - cut: closes the connection, as a lost network does.
    """

    def __init__(self, connection, cut, query, last):
        self.connection, self.cut, self.last = connection, cut, last
        self.pages, self.since = query.get("page", []), query.get("since", [])

    def write(self, text):
        self.connection.sendall(text.encode())


class Stub:
    """The site.

    - pages: by path, the content of each region.
    - titles: by path, a title other than the usual one.
    - results: by the path of a form, a function of its fields that returns the path of the next page. It may change
      `pages` and `notice`, and wait. An `OSError` closes the connection without a response.
    - notice: the sentence above the next page.
    - posts: the received forms, each with its path, fields and header fields.
    - streams: the open streams.
    """

    def __init__(self, files):
        self.files, self.pages, self.results, self.titles = files, {}, {}, {}
        self.notice, self.posts, self.streams, self.number = "", [], [], 0
        self.opened = 0
        self.changed = threading.Condition()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self))
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def version(self):
        return f"1.{self.number}"

    def document(self, path):
        regions = "".join(self.region(id, content) for id, content in self.pages[path].items())
        notice, self.notice = self.notice, ""
        return DOCUMENT.format(
            title=html.escape(self.titles.get(path, f"Page {path}")), path=html.escape(path), version=self.version, regions=regions,
            notice=notice)

    @staticmethod
    def region(id, content):
        return f'<div id="{id}" data-region>{content}</div>\n'

    def event(self, path, regions):
        """Changes regions of a page. Returns the event that states the change."""
        self.pages[path].update(regions)
        self.number += 1
        shown = [{"id": id, "html": self.region(id, content)} for id, content in regions.items()]
        data = json.dumps({"page": path, "regions": shown}, ensure_ascii=False)
        return f"id: {self.version}\ndata: {data}\n\n"

    def gone(self, path):
        return f'event: gone\ndata: {json.dumps({"page": path, "regions": []})}\n\n'

    def wait(self, holds, what):
        """Waits until a condition of the site holds, such as a number of open streams."""
        with self.changed:
            expect(self.changed.wait_for(holds, TIMEOUT), "the site waits in vain for", what)

    def note(self, change):
        with self.changed:
            change()
            self.changed.notify_all()

    def close(self):
        for stream in list(self.streams):
            stream.cut()
        self.server.shutdown()
        self.server.server_close()


def handler_of(site):
    class Handler(http.server.BaseHTTPRequestHandler):
        """The requests of browsers."""

        def do_GET(self):
            path, _, query = self.path.partition("?")
            if path in site.files:
                return self.respond(200, *site.files[path])
            if path == "/stream":
                return self.stream(urllib.parse.parse_qs(query))
            if self.path in site.pages:
                return self.respond(200, "text/html; charset=utf-8", site.document(self.path).encode())
            self.respond(404, "text/plain", b"")

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            fields = urllib.parse.parse_qs(body, keep_blank_values=True)
            site.note(lambda: site.posts.append((self.path, fields, dict(self.headers))))
            try:
                to = site.results[self.path](fields)
            except OSError:
                return self.close_now()
            if "X-Orbit" in self.headers:
                return self.respond(200, "text/html", b"", {"X-Location": to})
            self.respond(303, "text/html", b"", {"Location": to})

        def stream(self, query):
            self.respond(200, "text/event-stream", None, {"Connection": "close"})
            stream = Stream(self.connection, self.close_now, query, self.headers["Last-Event-ID"])
            site.note(lambda: (site.streams.append(stream), setattr(site, "opened", site.opened + 1)))
            with suppress(OSError):
                self.wfile.write(b"retry: 100\n\n")
                self.rfile.read(1)  # until either side closes
            site.note(lambda: site.streams.remove(stream))
            self.close_connection = True

        def close_now(self):
            self.close_connection = True
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)

        def respond(self, status, kind, body, fields=None):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Cache-Control", "no-store")
            if body is not None:
                self.send_header("Content-Length", str(len(body)))
            for name, value in (fields or {}).items():
                self.send_header(name, value)
            try:
                self.end_headers()
                if body:
                    self.wfile.write(body)
            except OSError:  # the browser has left the page
                self.close_connection = True

        def log_message(self, *_):
            pass

    return Handler
