"""Finds the mutations of a Swift file. The mutated code contains both the original and the mutation, and `mutant(17)`
chooses between them at run time."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / ".ci/checks"))

from swift_source import SwiftSource  # noqa: E402


@dataclass(frozen=True)
class Mutation:
    """One change of one file. `template` is the new text, with `MUTANT` in place of the call that activates it."""

    module: str
    path: str
    line: int
    text: str  # the line, without the space around it
    kind: str  # such as `< to <=`
    start: int
    end: int
    template: str

    @property
    def key(self):
        return self.path, self.text, self.kind


OPENING, CLOSING = "([{", ")]}"
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
# One operand. It has no spaces, so it has no operator of lower precedence than a comparison.
OPERAND = r"-?(?:\$0|[A-Za-z_][\w.]*|\d[\d_.]*)(?:\([\w.:$ ]*\)|\[[\w.]*\]|\.\w+)*"
COMPARISON = re.compile(
    rf"(?<![\w.)\]?!] )(?<![\w.)$?!-])({OPERAND}) (<=|>=|<|>) ({OPERAND})(?= *(?:[),}}:?]|&&|\|\||else\b|{{|$))",
    re.MULTILINE,
)
BEFORE_COMPARISON = re.compile(r"(?:[({,?:=]|&&|\|\||\breturn|\bguard|\bif|\bin|\bwhere|^)[ (!]*$")
CONSTANT = re.compile(r"\bstatic let \w+(?:: (?:Int|Double|TimeInterval))? = (\d[\d_]*(?:\.\d+)?)$", re.M)
STEP = re.compile(r"(?<=[\w)\]] )[+-] (\d+)(?= *(?:[),\]}:;]|$))", re.M)
BOUND = re.compile(r"(?<![\w.])(min|max)\(")
CALL = re.compile(r"^[ \t]+((?:try )?[a-zA-Z_][\w.?]*\([^\n]*\))$", re.M)
# `reserveCapacity` only saves time, so no test can detect its absence.
NO_STATEMENT = re.compile(
    r"(?:try )?(?:self\.init|super\.init|return|print|precondition|assert|[\w.]+\.reserveCapacity)\b"
)
HEAD = re.compile(r"(?<![\w.])(guard|if) (?!let\b|case\b|var\b|#)")
CONDITIONAL = re.compile(r"^[ \t]*#if\b.*?^[ \t]*#endif", re.MULTILINE | re.DOTALL)
NOT_PLAIN = re.compile(r"\b(?:let|var|case|await|is)\b|#|\btry\b")


def clauses(code, start, keyword):
    """The ranges of the clauses of the condition that begins at `start`, or an empty list if they cannot be found."""
    depth, begin, at, found = 0, start, start, []
    while at < len(code):
        character = code[at]
        ends = depth == 0 and (
            code.startswith(" else", at) if keyword == "guard" else code.startswith(" {", at)
        )
        if ends:
            return found + [(begin, at)]
        if character in OPENING:
            depth += 1
        elif character in CLOSING:
            depth -= 1
            if depth < 0:
                return []
        elif character == "," and depth == 0:
            found.append((begin, at))
            begin = at + 1
        elif character == ";":
            return []
        at += 1
    return []


def closing(code, start):
    """The offset of the closing bracket for the bracket at `start`, or `None` if it is not on the same line."""
    depth = 0
    for at in range(start, len(code)):
        if code[at] == "\n":
            return None
        depth += (code[at] in OPENING) - (code[at] in CLOSING)
        if depth == 0:
            return at
    return None


def split_at_top(code, operator):
    """The start and the end of the first such operator outside of brackets."""
    depth = 0
    for at, character in enumerate(code):
        depth += (character in OPENING) - (character in CLOSING)
        if depth == 0 and code.startswith(f" {operator} ", at):
            return at, at + len(operator) + 2
    return None


class Finder:
    """Finds all mutations of one file, in the order of the file. Mutations may overlap."""

    def __init__(self, module, path, root):
        self.module, self.path = module, str(path.relative_to(root))
        source = SwiftSource(path)
        self.text = source.text
        # Code under `#if` may not be built here, and then no test can detect a mutation.
        self.code = CONDITIONAL.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source.code)
        self.lines = self.text.split("\n")
        self.found = []

    def all(self):
        self.conditions()
        self.comparisons()
        self.constants()
        self.steps()
        self.bounds()
        self.calls()
        return sorted(self.found, key=lambda mutation: (mutation.start, mutation.kind))

    def add(self, start, end, kind, template):
        line = self.code.count("\n", 0, start) + 1
        self.found.append(
            Mutation(self.module, self.path, line, self.lines[line - 1].strip(), kind, start, end, template)
        )

    def conditions(self):
        for head in HEAD.finditer(self.code):
            keyword = head[1]
            parts = clauses(self.code, head.end(), keyword)
            for begin, end in parts:
                begin += len(self.code[begin:end]) - len(self.code[begin:end].lstrip())
                clause = self.code[begin:end]
                lead = "try " if clause.startswith("try ") else ""
                if not clause.strip() or NOT_PLAIN.search(clause[len(lead) :]) or "{" in clause:
                    continue
                text = self.text[begin + len(lead) : end]
                if keyword == "guard":
                    self.add(begin, end, "guard taken as met", f"{lead}(MUTANT || ({text}))")
                else:
                    self.add(begin, end, "condition turned round", f"{lead}(MUTANT != ({text}))")
                for old, new in ("&&", "||"), ("||", "&&"):
                    if (halves := split_at_top(clause, old)) and not lead:
                        first, second = self.text[begin : begin + halves[0]], self.text[begin + halves[1] : end]
                        template = f"(MUTANT ? ({first}) {new} ({second}) : {text})"
                        self.add(begin, end, f"{old} to {new}", template)

    def comparisons(self):
        for found in COMPARISON.finditer(self.code):
            line_start = self.code.rfind("\n", 0, found.start()) + 1
            before = self.code[line_start : found.start()].strip(" ")
            if not BEFORE_COMPARISON.search(before and before + " "):
                continue
            old, new = found[2], COMPARISONS[found[2]]
            left, right = self.text[found.start(1) : found.end(1)], self.text[found.start(3) : found.end(3)]
            template = f"(MUTANT ? {left} {new} {right} : {left} {old} {right})"
            self.add(found.start(1), found.end(3), f"{old} to {new}", template)

    def constants(self):
        for found in CONSTANT.finditer(self.code):
            number = found[1]
            other = f"{number}5" if "." in number else str(int(number.replace("_", "")) + 1)
            self.add(found.start(1), found.end(1), f"{number} to {other}", f"MUTANT ? {other} : {number}")

    def steps(self):
        for found in STEP.finditer(self.code):
            number = found[1]
            other = str(int(number) + 1)
            self.add(found.start(1), found.end(1), f"step {number} to {other}", f"(MUTANT ? {other} : {number})")

    def bounds(self):
        for found in BOUND.finditer(self.code):
            end = closing(self.code, found.end() - 1)
            if end is None or "," not in self.code[found.end() : end] or "await" in self.code[found.end() : end]:
                continue
            old, new = found[1], {"min": "max", "max": "min"}[found[1]]
            arguments = self.text[found.end() - 1 : end + 1]
            self.add(found.start(), end + 1, f"{old} to {new}", f"(MUTANT ? {new}{arguments} : {old}{arguments})")

    def calls(self):
        for found in CALL.finditer(self.code):
            call = found[1]
            if NO_STATEMENT.match(call) or ") " in call:
                continue
            if closing(self.code, self.code.index("(", found.start(1))) != found.end(1) - 1:
                continue
            before = self.code[: found.start()].rstrip()
            after = self.code[found.end() :].lstrip()
            # A call that is part of an expression is not a statement. A call that is a whole body may be its value.
            if not re.search(r"[{})\w\"']$|\bin$", before) or re.search(r"(?:^|[ \n])(?:return|=|else|\?|:)$", before):
                continue
            if after[:1] in ".,?:)]&|+-*/=<" or (before.endswith(("{", " in")) and after.startswith("}")):
                continue
            text = self.text[found.start(1) : found.end(1)]
            self.add(found.start(1), found.end(1), "call left out", f"if !MUTANT {{ {text} }}")


def mutations(module, folder, root):
    """All mutations of a module."""
    return [found for path in sorted(folder.rglob("*.swift")) for found in Finder(module, path, root).all()]
