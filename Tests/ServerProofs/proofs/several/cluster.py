"""Three servers on one database behind a proxy."""

import base64
import http.client
import os
import re
import time
from contextlib import ExitStack
from urllib.parse import quote

from processes.databases import PostgreSQL
from processes.proving import Broken, expect
from proofs.server import Server
from proofs.several.proxy import Proxy


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
            (folder / name).mkdir(mode=0o700)
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

    def __exit__(self, *_):
        self.stack.close()

    def wait_for_the_end_of_streams(self):
        """Waits until no server has a stream, because all clients have left. Each server must still run."""
        for server in self.servers:
            deadline, count = time.monotonic() + 30, None
            while count != "0":
                expect(time.monotonic() < deadline, "after 30 s a server has", count, "streams without clients")
                expect(server.is_ready(), "a server has ended with its streams:", server.log()[-2_000:])
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
                connection.request("GET", "/metrics")
                metrics = connection.getresponse().read().decode("utf-8")
                connection.close()
                count = re.search(r"^orbit_event_streams (\d+)", metrics, re.M)[1]

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
