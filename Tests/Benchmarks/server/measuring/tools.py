"""The programs of the benchmark besides OrbitServer, which are built once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
HERE = ROOT / "Tests/Benchmarks/server"
FOLDER = ROOT / ".build/server-benchmark"
# Debian's packages, with a file of each.
PACKAGES = {
    "golang-go": "/usr/bin/go",
    "golang-github-mattn-go-sqlite3-dev": "/usr/share/gocode/src/github.com/mattn/go-sqlite3",
    "libsqlite3-dev": "/usr/include/sqlite3.h",
    "python3-venv": "/usr/share/doc/python3-venv",
}
PYTHON = ["flask==3.1.3", "gunicorn==27.0.1"]


def install():
    """Installs missing packages as root on Debian. Ends the program on other systems."""
    missing = [name for name, path in PACKAGES.items() if not Path(path).exists()]
    if not missing:
        return
    if os.getuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"Install first: {' '.join(missing)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *missing]:
        subprocess.run(command, check=True, stdout=sys.stderr, env=environment)


def go_program(name, folder):
    """Builds a program in Go with Debian's modules. Returns its path."""
    program = FOLDER / name
    environment = {**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
    # The tag links the system's SQLite, which Python and OrbitServer use as well.
    subprocess.run(
        ["go", "build", "-tags", "libsqlite3", "-o", program, "."], cwd=HERE / folder, env=environment, check=True)
    return program


def gunicorn():
    """Installs Flask and gunicorn once. Returns the path of gunicorn."""
    folder = FOLDER / "venv"
    marker = folder / "-".join(PYTHON).replace("==", "-")
    if not marker.exists():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin/pip", "install", "--quiet", *PYTHON], check=True, stdout=sys.stderr)
        marker.touch()
    return folder / "bin/gunicorn"


def orbit_server():
    """Builds OrbitServer with optimization. Returns its path."""
    build = [
        "swift", "build", "-c", "release", "--package-path", str(ROOT / "Examples/OrbitServer"),
        "--scratch-path", str(ROOT / ".build/server-release"), "--product", "orbit-server",
    ]
    subprocess.run(build, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    shown = subprocess.run([*build, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True)
    return Path(shown.stdout.strip()) / "orbit-server"
