"""The packages of PyPI that proofs use, in an environment of their own below .build."""

import shutil
import subprocess
import sys
from pathlib import Path

from processes.proving import Unable

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / ".build/server-tools"
PACKAGES = ("schemathesis==4.32.5", "jsonschema-rs==0.60.3", "PyYAML==6.0.4")


def install():
    """Installs the packages once. The marker is written last, so that an incomplete installation is not reused."""
    marker = FOLDER / "+".join(PACKAGES)
    if marker.is_file():
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True)
    pip = [FOLDER / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    if subprocess.run(pip, stdin=subprocess.DEVNULL).returncode != 0:
        raise Unable(f"PyPI did not deliver {' and '.join(PACKAGES)}")
    marker.touch()


def use():
    """Makes the packages importable in this process."""
    install()
    folder = str(next(FOLDER.glob("lib/python*/site-packages")))
    if folder not in sys.path:
        sys.path.append(folder)


def bundle(output):
    """Writes the contract with all its parts into one file."""
    install()
    subprocess.run(
        [FOLDER / "bin/python", "-B", ROOT / ".ci/checks/openapi_bundle.py", ROOT / "Docs/openapi.yaml", output],
        check=True,
    )
