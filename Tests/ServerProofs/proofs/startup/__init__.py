"""A server that cannot start says why, and a running server survives an outage of its store."""

from processes.proving import Unable

from .outages import prove_full_disk, prove_lost_postgresql, prove_read_only_file
from .refusals import (
    Refusals, prove_check, refuse_addresses, refuse_certificates, refuse_databases, refuse_folders, refuse_settings,
)

OUTAGES = {
    "PostgreSQL": prove_lost_postgresql, "the file of SQLite": prove_read_only_file, "space": prove_full_disk,
}


def prove_startup(program, folder, full):
    """Runs all parts that the machine allows. `Unable` names the remaining parts."""
    (folder / "refusals").mkdir()
    refusals = Refusals(program, folder / "refusals")
    unable = []

    def attempt(prove, *arguments):
        try:
            return prove(*arguments)
        except Unable as error:
            unable.append(str(error))

    for refuse in (refuse_addresses, refuse_folders, refuse_databases, refuse_settings, refuse_certificates):
        attempt(refuse, refusals)
    prove_check(program, refusals)
    seconds = {name: attempt(prove, program, folder) for name, prove in OUTAGES.items()}
    times = ", ".join(f"{name} {time:.2f} s" for name, time in seconds.items() if time is not None)
    result = f"{refusals.count} bad states refused; ready after an outage of {times}"
    if unable:
        raise Unable(f"{'; '.join(unable)} (the other parts hold: {result})")
    return result
