"""The guide for the operator of a server, as its blocks of commands and configuration."""

import re
import sys
from typing import NamedTuple

from .server import ROOT

sys.path.append(str(ROOT / ".ci/checks"))

import readme_blocks  # noqa: E402

GUIDE = ROOT / "Docs/guides/run-a-server.md"


class Block(NamedTuple):
    """A fenced block of the guide.

    - chapter: the heading above the block, without its number.
    - line: the number of the line above the text.
    - language: `sh`, `nginx` or `ini`.
    """

    chapter: str
    line: int
    language: str
    text: str

    @property
    def lines(self):
        return self.text.splitlines()


def guide():
    """The text of the guide."""
    return GUIDE.read_text(encoding="utf-8")


def blocks(language=None):
    """All blocks in order, or the blocks of a language."""
    text = guide()
    lines, found = text.splitlines(), []
    for line, kind, content in readme_blocks.blocks(text):
        heading = next(above for above in reversed(lines[:line]) if re.match(r"##+ ", above))
        found.append(Block(re.sub(r"^#+ (\d+\. )?", "", heading), line, kind, content))
    return [block for block in found if language in (None, block.language)]
