"""Files that are no photos: too large, with another content than their name, and with a script."""

from processes.proving import expect

SCRIPT = b'<svg xmlns="http://www.w3.org/2000/svg" onload="orbitAttack=1"/>'
FILES = {
    "a script as a picture": ("me.svg", "image/svg+xml", SCRIPT),
    "a page as a picture": ("me.png", "image/png", b"<!DOCTYPE html><script>orbitAttack=1</script>"),
    "half of a picture": ("me.png", "image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    "an empty file": ("me.png", "image/png", b""),
}
MEBIBYTE = 1_024 * 1_024


def send_bad_photos(screens):
    """No such file becomes a photo. A file of 20 MiB is refused with the reason, and the page stays usable."""
    visitor = screens.resident
    visitor.allowed.append("status of 413|ERR_CONNECTION")
    visitor.go("/profile/edit/photos")
    before = visitor.page.locator(".photos img").count()
    for name, (file, kind, content) in FILES.items():
        visitor.go("/profile/edit/photos")
        visitor.submit("/profile/photos", {"photo": {"name": file, "mimeType": kind, "buffer": content}})
        visitor.go("/profile/edit/photos")
        expect(visitor.page.locator(".photos img").count() == before, name, "became a photo")
        expect(not visitor.page.evaluate("() => 'orbitAttack' in self"), name, "ran")
    visitor.submit("/profile/photos", {
        "photo": {"name": "large.png", "mimeType": "image/png", "buffer": b"\x89PNG" + bytes(20 * MEBIBYTE)}})
    told = visitor.page.locator("#main").text_content() + visitor.page.locator("#news").text_content()
    expect("too large" in told or "connection" in told, "a file of 20 MiB gets no reason:", told[:300])
    visitor.go("/profile/edit/photos")
    expect(visitor.page.locator(".photos img").count() == before, "a file of 20 MiB became a photo")
    return f"{len(FILES) + 1} files are no photos"
