"""The effects of requests for a code."""

from email import message_from_bytes


class Spool:
    """The addresses in the mail spool of a server."""

    def __init__(self, server):
        self.folder = server.folder / "mail/queue"
        self.read = set()
        self.new_addresses()

    def new_addresses(self):
        """Returns the addresses of the messages since the last call."""
        paths = set(self.folder.glob("*.eml")) - self.read
        self.read |= paths
        return {message_from_bytes(path.read_bytes())["To"].strip("<>") for path in paths}
