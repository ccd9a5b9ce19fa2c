"""The table of a run, with the bars that OrbitServer has to reach."""

READS = ("profile", "suggestions", "suggestions of many", "meetups")
ALL = (*READS, "poke")
# The minimum of OrbitServer's requests per second divided by those of a peer.
RATIOS = {"flask": 5, "go": 0.5}
MAX_P99_MS = 10
MIN_READS, MIN_WRITES = 5_000, 1_500
MIN_GOODPUT = 0.9


def verdict(holds):
    return "" if holds else " (missed)"


def row(*cells):
    return f"| {' | '.join(map(str, cells))} |"


def lines(load):
    """The lines of both tables in Markdown. All figures are medians of the rounds."""
    columns = [
        "", "requests/s: OrbitServer", "Flask", "Go", "to Flask", "to Go", "p50 ms at half load", "p99 ms: OrbitServer",
        "Flask", "Go",
    ]
    yield row(*columns)
    yield row(*["---"] * len(columns))
    for name in ALL:
        rates = {server: load.median(server, name, "rps") for server in ("orbit", "flask", "go")}
        ratios = [
            f"{rates['orbit'] / rates[peer]:.2f}{verdict(rates['orbit'] >= bar * rates[peer])}"
            for peer, bar in RATIOS.items()
        ]
        own, *others = [load.median(server, name, "p99_ms") for server in rates]
        yield row(
            name, *(f"{rate:,.0f}" for rate in rates.values()), *ratios,
            f"{load.median('orbit', name, 'p50_ms'):.1f}", f"{own:.1f}{verdict(own <= MAX_P99_MS)}",
            *(f"{tail:.1f}" for tail in others))
    yield ""
    yield row("OrbitServer", "figure", "bar")
    yield row(*["---"] * 3)
    slowest = min(load.median("orbit", name, "rps") for name in READS)
    yield row(
        "authenticated reads/s, of the slowest operation", f"{slowest:,.0f}{verdict(slowest >= MIN_READS)}",
        f"{MIN_READS:,}")
    writes = load.median("orbit", "poke", "rps")
    yield row("durable writes/s", f"{writes:,.0f}{verdict(writes >= MIN_WRITES)}", f"{MIN_WRITES:,}")
    for name in ("profile", "poke"):
        overload = f"overload {name}"
        goodput = load.median("orbit", overload, "goodput")
        yield row(
            f"goodput at ten times the load, {name}", f"{goodput:.2f}{verdict(goodput >= MIN_GOODPUT)}", MIN_GOODPUT)
        before, after = (load.median("orbit", overload, key) for key in ("maxrss_before_mb", "maxrss_mb"))
        yield row(f"largest memory before and after it, {name}", f"{before:.0f} and {after:.0f} MB", "")
