"""Pages of the manual: text with the marks that our documents use, as roff."""

import re

MARKS = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\([^)]*\)")


def escaped(text):
    """Text without marks. Nothing in it is a request or a hyphen."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("^", r"\(ha").replace("~", r"\(ti")
    return re.sub(r"^(?=[.'])", r"\&", text)


def bold(text):
    return rf"\fB{escaped(text)}\fR"


def italic(text):
    return rf"\fI{escaped(text)}\fR"


def inline(text):
    """A text in which `code` and **strong** words are bold, and a [link](..) is what it says."""
    parts, end = [], 0
    for mark in MARKS.finditer(text):
        parts.append(escaped(text[end : mark.start()]))
        code, strong, link = mark.groups()
        if link:
            parts.append(inline(link))
        else:
            parts.append(bold(code or strong.replace("`", "")))
        end = mark.end()
    return "".join([*parts, escaped(text[end:])])


def begin(name, section, version, summary):
    """The first lines of a page."""
    kind = {1: "User commands", 5: "File formats"}[section]
    return [
        f'.TH {escaped(name.upper())} {section} "" "apparat {version}" "{kind}"',
        ".nh", # words of the program are not to be divided
        ".SH NAME",
        rf"{escaped(name)} \- {escaped(summary)}",
    ]


def see_also(names):
    """The last lines: other pages, as (name, section)."""
    return [".SH SEE ALSO", ", ".join(rf"\fB{escaped(name)}\fR({section})" for name, section in names)]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


class Reader:
    """Turns lines of a document into lines of roff, one after the other."""

    def __init__(self):
        self.out = []
        self.block = None  # what the line before belongs to: None, "text", "item", "code", "fence", "table"
        self.text = []  # the lines of a paragraph or item so far: a mark may go from one to the next

    def enter(self, block, *requests):
        if self.block in ("code", "fence"):
            self.out += [".fi", ".RE"]
        if self.text:
            self.out.append(inline(" ".join(self.text)))
        self.text = []
        self.block = block
        self.out += requests

    def code(self, text):
        if self.block != "code":
            self.enter("code", ".PP", ".RS 4", ".nf")
        self.out.append(escaped(text) or r"\&")

    def row(self, line):
        """A row of a table: its first cell is a tag. The head and the line below it are left out."""
        if self.block != "table":
            self.enter("table")
            self.head = 2
        if self.head > 0:
            self.head -= 1
            return
        first, *others = cells(line)
        self.out += [".TP", inline(first), inline("; ".join(others))]

    def line(self, line):
        if self.block == "fence" or line.startswith("```"):
            self.fence(line)
        elif line.startswith("    ") and self.block != "item":
            self.code(line[4:])
        elif not line.strip():
            self.blank()
        elif heading := re.match(r"(##+) (.*)", line):
            chapter = len(heading[1]) == 2
            self.enter(None, f".SH {inline(heading[2].upper())}" if chapter else f".SS {inline(heading[2])}")
        elif line.startswith("|"):
            self.row(line)
        elif item := re.match(r"(-|\d+\.) +(.*)", line):
            tag = r"\(bu 2" if item[1] == "-" else f"{item[1]} 4"
            self.enter("item", f".IP {tag}")
            self.text.append(item[2])
        else:
            if self.block not in ("text", "item"):
                self.enter("text", ".PP")
            self.text.append(line.strip())

    def fence(self, line):
        if self.block == "fence" and line.startswith("```"):
            self.enter(None)
        elif self.block == "fence":
            self.out.append(escaped(line) or r"\&")
        else:
            self.enter("fence", ".PP", ".RS 4", ".nf")

    def blank(self):
        if self.block != "code":
            self.enter(None)
        else:
            self.out.append(r"\&")

    def end(self):
        """Closes the last block. An empty line before the end of code is left out."""
        self.enter(None)
        return [line for i, line in enumerate(self.out) if line != r"\&" or self.out[i + 1 : i + 2] != [".fi"]]


def from_document(text):
    reader = Reader()
    for line in text.splitlines():
        reader.line(line)
    return reader.end()
