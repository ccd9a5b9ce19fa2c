"""Package.swift, as SwiftPM understands it, and the floors that it puts its modules on."""

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
    """The targets in the order of the manifest: from the ground up."""
    return [Target(target) for target in description()["targets"]]


def libraries():
    """The libraries that others import: not what is in C."""
    return [target for target in targets() if target.is_library and target.files()]


def products():
    """The names of the library products, and of the targets that each holds."""
    return {
        product["name"]: product["targets"] for product in description()["products"] if "library" in product["type"]
    }


def floors():
    """The floors from the ground up, each with the names of its modules."""
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
    # SwiftPM has the last word: were the literal written otherwise, nothing may be checked by half of it.
    built = [library.name for library in libraries()]
    floors = {name: [module for module in modules if module in built] for name, modules in floors.items()}
    if [module for modules in floors.values() for module in modules] != built:
        sys.exit(f"Package.swift: the floors cannot be read; they should hold, in this order, {', '.join(built)}")
    return floors


def without_network():
    """The modules of values, rules and algorithms, from which no network may be reachable."""
    found = floors()
    return [*found["ground"], *found["engines"], "Validation"]


def reachable(name):
    """The targets that a target depends on, directly or through others, each with the path that leads there."""
    dependencies = {target.name: target.dependencies for target in targets()}
    paths, waiting = {}, [[name]]
    while waiting:
        path = waiting.pop()
        for other in dependencies.get(path[-1], []):
            if other not in paths:
                paths[other] = [*path, other]
                waiting.append(paths[other])
    return paths
