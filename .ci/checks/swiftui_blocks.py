"""Writes the SwiftUI code of documents as targets of a package.

    python3 .ci/checks/swiftui_blocks.py FOLDER

writes each block of Swift that imports SwiftUI into `FOLDER/Document0/Block.swift` and so on, and prints their number.
Errors in these files name the document and its line.
"""

import subprocess
import sys
from pathlib import Path

import readme_blocks


def swiftui_blocks():
    """The document, the line number of the first line, and the text of each block that imports SwiftUI."""
    listed = subprocess.run(["git", "ls-files", "*.md"], stdout=subprocess.PIPE, text=True, check=True).stdout
    for document in map(Path, listed.splitlines()):
        if not document.exists():
            continue
        for line, language, text in readme_blocks.blocks(document.read_text(encoding="utf-8")):
            if language == "swift" and "import SwiftUI" in text.splitlines():
                yield document, line + 1, text


def write(folder):
    found = list(swiftui_blocks())
    for number, (document, line, text) in enumerate(found):
        path = folder / f"Document{number}" / "Block.swift"
        path.parent.mkdir(parents=True)
        path.write_text(f'#sourceLocation(file: "{document}", line: {line})\n{text}', encoding="utf-8")
    return len(found)


if __name__ == "__main__":
    count = write(Path(sys.argv[1]))
    if count == 0:
        sys.exit("no document has a block that imports SwiftUI, so this check is blind")
    print(count)
