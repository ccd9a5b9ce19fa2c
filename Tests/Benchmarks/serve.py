#!/usr/bin/env python3
"""Responds to every request on a port of 127.0.0.1 with one JSON file, and keeps connections open.

    serve.py BODY.json            prints the chosen port, then serves until the process is stopped
    serve.py BODY.json COMMAND…   runs COMMAND with its argument PORT replaced, then exits with its status
"""

import asyncio
import sys


class Answer(asyncio.Protocol):
    answer = b""

    def connection_made(self, transport):
        self.transport, self.rest = transport, b""

    def data_received(self, data):
        self.rest += data
        while (end := self.rest.find(b"\r\n\r\n")) >= 0:  # requests without a body
            self.rest = self.rest[end + 4 :]
            self.transport.write(self.answer)


async def main(body, command):
    Answer.answer = (
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    )
    server = await asyncio.get_running_loop().create_server(Answer, "127.0.0.1", 0)
    port = str(server.sockets[0].getsockname()[1])
    if not command:
        print(port, flush=True)
        await server.serve_forever()
    process = await asyncio.create_subprocess_exec(*[port if word == "PORT" else word for word in command])
    return await process.wait()


if len(sys.argv) < 2:
    sys.exit(__doc__)
with open(sys.argv[1], "rb") as file:
    content = file.read()
sys.exit(asyncio.run(main(content, sys.argv[2:])))
