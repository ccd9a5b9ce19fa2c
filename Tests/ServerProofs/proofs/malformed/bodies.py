"""Malformed requests: the lengths and chunks of bodies."""

from .cases import HEALTH, SEND_CODE


def add_lengths(cases):
    """Adds lengths that two readers could understand differently. Behind each is a hidden request."""
    for name, value in [
        ("signed", b"+30"), ("negative", b"-1"), ("hexadecimal", b"0x1e"), ("empty", b""), ("list", b"30, 30"),
        ("above 64 bits", b"9" * 30), ("with a space", b"3 0"), ("with a letter", b"30a"),
    ]:
        cases.framing(f"a length that is {name}", cases.post(b"Content-Length: %s\r\n" % value) + cases.body)
    cases.framing("a length of 2^63 - 1", cases.post(b"Content-Length: %d\r\n" % (2 ** 63 - 1)) + cases.body)
    cases.framing("a repeated length", cases.post(cases.length * 2) + cases.body + cases.hidden)
    cases.framing("two lengths", cases.post(cases.length + b"Content-Length: 3\r\n") + cases.body + cases.hidden)
    chunked = b"Transfer-Encoding: chunked\r\n"
    for name, fields in [
        ("a length, then chunks", cases.length + chunked), ("chunks, then a length", chunked + cases.length),
        ("chunks twice", chunked * 2), ("chunks twice in a list", b"Transfer-Encoding: chunked, chunked\r\n"),
        ("chunks before another encoding", b"Transfer-Encoding: chunked, identity\r\n"),
        ("an unknown encoding", b"Transfer-Encoding: xchunked\r\n"), ("gzip alone", b"Transfer-Encoding: gzip\r\n"),
        ("identity alone", b"Transfer-Encoding: identity\r\n"),
        ("a parameter behind chunked", b"Transfer-Encoding: chunked;a=b\r\n"),
        ("a vertical tab before chunked", b"Transfer-Encoding: \x0bchunked\r\n"),
        ("a vertical tab behind chunked", b"Transfer-Encoding: chunked\x0b\r\n"),
        ("a NUL behind chunked", b"Transfer-Encoding: chunked\0\r\n"),
        ("a space before the colon", b"Transfer-Encoding : chunked\r\n"),
        ("a tab before the colon", b"Transfer-Encoding\t: chunked\r\n"),
        ("a vertical tab before the colon", b"Transfer-Encoding\x0b: chunked\r\n"),
        ("an encoding behind LF", b"X-A: b\nTransfer-Encoding: chunked\r\n"),
        ("an encoding behind CR", b"X-A: b\rTransfer-Encoding: chunked\r\n"),
        ("a length behind LF, beside chunks", b"X-A: b\nContent-Length: 3\r\n" + chunked),
        ("a folded encoding", b"Transfer-Encoding:\r\n chunked\r\n"),
        ("a quoted encoding", b'Transfer-Encoding: "chunked"\r\n'),
    ]:
        cases.framing(name, cases.post(fields) + cases.chunks + b"\r\n" + cases.hidden)
    # The length ends before the hidden request, and the chunks end after it.
    head = cases.post(b"Content-Length: 4\r\n" + chunked)
    cases.framing("a length that hides a request", head + b"0\r\n\r\n" + cases.hidden)
    # The chunks end before the hidden request, and the length ends after it.
    head = cases.post(b"Content-Length: %d\r\n" % (5 + len(cases.hidden)) + chunked)
    cases.framing("chunks that hide a request", head + b"0\r\n\r\n" + cases.hidden)
    cases.framing(
        "a length beside chunks in HTTP/1.0",
        cases.post(cases.length + chunked, SEND_CODE.replace("1.1", "1.0")) + cases.chunks + b"\r\n" + cases.hidden,
    )
    # Both are valid, because the last encoding gives the end of the body.
    for name, field in [
        ("identity before chunked", b"Transfer-Encoding: identity, chunked\r\n"),
        ("chunked in capitals behind a tab", b"Transfer-Encoding:\tCHUNKED\r\n"),
    ]:
        cases.served(name, cases.post(field) + cases.chunks + b"\r\n", 200, stores=[cases.address])
    cases.served(
        "an encoding with an underscore", cases.post(cases.length + b"Transfer_Encoding: chunked\r\n") + cases.body,
        200, stores=[cases.address],
    )
    body = cases.body + cases.hidden
    cases.add(
        "a length that covers a second request", cases.post(b"Content-Length: %d\r\n" % len(body)) + body,
        statuses=[400],
    )
    cases.served(
        "a length on a GET request", cases.get("/health", b"Content-Length: %d\r\n" % len(cases.hidden)) + cases.hidden,
        200,
    )
    cases.add(
        "a body that ends early", cases.post(cases.length) + cases.body[:5], statuses=[400], half_close=True,
        closes=True,
    )
    cases.served(
        "bytes after a body", cases.post(cases.length) + cases.body + b"junk\r\n\r\n", 200, closes=True,
        stores=[cases.address],
    )


def add_ignored_bodies(cases):
    """Adds bodies that the server does not need for its response. Each body is a hidden request."""
    for name, line in [
        ("a page", "POST /health HTTP/1.1"), ("an unknown path", "POST /api/nothing HTTP/1.1"),
        ("an unknown method", "DELETE /api/auth/send-code HTTP/1.1"), ("a stylesheet", "PUT /pages.css HTTP/1.1"),
    ]:
        head = cases.post(b"Content-Length: %d\r\n" % len(cases.hidden), line)
        cases.add(f"a body for {name}", head + cases.hidden)
        head = cases.post(b"Transfer-Encoding: chunked\r\n", line)
        chunk = b"%x\r\n%s\r\n0\r\n\r\n" % (len(cases.hidden), cases.hidden)
        cases.add(f"chunks for {name}", head + chunk)
    for path in ["/api/pokes", "/api/users/me/photo"]:
        head = cases.post(b"Content-Length: %d\r\n" % len(cases.hidden), f"POST {path} HTTP/1.1")
        cases.served(f"a body for {path} without a session", head + cases.hidden + HEALTH, 401, 200)


def add_chunks(cases):
    def chunked(rest):
        return cases.post(b"Transfer-Encoding: chunked\r\n") + rest

    for name, size in [
        ("a letter", b"g"), ("negative", b"-1"), ("above 64 bits", b"f" * 17), ("prefixed", b"0x1e"), ("empty", b""),
        ("spaced", b" 1e"), ("signed", b"+1e"), ("above 64 bits by a multiple", b"1" + b"%016x" % len(cases.body)),
        ("with an underscore", b"1_e"), ("with a space behind", b"1e "),
    ]:
        cases.framing(f"a chunk size: {name}", chunked(size + b"\r\n" + cases.body + b"\r\n0\r\n\r\n" + cases.hidden))
    for name, rest in [
        ("a chunk extension that ends with LF", b"%x;a\n%s\r\n0\r\n\r\n"),
        ("a chunk size that ends with LF", b"%x\n%s\n0\n\n"),
        ("a chunk without its end", b"%x\r\n%sXX0\r\n\r\n"),
        ("a last chunk that ends with LF", b"%x\r\n%s\r\n0\n\n"),
        ("a length among the trailers", b"%x\r\n%s\r\n0\r\nContent-Length: 3\r\n\r\n"),
        ("an encoding among the trailers", b"%x\r\n%s\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n"),
        ("a NUL among the trailers", b"%x\r\n%s\r\n0\r\nX-A: \0\r\n\r\n"),
        ("1,000 trailers", b"%x\r\n%s\r\n0\r\n" + b"X-A: b\r\n" * 1_000 + b"\r\n"),
    ]:
        # Each case has a body of its own.
        cases.framing(name, chunked(rest % (len(cases.body), cases.body) + cases.hidden))
    cases.framing("chunks that end early", chunked(b"%x\r\n%s" % (len(cases.body), cases.body[:5])), half_close=True)
    cases.framing("chunks without an end", chunked((b"400\r\n" + b" " * 1_024 + b"\r\n") * 2_000))
    for name, extension in [
        ("a short", b";a=b"), ("a long", b";a=" + b"x" * 50_000), ("an endless", b";a=" + b"x" * 2_000_000),
    ]:
        cases.served(
            f"{name} chunk extension",
            chunked(b"%x%s\r\n%s\r\n0\r\n\r\n" % (len(cases.body), extension, cases.body)), 200,
            stores=[cases.address],
        )
    cases.served(
        "chunks in HTTP/1.0",
        cases.post(b"Transfer-Encoding: chunked\r\n", SEND_CODE.replace("1.1", "1.0")) + cases.chunks + b"\r\n"
        + cases.hidden,
        200, closes=True, stores=[cases.address],
    )
    # A trailer has no effect, because the head has already decided on the request.
    for name, field in [
        ("a host", b"Host: other\r\n"), ("a media type", b"Content-Type: text/plain\r\n"),
        ("the end of the connection", b"Connection: close\r\n"),
    ]:
        cases.served(
            f"{name} among the trailers", chunked(cases.chunks + field + b"\r\n"), 200, stores=[cases.address])
    trailer = b"Authorization: Bearer %s\r\n\r\n" % cases.token.encode()
    head = cases.post(b"Transfer-Encoding: chunked\r\n", "POST /api/pokes HTTP/1.1")
    cases.served("a session among the trailers", head + cases.chunks + trailer + HEALTH, 401, 200)


def add_bodies(cases):
    for add in [add_lengths, add_ignored_bodies, add_chunks]:
        add(cases)
