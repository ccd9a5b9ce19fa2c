"""Malformed requests: targets, media types, JSON documents, cursors and forms."""

import gzip
import json

TARGETS = [
    "/api/%2e%2e/health", "/api/../health", "/%2e/health", "/api/users%2fme", "/api/users/%00", "/health%00",
    "/health%2f", "/api/users/%c0%ae%c0%ae/me", "/api/users/%e0%80%ae", "/api/users/%", "/api/users/%zz",
    "/api/users/%u002e", "/api/users/%ff", "/api/users/%0d%0aX-A:b", "/openapi/../../../etc/passwd",
    "/openapi/%2e%2e%2fopenapi.yaml", "/openapi/..%5c..%5cpasswd", "//evil.example/health", "/health#a", "/HEALTH",
    "/api//auth/send-code", "*", "http://orbit", "http://orbit/api/nothing",
    "/api/nothing?" + "a" * 7_000, "/" + "a/" * 3_000,
]
CONTROLS = ["/api/a\0b", "/api/a\x01b", "/api/a b", "/api/\x7f", "\\health", "javascript:alert(1)", "/" + "a" * 9_000]


def add_targets(cases):
    for target in TARGETS:
        cases.add(f"the target {target[:40]}", cases.get(target))
    for target in CONTROLS:
        cases.framing(f"the target {target[:40]!r}", cases.get(target))
    for target in ["/api/ö".encode(), b"/api/\xff", b"/api/\xc0\xae"]:
        cases.framing(f"the target {target}", cases.get(target))
    cases.framing("no target", b"GET HTTP/1.1\r\nHost: orbit\r\n\r\n")
    cases.add("an asterisk with OPTIONS", cases.get("*", method="OPTIONS"))


def add_document(cases, name, body, media_type=b"Content-Type: application/json\r\n", **outcome):
    cases.add(name, cases.post(b"Content-Length: %d\r\n" % len(body), media_type=media_type) + body, **outcome)


def add_documents(cases):
    for media_type in [
        b"", b"Content-Type:\r\n", b"Content-Type: text/plain\r\n", b"Content-Type: application/jsonx\r\n",
        b"Content-Type: application/x-www-form-urlencoded\r\n", b"Content-Type: application/json, text/html\r\n",
        b"Content-Type: application/json; charset=utf-16\r\n", b"Content-Type: multipart/form-data; boundary=a\r\n",
    ]:
        add_document(cases, f"the type {media_type.decode().strip()!r}", cases.body, media_type)
    compressed = b"Content-Type: application/json\r\nContent-Encoding: gzip\r\n"
    add_document(cases, "a compressed body", gzip.compress(cases.body), compressed)

    def member(value):
        return b'{"email":"%s","x":%s}' % (cases.address.encode(), value)

    for name, body in [
        ("a member twice", lambda: member(b'1,"email":"other@orbit.example"')),
        ("a member twice, once escaped", lambda: member(b'1,"\\u0065mail":"other@orbit.example"')),
        ("100,000 brackets", lambda: b"[" * 100_000), ("60,000 brackets", lambda: b"[" * 60_000),
        ("30,000 nested arrays", lambda: member(b"[" * 30_000 + b"]" * 30_000)),
        ("10,000 nested objects", lambda: b'{"a":' * 10_000 + b"1" + b"}" * 10_000),
        ("invalid UTF-8", lambda: b'{"email":"m\xff\xfe@orbit.example"}'),
        ("overlong UTF-8", lambda: b'{"email":"m\xc0\xaf@orbit.example"}'),
        ("a surrogate in UTF-8", lambda: b'{"email":"m\xed\xa0\x80@orbit.example"}'),
        ("half a surrogate pair", lambda: b'{"email":"m\\ud800@orbit.example"}'),
        ("an escaped NUL", lambda: b'{"email":"m\\u0000@orbit.example"}'),
        ("a NUL", lambda: b'{"email":"m\0@orbit.example"}'),
        ("a huge number", lambda: b'{"email":1e9999}'), ("50,000 digits", lambda: b'{"email":%s}' % (b"9" * 50_000)),
        ("NaN", lambda: member(b"NaN")), ("an infinite number", lambda: member(b"-Infinity")),
        ("a leading zero", lambda: member(b"012")), ("a trailing comma", lambda: member(b"1,")),
        ("a byte after the document", lambda: cases.body + b"x"), ("two documents", lambda: cases.body * 2),
        ("an empty document", lambda: b""), ("null", lambda: b"null"), ("an array", lambda: b'["a"]'),
        ("a byte order mark", lambda: b"\xef\xbb\xbf" + cases.body),
        ("UTF-16", lambda: cases.body.decode().encode("utf-16")),
        ("single quotes", lambda: cases.body.replace(b'"', b"'")),
        ("a comment", lambda: b"/**/" + cases.body), ("half a document", lambda: cases.body[:-3]),
        ("lines in an address", lambda: b'{"email":"a@orbit.example\\r\\nBcc: b@orbit.example"}'),
        ("a text of 60,000 bytes", lambda: b'{"email":"%s"}' % (b"a" * 60_000)),
        ("a body of 120,000 bytes", lambda: b'{"email":"%s"}' % (b"a" * 120_000)),
    ]:
        add_document(cases, name, body())
    body = b'{"email":"%s"}' % (b"a" * 200_000)
    cases.framing("a body of 200,000 bytes", cases.post(b"Content-Length: %d\r\n" % len(body)) + body, statuses=[413])


def add_cursors(cases, cursor):
    """Adds cursors. `cursor` is one of the list /discover/users."""
    changed = cursor[:-1] + ("A" if cursor[-1] != "A" else "B")
    session = f"Authorization: Bearer {cases.token}\r\n".encode()
    for name, path in [
        ("a cursor of another list", f"/api/pokes/incoming?cursor={cursor}"),
        ("a cursor of another list of people", f"/api/blocks?cursor={cursor}"),
        ("a changed cursor", f"/api/discover/users?cursor={changed}"),
        ("half a cursor", f"/api/discover/users?cursor={cursor[:len(cursor) // 2]}"),
        ("a doubled cursor", f"/api/discover/users?cursor={cursor * 2}"),
        ("an empty cursor", "/api/discover/users?cursor="), ("a cursor twice", "/api/discover/users?cursor=a&cursor=b"),
        ("a long cursor", "/api/discover/users?cursor=" + "a" * 4_000),
        ("a cursor with NUL", "/api/discover/users?cursor=%00"),
        ("a limit that is a word", "/api/discover/users?limit=many"),
    ]:
        cases.add(name, cases.get(path, session))
    # The API ignores items of a query that cannot be decoded, and moves a limit into its range.
    for query in ["cursor=%ff", "limit=" + "9" * 30, "limit=-1"]:
        cases.served(f"the query {query}", cases.get("/api/discover/users?" + query, session), 200)


def add_forms(cases):
    """Adds forms for the upload of a photo."""
    session = f"Authorization: Bearer {cases.token}\r\n".encode()

    def form(body, boundary=b"; boundary=edge", framing=None):
        line = "POST /api/users/me/photo HTTP/1.1"
        framing = framing or b"Content-Length: %d\r\n" % len(body)
        key = b"Idempotency-Key: form%d\r\n" % cases.number
        media_type = b"Content-Type: multipart/form-data%s\r\n" % boundary
        return cases.post(session + key + framing, line, media_type) + body

    part = (
        b'--edge\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n'
        b"Content-Type: image/png\r\n\r\n"
    )
    picture = b"\x89PNG\r\n\x1a\n" + bytes(100)
    for name, data in [
        ("a form without a boundary", form(part + picture + b"\r\n--edge--\r\n", b"")),
        ("a form with an empty boundary", form(part + picture + b"\r\n--edge--\r\n", b'; boundary=""')),
        ("a form with a long boundary", form(part + picture, b"; boundary=" + b"e" * 5_000)),
        ("a form without an end", form(part + picture)), ("a form without parts", form(b"--edge--\r\n")),
        ("a form with another boundary", form(part.replace(b"edge", b"rim") + picture + b"\r\n--rim--\r\n")),
        ("a form with endless fields", form(b"--edge\r\n" + b"X-A: b\r\n" * 100_000)),
        ("a form with 50,000 parts", form((part + b"\r\n") * 50_000 + b"--edge--\r\n")),
        ("a form with NUL in a name", form(part.replace(b"photo", b"ph\0to") + picture + b"\r\n--edge--\r\n")),
        ("a picture without content", form(part + b"\r\n--edge--\r\n")),
        ("half a picture", form(part + picture + b"\r\n--edge--\r\n")),
        ("a page instead of a picture", form(part + b"<html><script>\r\n--edge--\r\n")),
        ("a name with a path", form(part.replace(b"a.png", b"../../a.png") + picture + b"\r\n--edge--\r\n")),
        ("a JSON document instead of a form", form(json.dumps({"photo": "a"}).encode())),
    ]:
        cases.add(name, data)
    body = part + bytes(13 * 1024 * 1024)
    cases.framing("a form above the limit", form(body), statuses=[413])
    chunk = b"10000\r\n" + bytes(65_536) + b"\r\n"
    endless = form(b"", framing=b"Transfer-Encoding: chunked\r\n") + b"%x\r\n%s\r\n" % (len(part), part) + chunk * 220
    cases.framing("an endless form", endless, statuses=[413])


def add_contents(cases, cursor):
    add_targets(cases)
    add_documents(cases)
    add_cursors(cases, cursor)
    add_forms(cases)
