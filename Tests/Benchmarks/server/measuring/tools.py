"""The programs of the benchmark besides OrbitServer, which are built once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
HERE = ROOT / "Tests/Benchmarks/server"
FOLDER = ROOT / ".build/server-benchmark"
INSTALL = [sys.executable, "-B", ROOT / ".ci/packages.py"]


def install():
    """Installs missing packages as root on Debian. Ends the program on other systems."""
    packages = ["gcc", "golang-go", "golang-github-mattn-go-sqlite3-dev", "libsqlite3-dev", "python3-venv"]
    if subprocess.run([*INSTALL, "debian", *packages]).returncode != 0:
        sys.exit("packages are missing")


def go_program(name, folder):
    """Builds a program in Go with Debian's modules. Returns its path."""
    program = FOLDER / name
    environment = {
        **os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": "",
        "GOCACHE": str(FOLDER / "go-cache"),
    }
    # The tag links the system's SQLite, which Python and OrbitServer use as well.
    subprocess.run(
        ["go", "build", "-tags", "libsqlite3", "-o", program, "."], cwd=HERE / folder, env=environment, check=True)
    return program


def gunicorn():
    """Installs Flask and gunicorn once. Returns the path of gunicorn."""
    install = [*INSTALL, "python", "benchmark", "flask==3.1.3", "gunicorn==27.0.1"]
    finished = subprocess.run(install, check=True, stdout=subprocess.PIPE, text=True)
    return Path(finished.stdout.strip()) / "bin/gunicorn"


def orbit_server():
    """Builds OrbitServer with optimization. Returns its path."""
    if not shutil.which("swift"):
        sys.exit("swift is missing: install Swift, or name the folder of orbit-server with --bin")
    build = [
        "swift", "build", "-c", "release", "--package-path", str(ROOT / "Examples/OrbitServer"),
        "--scratch-path", str(ROOT / ".build/server-release"), "--product", "orbit-server",
    ]
    subprocess.run(build, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    shown = subprocess.run([*build, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True)
    return Path(shown.stdout.strip()) / "orbit-server"
