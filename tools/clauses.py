#!/usr/bin/env python3
"""Turn a game's rules/en.md and rules/fr.md into an enum of clause ids and their texts.

A clause is a heading of level 3, "### XX-YY-3 Title", and what follows up to the next heading. In
its body each item of a list keeps a line to itself; the line of provenance, and the one that says
why chance cannot reach the clause, are taken out and kept apart. Both languages tell the same
clauses in the same order.
"""

import argparse
import re
from dataclasses import dataclass, field
from pathlib import Path

from common import (
    LONGEST_STRING,
    Malformed,
    c_string,
    fits_a_string,
    guarded,
    read_lines,
    run,
    write,
)

HEADING = re.compile("#{1,6} ")
CLAUSE = re.compile(r"### ([A-Z]{2}(?:-[A-Z]{2,3})?-[0-9]+(?:\.[0-9]+)*)(?: +(.*))?")
ITEM = re.compile("- ")
TEXT_WIDTH = 88


@dataclass
class Language:
    name: str
    provenance: re.Pattern
    out_of_reach: re.Pattern

    def starts_a_line(self, text):
        return any(start.match(text) for start in (ITEM, self.provenance, self.out_of_reach))


# French sets a space before the colon, which may well be one that does not break.
ENGLISH = Language("English", re.compile("Provenance: "), re.compile("Out of chance['’]s reach:"))
FRENCH = Language(
    "French", re.compile(r"Provenance\s: "), re.compile(r"Hors de portée du hasard\s:")
)


@dataclass
class Clause:
    path: Path
    line: int
    id: str
    title: str
    lines: list = field(default_factory=list)
    body: str = ""
    provenance: str | None = None
    out_of_reach: str | None = None

    @property
    def constant(self):
        return re.sub("[-.]", "_", self.id)

    @property
    def place(self):
        return f"{self.path.name}:{self.line}"

    def malformed(self, fault):
        return Malformed(self.path, self.line, f"clause {self.id} {fault}")


# Reading


def start_clause(path, line, text):
    match = CLAUSE.fullmatch(text)
    if not match:
        raise Malformed(path, line, f"heading {text!r}, expected one such as ### XX-YY-3 Title")
    clause = Clause(path, line, match[1], (match[2] or "").strip())
    if not clause.title:
        raise clause.malformed("has no title, expected one after its id")
    return clause


def split_clauses(path):
    clauses, current = [], None
    for line, text in enumerate(read_lines(path), 1):
        text = text.strip(" \t")
        if text.startswith("### "):
            current = start_clause(path, line, text)
            clauses.append(current)
        elif HEADING.match(text):
            current = None
        elif current:
            current.lines.append(text)
    if not clauses:
        raise Malformed(path, 1, "no clauses, expected headings such as ### XX-YY-3 Title")
    return clauses


def unwrap(language, lines):
    """Paragraphs, each a list of lines, with wrapped lines joined to the line they continue."""
    paragraphs = [[]]
    for text in lines:
        if not text:
            paragraphs.append([])
        elif paragraphs[-1] and not language.starts_a_line(text):
            paragraphs[-1][-1] += " " + text
        else:
            paragraphs[-1].append(text)
    return paragraphs


def take_out_of_reach(language, clause, paragraphs):
    found = [text for lines in paragraphs for text in lines if language.out_of_reach.match(text)]
    if len(found) > 1:
        raise clause.malformed("says twice why chance cannot reach it, expected one reason")
    for text in found:
        clause.out_of_reach = language.out_of_reach.sub("", text).strip()
        if not clause.out_of_reach:
            raise clause.malformed("does not say why chance cannot reach it, expected a reason")
    return [[text for text in lines if text not in found] for lines in paragraphs]


def take_provenance(language, clause, paragraphs):
    found = [text for lines in paragraphs for text in lines if language.provenance.match(text)]
    if found:
        clause.provenance = "\n".join(language.provenance.sub("", text).strip() for text in found)
    return [[text for text in lines if text not in found] for lines in paragraphs]


def fill_body(language, clause):
    paragraphs = take_out_of_reach(language, clause, unwrap(language, clause.lines))
    paragraphs = take_provenance(language, clause, paragraphs)
    clause.body = "\n\n".join("\n".join(lines) for lines in paragraphs if lines)
    if not clause.body:
        raise clause.malformed("has no body, expected a paragraph below its heading")
    for text in (clause.title, clause.body, clause.provenance or "", clause.out_of_reach or ""):
        if not fits_a_string(text):
            size = len(text.encode("utf-8"))
            raise clause.malformed(f"has a text of {size} bytes, expected at most {LONGEST_STRING}")


def check_ids(clauses):
    first = {}
    for clause in clauses:
        if clause.id in first:
            raise clause.malformed(f"again, expected an id unlike that of line {first[clause.id]}")
        first[clause.id] = clause.line


def read_clauses(language, path):
    clauses = split_clauses(path)
    check_ids(clauses)
    for clause in clauses:
        fill_body(language, clause)
    return clauses


def check_pair(english, french):
    if french.id != english.id:
        raise french.malformed(f"out of place, expected {english.id} as in {english.place}")
    if french.out_of_reach and not english.out_of_reach:
        raise french.malformed(f"is out of chance's reach, expected none as in {english.place}")
    if english.out_of_reach and not french.out_of_reach:
        raise french.malformed(f"is in chance's reach, expected a reason as in {english.place}")


def check_same(english, french):
    for pair in zip(english, french, strict=False):
        check_pair(*pair)
    if len(english) > len(french):
        missing = english[len(french)]
        raise french[-1].malformed(f"is last, expected {missing.id} too as in {missing.place}")
    if len(french) > len(english):
        last, extra = english[-1], french[len(english)]
        raise extra.malformed(f"is one too many, expected {last.id} last as in {last.place}")


# Writing


def literals(text):
    """The text as adjacent literals, broken after spaces and where its own lines end."""
    pieces = [""]
    for word in re.findall(r"[^ \n]*[ \n]+|[^ \n]+", text):
        if pieces[-1].endswith("\n") or pieces[-1] and len(pieces[-1] + word) > TEXT_WIDTH:
            pieces.append("")
        pieces[-1] += word
    return [c_string(piece) for piece in pieces]


def member(name, text):
    first, *rest = ["NULL"] if text is None else literals(text)
    lines = [f"\t\t\t.{name} = {first}", *(f"\t\t\t\t{literal}" for literal in rest)]
    lines[-1] += ","
    return lines


def text_entry(clause):
    return [
        f"\t\t[{clause.constant}] = {{",
        *member("title", clause.title),
        *member("body", clause.body),
        *member("provenance", clause.provenance),
        *member("out_of_reach", clause.out_of_reach),
        "\t\t},",
    ]


def language_entry(index, language, clauses):
    entries = [line for clause in clauses for line in text_entry(clause)]
    return [f"\t[{index}] = {{ /* {language.name} */", *entries, "\t},"]


def header_lines(prefix, clauses):
    upper = prefix.upper()
    constants = [f"{upper}_NO_CLAUSE", *(clause.constant for clause in clauses), f"{upper}_CLAUSES"]
    return [
        "enum {",
        *(f"\t{constant}," for constant in constants),
        "};",
        f"extern const char *const {prefix}_clause_ids[{upper}_CLAUSES];",
    ]


def id_lines(prefix, header, clauses):
    upper = prefix.upper()
    return [
        f'#include "{header.name}"',
        "",
        f"const char *const {prefix}_clause_ids[{upper}_CLAUSES] = {{",
        f'\t[{upper}_NO_CLAUSE] = "",',
        *(f'\t[{clause.constant}] = "{clause.id}",' for clause in clauses),
        "};",
    ]


def text_lines(prefix, header, english, french):
    texts = f"const ap_clause_text {prefix}_clause_texts[2][{prefix.upper()}_CLAUSES]"
    return [
        "#include <stddef.h>",
        "",
        '#include "apparat/text.h"',
        f'#include "{header.name}"',
        "",
        f"extern {texts};",
        f"{texts} = {{",
        *language_entry(0, ENGLISH, english),
        *language_entry(1, FRENCH, french),
        "};",
    ]


def main():
    parser = argparse.ArgumentParser(description="Turn a game's rules into clause ids and texts.")
    parser.add_argument("--prefix", required=True, help="the start of every name")
    parser.add_argument("--game", required=True, help="the game's name")
    parser.add_argument("--header", required=True, type=Path, help="the enum of clauses")
    parser.add_argument("--source", required=True, type=Path, help="the ids as strings")
    parser.add_argument("--text", required=True, type=Path, help="the texts in both languages")
    parser.add_argument("english", type=Path, metavar="EN.md")
    parser.add_argument("french", type=Path, metavar="FR.md")
    options = parser.parse_args()
    english = read_clauses(ENGLISH, options.english)
    french = read_clauses(FRENCH, options.french)
    check_same(english, french)

    prefix, header = options.prefix, options.header
    origin = f"/* The clauses of {options.game}, generated by clauses.py: do not edit. */"
    write(header, [origin, *guarded(prefix, header, header_lines(prefix, english))])
    write(options.source, [origin, *id_lines(prefix, header, english)])
    write(options.text, [origin, *text_lines(prefix, header, english, french)])


if __name__ == "__main__":
    run(main)
