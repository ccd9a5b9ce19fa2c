"""nginx in front of several servers, with the configuration of the guide."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections import Counter

from processes.proving import Unable, expect
from proofs.server import ROOT, free_port

GUIDE = ROOT / "Docs/guides/run-a-server.md"
# A line for each request: the method, the bytes that each server received, and the status of each attempt.
FRAME = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
worker_rlimit_nofile 4096;
{user}
events {{ worker_connections 2048; }}
http {{
    log_format attempts '$request_method|$upstream_bytes_sent|$upstream_status';
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/responses;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {guide}
}}
"""


def install():
    """Finds nginx. As root on Debian, installs it if it is missing."""
    found = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if not found and os.geteuid() == 0 and shutil.which("apt-get"):
        for words in (["update", "-qq"], ["install", "-y", "-qq", "nginx"]):
            subprocess.run(
                ["apt-get", "-o", "DPkg::Lock::Timeout=300", *words], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"},
            )
        found = shutil.which("nginx", path="/usr/sbin:/usr/bin")
    if not found:
        raise Unable("nginx is not installed")
    return found


def of_guide(ports, port, log):
    """The upstream and the server of the guide, with other addresses and with a log that has no paths."""
    single, several = re.findall(r"```nginx\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    for line in re.findall(r"^ +(proxy_(?!pass)\S.*;|client_\S.*;|access_log.*;)", single, re.M):
        expect(line in several, "the guide's configuration of several servers lacks", line)
    servers = iter(ports)
    text, count = re.subn(r"10\.0\.0\.\d+:8080", lambda _: f"127.0.0.1:{next(servers)}", several)
    expect(count == len(ports), "the guide's upstream has", count, "servers")
    text = text.replace("access_log off;", f"access_log {log} attempts;")
    return text.replace("server {\n", f"server {{\n    listen 127.0.0.1:{port} backlog=1024;\n", 1)


class Proxy:
    def __init__(self, folder, ports):
        self.folder, self.port, self.program = folder, free_port(), install()
        folder.mkdir()
        user = "user root;" if os.geteuid() == 0 else ""
        guide = of_guide(ports, self.port, folder / "attempts.log")
        (folder / "nginx.conf").write_text(FRAME.format(folder=folder, user=user, guide=guide), encoding="utf-8")

    def __enter__(self):
        with open(self.folder / "output", "wb") as output:
            self.process = subprocess.Popen(
                [self.program, "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", self.folder / "error.log"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            )
        deadline = time.monotonic() + 30
        while True:
            ended = self.process.poll() is not None
            said = (self.folder / "output").read_text() if ended else ""
            expect(not ended and time.monotonic() < deadline, "nginx does not start:", said)
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return self
            except OSError:
                time.sleep(0.02)

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)

    def attempts(self):
        """Checks that no server received a write that another server had received. Returns counts of requests."""
        counts = Counter()
        for line in (self.folder / "attempts.log").read_text().splitlines():
            method, sent, status = line.split("|")
            received = sum(1 for count in re.split(r"[,:] *", sent) if count.strip() not in ("", "-", "0"))
            counts["passed on"] += "," in status
            counts["sent twice"] += received > 1
            expect(method == "GET" or received <= 1, "nginx has sent a write twice:", line)
        return counts
