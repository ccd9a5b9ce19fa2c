"""Swift source, split into code, comments and documentation, line by line."""


class SwiftSource:
    """A Swift file. `code` is its text without comments and literal text. `comments` maps a line number to its `//`
    comment, and `documentation` maps a line number to its `///` comment.

    Lines and columns of the code are preserved. Code inside `\\(...)` counts as code.
    """

    def __init__(self, path):
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.comments = {}
        self.documentation = {}
        self._kept = []
        self._at = 0
        self._line = 1
        self._scan_code(until=None)
        self.code = "".join(self._kept)
        self.lines = self.code.split("\n")

    def line_of(self, offset):
        return self.code.count("\n", 0, offset) + 1

    def reason_near(self, line):
        """Whether a `//` comment is on the line, or alone on the line above."""
        return line in self.comments or self.reason_above(line)

    def reason_above(self, line):
        above = line - 1
        return above in self.comments and not self.lines[above - 1].strip()

    def _take(self, count, keep):
        for character in self.text[self._at : self._at + count]:
            if character == "\n":
                self._line += 1
            self._kept.append(character if keep or character == "\n" else " ")
        self._at += count

    def _starts(self, token):
        return self.text.startswith(token, self._at)

    def _scan_code(self, until):
        depth = 0
        while self._at < len(self.text):
            if self._starts("//"):
                self._skip_line_comment()
            elif self._starts("/*"):
                self._skip_block_comment()
            elif self._starts('"') or self._hashes_before_quote():
                self._skip_literal(self._hashes_before_quote())
            else:
                character = self.text[self._at]
                if until and character == until and depth == 0:
                    return
                depth += (character == "(") - (character == ")")
                self._take(1, keep=True)

    def _skip_line_comment(self):
        end = self.text.find("\n", self._at)
        end = len(self.text) if end < 0 else end
        comment = self.text[self._at : end]
        if comment.startswith("///"):
            self.documentation[self._line] = comment
        elif comment.strip("/ "):
            self.comments[self._line] = comment
        self._take(end - self._at, keep=False)

    def _skip_block_comment(self):
        depth = 0
        while self._at < len(self.text):
            if self._starts("/*"):
                depth += 1
                self._take(2, keep=False)
            elif self._starts("*/"):
                depth -= 1
                self._take(2, keep=False)
                if depth == 0:
                    return
            else:
                self._take(1, keep=False)

    def _hashes_before_quote(self):
        end = self._at
        while self.text[end : end + 1] == "#":
            end += 1
        return end - self._at if self.text[end : end + 1] == '"' else 0

    def _skip_literal(self, hashes):
        fence = "#" * hashes
        quote = '"""' if self.text.startswith('"""', self._at + hashes) else '"'
        self._take(hashes + len(quote), keep=False)
        while self._at < len(self.text):
            if self._starts(quote + fence):
                self._take(len(quote) + hashes, keep=False)
                return
            if self._starts("\\" + fence + "("):
                self._take(hashes + 2, keep=False)
                self._scan_code(until=")")
                self._take(1, keep=False)
            elif self._starts("\\" + fence):
                self._take(hashes + 2, keep=False)
            elif quote == '"' and self._starts("\n"):
                return
            else:
                self._take(1, keep=False)


def swift_files(root, folder):
    # Symbolic links are skipped, because their files are in other folders.
    found = [path for path in sorted((root / folder).rglob("*.swift")) if path.is_file() and not path.is_symlink()]
    return [path for path in found if ".build" not in path.relative_to(root).parts]


def feature_lines(package):
    """Maps each file of a feature in a separate package to its number of lines. Skips manifest and test campus."""
    files = [path for path in swift_files(package, ".") if path.name not in ("Campus.swift", "Package.swift")]
    return {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
