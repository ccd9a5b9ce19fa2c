"""HAProxy in front of several front ends, with the configuration of the README of the front end."""

import http.client
import os
import re
import shutil
import ssl
import subprocess
import sys
import time

from processes.proving import Unable, expect

from .environment import ROOT
from .web import free_port

sys.path.append(str(ROOT / ".ci/checks"))

import readme_blocks  # noqa: E402

README = ROOT / "Examples/OrbitWeb/README.md"
# The cookie that names the process of a browser.
COOKIE = "__Host-process"
CERTIFICATE = [
    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
    "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
]


def of_readme(ports, port, certificate):
    """The configuration of the README, with other addresses and another certificate."""
    texts = [text for _, language, text in readme_blocks.blocks(README.read_text("utf-8")) if language == "haproxy"]
    expect(len(texts) == 1, README, "has", len(texts), "configurations of HAProxy")
    text, count = re.subn(r"bind \S+ ssl crt \S+", f"bind 127.0.0.1:{port} ssl crt {certificate}", texts[0])
    expect(count == 1, "the configuration has", count, "addresses with TLS")
    servers = iter(ports)
    text, count = re.subn(r"10\.0\.0\.\d+:8080", lambda _: f"127.0.0.1:{next(servers)}", text)
    expect(count == len(ports), "the configuration has", count, "front ends")
    return text


class HAProxy:
    """A process of HAProxy with TLS.

    - folder: a new folder of its files.
    - address: the address for browsers.
    - names: the names of the front ends in the cookie, in the order of the configuration.
    """

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.address = f"https://127.0.0.1:{self.port}"
        self.program = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
        if not self.program:
            raise Unable("haproxy is not installed; run .ci/packages.py debian haproxy")
        if not shutil.which("openssl"):
            raise Unable("openssl is not installed")
        self.names, self.process = [], None
        folder.mkdir()

    def start(self, ports):
        """Starts the process, and waits until it sends new browsers to each front end.

        - ports: the ports of the front ends, as many as the README has.
        """
        key, certificate, both = (self.folder / name for name in ("key.pem", "certificate.pem", "orbit.pem"))
        subprocess.run(
            [*CERTIFICATE, "-keyout", key, "-out", certificate], check=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        both.write_bytes(certificate.read_bytes() + key.read_bytes())
        configuration = self.folder / "haproxy.cfg"
        text = of_readme(ports, self.port, both)
        configuration.write_text(text, encoding="utf-8")
        self.names = re.findall(r" cookie (\w+)$", text, re.M)
        tested = subprocess.run(
            [self.program, "-c", "-q", "-f", configuration], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        expect(
            tested.returncode == 0 and not tested.stdout, "HAProxy does not accept its configuration:", tested.stdout)
        with open(self.folder / "output", "wb") as output:
            self.process = subprocess.Popen(
                [self.program, "-db", "-f", configuration], stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        for name in self.names:
            self.wait_for(name)

    def wait_for(self, name, timeout=30):
        """Waits until new browsers get a front end."""
        deadline = time.monotonic() + timeout
        while self.chosen() != name:
            expect(self.process.poll() is None, "HAProxy ended:", (self.folder / "output").read_text()[-2_000:])
            expect(time.monotonic() < deadline, "HAProxy sends no new browser to", name)
            time.sleep(0.02)

    def chosen(self):
        """The name of the front end that responds to a request without a cookie; `None` without a response."""
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=5, context=context)
        try:
            connection.request("GET", "/offline")
            response = connection.getresponse()
            response.read()
            found = re.search(rf"{COOKIE}=(\w+);", response.getheader("Set-Cookie") or "")
            return found[1] if response.status == 200 and found else None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
