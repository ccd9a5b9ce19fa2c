"""A copy of the modules with all chosen mutations in it, built once."""

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from mutations import ROOT

sys.path.insert(0, str(ROOT / ".ci/checks"))

import manifest  # noqa: E402

# More than there are mutations.
MOST = 1 << 16
SWITCH = f"""import Foundation
import Glibc

/// The mutation that is on in this run of the tests; 0 for none.
private let activeMutant = ProcessInfo.processInfo.environment["ORBIT_MUTANT"].flatMap {{ Int($0) }} ?? 0

/// A byte for each mutation, in a file: 1 where this run came past it.
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
# Without what only a debugger reads.
SWIFT = ["swift", "build", "-Xswiftc", "-gnone"]
ERROR = re.compile(r"^(/[^:\n]+):(\d+):\d+: error: (.*)", re.MULTILINE)


class Tree:
    """Of the given modules, of those whose tests are asked beside theirs, of all these tests, and of what they need.

    - omitted: files that are left out, by their paths in the repository.
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
        """Writes what has changed since the last time, so that only that is built again.

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
        """Builds with as many of the mutations as the compiler takes.

        Returns the numbers of the others, each with what it said.
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
        """The program with all tests in it."""
        shown = subprocess.run(
            [*SWIFT, "--package-path", str(self.folder), "--show-bin-path"],
            check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        return Path(shown.stdout.strip()) / "MutationPackageTests.xctest"

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def rejected(mutations, output):
    """The mutations that the compiler has rejected, by their number, each with its message."""
    # The copy may have been built under another name of this folder.
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
    """The text with all of these mutations beside what they replace; none overlap."""
    for number, mutation in sorted(chosen, key=lambda pair: -pair[1].start):
        new = mutation.template.replace("MUTANT", f"mutant({number})")
        text = text[: mutation.start] + new + text[mutation.end :]
    return text
