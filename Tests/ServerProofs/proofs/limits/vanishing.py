"""A client that vanishes without closing its connection."""

import ctypes
import socket
import struct
import time

from harness.event_stream import EventStream
from processes.proving import expect

from .deadlines import MARGIN

# Of a stream without events.
HEARTBEAT = 20
ACKNOWLEDGEMENT = 30
SO_ATTACH_FILTER = 26
RETURN = 0x06  # BPF_RET | BPF_K


def drop_packets(connection):
    """Drops all packets that arrive for a socket, so that its system acknowledges none of them."""
    # The only instruction of the filter returns 0, the number of bytes of a packet to keep.
    instructions = ctypes.create_string_buffer(struct.pack("HBBI", RETURN, 0, 0, 0), 8)
    program = struct.pack("HL", 1, ctypes.addressof(instructions))
    connection.socket.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)


def vanish(server, token):
    """Opens a stream, and drops all its packets. Returns the seconds until the server ends the stream."""
    with EventStream(server.port, token) as stream:
        expect(stream.wait_until_open() == 200, "the stream does not begin:", stream.status)
        stream.next_frame()
        expect(server.metric("orbit_event_streams") == 1, "the stream is not counted")
        drop_packets(stream.connection)
        start = time.monotonic()
        while server.metric("orbit_event_streams") > 0:
            expect(
                time.monotonic() - start < HEARTBEAT + ACKNOWLEDGEMENT + MARGIN,
                "the stream of a client that vanished is still open")
            time.sleep(0.2)
        took = time.monotonic() - start
    expect(took > ACKNOWLEDGEMENT - 1, "the stream of a client that vanished ends after", took, "seconds")
    return took
