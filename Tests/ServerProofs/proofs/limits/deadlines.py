"""Single clients that exceed a limit of decision 47."""

import time

from harness.connection import Connection
from processes.proving import Unable, expect

FIELDS = b"Host: orbit\r\nContent-Type: application/json\r\n"
SEND_CODE = b"POST /api/auth/send-code HTTP/1.1\r\n" + FIELDS
UPLOAD = b"POST /api/users/me/photo HTTP/1.1\r\nHost: orbit\r\nContent-Type: multipart/form-data; boundary=edge\r\n"
# Many requests for a document, whose responses exceed the buffers of both systems.
DOCUMENTS = b"GET /openapi/connections.yaml HTTP/1.1\r\nHost: orbit\r\n\r\n" * 500
MIB = 1_024 * 1_024
# The times of decision 47, in seconds.
REQUEST_DEADLINE, UPLOAD_DEADLINE = 15, 120
RATE_WINDOW, WRITE_DEADLINE, IDLE_TIMEOUT = 5, 10, 30
# The seconds that a slow machine may add to a deadline.
MARGIN = 10


def drip(port, head, part, pause, seconds):
    """Sends a head, and then a part after each pause. Checks for 408 after a time. Returns the seconds."""
    with Connection(port) as connection:
        start = time.monotonic()
        connection.send(head)
        while (response := connection.response(pause)) is None and time.monotonic() - start < seconds + MARGIN:
            connection.send(part)
        took = time.monotonic() - start
        expect(response and response.status == 408, "a slow body gets", response and response.status)
        response.check_envelope("a slow body")
        expect("retry-after" in response.fields, "408 has no Retry-After")
        expect(took > seconds - 1, "a slow body gets 408 after", took, "seconds and not", seconds)
        expect(connection.wait_until_closed(MARGIN) is not None, "408 leaves the connection open")
        return took


def upload_head(token):
    return UPLOAD + b"Authorization: Bearer %s\r\n" % token.encode()


def exceed_deadline(port):
    """Sends a body at more than the minimum rate. Returns the seconds until 408."""
    return drip(port, SEND_CODE + b"Content-Length: 100000\r\n\r\n", b" " * 600, 0.5, REQUEST_DEADLINE)


def exceed_upload_deadline(port, token):
    """Sends an upload at more than the minimum rate. Returns the seconds until 408."""
    head = upload_head(token) + b"Content-Length: 9000000\r\n\r\n"
    return drip(port, head, b" " * 600, 0.5, UPLOAD_DEADLINE)


def undercut_rate(port, token):
    """Sends bodies below the minimum rate. Returns the longest time in seconds until 408."""
    chunked = SEND_CODE + b"Transfer-Encoding: chunked\r\n\r\n"
    return max(
        drip(port, SEND_CODE + b"Content-Length: 9000\r\n\r\n", b" ", 0.2, RATE_WINDOW),
        drip(port, SEND_CODE + b"Content-Length: 9000\r\n\r\n", b"", 0.5, RATE_WINDOW),
        drip(port, upload_head(token) + b"Content-Length: 9000000\r\n\r\n", b" " * 100, 0.5, RATE_WINDOW),
        drip(port, chunked, b"1\r\n \r\n", 0.2, RATE_WINDOW),
        # An extension without an end has no byte of the body.
        drip(port, chunked + b"1;", b"x" * 10_000, 0.2, RATE_WINDOW),
    )


def exceed_headers(port):
    """Sends heads on both sides of each limit. Returns the number of heads."""
    heads = [
        (200, b"X-A: " + b"b" * 8_000 + b"\r\n"), (431, b"X-A: " + b"b" * 8_200 + b"\r\n"),
        (200, b"".join(b"X-%d: %s\r\n" % (index, b"b" * 3_900) for index in range(4))),
        (431, b"".join(b"X-%d: %s\r\n" % (index, b"b" * 3_300) for index in range(5))),
        (200, b"X-A: b\r\n" * 63), (431, b"X-A: b\r\n" * 64),
    ]
    for status, fields in heads:
        with Connection(port) as connection:
            connection.send(b"GET /health HTTP/1.1\r\nHost: orbit\r\n" + fields + b"\r\n")
            response = connection.response()
            expect(response and response.status == status, "fields of", len(fields), "bytes do not get", status)
    return len(heads)


def send_without_end(port):
    """Sends a body that the server does not read. Returns the number of bytes until the connection is closed."""
    sent = 0
    with Connection(port) as connection:
        connection.send(SEND_CODE + b"Content-Length: 10000000000\r\n\r\n")
        response = connection.response()
        expect(response and response.status == 413, "a body of 10 GB does not get 413")
        start = time.monotonic()
        while connection.send(bytes(65_536)):
            sent += 65_536
            expect(time.monotonic() - start < MARGIN, "the server reads an unread body for", MARGIN, "seconds")
            time.sleep(0.01)
    return sent


def stop_reading(port):
    """Requests documents without reading them. Returns the seconds until the server closes the connection."""
    with Connection(port, receive_buffer=4_096) as connection:
        connection.send(DOCUMENTS)
        start = time.monotonic()
        # A line break before a request has no meaning, so it only tests whether the connection is open.
        while connection.send(b"\r\n"):
            expect(
                time.monotonic() - start < WRITE_DEADLINE + MARGIN, "a reader that stopped reading is not disconnected")
            time.sleep(0.2)
        took = time.monotonic() - start
    expect(took > WRITE_DEADLINE - 1, "a reader that stopped reading is disconnected after", took, "seconds")
    return took


def exceed_bytes(server, token, origins):
    """Sends 11 MiB of an upload from each origin, which is the last byte of an address.

    Checks that uploads get 503, and that a small body from another origin is read. Returns the bytes in flight.
    """
    def bytes_in_flight():
        return server.metric("orbit_http_body_bytes_in_flight")

    uploads = [Connection(server.port, source=f"127.0.0.{origin}") for origin in origins]
    try:
        for upload in uploads:
            upload.send(upload_head(token) + b"Content-Length: %d\r\n\r\n" % (12 * MIB))
        for _ in range(44):
            for upload in uploads:
                upload.send(bytes(MIB // 4))
        refused = [found for found in (upload.response(0.3) for upload in uploads) if found]
        used = bytes_in_flight()
        expect(refused, len(uploads), "uploads of 11 MiB are accepted;", used, "bytes are in flight")
        for found in refused:
            expect(found.status == 503, "a body above the bytes in flight gets", found.status)
            found.check_envelope("a body above the bytes in flight")
            expect("retry-after" in found.fields, "503 has no Retry-After")
        with Connection(server.port, source="127.0.0.200") as connection:
            connection.send(SEND_CODE + b"Content-Length: 60000\r\n\r\n" + bytes(60_000))
            response = connection.response()
            status = response and response.status
            expect(status == 400, "a small body beside uploads gets", status)
    finally:
        for upload in uploads:
            upload.close()
    deadline = time.monotonic() + MARGIN
    while bytes_in_flight() > 0:
        expect(time.monotonic() < deadline, "bytes of closed connections are still in flight:", bytes_in_flight())
        time.sleep(0.1)
    return used


def fill_memory(server, token):
    """Exceeds the bytes in flight of one origin and of all origins. Returns the bytes of all that were in flight."""
    with Connection(server.port) as connection:
        connection.send(UPLOAD + b"Content-Length: %d\r\n\r\n" % (12 * MIB))
        response = connection.response()
        expect(response and response.status == 401, "an upload without a session gets", response and response.status)
        response.check_envelope("an upload without a session")
    one = exceed_bytes(server, token, [2, 2])
    expect(one <= 16 * MIB, "one origin has", one, "bytes in flight")
    used = exceed_bytes(server, token, range(3, 9))
    expect(used <= 56 * MIB, "uploads have", used, "bytes in flight")
    return used


def check_refusal(connection, response):
    response.check_envelope("a request above the cap")
    expect("retry-after" in response.fields, "503 has no Retry-After")
    expect(connection.wait_until_closed(MARGIN) is not None, "503 leaves the connection open")


def exceed_connections(port, open_crowd):
    """Opens connections up to the cap. Returns the seconds until the next request gets 503.

    - open_crowd: opens silent connections, and returns a `Crowd`.
    """
    opening = time.monotonic()
    crowd = open_crowd()
    try:
        opened = time.monotonic() - opening
        if opened > 20:
            raise Unable(f"the connections took {opened:.0f} s, and the server closes silent connections after 30 s")
        while True:
            with Connection(port) as connection:
                start = time.monotonic()
                connection.send(b"GET /health HTTP/1.1\r\nHost: orbit\r\n\r\n")
                response = connection.response()
                took = time.monotonic() - start
                status = response and response.status
                # The server may still accept connections of the crowd.
                if status == 200 and start - opening < 25:
                    continue
                expect(status == 503, "a request above the cap gets", status)
                check_refusal(connection, response)
                break
    finally:
        crowd.leave()
    deadline = time.monotonic() + MARGIN
    while True:
        with Connection(port) as connection:
            connection.send(b"GET /health HTTP/1.1\r\nHost: orbit\r\n\r\n")
            response = connection.response()
        if response and response.status == 200:
            return took
        expect(time.monotonic() < deadline, "closed connections still count")
        time.sleep(0.1)
