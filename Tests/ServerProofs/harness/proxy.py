"""nginx in front of several servers, with the configuration of the guide."""

import re
from collections import Counter

from processes.proving import expect

from .guide import blocks
from .nginx import Nginx
from .server import free_port

# A line for each request: the method, the bytes that each server received, and the status of each attempt.
LOG_FORMAT = "log_format attempts '$request_method|$upstream_bytes_sent|$upstream_status';\n"


def of_guide(ports, port, log):
    """The upstream and the server of the guide, with other addresses and with a log that has no paths."""
    single, several = (block.text for block in blocks("nginx"))
    for line in re.findall(r"^ +(proxy_(?!pass)\S.*;|client_\S.*;|access_log.*;)", single, re.M):
        expect(line in several, "the guide's configuration of several servers lacks", line)
    servers = iter(ports)
    text, count = re.subn(r"10\.0\.0\.\d+:8080", lambda _: f"127.0.0.1:{next(servers)}", several)
    expect(count == len(ports), "the guide's upstream has", count, "servers")
    text = text.replace("access_log off;", f"access_log {log} attempts;")
    return text.replace("server {\n", f"server {{\n    listen 127.0.0.1:{port} backlog=1024;\n", 1)


class Proxy(Nginx):
    """A process of nginx.

    - ports: the ports of the servers, as many as the guide has. They may be the same.
    """

    def __init__(self, folder, ports):
        port = free_port()
        super().__init__(folder, port, LOG_FORMAT + of_guide(ports, port, folder / "attempts.log"))

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
