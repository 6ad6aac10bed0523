#!/usr/bin/env python3
"""Write the pages of the manual: what the program says about itself, and the documents beside it.

manual.py commands PROGRAM VERSION TEXTS OUT: apparat.1, and a page for each command. Every command has a file NAME.md in the
folder TEXTS, with what its --help does not say; it may be empty. apparat.md is the text of the first page.
manual.py format NAME VERSION SUMMARY DOCUMENT OUT: a page of section 5 with a document of ours."""

import os
import re
import subprocess
import sys
from pathlib import Path

from common import Malformed, run, write
from roff import begin, bold, from_document, inline, italic, see_also

FORMATS = [("apparat-record", 5), ("apparat-scenario", 5)]
OPTION = re.compile(r"  ((?:-\w, )?)(--[\w-]+)(?: ([A-Z]\S*))?(?:\s+(\S.*))?$")


def said(program, *words):
    english = {**os.environ, "LC_ALL": "C"}
    return subprocess.run([program, *words], check=True, capture_output=True, text=True, env=english).stdout


def commands_of(program):
    """Each command with its summary, from the help of the program."""
    return dict(re.findall(r"^  (\w+) +(.*)$", said(program, "--help"), re.M))


def sentence(text):
    text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!")) else text + "."


def options_of(lines):
    """The options of a help: names, the name of the value, and what it says."""
    found = []
    for line in lines:
        if match := OPTION.match(line):
            short, name, value, says = match.groups()
            found.append([short + name, value, says or ""])
        elif found and line.startswith("   "):
            found[-1][2] += " " + line.strip()
    return [(names, value, says.strip()) for names, value, says in found]


class Help:
    """What a command says about itself: usage, paragraphs, options."""

    def __init__(self, text):
        self.usage, *blocks = [block.splitlines() for block in text.strip("\n").split("\n\n")]
        self.paragraphs = [block for block in blocks if not block[0].startswith("  ")]
        self.options = options_of(line for block in blocks if block[0].startswith("  ") for line in block)
        values = [value or "" for _, value, _ in self.options]
        self.arguments = set(re.findall(r"\b[A-Z]{2,}\b", " ".join([*self.usage, *values])))

    def marked(self, text):
        """A text of the program, in which options are bold and names of arguments are italic."""
        out = ""
        for part in re.split(r"((?<![\w-])--[a-z-]+|\b[A-Z]{2,}\b)", text):
            if part.startswith("--") and len(part) > 2:
                out += bold(part)
            else:
                out += italic(part) if part in self.arguments else inline(part)
        return out

    def synopsis(self):
        out = [".SH SYNOPSIS"]
        for line in self.usage:
            program, rest = re.match(r"(?:usage:)?\s*(apparat(?: [a-z]+)?)(.*)", line).groups()
            out += [bold(program) + self.marked(rest), ".br"]
        return out[:-1]

    def option_lines(self):
        out = [".SH OPTIONS"] if self.options else []
        for names, value, says in self.options:
            tag = ", ".join(bold(name) for name in names.split(", ")) + (f" {italic(value)}" if value else "")
            out += [".TP", tag, self.marked(sentence(says))]
        return out


def command_page(program, version, name, summary, more, others):
    text = Help(said(program, name, "--help").replace(f", see apparat-{name}(1)", ""))  # this is that page
    out = begin(f"apparat-{name}", 1, version, summary) + text.synopsis() + [".SH DESCRIPTION"]
    for paragraph in text.paragraphs:
        out += [".PP", *map(text.marked, paragraph)]
    return out + text.option_lines() + from_document(more) + see_also(others)


def main_page(program, version, commands, text, others):
    about = Help(said(program, "--help"))
    purpose = about.paragraphs[0][0].rstrip(".")
    first, last = text.split("\n@COMMANDS@\n")
    out = begin("apparat", 1, version, purpose[0].lower() + purpose[1:]) + about.synopsis() + from_document(first)
    for name, summary in commands.items():
        out += [".TP", rf"\fBapparat\-{name}\fR(1)", inline(sentence(summary))]
    return out + from_document(last) + see_also(others)


def write_commands(program, version, texts, out):
    commands = commands_of(program)
    files = {path.stem for path in texts.glob("*.md")}
    if files != {"apparat", *commands}:
        wrong = ", ".join(sorted(files ^ {"apparat", *commands}))
        raise Malformed(texts, 1, f"{wrong}, expected a file for each command, and apparat.md")
    pages = [("apparat", 1), *((f"apparat-{name}", 1) for name in commands)]
    write(out / "apparat.1", main_page(program, version, commands, (texts / "apparat.md").read_text(encoding="utf-8"), pages[1:] + FORMATS))
    for name, summary in commands.items():
        more = (texts / f"{name}.md").read_text(encoding="utf-8")
        write(out / f"apparat-{name}.1", command_page(program, version, name, summary, more, pages[:1] + FORMATS))


def write_format(name, version, summary, document, out):
    _, _, text = Path(document).read_text(encoding="utf-8").partition("\n")  # the first line is the title
    lines = begin(name, 5, version, summary) + [".SH DESCRIPTION", *from_document(text.lstrip("\n"))]
    write(Path(out), lines + see_also([("apparat", 1)] + [page for page in FORMATS if page[0] != name]))


def main():
    kind, *words = sys.argv[1:]
    if kind == "commands":
        program, version, texts, out = words
        write_commands(program, version, Path(texts), Path(out))
    else:
        write_format(*words)


if __name__ == "__main__":
    run(main)
