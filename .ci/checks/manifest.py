"""Package.swift as SwiftPM reads it, and the floors of its modules."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path


class Target:
    def __init__(self, description):
        self.name = description["name"]
        self.path = Path(description["path"])
        self.is_library = description["type"] == "regular" and self.path.parts[0] == "Packages"
        self.is_test = description["type"] == "test"
        self.dependencies = [next(iter(kind.values()))[0] for kind in description["dependencies"]]
        self.resources = [resource["path"] for resource in description["resources"]]
        self.settings = [setting["kind"] for setting in description["settings"]]

    def files(self):
        return sorted(self.path.rglob("*.swift"))


@cache
def description():
    command = ["swift", "package", "dump-package"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def targets():
    """The targets in the order of the manifest, from the ground up."""
    return [Target(target) for target in description()["targets"]]


def libraries():
    """The libraries with Swift sources, which other packages import. C libraries are not included."""
    return [target for target in targets() if target.is_library and target.files()]


def products():
    """Maps the name of each library product to the names of its targets."""
    return {
        product["name"]: product["targets"] for product in description()["products"] if "library" in product["type"]
    }


def floors():
    """Maps each floor, from the ground up, to the names of its modules."""
    text = Path("Package.swift").read_text(encoding="utf-8")
    literal = re.search(r"^let floors\b.*?^\]", text, re.MULTILINE | re.DOTALL)
    floors = {}
    for floor, module in re.findall(
        r"^ {8}\"(\w+)\",$|\bModule\(\s*name: \"(\w+)\"", literal[0] if literal else "", re.MULTILINE
    ):
        if floor:
            floors[floor] = modules = []
        else:
            modules.append(module)
    # The pattern may miss modules if the literal is written differently, so the result is compared with SwiftPM's.
    built = [library.name for library in libraries()]
    floors = {name: [module for module in modules if module in built] for name, modules in floors.items()}
    if [module for modules in floors.values() for module in modules] != built:
        sys.exit(f"Package.swift: the floors cannot be read; they should contain, in this order, {', '.join(built)}")
    return floors


def without_network():
    """The modules of values, rules and algorithms, which must have no network access."""
    found = floors()
    return [*found["ground"], *found["engines"], "Validation"]


def reachable(name):
    """Maps each direct and indirect dependency of a target to the path of targets that leads to it."""
    dependencies = {target.name: target.dependencies for target in targets()}
    paths, waiting = {}, [[name]]
    while waiting:
        path = waiting.pop()
        for other in dependencies.get(path[-1], []):
            if other not in paths:
                paths[other] = [*path, other]
                waiting.append(paths[other])
    return paths
