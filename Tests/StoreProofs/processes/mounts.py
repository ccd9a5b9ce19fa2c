"""The file systems of the proofs. They are mounted in a private namespace, which other processes do not see."""

import ctypes
import fcntl
import os
import shutil
import subprocess
import time
from contextlib import contextmanager

from .proving import Unable, expect

CLONE_NEWNS = 0x00020000
GOINGDOWN, WITHOUT_FLUSH = 0x8004587D, 2  # EXT4_IOC_SHUTDOWN, _IOR('X', 125, __u32)


def keep_mounts_private():
    """Makes the later mounts of this process private. Processes that copy the mounts of the machine, for example new
    containers, would otherwise keep a file system in use after its power cut."""
    if os.geteuid() != 0:
        raise Unable("only root can mount")
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS) != 0:
        raise Unable(f"mounts cannot be kept private: {os.strerror(ctypes.get_errno())}")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)


def mount(*words):
    finished = subprocess.run(["mount", *map(str, words)], stderr=subprocess.PIPE, text=True)
    if finished.returncode != 0:
        raise Unable(f"the file system cannot be mounted: {finished.stderr.strip()}")


@contextmanager
def small_disk(point, megabytes):
    """A file system in memory with a limited size."""
    point.mkdir()
    mount("-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "tmpfs", point)
    try:
        yield point
    finally:
        subprocess.run(["umount", "-l", point], check=False)


class Disk:
    """A mounted ext4 image with a simulated power cut."""

    def __init__(self, folder, megabytes):
        if not shutil.which("mkfs.ext4"):
            raise Unable("mkfs.ext4 is not installed")
        self.image, self.point = folder / "disk.img", folder / "mounted"
        with open(self.image, "wb") as file:
            file.truncate(megabytes << 20)
        subprocess.run(["mkfs.ext4", "-qF", self.image], check=True)
        self.point.mkdir()
        self.is_mounted = False

    def mount(self):
        mount("-o", "loop", self.image, self.point)
        self.is_mounted = True

    def cut(self):
        """Cuts the power: from now on, no write reaches the disk."""
        directory = os.open(self.point, os.O_RDONLY)
        try:
            fcntl.ioctl(directory, GOINGDOWN, WITHOUT_FLUSH.to_bytes(4, "little"))
        except OSError as error:
            raise Unable(f"the power of an ext4 image cannot be cut: {error}")
        finally:
            os.close(directory)

    def unmount(self):
        """Unmounts the disk as soon as the last ending process has released it."""
        end = time.monotonic() + 30
        while (finished := subprocess.run(["umount", self.point], stderr=subprocess.PIPE, text=True)).returncode != 0:
            expect(time.monotonic() < end, "the disk is in use:", finished.stderr)
            time.sleep(0.05)
        self.is_mounted = False

    def leave(self):
        if self.is_mounted:
            subprocess.run(["umount", "-l", self.point], check=False)
