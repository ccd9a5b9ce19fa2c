"""The limits of decision 47, exceeded over TCP, and a healthy client among slow clients and floods."""

from harness.client import Client
from harness.connection import allow_connections
from harness.person import Person
from harness.server import Server
from processes.threads import in_parallel

from . import deadlines
from .crowd import Crowd
from .floods import measure_floods
from .healthy import measure_crowd, measure_slow
from .shutdown import prove_shutdown
from .vanishing import vanish

CONNECTIONS = 11_000  # the cap
# Without and with --full: the slow clients, and the seconds of each measurement, and beside each flood.
SIZES = {False: (500, 4, 2), True: (5_000, 20, 10)}


def at_once(tasks):
    """Calls functions, each on a thread. Returns their results by name."""
    results = {}

    def run(name):
        results[name] = tasks[name]()

    in_parallel(run, tasks, len(tasks))
    return results


def exceed_times(server, token, full):
    """Exceeds each time of a connection. Returns a text of the figures."""
    port = server.port
    tasks = {
        "408 after the deadline": lambda: deadlines.exceed_deadline(port),
        "408 below the rate": lambda: deadlines.undercut_rate(port, token),
        "the end of a reader that stops": lambda: deadlines.stop_reading(port),
        "the end of a stream without acknowledgements": lambda: vanish(server, token),
    }
    if full:
        tasks["408 after the deadline of an upload"] = lambda: deadlines.exceed_upload_deadline(port, token)
    took = at_once(tasks)
    return "; ".join(f"{name} in {took[name]:.1f} s" for name in tasks)


def exceed_sizes(server, token):
    """Exceeds each size and number. Returns a text of the figures."""
    heads = deadlines.exceed_headers(server.port)
    unread = deadlines.send_without_end(server.port)
    used = deadlines.fill_memory(server, token)
    refused = deadlines.exceed_connections(
        server.port, lambda: Crowd(server.port, silent=CONNECTIONS, repeats=False))
    return (
        f"{heads} heads; an unread body closes after {unread // 1_024} KiB; 503 with {used // deadlines.MIB} MiB in "
        f"flight, and in {refused * 1_000:.0f} ms above {CONNECTIONS} connections"
    )


def prove_limits(program, folder, full):
    count, seconds, flood_seconds = SIZES[full]
    allow_connections(max(CONNECTIONS, 2 * count))
    with Server(program, folder / "data") as server:
        client = Client(server.port, Person("healthy@orbit.example"))
        client.sign_in(server)
        yield measure_slow(server, client, count, seconds)
        yield measure_crowd(server, client, count, seconds, full)
        yield measure_floods(server, client, flood_seconds)
        yield exceed_times(server, client.person.token, full)
        yield exceed_sizes(server, client.person.token)
        server.stop()
    complete, incomplete = prove_shutdown(program, folder / "stopping")
    yield f"shutdown in {complete:.1f} s, and in {incomplete:.1f} s with an endless request"
