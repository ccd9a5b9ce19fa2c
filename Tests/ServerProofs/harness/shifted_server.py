"""A server whose clock is ahead, so that a proof does not wait."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

from processes.proving import Unable, expect

from .server import Server

SOURCE = Path(__file__).with_name("shifted_clock.c")


def build(library):
    """Builds the library that shifts the clock of a process."""
    compiler = shutil.which("clang") or shutil.which("cc")  # the toolchain of Swift contains clang
    if sys.platform != "linux" or not compiler:
        raise Unable("the clock of a process can be shifted only on Linux and with a C compiler")
    finished = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE], stderr=subprocess.PIPE, text=True)
    expect(finished.returncode == 0, "the library of the clock cannot be built:", finished.stderr[-1_000:])


class ShiftedServer(Server):
    """A server whose wall clock is ahead by a number of seconds, which can grow while the server runs."""

    def __init__(self, program, folder, *settings, seconds=0):
        super().__init__(program, folder, *settings)
        library, self.shift = self.folder / "shifted_clock.so", self.folder / "shift"
        build(library)
        self.set_clock(seconds)
        self.environment |= {"LD_PRELOAD": str(library), "SHIFTED_CLOCK_FILE": str(self.shift)}

    def set_clock(self, seconds):
        """Sets the number of seconds, which the server sees at once."""
        self.shift.touch()
        with open(self.shift, "r+b", buffering=0) as file:
            file.write(struct.pack("=q", seconds))
