"""The tables and the JSON object of a run, with the bars that OrbitServer has to reach."""

from dataclasses import dataclass

SERVERS = ("orbit", "flask", "go")
READS = ("profile", "suggestions", "suggestions of many", "meetups")
ALL = (*READS, "poke")
OVERLOADED = ("profile", "poke")
# The minimum of OrbitServer's requests per second divided by those of a peer.
RATIOS = {"flask": 5, "go": 0.5}
MAX_P99_MS = 10
MIN_READS, MIN_WRITES = 5_000, 1_500
MIN_GOODPUT = 0.9
MAX_STREAM_BYTES = 32_768
MAX_TO_ONE_P99_MS, MAX_TO_ALL_MS = 100, 2_000
# The maximum share by which the bodies of a peer may be smaller or larger than those of OrbitServer.
SIZE_TOLERANCE = 0.1
# The maximum share of the processor time that the load generator may use. Beyond it, the generator limits the server.
MAX_GENERATOR_SHARE = 0.5


@dataclass
class Bar:
    """A figure of OrbitServer, and the value that it has to reach."""

    name: str
    value: float
    limit: float
    is_minimum: bool = True

    @property
    def holds(self):
        return self.value >= self.limit if self.is_minimum else self.value <= self.limit

    @property
    def verdict(self):
        return "" if self.holds else " (missed)"


def ratio(load, name, figure, peer):
    """A figure of OrbitServer divided by that of a peer."""
    return load.median("orbit", name, figure) / load.median(peer, name, figure)


def rate_bars(load, name):
    """The requests per second of an operation, divided by those of each peer."""
    return [Bar(f"{name} to {peer}", ratio(load, name, "rps", peer), bar) for peer, bar in RATIOS.items()]


def tail_bar(load, name):
    return Bar(f"p99 at half load, {name}, ms", load.median("orbit", name, "p99_ms"), MAX_P99_MS, is_minimum=False)


def own_bars(load):
    """The bars of OrbitServer alone."""
    yield Bar(
        "authenticated reads/s, of the slowest operation", min(load.median("orbit", name, "rps") for name in READS),
        MIN_READS)
    yield Bar("durable writes/s", load.median("orbit", "poke", "rps"), MIN_WRITES)
    for name in OVERLOADED:
        yield Bar(
            f"goodput at ten times the load, {name}", load.median("orbit", f"overload {name}", "goodput"), MIN_GOODPUT)
    for name, figure, limit in (
        ("bytes of an idle event stream", "bytes_each", MAX_STREAM_BYTES),
        ("an event to one of all streams, p99 in ms", "to_one_p99_ms", MAX_TO_ONE_P99_MS),
        ("an event to all streams, ms", "to_all_ms", MAX_TO_ALL_MS),
    ):
        yield Bar(name, load.median("orbit", "streams", figure), limit, is_minimum=False)


def size_bars(load):
    """The sizes of the peers' bodies, divided by those of OrbitServer. Other sizes make a comparison unfair."""
    for name in ALL:
        for peer in RATIOS:
            share = 1 / ratio(load, name, "bytes", peer)
            yield Bar(f"difference of the bodies, {name}, {peer}", abs(share - 1), SIZE_TOLERANCE, is_minimum=False)


def generator_bars(load):
    """The shares of the processor time that the load generator has used at saturation."""
    for name in ALL:
        for server in SERVERS:
            yield Bar(
                f"share of the load generator, {name}, {server}", load.median(server, name, "generator_share"),
                MAX_GENERATOR_SHARE, is_minimum=False)


def row(*cells):
    return f"| {' | '.join(map(str, cells))} |"


def lines(load):
    """The lines of the tables in Markdown. All figures are medians of the rounds."""
    columns = [
        "", "requests/s: OrbitServer", "Flask", "Go", "to Flask", "to Go", "p50 ms at half load", "p99 ms: OrbitServer",
        "Flask", "Go", "bytes: OrbitServer", "Flask", "Go",
    ]
    yield row(*columns)
    yield row(*["---"] * len(columns))
    for name in ALL:
        rates, tails, sizes = (
            [load.median(server, name, figure) for server in SERVERS] for figure in ("rps", "p99_ms", "bytes"))
        yield row(
            name, *(f"{rate:,.0f}" for rate in rates),
            *(f"{bar.value:.2f}{bar.verdict}" for bar in rate_bars(load, name)),
            f"{load.median('orbit', name, 'p50_ms'):.1f}", f"{tails[0]:.1f}{tail_bar(load, name).verdict}",
            *(f"{tail:.1f}" for tail in tails[1:]), *(f"{size:,.0f}" for size in sizes))
    yield ""
    yield row("OrbitServer", "figure", "bar")
    yield row(*["---"] * 3)
    for bar in own_bars(load):
        yield row(bar.name, f"{bar.value:,.2f}{bar.verdict}", f"{bar.limit:,}")
    for name in OVERLOADED:
        before, after = (load.median("orbit", f"overload {name}", key) for key in ("maxrss_before_mb", "maxrss_mb"))
        yield row(f"largest memory before and after overload, {name}", f"{before:.0f} and {after:.0f} MB", "")
    for bar in (*size_bars(load), *generator_bars(load)):
        if not bar.holds:
            yield row(bar.name, f"{bar.value:.2f}{bar.verdict}", bar.limit)


def document(load):
    """The medians of all figures by server and measurement, the ratios, and the names of the missed bars."""
    figures = {}
    for (server, name), rounds in load.figures.items():
        numbers = [figure for figure, value in rounds[0].items() if not isinstance(value, dict)]
        figures.setdefault(server, {})[name] = {figure: load.median(server, name, figure) for figure in numbers}
    compared = [bar for name in ALL for bar in rate_bars(load, name)]
    bars = [
        *compared, *(tail_bar(load, name) for name in ALL), *own_bars(load), *size_bars(load),
        *generator_bars(load),
    ]
    return {
        "rounds": len(load.figures["orbit", "profile"]), "figures": figures,
        "ratios": {bar.name: bar.value for bar in compared},
        "missed": [bar.name for bar in bars if not bar.holds],
    }
