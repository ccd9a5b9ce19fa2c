"""The sentences of Markdown texts and of comments in Swift."""

import re

BLOCK = re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1[^\n]*$|<!--.*?-->", re.MULTILINE | re.DOTALL)
ONE_WORD = re.compile(
    r"(`+)[^`].*?\1|<doc:[^>]*>|https?://[^\s)>]+|\"[^\"]{1,200}\"|“[^”]{1,200}”|(?<!\w)'[^'\n]{1,40}'(?!\w)",
    re.DOTALL,
)
LINK = re.compile(r"(!?)\[([^\]]*)\]\([^)]*\)")
MARKUP = re.compile(r"</?[a-z][^>]*>|[*~]+")
# The marker of a heading, or of a list item with the name of a parameter behind it.
ITEM = re.compile(r"\s*(?:#{1,6}\s+(?:\d+\.\s+)?|(?:[-*+]|\d+[.)])\s+(?:(?:Parameter\s+)?[`\w.]+:(?:\s+|$))?)")
# Indented code, directives of DocC, and addresses of links.
NO_TEXT = re.compile(r"\s{4}|@|\[[^\]]+\]:\s")
SENTENCE_END = re.compile(r"(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!cf\.)(?<=[.!?])[')\]]*\s+(?=[\"'(\[]*[A-Z0-9])")
DIRECTIVE = re.compile(r"//\s*(?:MARK:|swift-format-ignore|swift-tools-version)")


def masked(text):
    """The text with code, quotations and links as single words. Offsets remain the same."""

    def one_word(found):
        ends_sentence = found[0][-1] in '"”' and found[0][-2] in ".!?"
        return "X" * (len(found[0]) - 1) + (found[0][-2] if ends_sentence else "X")

    def label(found):
        return ("" if found[1] else " " + found[2]).ljust(len(found[0]))

    return MARKUP.sub(lambda found: " " * len(found[0]), LINK.sub(label, ONE_WORD.sub(one_word, text)))


def paragraphs(text, line):
    """The paragraphs, list items, headings and cells of a Markdown text: first line, text, and whether it is a cell."""
    text = BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)
    lines = []
    for number, content in enumerate([*text.split("\n"), ""], line):
        is_row, item = content.strip().startswith("|"), ITEM.match(content)
        if lines and (is_row or item or not content.strip()):
            yield first, "\n".join(lines), False
            lines = []
        if is_row and content.strip(" |:-"):
            yield from ((number, cell.strip(), True) for cell in re.split(r"(?<!\\)\|", content.strip())[1:-1])
        elif content.strip() and not is_row and (lines or item or not NO_TEXT.match(content)):
            first = first if lines else number
            lines.append(content[item.end() :] if item else content.lstrip(" >"))


def sentences(text, line):
    """The sentences of a Markdown text: line, sentence, mask, and whether it begins a paragraph or is in a table."""
    for first, paragraph, is_cell in paragraphs(text, line):
        start, mask = 0, masked(paragraph)
        for end in [*(found.end() for found in SENTENCE_END.finditer(mask)), len(mask)]:
            place = first + paragraph.count("\n", 0, start)
            yield place, paragraph[start:end], mask[start:end], start == 0, is_cell
            start = end


def blocks(comments, source):
    """Comments of consecutive lines as one text. A comment behind code is a text of its own."""
    first, lines = 0, []
    for number in sorted(line for line, text in comments.items() if not DIRECTIVE.match(text)):
        is_behind_code = bool(source.lines[number - 1].strip())
        if lines and (is_behind_code or number != first + len(lines)):
            yield first, "\n".join(lines)
            lines = []
        text = re.sub(r"^/{2,3} ?", "", comments[number])
        if is_behind_code:
            yield number, text
        else:
            first = first if lines else number
            lines.append(text)
    if lines:
        yield first, "\n".join(lines)
