"""Three servers on one database behind a proxy."""

import base64
import os
import time
from contextlib import ExitStack
from urllib.parse import quote

from harness.proxy import Proxy
from harness.server import Server
from processes.databases import PostgreSQL
from processes.proving import Broken, expect

# Longer than `fail_timeout` of the guide, so that nginx tries the stopped server again.
DOWN = 6


class Cluster:
    """The servers have a common key. Each has its own data folder, and thus its own spool."""

    def __init__(self, program, folder):
        self.stack = ExitStack()
        folder.chmod(0o755)  # the database runs as another user
        (folder / "postgresql").mkdir()
        self.database = PostgreSQL(folder / "postgresql")
        self.stack.callback(self.database.stop)
        address = f"postgresql:///orbit?user=orbit&host={quote(str(self.database.folder), safe='')}"
        key = {"ORBIT_DIGEST_KEY": base64.b64encode(os.urandom(32)).decode("ascii")}
        self.servers = []
        for name in ("one", "two", "three"):
            server = Server(program, folder / name, "--trust-proxy", "1", database=address, environment=key)
            self.servers.append(server)
        self.proxy = Proxy(folder / "proxy", [server.port for server in self.servers])
        self.port = self.proxy.port

    def __enter__(self):
        try:
            for part in (*self.servers, self.proxy):
                self.stack.enter_context(part)
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *details):
        return self.stack.__exit__(*details)

    def restart(self, place):
        """Kills a server, and starts it again after some seconds."""
        self.servers[place].kill()
        time.sleep(DOWN)
        self.servers[place].start()

    def wait_for_the_end_of_streams(self):
        """Waits until no server has a stream, because all clients have left. Each server must still run."""
        for server in self.servers:
            deadline, count = time.monotonic() + 30, None
            while count != 0:
                expect(time.monotonic() < deadline, "after 30 s a server has", count, "streams without clients")
                expect(server.is_ready(), "a server has ended with its streams:", server.log()[-2_000:])
                count = server.metric("orbit_event_streams")

    def remove_mail(self):
        for server in self.servers:
            server.remove_mail()

    def code(self, address):
        """The newest code for an address, from the spool of any server."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            for server in self.servers:
                try:
                    return server.code(address, timeout=0.001)
                except Broken:
                    pass  # another server has sent it
        expect(False, "no code for", address)
