"""nginx as a process in a folder."""

import os
import shutil
import signal
import socket
import subprocess
import time

from processes.proving import Unable, expect

FRAME = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
worker_rlimit_nofile 4096;
{user}
events {{ worker_connections 2048; }}
http {{
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/responses;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {http}
}}
"""


def program():
    found = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if not found:
        raise Unable("nginx is not installed; run .ci/packages.py debian nginx")
    return found


class Nginx:
    """A process of nginx.

    - folder: a new folder of its files.
    - port: the port on which the configuration listens.
    - http: the configuration inside the block `http`.
    """

    def __init__(self, folder, port, http):
        self.folder, self.port, self.program = folder, port, program()
        folder.mkdir()
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(FRAME.format(folder=folder, user=user, http=http), encoding="utf-8")
        self.arguments = [
            self.program, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log",
        ]

    def test(self):
        """Checks the configuration. A warning fails as well."""
        tested = subprocess.run([*self.arguments, "-t", "-q"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        expect(tested.returncode == 0 and not tested.stdout, "nginx does not accept its configuration:", tested.stdout)

    def __enter__(self):
        self.test()
        with open(self.folder / "output", "wb") as output:
            self.process = subprocess.Popen(
                self.arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
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
