#!/usr/bin/env -S python3 -B
"""Installs packages that checks and proofs need, unless they are installed.

    .ci/packages.py debian NAME...
    .ci/packages.py python ENVIRONMENT REQUIREMENT... [--override REQUIREMENT]...

`debian` installs packages of `FILES` as root on Debian, and names missing packages on other Linux systems. `python`
installs packages of PyPI in an environment below `.build/python`, and prints the folder of the environment. --override
replaces the version that another requirement has selected.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ENVIRONMENTS = Path(__file__).resolve().parent.parent / ".build/python"
# The packages of Debian, each with a file that exists if the package is installed.
FILES = {
    "chromium": "usr/bin/chromium",
    "curl": "usr/bin/curl",
    "fonts-noto-cjk": "usr/share/doc/fonts-noto-cjk",
    "fonts-noto-color-emoji": "usr/share/doc/fonts-noto-color-emoji",
    "fonts-noto-core": "usr/share/doc/fonts-noto-core",
    "gcc": "usr/bin/gcc",
    "golang-github-mattn-go-sqlite3-dev": "usr/share/gocode/src/github.com/mattn/go-sqlite3",
    "golang-go": "usr/bin/go",
    "haproxy": "usr/sbin/haproxy",
    "libpq-dev": "usr/include/postgresql/libpq-fe.h",
    "libsqlite3-dev": "usr/include/sqlite3.h",
    "nginx": "usr/sbin/nginx",
    "openssl": "usr/bin/openssl",
    "postgresql": "usr/lib/postgresql/*/bin/initdb",
    "python3-venv": "usr/share/doc/python3-venv",
    "sqlite3": "usr/bin/sqlite3",
    "strace": "usr/bin/strace",
}


def install_debian(names):
    missing = [name for name in names if not any(Path("/").glob(FILES[name]))]
    if sys.platform != "linux" or not missing:
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"Install first: {' '.join(missing)}")
    # The run level keeps the installation from starting services. The configuration of the machine is kept.
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in ["update", "-qq"], ["install", "-y", "-qq", *missing]:
        finished = subprocess.run(
            ["apt-get", "-o", "DPkg::Lock::Timeout=300", *command], stdin=subprocess.DEVNULL, stdout=sys.stderr,
            env=environment,
        )
        if finished.returncode != 0:
            sys.exit(f"apt-get {command[0]} ended with status {finished.returncode}; install {' '.join(missing)}")


def install_python(name, requirements, overrides):
    """Returns the folder. The marker is written last, so that an incomplete installation is not reused."""
    folder = ENVIRONMENTS / name
    marker = folder / "+".join([*requirements, *overrides])
    if marker.is_file():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    for words in requirements, ["--no-deps", *overrides] if overrides else None:
        if words and subprocess.run(
            [folder / "bin/pip", "--quiet", "--disable-pip-version-check", "install", *words],
            stdin=subprocess.DEVNULL, stdout=sys.stderr,
        ).returncode != 0:
            sys.exit(f"PyPI did not deliver {' and '.join([*requirements, *overrides])}")
    marker.touch()
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    debian = kinds.add_parser("debian")
    debian.add_argument("names", nargs="+", choices=FILES, metavar="NAME")
    python = kinds.add_parser("python")
    python.add_argument("environment", metavar="ENVIRONMENT")
    python.add_argument("requirements", nargs="+", metavar="REQUIREMENT")
    python.add_argument("--override", action="append", default=[], metavar="REQUIREMENT")
    arguments = parser.parse_args()
    if arguments.kind == "debian":
        install_debian(arguments.names)
    else:
        print(install_python(arguments.environment, arguments.requirements, arguments.override))


main()
