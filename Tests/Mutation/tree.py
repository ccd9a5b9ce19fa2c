"""A copy of the modules that contains all chosen mutations and is built once."""

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from mutations import ROOT

sys.path.insert(0, str(ROOT / ".ci/checks"))

import manifest  # noqa: E402

# An upper limit of the number of mutations.
MOST = 1 << 16
SWITCH = f"""import Foundation
import Glibc

/// The number of the active mutation in this run of the tests, or 0.
private let activeMutant = ProcessInfo.processInfo.environment["ORBIT_MUTANT"].flatMap {{ Int($0) }} ?? 0

/// A mapped file with a byte for each mutation: 1 if this run executed it.
private nonisolated(unsafe) let passed: UnsafeMutablePointer<UInt8>? = {{
    guard let path = ProcessInfo.processInfo.environment["ORBIT_PASSED"] else {{ return nil }}
    let file = Glibc.open(path, O_RDWR)
    let bytes = mmap(nil, {MOST}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
}}()

@inline(never) func mutant(_ number: Int) -> Bool {{
    passed?[number] = 1
    return activeMutant == number
}}
"""
# Builds without debug information.
SWIFT = ["swift", "build", "-Xswiftc", "-gnone"]
ERROR = re.compile(r"^(/[^:\n]+):(\d+):\d+: error: (.*)", re.MULTILINE)


class Tree:
    """A copy of modules, their tests and all dependencies.

    - beside: further modules to copy with their tests.
    - omitted: files that are not copied, by their paths in the repository.
    """

    def __init__(self, folder, modules, beside=(), omitted=()):
        self.folder = folder
        self.omitted = {ROOT / path for path in omitted}
        self.targets = {target.name: target for target in manifest.targets()}
        self.needed = set()
        for module in [*modules, *beside]:
            self._need(module)
            self._need(f"{module}Tests")

    def _need(self, name):
        if name in self.needed or name not in self.targets:
            return
        self.needed.add(name)
        for other in self.targets[name].dependencies:
            self._need(other)

    def write(self, mutations):
        """Writes the files that have changed since the last time, so that only these are built again.

        - mutations: by their number.
        """
        by_path = defaultdict(list)
        for number, mutation in mutations.items():
            by_path[mutation.path].append((number, mutation))
        written = {Path("Package.swift")}
        self._put(Path("Package.swift"), self._manifest().encode())
        folders = [self.targets[name].path for name in sorted(self.needed)] + [Path("Docs")]
        sources = [path for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
        sources = [path for path in sources if path not in self.omitted]
        for source in sources + sorted(ROOT.glob("*.md")):
            path = source.relative_to(ROOT)
            data = source.read_bytes()
            if chosen := by_path.get(str(path)):
                data = mutated(data.decode("utf-8"), chosen).encode("utf-8")
            written.add(path)
            self._put(path, data)
        for module in {mutation.module for mutation in mutations.values()}:
            path = self.targets[module].path / "MutationSwitch.swift"
            written.add(path)
            self._put(path, SWITCH.encode())
        for stale in [path for path in self.folder.rglob("*") if path.is_file()]:
            path = stale.relative_to(self.folder)
            if path not in written and path.parts[0] != ".build":
                stale.unlink()

    def _put(self, path, data):
        target = self.folder / path
        if target.is_file() and target.read_bytes() == data:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def _manifest(self):
        text = (ROOT / "Package.swift").read_text(encoding="utf-8")
        settings = text[text.index("for target in package.targets {") :]
        lines = []
        for target in self.targets.values():
            if target.name not in self.needed:
                continue
            kind = "testTarget" if target.is_test else "target"
            names = ", ".join(f'"{name}"' for name in target.dependencies)
            resources = ", ".join(f'.copy("{name}")' for name in target.resources)
            lines.append(
                f'        .{kind}(name: "{target.name}", dependencies: [{names}], path: "{target.path}"'
                + (f", resources: [{resources}]" if resources else "")
                + "),"
            )
        return "\n".join(
            [
                text.splitlines()[0],
                "import PackageDescription",
                "let package = Package(",
                '    name: "Mutation", platforms: [.iOS(.v17), .macOS(.v14)],',
                "    targets: [",
                *lines,
                "    ],",
                "    swiftLanguageModes: [.v6]",
                ")",
                settings,
            ]
        )

    def build(self, mutations, say):
        """Builds the copy with the mutations that the compiler accepts.

        Returns the numbers of the rejected mutations, each with the message of the compiler.
        """
        dropped = {}
        kept = dict(mutations)
        for _ in range(12):
            self.write(kept)
            done = subprocess.run(
                [*SWIFT, "--build-tests", "--package-path", str(self.folder)],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            )
            if done.returncode == 0:
                return dropped
            messages = rejected(kept, done.stdout)
            if not messages:
                sys.exit(f"The copy in {self.folder} cannot be built:\n{done.stdout[-4000:]}")
            say(f"The compiler rejects {len(messages)}; without them:")
            dropped.update(messages)
            kept = {number: mutation for number, mutation in kept.items() if number not in messages}
        sys.exit(f"The copy in {self.folder} cannot be built in twelve rounds")

    def tests(self):
        """The program that contains all tests."""
        shown = subprocess.run(
            [*SWIFT, "--package-path", str(self.folder), "--show-bin-path"],
            check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        return Path(shown.stdout.strip()) / "MutationPackageTests.xctest"

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def rejected(mutations, output):
    """Maps the numbers of the mutations that the compiler rejected to its messages."""
    # The compiler may print another path of this folder.
    places = {
        (path.split("/.build/mutation/", 1)[-1].split("/", 1)[-1], int(line)): message
        for path, line, message in ERROR.findall(output)
    }
    return {
        number: message
        for (path, line), message in places.items()
        for number, mutation in mutations.items()
        if mutation.path == path and mutation.line <= line <= mutation.line + mutation.template.count("\n")
    }


def mutated(text, chosen):
    """The text with these mutations next to the code that they replace. Mutations must not overlap."""
    for number, mutation in sorted(chosen, key=lambda pair: -pair[1].start):
        new = mutation.template.replace("MUTANT", f"mutant({number})")
        text = text[: mutation.start] + new + text[mutation.end :]
    return text
