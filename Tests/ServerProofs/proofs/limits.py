"""The limits of decision 47, exceeded over TCP, and a healthy client among many slow ones."""

import threading
import time
from pathlib import Path

from processes.proving import expect

from . import deadlines
from .client import Client
from .crowd import Crowd, allow_files
from .server import Server
from .shutdown import prove_shutdown

CONNECTIONS = 11_000  # the cap
IDLE_TIMEOUT = 30


class Measurement:
    """Requests of one client, one after the other. Durations are in milliseconds."""

    def __init__(self, client, seconds):
        self.durations = []
        end = time.monotonic() + seconds
        while (start := time.monotonic()) < end:
            reply = client.send("GET", "/users/me")
            expect(reply.status == 200, "a healthy client gets", reply.status, reply.body)
            self.durations.append((time.monotonic() - start) * 1_000)
            time.sleep(0.002)

    @property
    def p99(self):
        return sorted(self.durations)[len(self.durations) * 99 // 100]


def resident_mebibytes(server):
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) // 1_024 for line in status.splitlines() if line.startswith("VmRSS"))


def at_once(tasks, port):
    """Calls functions with a port, each on a thread. Returns their results by name."""
    results, errors = {}, []

    def run(task):
        try:
            results[task.__name__] = task(port)
        except Exception as error:  # raised again below
            errors.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def measure_crowd(server, count, seconds):
    """Measures a client without and with slow and silent clients. Returns a text of the figures."""
    client = Client(server.port)
    client.sign_in(server, "healthy@orbit.example")
    Measurement(client, 1)  # the first requests fill caches
    memory = resident_mebibytes(server)
    idle = Measurement(client, seconds)
    crowd = Crowd(server.port, slow=count, silent=count)
    crowded = Measurement(client, seconds)
    most = resident_mebibytes(server)
    longest, closed = crowd.wait_until_closed()
    expect(longest < IDLE_TIMEOUT + deadlines.MARGIN, "a slow or silent client stayed for", longest, "seconds")
    return (
        f"p99 {idle.p99:.1f} ms idle and {crowded.p99:.1f} ms with {count} slow and {count} silent clients "
        f"(ratio {crowded.p99 / idle.p99:.2f}), {closed} of them closed, the last after {longest:.0f} s; "
        f"memory {memory}, {most} and then {resident_mebibytes(server)} MiB"
    )


def prove_limits(program, folder, full):
    count, seconds = (5_000, 20) if full else (500, 4)
    allow_files(max(CONNECTIONS, 2 * count))
    with Server(program, folder) as server:
        crowd = measure_crowd(server, count, seconds)
        took = at_once([deadlines.exceed_deadline, deadlines.undercut_rate, deadlines.stop_reading], server.port)
        heads = deadlines.exceed_headers(server.port)
        unread = deadlines.send_without_end(server.port)
        used = deadlines.fill_memory(server.port)
        refused = deadlines.exceed_connections(
            server.port, lambda: Crowd(server.port, silent=CONNECTIONS, repeats=False))
        server.stop()
    (folder / "stopping").mkdir(mode=0o700)
    complete, incomplete = prove_shutdown(program, folder / "stopping")
    return (
        f"{crowd}; 408 after {took['exceed_deadline']:.1f} s, and after {took['undercut_rate']:.1f} s below the rate; "
        f"a reader that stops is closed after {took['stop_reading']:.1f} s; {heads} heads; an unread body closes after "
        f"{unread // 1_024} KiB; 503 with {used // deadlines.MIB} MiB in flight, and in {refused * 1_000:.0f} ms above "
        f"{CONNECTIONS} connections; shutdown in {complete:.1f} s, and in {incomplete:.1f} s with an endless request"
    )
