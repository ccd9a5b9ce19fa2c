"""The scripts of the front end on pages whose site a proof controls, to the byte."""

from harness.browsers import Browsers
from harness.web import Web
from processes.proving import Broken

from . import actions, fields, layout, streams
from .bench import Bench, files_of

PROOFS = [*fields.PROOFS, *layout.PROOFS, *actions.PROOFS, *streams.PROOFS]


def prove_patcher(program, folder, full):
    """Runs each proof on a site and in a browser of its own. A failure does not stop the others."""
    with Web(program, folder) as web:
        files = files_of(web)
    failures = []
    with Browsers("patcher") as browsers:
        for prove in PROOFS:
            try:
                prove(lambda regions, **options: Bench(files, browsers, prove.__name__, regions, **options)).close()
            except Exception as error:
                failures.append(f"{prove.__name__}: {error}")
                yield f"FAILED {prove.__name__}: {error}"
                browsers.visitors[-1].allowed.append("")
    if failures:
        raise Broken(f"{len(failures)} of {len(PROOFS)} properties do not hold")
    yield f"{len(PROOFS)} properties; the patcher has {len(files['/patch.js'][1])} bytes"
