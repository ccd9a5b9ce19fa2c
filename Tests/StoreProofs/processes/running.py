"""Runs proofs one after another. A proof that fails, or that leaves processes behind, does not affect the next."""

import ctypes
import os
import signal
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from pathlib import Path

from .proving import Broken, Unable

HOLDS, FAILED, UNABLE = 0, 1, 3
SET_CHILD_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)


def run(proofs):
    """Runs proofs, and prints their results. Returns 0 if all hold, 1 if a proof fails, and 3 if one cannot run.

    - proofs: by name, a function of a new folder. It returns or yields the results in words.
    """
    if sys.platform == "linux":
        # Processes whose parent has ended become children of this process, even those that have left the group.
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    statuses = [run_in_group(name, prove) for name, prove in proofs.items()]
    return FAILED if FAILED in statuses else max(statuses, default=HOLDS)


def run_in_group(name, prove):
    """Runs a proof in a process group of its own, and then ends all of its processes. Returns the status."""
    foreign = children()
    with tempfile.TemporaryDirectory(prefix="orbit-proof-", ignore_cleanup_errors=True) as folder:
        sys.stdout.flush()
        group = os.fork()
        if group == 0:
            status = FAILED
            try:
                os.setsid()
                status = attempt(name, prove, Path(folder).resolve())
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        try:
            status = os.waitstatus_to_exitcode(os.waitpid(group, 0)[1])
        finally:
            end_processes(group, foreign)
    if status not in (HOLDS, FAILED, UNABLE):
        print(f"FAILED  {name}: its process ended with status {status}", flush=True)
        status = FAILED
    return status


def attempt(name, prove, folder):
    """Runs a proof in this process. Returns its status."""
    start = time.monotonic()
    try:
        results = prove(folder)
        for result in [results] if isinstance(results, str) else results:
            print(f"        {name}: {result}", flush=True)
    except Unable as error:
        print(f"UNABLE  {name}: {error}", flush=True)
        return UNABLE
    except Broken as error:
        print(f"FAILED  {name}: {error}", flush=True)
        return FAILED
    except (Exception, SystemExit) as error:  # such as OSError and HTTPException, if a server has ended
        print(f"FAILED  {name}: {error!r}\n{traceback.format_exc()}", flush=True)
        return FAILED
    print(f"ok      {name} ({time.monotonic() - start:.0f} s)", flush=True)
    return HOLDS


def children():
    """The ids of the children of this process; empty on a system without /proc."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended
            # The name is in parentheses, and can contain any character. State and parent follow it.
            parent = path.read_bytes().rpartition(b")")[2].split()[1]
            if int(parent) == os.getpid():
                found.add(int(path.parent.name))
    return found


def end_processes(group, foreign):
    """Ends the processes of a group, and all children that are not foreign. Their own children follow them."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    while left := children() - foreign:
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(process, 0)
