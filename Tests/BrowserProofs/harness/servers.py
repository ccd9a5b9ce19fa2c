"""A server of the API with front ends in processes of their own."""

import http.client
import importlib
import importlib.util
import sys

from processes.proving import Unable

from .environment import ROOT
from .web import ZONE, Web


def server_proofs(module):
    """A module of the harness of `Tests/ServerProofs`. Both harnesses are packages of the same name."""
    name = "server_harness"
    if name not in sys.modules:
        folder = ROOT / "Tests/ServerProofs/harness"
        spec = importlib.util.spec_from_file_location(
            name, folder / "__init__.py", submodule_search_locations=[str(folder)])
        package = importlib.util.module_from_spec(spec)
        sys.modules[name] = package
        spec.loader.exec_module(package)
    return importlib.import_module(f"{name}.{module}")


def demonstration(folder, near, people=12):
    """A server with a seeded campus in its memory. The code of every address is the same.

    - folder: a new folder for its log.
    - near: the path of orbit-web, next to which orbit-server is.
    """
    program = near.parent / "orbit-server"
    if not program.is_file():
        raise Unable(
            f"{program} is missing; build it first: swift build --package-path Examples/OrbitServer "
            "--scratch-path .build --product orbit-server")
    # Each front end passes the address of its browser on.
    return server_proofs("server").Server(
        program, folder, "--demo", "--people", str(people), "--trust-proxy", "1")


class FrontEnd(Web):
    """A process of orbit-web over a server, behind a proxy.

    - server: the server.
    - origin: the address that browsers use.
    """

    def __init__(self, program, folder, server, origin):
        super().__init__(program, folder)
        self.arguments = [
            str(program), "--port", str(self.port), "--server", f"http://127.0.0.1:{server.port}", "--zone", ZONE.key,
            "--origin", origin, "--proxies", "1",
        ]

    def is_ready(self):
        try:
            return self.get("/offline")[0] == 200  # a page without a session
        except (OSError, http.client.HTTPException):
            return False

    def kill(self):
        """Ends the process as kill -9 does."""
        self.process.kill()
        self.process.wait()
