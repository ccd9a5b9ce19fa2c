"""A server whose clock is ahead, so that a proof does not wait."""

import shlex
from pathlib import Path

from processes.proving import Unable

from .server import Server

LIBRARIES = ("/usr/lib/*/faketime/libfaketime.so.1", "/usr/lib/faketime/libfaketime.so.1")


class LaterServer(Server):
    """A server on the same folder, some minutes later."""

    def __init__(self, program, folder, minutes):
        library = next((path for pattern in LIBRARIES for path in Path("/").glob(pattern[1:])), None)
        if library is None:
            raise Unable("libfaketime is missing; install the package faketime")
        script = Path(folder) / f"later-{minutes}"
        # The library changes the environment of the first program that loads it. After that, a Swift program cannot
        # find its arguments, so `env` loads the library first. Durations keep their clock.
        script.write_text(
            "#!/bin/sh\n"
            f"export LD_PRELOAD={library} FAKETIME=+{minutes}m FAKETIME_DONT_FAKE_MONOTONIC=1\n"
            f'exec env {shlex.quote(str(program))} "$@"\n'
        )
        script.chmod(0o700)
        super().__init__(script, folder)

    def __exit__(self, *what):
        super().__exit__(*what)
        for path in Path("/dev/shm").glob(f"*faketime_*_{self.process.pid}"):
            path.unlink(missing_ok=True)
