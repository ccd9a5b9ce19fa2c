"""Malformed requests: fields, versions and methods."""

from .cases import HEALTH


def add_fields(cases):
    for name, field in [
        ("a folded field", b"X-A: b\r\n c\r\n"), ("NUL in a value", b"X-A: b\0c\r\n"),
        ("NUL in a name", b"X\0A: b\r\n"),
        ("a control byte in a value", b"X-A: b\x01c\r\n"), ("DEL in a value", b"X-A: b\x7fc\r\n"),
        ("a control byte in a name", b"X\x01A: b\r\n"), ("a space in a name", b"X A: b\r\n"),
        ("an empty name", b": b\r\n"), ("a field without a colon", b"XA\r\n"),
        ("a name in UTF-8", "X-Ö: b\r\n".encode()),
        ("LF in a value", b"X-A: b\nX-B: c\r\n"), ("CR in a value", b"X-A: b\rX-B: c\r\n"),
        ("65 fields", b"X-A: b\r\n" * 65), ("20,000 fields", b"X-A: b\r\n" * 20_000),
        ("a field of 9,000 bytes", b"X-A: " + b"b" * 9_000 + b"\r\n"),
        ("a field of 1 MB", b"X-A: " + b"b" * 1_000_000 + b"\r\n"),
        ("a name of 9,000 bytes", b"X" * 9_000 + b": b\r\n"),
        ("60 fields of 300 bytes", b"".join(b"X-%d: %s\r\n" % (index, b"b" * 300) for index in range(60))),
        ("cookies of 20,000 bytes", b"Cookie: " + b"a=b; " * 4_000 + b"\r\n"),
        ("a second host", b"Host: other\r\n"),
    ]:
        cases.framing(name, cases.post(cases.length + field) + cases.body)
    data = cases.post(cases.length) + cases.body
    cases.framing("lines that end with LF", data.replace(b"\r\n", b"\n"))
    cases.framing("lines that end with CR", data.replace(b"\r\n", b"\r"))
    cases.framing("no host", data.replace(b"Host: orbit\r\n", b""))
    cases.framing("a host with a path", data.replace(b"Host: orbit\r\n", b"Host: a/b@c\r\n"))
    cases.framing("a fold before the first field", data.replace(b"Host:", b" X-A: b\r\nHost:"))
    cases.framing("a head that ends early", data[:60], half_close=True)
    cases.served("a value in UTF-8", cases.get("/health", "X-A: ö\r\n".encode()), 200)
    cases.served("a value in Latin-1", cases.get("/health", b"X-A: \xf6\xff\r\n"), 200)
    cases.add(
        "a token of 5,000 bytes", cases.get("/api/users/me", b"Authorization: Bearer " + b"x" * 5_000 + b"\r\n"),
        statuses=[401],
    )


def add_versions(cases):
    for version in ["HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/9", "http/1.1", "ICE/1.0", "HTTP/1.1 "]:
        cases.framing(f"the version {version}", cases.get("/health", version=version))
    cases.framing("HTTP/0.9", b"GET /health\r\n\r\n")
    cases.framing("the preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0")
    cases.framing("a TLS greeting", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + bytes(200))
    cases.framing("a picture", b"GIF89a" + bytes(range(256)) + b"\r\n\r\n")
    cases.framing("tabs in the request line", b"GET\t/health\tHTTP/1.1\r\nHost: orbit\r\n\r\n")
    cases.served("HTTP/1.0", cases.get("/health", version="HTTP/1.0") + HEALTH, 200, closes=True)
    cases.served("HTTP/1.0 without a host", b"GET /health HTTP/1.0\r\n\r\n", 200, closes=True)
    cases.served("nothing", b"", closes=True, half_close=True)


def add_methods(cases):
    for method in ["BREW", "get", "G\0T", "A" * 9_000, "GET\x01"]:
        cases.framing(f"the method {method[:8]!r}", cases.get("/api/pokes", method=method))
    for method in ["TRACE", "PROPFIND", "SOURCE", "QUERY", "OPTIONS"]:
        cases.add(f"the method {method}", cases.get("/api/pokes", b"Cookie: secret=1\r\n", method=method))
    cases.framing("CONNECT", cases.get("evil.example:443", method="CONNECT") + cases.hidden)
    upgrade = b"Connection: Upgrade\r\nUpgrade: %s\r\n"
    cases.served("an upgrade to a WebSocket", cases.get("/health", upgrade % b"websocket") + HEALTH, 200, closes=True)
    cases.served("an upgrade to HTTP/2", cases.get("/health", upgrade % b"h2c"), 200, closes=True)
    cases.served("a request after the last", cases.get("/health", b"Connection: close\r\n") + HEALTH, 200, closes=True)
    cases.served(
        "a request after the last in capitals", cases.get("/health", b"Connection: Close\r\n") + HEALTH, 200,
        closes=True,
    )
    cases.served("five requests at once", HEALTH * 5, *[200] * 5)
    cases.served("bytes after a request", HEALTH + b"BAD\r\n\r\n" + cases.hidden, 200, closes=True)
    expecting = cases.post(cases.length + b"Expect: 100-continue\r\n")
    cases.served("a client that waits to send its body", expecting, 100)
    cases.served(
        "a client that does not wait", expecting + cases.body, 100, 200, stores=[cases.address],
    )
    cases.framing(
        "a client that waits to send a large body",
        cases.post(b"Content-Length: 9999999\r\nExpect: 100-continue\r\n"), statuses=[413],
    )
    cases.framing(
        "a request in place of a large body",
        cases.post(b"Content-Length: 9999999\r\nExpect: 100-continue\r\n") + cases.hidden, statuses=[413],
    )
    for expectation in [b"200-ok", b"100-continue, 200-ok", b"", b"x" * 1_000]:
        cases.served(
            f"the expectation {expectation[:30].decode()!r}",
            cases.post(cases.length + b"Expect: %s\r\n" % expectation) + cases.body, 200, stores=[cases.address],
        )


def add_heads(cases):
    for add in [add_fields, add_versions, add_methods]:
        add(cases)
