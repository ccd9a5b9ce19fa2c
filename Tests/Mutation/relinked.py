"""Links the tests of the last build with the object files of mutated sources. Compiles only these sources, so a sample
of all modules takes seconds."""

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutations import ROOT
from tree import SWITCH, manifest, mutated, rejected

# Options of the driver for its outputs. The options in DRIVER_WITH_VALUE have a value.
DRIVER = {
    "-emit-dependencies", "-emit-module", "-incremental", "-c", "-enable-batch-mode", "-serialize-diagnostics",
    "-parseable-output", "-emit-objc-header", "-warnings-as-errors", "-g", "-whole-module-optimization",
}
DRIVER_WITH_VALUE = {"-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path"}


class Relinked:
    """The relinked tests. Needs the products of `swift build --build-tests` of the same sources."""

    def __init__(self, folder, jobs):
        self.folder, self.jobs = folder, jobs
        shown = subprocess.run(
            ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        )
        self.built = Path(shown.stdout.strip())
        self.plan = (self.built.parent.parent / "debug.yaml").read_text(encoding="utf-8")
        self.targets = {target.name: target for target in manifest.targets()}

    def build(self, mutations, say):
        """Compiles the files of these mutations and links the tests.

        Returns the numbers of the mutations that the compiler rejects, each with its message.
        """
        shutil.rmtree(self.folder, ignore_errors=True)
        by_module = defaultdict(dict)
        for number, mutation in mutations.items():
            by_module[mutation.module][number] = mutation
        with ThreadPoolExecutor(self.jobs) as pool:
            built = list(pool.map(lambda module: self._compiled(module, by_module[module]), by_module))
        self._link({name: path for objects, _ in built for name, path in objects.items()})
        return {number: message for _, dropped in built for number, message in dropped.items()}

    def tests(self):
        """The program that contains all tests."""
        return self.folder / "OrbitKitPackageTests.xctest"

    def _arguments(self, kind):
        """The arguments of a command of the last build."""
        found = re.search(rf'^  "C\.{kind}":\n(?:    .*\n)*?    args: (\[.*\])$', self.plan, re.MULTILINE)
        if not found:
            sys.exit(f"The last build has no {kind}: run `swift build --build-tests` first")
        return json.loads(found[1])

    def _compiled(self, module, mutations):
        """Maps the replaced object files to their replacements. Returns this and the rejected mutations."""
        dropped, kept = {}, dict(mutations)
        while True:
            paths = sorted({mutation.path for mutation in kept.values()})
            objects, output = self._compile(module, paths, kept)
            if objects is not None:
                return objects, dropped
            messages = rejected(kept, output)
            if not messages:
                sys.exit(f"{module} cannot be compiled:\n{output[-4000:]}")
            dropped |= messages
            kept = {number: mutation for number, mutation in kept.items() if number not in messages}

    def _compile(self, module, paths, mutations):
        if not paths:
            return {}, ""
        folder = self.folder / module
        folder.mkdir(parents=True, exist_ok=True)
        primaries = {}
        for path in paths:
            source = self.folder / path
            source.parent.mkdir(parents=True, exist_ok=True)
            chosen = [(number, mutation) for number, mutation in mutations.items() if mutation.path == path]
            source.write_text(mutated((ROOT / path).read_text(encoding="utf-8"), chosen), encoding="utf-8")
            primaries[source] = folder / f"{source.name}.o"
        switch = folder / "MutationSwitch.swift"
        switch.write_text(SWITCH, encoding="utf-8")
        primaries[switch] = folder / "MutationSwitch.swift.o"
        others = [ROOT / path for path in self.targets[module].files() if str(path) not in paths]
        inputs = [argument for source in primaries for argument in ("-primary-file", str(source))]
        outputs = [argument for path in primaries.values() for argument in ("-o", str(path))]
        done = subprocess.run(
            [*self._frontend(module), *inputs, *map(str, others), *outputs],
            cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace",
        )
        if done.returncode:
            return None, done.stdout
        names = {str(self.built / f"{module}.build" / path.name): path for path in primaries.values()}
        return names, ""

    def _frontend(self, module):
        driver, *arguments = self._arguments(rf"{module}-[\w.-]+-debug\.module")
        kept, remaining = [], iter(arguments)
        for argument in remaining:
            if argument == "-Xcc":
                kept += [argument, next(remaining)]
            elif argument in DRIVER_WITH_VALUE:
                next(remaining)
            elif argument not in DRIVER and not argument.startswith("@") and not re.fullmatch(r"-j\d+", argument):
                kept.append(argument)
        plugins = Path(driver).parent.parent / "lib/swift/host/plugins"  # macros such as @Observable
        return [driver, "-frontend", "-c", *kept, "-disable-objc-interop", "-plugin-path", str(plugins)]

    def _link(self, objects):
        arguments = self._arguments(r"OrbitKitPackageTests-[\w.-]+-debug\.test")
        place = next(index for index, argument in enumerate(arguments) if argument.startswith("@"))
        linked = Path(arguments[place][1:]).read_text(encoding="utf-8").split()
        replaced = [str(objects.pop(path, path)) for path in linked]
        # Only the objects of MutationSwitch.swift replace no object.
        if not all(path.name.startswith("MutationSwitch") for path in objects.values()):
            sys.exit(f"The last build has no {', '.join(objects)}: run `swift build --build-tests` first")
        listed = self.folder / "Objects.LinkFileList"
        listed.write_text("\n".join([*replaced, *map(str, objects.values())]) + "\n", encoding="utf-8")
        arguments[place] = f"@{listed}"
        arguments[arguments.index("-o") + 1] = str(self.tests())
        subprocess.run(arguments, cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
