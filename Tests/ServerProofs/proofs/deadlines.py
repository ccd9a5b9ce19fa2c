"""Single clients that exceed a limit of decision 47."""

import http.client
import time

from processes.proving import Unable, expect

from .raw import RawConnection

FIELDS = b"Host: orbit\r\nContent-Type: application/json\r\n"
SEND_CODE = b"POST /api/auth/send-code HTTP/1.1\r\n" + FIELDS
UPLOAD = b"POST /api/users/me/photo HTTP/1.1\r\nHost: orbit\r\nContent-Type: multipart/form-data; boundary=edge\r\n"
DOCUMENT = "/openapi/connections.yaml"
MIB = 1_024 * 1_024
# The seconds that a slow machine may add to a deadline.
MARGIN = 10


def drip(port, head, part, pause, seconds):
    """Sends a head, and then a part after each pause. Checks for 408 after a time. Returns the seconds."""
    with RawConnection(port) as connection:
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


def exceed_deadline(port):
    """Sends a body at more than the minimum rate. Returns the seconds until 408."""
    return drip(port, SEND_CODE + b"Content-Length: 100000\r\n\r\n", b" " * 600, 0.5, 15)


def undercut_rate(port):
    """Sends bodies below the minimum rate. Returns the longest time in seconds until 408."""
    chunked = SEND_CODE + b"Transfer-Encoding: chunked\r\n\r\n"
    return max(
        drip(port, SEND_CODE + b"Content-Length: 9000\r\n\r\n", b" ", 0.2, 5),
        drip(port, SEND_CODE + b"Content-Length: 9000\r\n\r\n", b"", 0.5, 5),
        drip(port, UPLOAD + b"Content-Length: 9000000\r\n\r\n", b" " * 100, 0.5, 5),
        drip(port, chunked, b"1\r\n \r\n", 0.2, 5),
        # An extension without an end has no byte of the body.
        drip(port, chunked + b"1;", b"x" * 10_000, 0.2, 5),
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
        with RawConnection(port) as connection:
            connection.send(b"GET /health HTTP/1.1\r\nHost: orbit\r\n" + fields + b"\r\n")
            response = connection.response()
            expect(response and response.status == status, "fields of", len(fields), "bytes do not get", status)
    return len(heads)


def send_without_end(port):
    """Sends a body that the server does not read. Returns the number of bytes until the connection is closed."""
    sent = 0
    with RawConnection(port) as connection:
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
    """Requests documents without reading them. Returns the seconds until the server closes the connection.

    All requests are sent at once. Their responses exceed the buffers of both systems.
    """
    with RawConnection(port, receive_buffer=4_096) as connection:
        connection.send(b"GET %s HTTP/1.1\r\nHost: orbit\r\n\r\n" % DOCUMENT.encode() * 500)
        start = time.monotonic()
        # A line break before a request has no meaning, so it only tests whether the connection is open.
        while connection.send(b"\r\n"):
            expect(time.monotonic() - start < 10 + MARGIN, "a reader that stopped reading is not disconnected")
            time.sleep(0.2)
        took = time.monotonic() - start
    expect(took > 9, "a reader that stopped reading is disconnected after", took, "seconds")
    return took


def bytes_in_flight(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return next(
        int(float(line.split()[1])) for line in text.splitlines() if line.startswith("orbit_http_body_bytes_in_flight"))


def fill_memory(port):
    """Sends bodies up to the bytes in flight. Returns the bytes that were in flight when the next body got 503."""
    uploads = [RawConnection(port) for _ in range(6)]
    try:
        for upload in uploads:
            upload.send(UPLOAD + b"Content-Length: %d\r\n\r\n" % (12 * MIB))
        for _ in range(44):  # 11 MiB for each
            for upload in uploads:
                upload.send(bytes(MIB // 4))
        used = bytes_in_flight(port)
        with RawConnection(port) as connection:
            connection.send(SEND_CODE + b"Content-Length: 100000\r\n\r\n" + bytes(100_000))
            response = connection.response()
        expect(response, "a body gets no response while 64 MiB are in flight")
        responses = [upload.response(0.1) for upload in uploads]
        refused = [found for found in [response, *responses] if found and found.status == 503]
        expect(refused, "66 MiB of bodies are accepted;", used, "bytes are in flight")
        for found in refused:
            found.check_envelope("a body above the bytes in flight")
            expect("retry-after" in found.fields, "503 has no Retry-After")
    finally:
        for upload in uploads:
            upload.close()
    deadline = time.monotonic() + MARGIN
    while bytes_in_flight(port) > 0:
        expect(time.monotonic() < deadline, "bytes of closed connections are still in flight:", bytes_in_flight(port))
        time.sleep(0.1)
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
            with RawConnection(port) as connection:
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
        with RawConnection(port) as connection:
            connection.send(b"GET /health HTTP/1.1\r\nHost: orbit\r\n\r\n")
            response = connection.response()
        if response and response.status == 200:
            return took
        expect(time.monotonic() < deadline, "closed connections still count")
        time.sleep(0.1)
