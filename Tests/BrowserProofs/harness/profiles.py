"""The profile of a new person, through the five steps of its form."""

import struct
import zlib

STEPS = ["basic_info", "personality", "interests", "social_preferences", "photos"]


def picture(side=320):
    """A small photo, as PNG."""
    def line(row):
        return b"\0" + bytes(value for column in range(side) for value in (column % 256, row % 256, 160))

    rows = b"".join(map(line, range(side)))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def fields(name):
    """By step, the fields that a person fills in."""
    return {
        "basic_info": {
            "name": name, "birth-month": "2", "birth-year": "2005", "major": "Physics", "city": "Ithaca",
            "region": "NY", "bio": "Stargazing, and board games on rainy days.", "handle-instagram": "stars.and.games",
        },
        "personality": {
            "introvert_extrovert": 30, "introvert_extrovert-open": False, "spontaneous_planner-open": True,
            # The moved slider is an answer, although nobody clears the box of the open scale.
            "active_relaxed": 65,
        },
        "interests": {"interests": {"Music", "Board Games", "Movies & TV", "Travel"}},
        "social_preferences": {
            "group_size": "small", "frequency": "weekly", "times": {"evenings", "weekends"},
            "goals": {"close_friends", "event_buddies"}, "hours": {"18", "19", "20", "42", "43", "44", "66", "67"},
        },
        "photos": {},
    }


def fill_in(visitor, name, photo=True):
    """Fills in all steps of a new person, and saves."""
    for step in STEPS:
        visitor.at(f"/profile/edit/{step}")
        if step == "photos" and photo:
            visitor.submit("/profile/photos", {
                "photo": {"name": "me.png", "mimeType": "image/png", "buffer": picture()}})
            visitor.page.locator(".photos img").first.wait_for()
        visitor.submit(f"/profile/edit/{step}", fields(name)[step], go="save" if step == "photos" else "next")
    visitor.page.wait_for_url(lambda url: "/profile/edit/" not in url)
    visitor.ready()


def join(visitor, address, name, photo=True):
    """Signs a new person in, and fills in the profile."""
    visitor.sign_in(address)
    fill_in(visitor, name, photo)
    return visitor
