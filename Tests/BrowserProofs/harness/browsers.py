"""Chromium, with a separate profile for each visitor."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright
from processes.proving import Unable

from .environment import ROOT, chromium
from .visitor import PATIENCE, Visitor

# Screenshots and pages of visitors at the time of a failure.
FAILURES = ROOT / ".build/browser-failures"
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "reduced_motion": "reduce"}


class Browsers:
    """A process of Chromium. Each visitor has cookies, storage and a cache of their own.

    - proof: the name of the proof, for the files of a failure.
    - arguments: further arguments of Chromium.
    """

    def __init__(self, proof, arguments=()):
        self.proof, self.arguments, self.visitors = proof, list(arguments), []

    def __enter__(self):
        path = chromium()
        if path is None:
            raise Unable("chromium is missing; on Debian: apt-get install chromium")
        self.playwright = sync_playwright().start()
        self.chromium = self.playwright.chromium.launch(executable_path=path, args=self.arguments)
        return self

    def open(self, address, name, **options):
        """Opens a browser on a site.

        - address: the address of the site.
        - name: the name of the visitor in failures.
        - options: of the context of Playwright, such as `java_script_enabled=False`. By default a desktop in English
          that reduces motion, because a pointer does not hit what moves.
        """
        context = self.chromium.new_context(**{**DESKTOP, "base_url": address, **options})
        context.set_default_timeout(PATIENCE)
        visitor = Visitor(
            context, name, has_scripts=options.get("java_script_enabled", True),
            has_touch=options.get("has_touch", False))
        self.visitors.append(visitor)
        return visitor

    def check(self):
        """Fails if the console of a visitor has an error."""
        for visitor in self.visitors:
            visitor.check()

    def __exit__(self, kind, error, _):
        if kind is None:
            try:
                self.check()
            except BaseException as failure:
                kind, error = type(failure), failure
                raise
            finally:
                self.end(error)
        else:
            self.end(error)

    def end(self, error):
        if error is not None:
            for visitor in self.visitors:
                visitor.keep(FAILURES / self.proof)
        try:
            self.chromium.close()
        finally:
            self.playwright.stop()
        if error is not None:
            shown = Path(FAILURES / self.proof).relative_to(ROOT)
            print(f"the pages at the time of the failure are in {shown}", file=sys.stderr, flush=True)
