"""A trial in which only the suites near to a mutation run: seconds for each, where all suites take minutes."""

import re
import time
from threading import Lock

from mutations import ROOT
from trial import SLACK, SUITE, Result, Suite, Trial

DECLARED = re.compile(r"\b(?:struct|class|actor|enum|protocol) (\w+)")


class NearTrial(Trial):
    """The suites that name a type of the mutated file run first, then the others in the folder of the same name.

    Each group of suites first runs without a mutation: it has to pass, and its time limits the runs with one.
    """

    def __init__(self, tests, wide):
        """- wide: the modules of which only suites in a folder of the mutation's name, or those that name a type of its
        file, are near."""
        super().__init__(tests)
        self.wide = wide
        self.listed = set(self._listed())
        self.guard, self.locks, self.baselines = Lock(), {}, {}

    def judge(self, number, mutation):
        start = time.monotonic()
        outcome, by = "survived", "no near test comes past it"
        for suites in self.groups(mutation):
            seconds, passed = self._baseline(suites)
            if number not in passed:
                continue
            outcome, by = self._run(number, suites, 4 * seconds + SLACK)
            if outcome != "survived":
                break
        return Result(mutation, outcome, by, time.monotonic() - start, number)

    def groups(self, mutation):
        """The near suites in one or two groups, each to be run at once; none without near suites."""
        paths, is_folder = self.near_paths(mutation)
        types = set(DECLARED.findall((ROOT / mutation.path).read_text(encoding="utf-8")))
        names = re.compile(rf"\b(?:{'|'.join(sorted(types))})\b") if types else None
        naming, others = set(), set()
        for path in paths:
            text = path.read_text(encoding="utf-8")
            found = {name for name in SUITE.findall(text) if (mutation.module, name) in self.listed}
            (naming if names and names.search(text) else others).update(found)
        if not is_folder and mutation.module in self.wide:
            others = set()
        groups = [sorted(naming), sorted(others - naming)]
        return [[Suite(mutation.module, name, 0, frozenset()) for name in group] for group in groups if group]

    def _baseline(self, suites):
        """The seconds of these suites without a mutation, and the numbers of the mutations that they come past."""
        key = frozenset(suite.pattern for suite in suites)
        with self.guard:
            lock = self.locks.setdefault(key, Lock())
        with lock:
            if key not in self.baselines:
                start = time.monotonic()
                passed = self._passed(suites)
                self.baselines[key] = time.monotonic() - start, passed
        return self.baselines[key]
