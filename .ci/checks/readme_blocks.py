"""Reads the fenced blocks of README.md, and writes its Swift blocks as files.

    python3 .ci/checks/readme_blocks.py FOLDER

writes each Swift block into the folder. The program is `main.swift`, the views are `View1.swift` and so on, and the
manifests are `manifest1/Package.swift` and so on. Samples from a compiled file are not written.
"""

import re
import sys
from pathlib import Path

SAMPLE = re.compile(r"\bfrom\s`([^`]+\.swift)`:\n\n```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL | re.IGNORECASE)
COMPILED = ("Packages/", "Tests/", "Examples/")


def blocks(text):
    """The line number, language and content of each block."""
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, found.start()) + 1, found[1], found[2]


def compiled_samples(text):
    """The line numbers of the samples that come from a compiled file, as `blocks` counts them."""
    found = (sample for sample in SAMPLE.finditer(text) if sample[1].startswith(COMPILED))
    return {text.count("\n", 0, sample.start(2)) for sample in found}


def kind(swift):
    if swift.startswith("// swift-tools-version:"):
        return "manifest"
    if not re.match(r"(public )?import \w+\n", swift):
        return None
    return "view" if "import SwiftUI\n" in swift else "program"


def write(readme, folder):
    counts = {"manifest": 0, "view": 0, "program": 0}
    samples = compiled_samples(readme)
    for line, language, text in blocks(readme):
        if language != "swift" or line in samples:
            continue
        what = kind(text)
        counts[what] += 1
        if what == "manifest":
            path = folder / f"manifest{counts[what]}" / "Package.swift"
        elif what == "view":
            path = folder / f"View{counts[what]}.swift"
            text = f"#if canImport(SwiftUI)\n{text}#endif\n"
        else:
            path = folder / "main.swift"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if counts["program"] != 1:
        sys.exit(f"README.md: {counts['program']} programs; it must have exactly one")


if __name__ == "__main__":
    write(Path("README.md").read_text(encoding="utf-8"), Path(sys.argv[1]))
