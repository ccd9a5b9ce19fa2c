"""A student of the campus, as a client that knows only the contract."""

import struct
import zlib

from processes.proving import expect

from .contract import DocumentedClient
from .event_stream import EventStream
from .person import Person


def picture(grey):
    """A PNG file of one pixel."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes([0, grey]))) + chunk(b"IEND", b""))


def complete_profile(name, *photos):
    """A profile with all required members."""
    return {
        "name": name, "birth_month": "2005-03", "major": "Astronomy",
        "location": {"city": "Ithaca", "state": "NY"}, "interests": ["music", "travel", "board_games"],
        "social_preferences": {
            "group_size": "small", "meeting_frequency": "weekly", "preferred_times": ["evenings"],
        },
        "photos": list(photos),
    }


class Student(DocumentedClient):
    """A signed-in person with an address on the campus."""

    def __init__(self, name, server, contract):
        super().__init__(server.port, Person(f"{name.lower()}@cornell.edu"), contract)
        self.name = name
        self.sign_in(server)

    @property
    def id(self):
        return self.person.id

    def follow(self, after=None):
        """Opens a stream of events."""
        stream = EventStream(self.port, self.person.token, after)
        status = stream.wait_until_open()
        expect(status == 200, "the stream responded", status)
        return stream

    def position(self):
        """The position in the student's log."""
        return self.send("GET", "/users/me").json["at"]

    def write_profile(self, *photos):
        profile = complete_profile(self.name, *photos)
        version = self.send("GET", "/users/me").headers["ETag"]
        saved = self.send("PUT", "/users/me", profile, {"If-Match": version})
        expect(saved.status == 200 and saved.data["profile_complete"], "the profile", saved.status, saved.body)
        unchanged = self.send("GET", "/users/me", headers={"If-None-Match": saved.headers["ETag"]})
        expect(unchanged.status == 304, "an unchanged profile responded", unchanged.status)
        self.refused(412, "version_conflict", "PUT", "/users/me", profile, if_match=version)

    def upload(self, image):
        boundary = "boundary-of-a-form"
        body = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; filename="me.png"\r\n'
            "Content-Type: image/png\r\n\r\n"
        ).encode("ascii") + image + f"\r\n--{boundary}--\r\n".encode("ascii")
        form = f"multipart/form-data; boundary={boundary}"
        return self.done("POST", "/users/me/photo", body, content_type=form)["photo"]
