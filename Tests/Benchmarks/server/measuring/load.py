"""Runs the load generator against a server, and collects the figures of each measurement."""

import json
import subprocess
import sys
from statistics import median

from processes.proving import expect

from .peers import memory

# The requests that an account may send in a day; see load/source.go.
POKES_PER_DAY = 10
# The seconds within which a response of an overloaded server counts.
DEADLINE = 2
# The processor cores that the servers and the generator share.
CORES = 2


class Load:
    """The measurements of a run.

    - program: the load generator.
    - accounts: its file of accounts.
    - plan: the durations and numbers of the run.
    """

    def __init__(self, program, accounts, people, plan):
        self.program, self.accounts, self.plan = program, accounts, plan
        # Two phases of each round, and the overload, share the pokes of the accounts.
        self.pokes = people * POKES_PER_DAY // (2 * plan.rounds + 2)
        self.next = {}
        self.figures = {}

    def generate(self, server, endpoint, mode, seconds, people=0, count=0, **options):
        """Runs the generator once. All responses have status 200, except those of an overloaded server."""
        command = [
            self.program, "-port", server.port, "-accounts", self.accounts, "-endpoint", endpoint, "-mode", mode,
            "-seconds", seconds, "-people", people, "-connections", options.pop("connections", self.plan.connections),
        ]
        if endpoint == "poke":
            command += ["-first", self.next.get(server.name, 0), "-count", count or self.pokes]
        for name, value in options.items():
            command += [f"-{name}", value]
        finished = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
        expect(finished.returncode == 0, "the load generator failed")
        result = json.loads(finished.stdout)
        if endpoint == "poke":
            self.next[server.name] = min(result["next"], self.next.get(server.name, 0) + (count or self.pokes))
        expect(mode == "overload" or not result["failed"], server.name, endpoint, "failed:", result["failed"])
        expect(result["ok"] > 0, server.name, endpoint, "has no response")
        return result

    def measure(self, server, name, endpoint, people):
        """Measures the requests per second at saturation, and the latencies at half of them."""
        plan = self.plan
        if endpoint != "poke":
            self.generate(server, endpoint, "closed", plan.seconds / 8, people)
        peak = self.generate(server, endpoint, "closed", plan.seconds, people)
        rate = max(1, peak["rps"] / 2)
        half = self.generate(server, endpoint, "rate", plan.seconds, people, rate=rate)
        figures = {
            "rps": peak["rps"], "peak_p99_ms": peak["p99_ms"], "half_rps": half["rps"], "p50_ms": half["p50_ms"],
            "p99_ms": half["p99_ms"], "bytes": peak["bytes"], "rss_mb": memory(server.pid),
            "generator_share": peak["generator_cpu_s"] / (CORES * peak["seconds"]),
        }
        self.record(server.name, name, figures)

    def overload(self, server, name, endpoint, people):
        """Sends ten times the requests that the server can respond to."""
        before, plan = memory(server.pid, "VmHWM"), self.plan
        peak = self.median(server.name, name, "rps")
        count = self.pokes * 2 if endpoint == "poke" else 0
        result = self.generate(
            server, endpoint, "overload", plan.seconds, people, count, rate=10 * peak, deadline=DEADLINE,
            connections=plan.overload_connections)
        self.record(server.name, f"overload {name}", {
            "offered_per_s": 10 * peak, "good_per_s": result["good_per_s"], "goodput": result["good_per_s"] / peak,
            "p99_ms": result["p99_ms"], "failed": result["failed"], "dropped": result["dropped"],
            "maxrss_before_mb": before, "maxrss_mb": memory(server.pid, "VmHWM"),
        })

    def record(self, server, name, figures):
        """Adds figures of a measurement, and writes them to standard error."""
        rounded = {key: round(value, 3) if isinstance(value, float) else value for key, value in figures.items()}
        print(json.dumps({"server": server, "measurement": name, **rounded}), file=sys.stderr, flush=True)
        self.figures.setdefault((server, name), []).append(figures)

    def median(self, server, name, figure):
        """The median of a figure in all rounds."""
        return median(figures[figure] for figures in self.figures[server, name])
