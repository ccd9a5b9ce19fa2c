"""A device of a person."""

from harness.client import Client
from processes.proving import expect


class Device(Client):
    """A device of a person."""

    def do(self, method, path, body=None):
        reply = self.send(method, path, body)
        expect(reply.status == 200, method, path, "responded", reply.status, reply.body[:500])
        return reply

    def write_bio(self, bio):
        """Changes the profile of the person."""
        reply = self.change_profile(self.do("GET", "/users/me"), bio=bio)
        expect(reply.status == 200, "a change of the profile responded", reply.status, reply.body[:500])
