"""A server on SQLite whose disk loses its power again and again, while clients write.

The disk is an ext4 image. A power cut loses all data that is not synced, as in the proof `cuts` of the stores.
"""

import os
import random
import time

from harness.person import seeded_people, sign_in_all
from processes.mounts import Disk, keep_mounts_private
from processes.proving import expect
from proofs.durability.writes import Writes

from .powered_server import PoweredClient, PoweredServer

# The number of people, and of power cuts while they write.
SIZES = {False: (30, 6), True: (250, 50)}
MEGABYTES = 512


class PoweredWrites(Writes):
    """Writes of all people, and a number of power cuts that are spread over them."""

    def __init__(self, server, people, cuts, dice):
        super().__init__(server, people, writers=len(people), dice=dice)
        self.cuts = cuts

    def connect(self):
        return PoweredClient(self.server)

    def disturb(self, is_done):
        for cut in range(self.cuts):
            while self.acknowledged < self.total * cut // self.cuts and not is_done.is_set():
                time.sleep(0.002)
            if is_done.is_set() and self.acknowledged < self.total:
                return  # a write has failed
            # The cut is at a random moment of a commit.
            time.sleep(self.dice.uniform(0.005, 0.1))
            self.restart()


def prove_powercuts(program, folder, full):
    keep_mounts_private()
    people, cuts = SIZES[full]
    disk = Disk(folder, MEGABYTES)
    try:
        disk.mount()
        server = PoweredServer(program, disk, logs=folder)
        server.seed(people)
        crowd = seeded_people(server)
        with server:
            sign_in_all(server, crowd)
            os.sync()  # the folders and the log of a new server are not synced
            writes = PoweredWrites(server, crowd, cuts, random.Random(7))
            writes.run()
            expect(writes.unanswered, "no power cut interrupted a write")
            writes.check(repeats=5 * people)
            server.stop()
        server.check_file()
    finally:
        disk.leave()
    return (
        f"{writes.acknowledged} acknowledged writes, {cuts} power cuts, 0 lost; {writes.unanswered} got no response "
        f"before the cut, of which {writes.stored} were stored; ready after a cut in at most "
        f"{max(writes.restarts) * 1_000:.0f} ms"
    )
