"""A server on a disk that loses its power, and the clients that notice it."""

from harness.repeating_client import RepeatingClient, Unanswered
from harness.server import Server


class PoweredServer(Server):
    """A server whose restart is a power cut.

    - switches: the number of times that the power was switched off or on. It is odd while the power is off.
    """

    def __init__(self, program, disk, logs):
        # The server may crash after a cut. The backtrace program would then keep the disk in use.
        environment = {"SWIFT_BACKTRACE": "enable=no"}
        super().__init__(program, disk.point / "data", "--trust-proxy", "1", environment=environment, logs=logs)
        self.disk, self.switches = disk, 0

    def restart(self):
        """Cuts the power, and starts the server on the data that survives. Returns the seconds until it is ready.

        After every second cut, `orbit-server check` opens the file first. After the other cuts, the server does.
        """
        self.switches += 1
        self.disk.cut()
        self.kill()
        self.switches += 1
        self.disk.unmount()
        self.disk.mount()
        if self.switches % 4 == 0:
            self.check_file()
        return self.start()


class PoweredClient(RepeatingClient):
    """A client that ignores each response that may be later than a power cut.

    A real machine stops at a power cut. Here the server runs for a moment, and may acknowledge a write that is not
    stored; see `processes/cuts.py`.
    """

    def __init__(self, server):
        super().__init__(server.port)
        self.server = server

    def send_once(self, method, path, body, headers):
        switches = self.server.switches
        reply = super().send_once(method, path, body, headers)
        if switches % 2 == 1 or self.server.switches != switches:
            raise Unanswered("the power was cut")
        return reply
