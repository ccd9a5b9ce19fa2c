"""Package.swift, as SwiftPM understands it."""

import json
import subprocess
from pathlib import Path


class Target:
    def __init__(self, description):
        self.name = description["name"]
        self.path = Path(description["path"])
        self.is_library = description["type"] == "regular" and self.path.parts[0] == "Packages"
        self.is_test = description["type"] == "test"
        self.dependencies = [next(iter(kind.values()))[0] for kind in description["dependencies"]]
        self.settings = [setting["kind"] for setting in description["settings"]]

    def files(self):
        return sorted(self.path.rglob("*.swift"))


def targets():
    """The targets in the order of the manifest: from the ground up."""
    command = ["swift", "package", "dump-package"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return [Target(description) for description in json.loads(output)["targets"]]


def libraries():
    return [target for target in targets() if target.is_library]
