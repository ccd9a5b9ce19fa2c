"""A site of an attacker: another origin, but the same site for cookies, because the port does not count."""

import html
import http.server
import threading


class AttackerSite:
    """A site on a port of its own.

    - pages: by path, the content of the body.
    - address: the address of the site; with another host, the address of another site.
    """

    def __init__(self):
        self.pages = {}
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = site.pages.get(self.path, "").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, host="127.0.0.1"):
        return f"http://{host}:{self.server.server_port}"

    def form(self, action, fields, encoding="application/x-www-form-urlencoded"):
        """A page that sends a form at once, with the cookies of its visitor."""
        inputs = "".join(
            f'<input name="{html.escape(name)}" value="{html.escape(value)}">' for name, value in fields.items())
        self.pages["/form"] = (
            f'<form method="post" action="{html.escape(action)}" enctype="{encoding}">{inputs}</form>'
            "<script>document.forms[0].submit()</script>")
        return "/form"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
