"""The packages of PyPI and the browser that the proofs need."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = {"playwright": "playwright==1.65.2", "axe_playwright_python": "axe-playwright-python==0.1.8"}
UNABLE = 3


def enter():
    """Continues in an environment with the packages, which are installed once."""
    if all(importlib.util.find_spec(module) for module in PACKAGES):
        return
    install = [sys.executable, "-B", ROOT / ".ci/packages.py", "python", "browser", *PACKAGES.values()]
    finished = subprocess.run(install, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if finished.returncode != 0:
        print("PyPI did not deliver the packages", file=sys.stderr)
        sys.exit(UNABLE)
    python = f"{finished.stdout.strip()}/bin/python"
    os.execv(python, [python, "-B", *sys.argv])


def chromium():
    """The path of Chromium; `None` without it."""
    return shutil.which("chromium") or shutil.which("chromium-browser")
