#!/usr/bin/env python3
"""Turn the tables that a game's rules show into C, in both languages.

What a player looks up stands once, in data/*.csv and words/*.po. The file rules/tables.toml says which of it the rules
show, in this order; a game without that file shows none:

    [TABLE]
    of = "cards"               the file: data/cards.csv
    clause = "XX-YY-3"         the clause that it belongs to
    columns = ["id", ..]       what its columns show, see below
    where = { COLUMN = ".." }  optional: only rows with this word (or one of these words) in the column
    words = { COLUMN = ".." }  optional: the kind of words that a column is told with, if not its own
    fill = ["COLUMN", ..]      optional: the numbers that stand for {0}, {1}.. in notes

A column is one of

    "id"             what the row is called
    "note"           what the catalogue notes about it
    "COLUMN"         a number, a word, or words; of several numbers a column each
    "COLUMN?"        a number, but "–" for 0
    "+COLUMN"        a number with its sign
    "LOW..HIGH"      from the one to the other
    "LOW~HIGH"       the same, where the least LOW means "or less" and the greatest HIGH "or more"
    { bands = [COLUMN, ..], of = N, rest = "WORD" }   what each face of a die of N brings: up to the first number,
                     then up to the second.., and above the last

Words are those of the catalogue: GAME.table.TABLE is the title, GAME.table.TABLE.about how to read it; a heading is
GAME.table.TABLE.COLUMN, or GAME.attribute.COLUMN, or rules.column.COLUMN of the house; a word in a cell is
GAME.COLUMN.WORD, or GAME.cell.COLUMN.WORD.
"""

import argparse
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from common import Malformed, c_string, read_lines, run, write
from manifest import read_manifest
from table_files import read_tables

LANGUAGES = ("en", "fr")
ENTRY = re.compile(r'^msgid "(.*)"\n((?:".*"\n)*)msgstr "(.*)"\n((?:".*"\n)*)', re.M)
HOLE = re.compile(r"\{(\d)(?:\|([^|}]*)\|([^}]*))?\}")
CLAUSE = re.compile(r"### ([A-Z0-9.-]+) ")
KEYS = ("of", "clause", "columns", "where", "words", "fill")
NOTHING, MINUS, DASH = "–", "−", "–"
MOST_COLUMNS = 16  # as src/cli/rules.c and src/terminal/pages.c have room for


@dataclass
class Shown:
    """A table of the rules as it is shown in one language."""

    name: str
    clause: str
    title: str
    about: str
    headings: list
    rows: list


@dataclass
class Source:
    """What tables are made of, and which words were used for them."""

    game: str
    path: Path
    tables: dict
    clauses: set
    words: dict
    language: str
    used: set = field(default_factory=set)

    def malformed(self, name, fault):
        return Malformed(self.path, line_of(self.path, name), f"table {name}: {fault}")

    def word(self, *keys):
        """The first of these words that the catalogue has; None if it has none of them."""
        for key in keys:
            if key in self.words:
                self.used.add(key)
                return self.words[key]
        return None


def line_of(path, name):
    return next((n for n, text in enumerate(read_lines(path), 1) if text.strip() == f"[{name}]"), 1)


def read_words(path):
    text = "\n".join(read_lines(path)) + "\n"

    def joined(first, more):
        return (first + "".join(line[1:-1] for line in more.splitlines())).replace('\\"', '"')

    return {joined(m[1], m[2]): joined(m[3], m[4]) for m in ENTRY.finditer(text)}


# What a column shows


def column_of(source, name, table, column):
    found = [other for other in table.columns if other.name == column]
    if not found:
        names = ", ".join(other.name for other in table.columns)
        raise source.malformed(name, f"no column {column!r} in {table.path.name}, expected one of {names}")
    return found[0]


def kind_of(table):
    """Under which kind the catalogue has the words of its rows."""
    return table.singular.replace("_", "-")


def name_of(source, name, kind, word):
    kind = kind.replace("_", "-")
    said = source.word(f"{source.game}.{kind}.{word}", f"{source.game}.cell.{kind}.{word}")
    if said is None:
        raise source.malformed(name, f"no word {source.game}.{kind}.{word}, expected one in words/{source.language}.po")
    return said


def number_text(source, column, text, style):
    number = int(text)
    if style == "?" and number == 0:
        return NOTHING
    sign = "+" if style == "+" and number > 0 else ""
    return f"{sign}{number}".replace("-", MINUS)


def word_cell(source, name, spec, column, cell):
    """Words as the catalogue has them; of numbers for other rows, each row with its number."""
    kind = spec.get("words", {}).get(column.name)
    told = []
    for word in column.words(cell):
        word, _, number = word.partition("=")
        if not word:
            continue
        if column.is_reference:
            label = next(row.label for row in column.target.rows if row.name == word)
            said = name_of(source, name, kind or kind_of(column.target), label)
        else:
            said = name_of(source, name, kind or column.source or column.name, word)
        told.append(f"{said} {number.replace('-', MINUS)}".strip())
    return ", ".join(told) or NOTHING


def cells_of(source, name, spec, column, cell, style):
    if column.kind in ("int", "copies"):
        return [number_text(source, column, cell, style)]
    if column.kind == "ints":
        return [number_text(source, column, word, style) for word in column.words(cell)]
    if column.kind == "text":
        raise source.malformed(name, f"{column.name} is text, expected a column that has words")
    return [word_cell(source, name, spec, column, cell)]


def fill(source, template, numbers):
    def filled(match):
        number = numbers[int(match[1])]
        one = number == 1 or (source.language == "fr" and number == 0)
        return str(number) if match[2] is None else match[2] if one else match[3]

    return HOLE.sub(filled, template)


def note_of(source, name, spec, table, row):
    note = source.word(f"{source.game}.{kind_of(table)}.{row.label}.note") or ""
    numbers = [abs(int(row.cells[column_of(source, name, table, c).name])) for c in spec.get("fill", [])]
    if any(int(hole[0]) >= len(numbers) for hole in HOLE.findall(note)):
        raise source.malformed(name, f"the note of {row.label} has more placeholders than fill has columns")
    return fill(source, note, numbers)


def range_text(low, high):
    return f"{low}" if low == high else f"{low}{DASH}{high}"


def bounds(source, name, table, spec, row):
    """The cell of LOW..HIGH or LOW~HIGH."""
    first, is_open, last = re.fullmatch(r"(\w+)(~|\.\.)(\w+)", spec).groups()
    low, high = column_of(source, name, table, first), column_of(source, name, table, last)
    least, most = int(row.cells[first]), int(row.cells[last])
    if is_open == "~" and most == high.high and least != most:
        return f"≥ {least}"
    if is_open == "~" and least == low.low and least != most:
        return f"≤ {most}"
    return range_text(least, most).replace("-", MINUS)


def band_cells(source, name, table, bands, row):
    ends = [int(row.cells[column_of(source, name, table, c).name]) for c in bands["bands"]] + [bands["of"]]
    starts = [1] + [end + 1 for end in ends[:-1]]
    return [range_text(a, b) if a <= b else NOTHING for a, b in zip(starts, ends, strict=True)]


def row_cells(source, name, spec, table, row):
    cells = []
    for shown in spec["columns"]:
        if isinstance(shown, dict):
            cells += band_cells(source, name, table, shown, row)
        elif shown == "note":
            cells.append(note_of(source, name, spec, table, row))
        elif shown == "id":
            kind = spec.get("words", {}).get("id", kind_of(table))
            cells.append(name_of(source, name, kind, row.label))
        elif re.search(r"~|\.\.", shown):
            cells.append(bounds(source, name, table, shown, row))
        else:
            style = shown[-1] if shown[-1] == "?" else shown[0] if shown[0] == "+" else ""
            column = column_of(source, name, table, shown.strip("?+"))
            cells += cells_of(source, name, spec, column, row.cells[column.name], style)
    return cells


def heading(source, name, column):
    said = source.word(f"{source.game}.table.{name}.{column}", f"{source.game}.attribute.{column}", f"rules.column.{column}")
    if said is None:
        key = f"{source.game}.table.{name}.{column}"
        raise source.malformed(name, f"no heading {key}, expected one in words/{source.language}.po")
    return said


def headings_of(source, name, table, shown):
    if isinstance(shown, dict):
        return [heading(source, name, column) for column in (*shown["bands"], shown["rest"])]
    if re.search(r"~|\.\.", shown):
        return [heading(source, name, re.split(r"~|\.\.", shown)[0])]
    column = shown.strip("?+")
    found = [other for other in table.columns if other.name == column]
    if found and found[0].kind == "ints":
        return [fill(source, heading(source, name, column), [n]) for n in range(1, found[0].size + 1)]
    return [heading(source, name, column)]


# Reading


def is_wanted(source, name, table, spec, row):
    for column, wanted in spec.get("where", {}).items():
        cell = row.cells[column_of(source, name, table, column).name]
        if cell not in ([wanted] if isinstance(wanted, str) else wanted):
            return False
    return True


def wanted_rows(source, name, table, spec):
    seen, rows = set(), []
    for row in table.rows:  # a row with copies is shown once
        if row.label not in seen and is_wanted(source, name, table, spec, row):
            rows.append(row)
        seen.add(row.label)
    if not rows:
        raise source.malformed(name, "no rows, expected some with these words")
    return rows


def check_spec(source, name, spec):
    for key in spec:
        if key not in KEYS:
            raise source.malformed(name, f"has {key!r}, expected only {', '.join(KEYS)}")
    for key in KEYS[:3]:
        if key not in spec:
            raise source.malformed(name, f"has no {key!r}, expected one")
    if spec["of"] not in source.tables:
        raise source.malformed(name, f"of {spec['of']!r}, expected one of {', '.join(source.tables)}")
    if spec["clause"] not in source.clauses:
        raise source.malformed(name, f"belongs to {spec['clause']!r}, expected a clause of rules/en.md")
    for column in spec["columns"]:
        if isinstance(column, dict) and set(column) != {"bands", "of", "rest"}:
            raise source.malformed(name, f"column {column}, expected bands, of and rest")


def show(source, name, spec):
    check_spec(source, name, spec)
    table = source.tables[spec["of"]]
    title = source.word(f"{source.game}.table.{name}")
    if title is None:
        raise source.malformed(name, f"no title {source.game}.table.{name}, expected one in words/{source.language}.po")
    headings = [text for shown in spec["columns"] for text in headings_of(source, name, table, shown)]
    if len(headings) > MOST_COLUMNS:
        raise source.malformed(name, f"has {len(headings)} columns, expected at most {MOST_COLUMNS}")
    rows = [row_cells(source, name, spec, table, row) for row in wanted_rows(source, name, table, spec)]
    about = source.word(f"{source.game}.table.{name}.about") or ""
    return Shown(name, spec["clause"], title, about, headings, rows)


def read_source(folder, house, language):
    game = read_manifest(folder / "game.toml")
    tables, _ = read_tables(sorted((folder / "data").glob("*.csv")))
    clauses = {match[1] for text in read_lines(folder / "rules/en.md") if (match := CLAUSE.match(text))}
    words = read_words(house / f"{language}.po") | read_words(folder / "words" / f"{language}.po")
    by_name = {table.path.stem: table for table in tables}
    return Source(game.name, folder / "rules/tables.toml", by_name, clauses, words, language)


def read_specs(path):
    if not path.exists():
        return {}
    try:
        return tomllib.loads("\n".join(read_lines(path)))
    except tomllib.TOMLDecodeError as error:
        raise Malformed(path, 1, f"{error}, expected TOML") from None


def shown_tables(folder, house, language):
    """The tables that the rules of a game show, and the words that they use."""
    specs = read_specs(folder / "rules/tables.toml")
    if not specs:
        return [], set()
    source = read_source(folder, house, language)
    return [show(source, name, spec) for name, spec in specs.items()], source.used


# Writing


def constant_of(clause):
    return re.sub("[-.]", "_", clause)


def cell_lines(symbol, table):
    return [
        f"static const char *const {symbol}[] = {{",
        *("\t" + " ".join(f"{c_string(cell)}," for cell in row) for row in (table.headings, *table.rows)),
        "};",
    ]


def source_lines(prefix, symbol, by_language):
    cells, entries = [], []
    for index, tables in enumerate(by_language):
        entries.append("\t{")
        for n, table in enumerate(tables):
            cells += cell_lines(f"cells_{index}_{n}", table)
            entries.append(
                f"\t\t{{{c_string(table.name)}, {c_string(table.title)}, {c_string(table.about)},"
                f" {constant_of(table.clause)}, {len(table.headings)}, {len(table.rows)}, cells_{index}_{n}}},"
            )
        entries += ["\t\t{NULL, NULL, NULL, 0, 0, 0, NULL},", "\t},"]
    array = f"const ap_rules_table {prefix}_rules_tables[2][{len(by_language[0]) + 1}]"
    return [
        "#include <stddef.h>",
        "",
        '#include "apparat/text.h"',
        f'#include "{symbol}_clauses.h"',
        "",
        *cells,
        f"extern {array};",
        f"{array} = {{",
        *entries,
        "};",
        f"extern const ap_rules_table *const {prefix}_rules_table_lists[2];",
        f"const ap_rules_table *const {prefix}_rules_table_lists[2] = {{{prefix}_rules_tables[0], {prefix}_rules_tables[1]}};",
    ]


def main():
    parser = argparse.ArgumentParser(description="Turn the tables of a game's rules into C.")
    parser.add_argument("--house", required=True, type=Path, help="the folder of the words that all games share")
    parser.add_argument("--source", required=True, type=Path, help="the tables in both languages")
    parser.add_argument("manifest", type=Path, metavar="game.toml")
    options = parser.parse_args()
    game = read_manifest(options.manifest)
    by_language = [shown_tables(options.manifest.parent, options.house, language)[0] for language in LANGUAGES]
    origin = f"/* The tables of the rules of {game.name}, generated by rule_tables.py: do not edit. */"
    write(options.source, [origin, *source_lines(game.prefix, game.symbol, by_language)])


if __name__ == "__main__":
    run(main)
