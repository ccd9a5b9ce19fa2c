"""Runs the tests with one active mutation, from the nearest suites to the furthest, until one fails."""

import os
import re
import selectors
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from mutations import ROOT, Mutation
from tree import MOST

FAILED = re.compile(r"(?:Test|Suite) (.+?) recorded an issue")
SUITE = re.compile(r"@Suite(?:\([^\n]*\))? (?:final |private |@MainActor )*(?:struct|class|actor) (\w+)")
# The maximum total duration of suites that run at once, in seconds. Later suites do not run if these detect the
# mutation.
AT_ONCE = 8
# The time that a run may take beyond four times its usual duration, in seconds.
SLACK = 8
# The maximum duration of a run whose usual duration is unknown, in seconds.
LONGEST = 900


@dataclass
class Result:
    mutation: Mutation
    outcome: str  # killed, survived or timed out
    by: str = ""
    seconds: float = 0
    number: int = field(default=0, compare=False)


@dataclass
class Suite:
    """A suite of a module's tests. `passed` contains the numbers of the mutations that it executes."""

    module: str
    name: str
    seconds: float
    passed: frozenset

    @property
    def pattern(self):
        return rf"^{self.module}Tests\.{re.escape(self.name)}(?:/|$)"


class Trial:
    """Tries mutations with the suites that execute them. Other suites cannot detect a mutation."""

    def __init__(self, tests):
        self.tests = tests
        self.suites = []

    def _listed(self):
        """The suites, each with the module that it tests."""
        shown = subprocess.run(
            [str(self.tests), "--testing-library", "swift-testing", "--list-tests"],
            check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd=self.tests.parent,
        )
        return sorted(set(re.findall(r"^(\w+)Tests\.(\w+)/", shown.stdout, re.MULTILINE)))

    def measure(self, modules, jobs, say):
        """Runs each suite of these modules alone and without a mutation. The suite must pass. Its duration limits the
        runs with a mutation."""
        found = self._listed()
        self.suites = []
        for module in modules:
            start = time.monotonic()
            with ThreadPoolExecutor(jobs) as pool:
                names = [name for of, name in found if of == module]
                self.suites += pool.map(lambda name: self._measured(module, name), names)
            say(f"{time.monotonic() - start:6.1f} s  {module}Tests")

    def _measured(self, module, name):
        suite = Suite(module, name, 0, frozenset())
        start = time.monotonic()
        suite.passed = self._passed([suite])
        suite.seconds = time.monotonic() - start
        return suite

    def _passed(self, suites):
        """The numbers of the mutations that these suites execute. Without a mutation, the suites must pass."""
        with tempfile.NamedTemporaryFile() as file:
            file.truncate(MOST)
            outcome, by = self._run(0, suites, limit=LONGEST, passed=file.name)
            if outcome != "survived":
                names = ", ".join(f"{suite.module}Tests.{suite.name}" for suite in suites)
                raise SystemExit(f"The tests do not pass without a mutation: {outcome} {by}, in {names}")
            return frozenset(number for number, byte in enumerate(Path(file.name).read_bytes()) if byte)

    @staticmethod
    def near(mutation):
        """The suites in the test folder with the name of a folder of the mutation's file. Without such a folder, all
        suites of the module."""
        tests = ROOT / "Tests" / f"{mutation.module}Tests"
        for pattern in [*(f"{folder}/*.swift" for folder in reversed(Path(mutation.path).parts[2:-1])), "*.swift"]:
            paths = tests.rglob(pattern)
            if near := {suite for path in paths for suite in SUITE.findall(path.read_text(encoding="utf-8"))}:
                return near
        return set()

    def runs(self, number, mutation):
        """Groups of suites that run at once: the nearest suites, then those of the same module, then the others."""
        near = self.near(mutation)

        def distance(suite):
            return 0 if suite.module == mutation.module and suite.name in near else 1 + (suite.module != mutation.module)

        runs, last = [], None
        passing = (suite for suite in self.suites if number in suite.passed)
        for suite in sorted(passing, key=lambda suite: (distance(suite), suite.seconds)):
            if last != distance(suite) or sum(other.seconds for other in runs[-1]) + suite.seconds > AT_ONCE:
                runs.append([])
            runs[-1].append(suite)
            last = distance(suite)
        return runs

    def judge(self, number, mutation):
        start = time.monotonic()
        outcome, by = "survived", "no test executes it"
        for suites in self.runs(number, mutation):
            limit = 4 * sum(suite.seconds for suite in suites) + SLACK
            outcome, by = self._run(number, suites, limit)
            if outcome != "survived":
                break
        return Result(mutation, outcome, by, time.monotonic() - start, number)

    def _run(self, number, suites, limit, passed=None):
        """Runs suites until they end or until the first failure is printed."""
        filters = [argument for suite in suites for argument in ("--filter", suite.pattern)]
        environment = {**os.environ, "ORBIT_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no"}
        if passed:
            environment["ORBIT_PASSED"] = passed
        process = subprocess.Popen(
            [str(self.tests), "--testing-library", "swift-testing", *filters],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            env=environment, cwd=self.tests.parent,
        )
        deadline = time.monotonic() + limit
        text, line = b"", b""
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(process.stdout, selectors.EVENT_READ)
                while (left := deadline - time.monotonic()) > 0:
                    if not selector.select(left):
                        break
                    chunk = os.read(process.stdout.fileno(), 65_536)
                    if not chunk:
                        process.wait()
                        return self._end(process.returncode, text.decode("utf-8", "replace"))
                    text = text[-200_000:] + chunk
                    line += chunk
                    if found := FAILED.search(line.decode("utf-8", "replace")):
                        return "killed", found[1]
                    line = line[line.rfind(b"\n") + 1 :]
            return "timed out", ", ".join(suite.name for suite in suites)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            process.stdout.close()

    @staticmethod
    def _end(status, text):
        if status == 0:
            if not re.search(r"Test run with [1-9]", text):
                raise SystemExit(f"No test was run:\n{text[-1000:]}")
            return "survived", ""
        if status < 0:
            return "killed", f"signal {-status}"
        found = FAILED.search(text)
        return "killed", found[1] if found else f"status {status}"
