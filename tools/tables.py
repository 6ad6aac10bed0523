#!/usr/bin/env python3
"""Turn data/<game>/*.csv into constant C tables.

Each file is one table with one row a line; blank lines and lines that start with # say nothing.
The first row names and types the columns as name:type:

    id:key           the row's name, unique in its table
    copies(LO..HI)   how many rows it stands for; their ids end in a, b, c... (party-1a, scandal-a)
    int(LO..HI)      a number
    enum(a|b|c)      one of these words, numbered in this order
    text             anything, even nothing
    provenance       the last column, untyped: where the row comes from, checked but not emitted
"""

import argparse
import csv
import re
import string
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

WORD = r"[a-z][a-z0-9-]*"
NUMBER = "-?[0-9]{1,10}"
TYPE = rf"key|text|(?:int|copies)\({NUMBER}\.\.{NUMBER}\)|enum\({WORD}(?:\|{WORD})*\)"
SOURCES = ("seed", "public", "inferred", "reconstructed", "ours")
SOURCE = "(?:" + "|".join(SOURCES) + ")"
MOST_COPIES = len(string.ascii_lowercase)
INT_TYPES = {f"{sign}int{bits}_t": bits for bits in (8, 16, 32) for sign in ("u", "")}
C_KEYWORDS = frozenset(
    "auto bool break case char const continue default do double else enum extern false float for"
    " goto if inline int long register restrict return short signed sizeof static struct switch"
    " true typedef union unsigned void volatile while".split()
)


@dataclass
class Column:
    name: str
    kind: str
    low: int = 0
    high: int = 0
    values: tuple = ()

    @property
    def is_field(self):
        return self.kind in ("int", "enum", "text")


@dataclass
class Row:
    line: int
    label: str
    name: str
    cells: dict


@dataclass
class Table:
    path: Path
    line: int
    columns: list
    rows: list = field(default_factory=list)

    @property
    def plural(self):
        return self.path.stem.replace("-", "_")

    @property
    def singular(self):
        return self.plural[:-1]

    @property
    def fields(self):
        return [column for column in self.columns if column.is_field]

    @property
    def enums(self):
        return [column for column in self.columns if column.kind == "enum"]


# Reading


def split_cells(path, line, text):
    try:
        return next(csv.reader([text], strict=True))
    except csv.Error as error:
        raise Malformed(path, line, f"{error}, expected one row of comma-separated cells") from None


def read_rows(path):
    """Yield (line number, cells) for the header and each row."""
    for line, text in enumerate(read_lines(path), 1):
        if text.strip() and not text.startswith("#"):
            yield line, split_cells(path, line, text)


def parse_range(column, bounds):
    column.low, column.high = (int(bound) for bound in bounds.split(".."))
    if column.low > column.high:
        return f"empty range {bounds}, expected LO..HI with LO <= HI"
    if column.kind == "copies" and not 1 <= column.low <= column.high <= MOST_COPIES:
        return f"copies range {bounds}, expected one within 1..{MOST_COPIES}"
    if column.kind == "int" and int_type(column) is None:
        return f"range {bounds}, expected one that fits 32 bits"
    return None


def parse_enum(column, words):
    column.values = tuple(words.split("|"))
    if len(set(column.values)) < len(column.values):
        return f"enum {column.name} lists a value twice, expected distinct values"
    if "count" in column.values:
        return f"enum {column.name} has the value 'count', expected another word"
    return None


def parse_column(path, line, cell):
    match = re.fullmatch(rf"([a-z][a-z0-9_]*):({TYPE})", cell)
    if not match:
        raise Malformed(
            path,
            line,
            f"header cell {cell!r}, expected name:type"
            " with type key, copies(LO..HI), int(LO..HI), enum(a|b) or text",
        )
    name, (kind, _, inside) = match[1], match[2].rstrip(")").partition("(")
    column = Column(name, kind)
    fault = None
    if name in C_KEYWORDS:
        fault = f"column {name!r} is a word of C, expected another name"
    elif kind in ("int", "copies"):
        fault = parse_range(column, inside)
    elif kind == "enum":
        fault = parse_enum(column, inside)
    if fault:
        raise Malformed(path, line, fault)
    return column


def parse_header(path, line, cells):
    if cells[-1] != "provenance":
        raise Malformed(path, line, f"last column {cells[-1]!r}, expected provenance")
    columns = [parse_column(path, line, cell) for cell in cells[:-1]]
    names = [column.name for column in columns]
    for name in names:
        if names.count(name) > 1:
            raise Malformed(path, line, f"two columns {name!r}, expected distinct names")
    if [column.name for column in columns if column.kind == "key"] != ["id"]:
        raise Malformed(path, line, "no single key, expected exactly one key column, id:key")
    if sum(column.kind == "copies" for column in columns) > 1:
        raise Malformed(path, line, "two columns of copies, expected at most one")
    return columns


def fault_of_int(column, cell):
    expected = f"expected a number from {column.low} to {column.high}"
    if not re.fullmatch(NUMBER, cell):
        return f"{column.name} is {cell!r}, {expected}"
    if not column.low <= int(cell) <= column.high:
        return f"{column.name} is {cell}, {expected}"
    return None


def fault_of_cell(column, cell):
    if column.kind in ("int", "copies"):
        return fault_of_int(column, cell)
    if column.kind == "key" and not re.fullmatch(WORD, cell):
        return f"{column.name} is {cell!r}, expected lower-case letters, digits and dashes"
    if column.kind == "enum" and cell not in column.values:
        return f"{column.name} is {cell!r}, expected one of {', '.join(column.values)}"
    if column.kind == "text" and not fits_a_string(cell):
        return f"{column.name} is too long, expected at most {LONGEST_STRING} bytes"
    return None


def fault_of_provenance(cell):
    if re.fullmatch(rf"{SOURCE}(?:\+{SOURCE})*(?: ?\(.+\))?", cell):
        return None
    return (
        f"provenance is {cell!r},"
        f" expected {', '.join(SOURCES)} or several joined by +, then perhaps a note in parentheses"
    )


def suffixes(table, named):
    for column in table.columns:
        if column.kind == "copies" and int(named[column.name]) > 1:
            return string.ascii_lowercase[: int(named[column.name])]
    return [""]


def parse_row(table, line, cells):
    """The rows that one line stands for: as many as it has copies."""
    if len(cells) != len(table.columns) + 1:
        raise Malformed(table.path, line, f"{len(cells)} cells, expected {len(table.columns) + 1}")
    *values, provenance = cells
    faults = [fault_of_cell(column, cell) for column, cell in zip(table.columns, values)]
    for fault in [*faults, fault_of_provenance(provenance)]:
        if fault:
            raise Malformed(table.path, line, fault)
    named = {column.name: cell for column, cell in zip(table.columns, values)}
    label = named["id"]
    dash = "" if label[-1].isdigit() else "-"  # party-1a, but scandal-a
    return [
        Row(line, label, label + dash + suffix if suffix else label, named)
        for suffix in suffixes(table, named)
    ]


def check_keys(table):
    first_line = {}
    for row in table.rows:
        if row.name in first_line:
            raise Malformed(
                table.path,
                row.line,
                f"id {row.name!r} again, expected ids unlike that of line {first_line[row.name]}",
            )
        first_line[row.name] = row.line


def read_table(path):
    if not re.fullmatch("[a-z][a-z0-9-]*s", path.stem):
        raise Malformed(
            path, 1, f"file name {path.name!r}, expected a plural in lower case such as leaders.csv"
        )
    rows = read_rows(path)
    line, header = next(rows, (1, None))
    if header is None:
        raise Malformed(path, line, "no header, expected a row of name:type")
    table = Table(path, line, parse_header(path, line, header))
    for row_line, cells in rows:
        table.rows += parse_row(table, row_line, cells)
    if not table.rows:
        raise Malformed(path, line, "no rows, expected at least one below the header")
    check_keys(table)
    return table


def gather_enums(tables):
    """Every enum column once, in order of appearance; the same name must mean the same values."""
    enums = {}
    for table in tables:
        for column in table.enums:
            known = enums.setdefault(column.name, (column, table))
            if known[0].values != column.values:
                raise Malformed(
                    table.path,
                    table.line,
                    f"enum {column.name} lists {'|'.join(column.values)},"
                    f" expected {'|'.join(known[0].values)} as in {known[1].path.name}",
                )
    return [column for column, _ in enums.values()]


def check_names(tables, enums):
    """A table and an enum column of one name would define the same constants."""
    taken = {column.name for column in enums}
    for table in tables:
        if table.singular in taken:
            raise Malformed(
                table.path,
                1,
                f"table {table.singular!r} shares its name, expected a name of its own",
            )
        taken.add(table.singular)


# Writing


def int_type(column):
    for name, bits in INT_TYPES.items():
        low = 0 if name.startswith("u") else -(2 ** (bits - 1))
        if low <= column.low and column.high < low + 2**bits:
            return name
    return None


def declaration(column):
    if column.kind == "text":
        return f"const char *{column.name};"
    if column.kind == "enum":
        column = Column(column.name, "int", 0, len(column.values) - 1)
    return f"{int_type(column)} {column.name};"


def constant(prefix, *words):
    return "_".join([prefix, *words]).upper().replace("-", "_")


def initializer(prefix, column, cell):
    if column.kind == "text":
        value = c_string(cell)
    elif column.kind == "enum":
        value = constant(prefix, column.name, cell)
    else:
        value = str(int(cell))
    return f".{column.name} = {value}"


def enumeration(constants):
    return ["enum {", *(f"\t{name}," for name in constants), "};"]


def array(declarator, entries):
    lines = [f"\t[{index}] = {value}," for index, value in entries]
    return [f"{declarator} = {{", *lines, "};", ""]


def enum_header(prefix, column):
    count = constant(prefix, column.name, "count")
    return [
        *enumeration([*(constant(prefix, column.name, value) for value in column.values), count]),
        f"extern const char *const {prefix}_{column.name}_names[{count}];",
        "",
    ]


def table_header(prefix, table):
    name, count = f"{prefix}_{table.singular}", constant(prefix, table.plural)
    constants = [constant(prefix, table.singular, row.name) for row in table.rows]
    lines = enumeration([*constants, count])
    if table.fields:
        lines += [
            f"typedef struct {name} {{",
            *(f"\t{declaration(column)}" for column in table.fields),
            f"}} {name};",
            f"extern const {name} {prefix}_{table.plural}[{count}];",
        ]
    return lines + [
        f"extern const char *const {name}_names[{count}];",
        f"extern const char *const {name}_labels[{count}];",
        "",
    ]


def enum_source(prefix, column):
    count = constant(prefix, column.name, "count")
    entries = [(constant(prefix, column.name, value), c_string(value)) for value in column.values]
    return array(f"const char *const {prefix}_{column.name}_names[{count}]", entries)


def row_initializer(prefix, table, row):
    fields = (initializer(prefix, column, row.cells[column.name]) for column in table.fields)
    return "{" + ", ".join(fields) + "}"


def table_source(prefix, table):
    name, count = f"{prefix}_{table.singular}", constant(prefix, table.plural)

    def by_row(declarator, value):
        indices = (constant(prefix, table.singular, row.name) for row in table.rows)
        return array(declarator, zip(indices, map(value, table.rows)))

    lines = []
    if table.fields:
        lines += by_row(
            f"const {name} {prefix}_{table.plural}[{count}]",
            lambda row: row_initializer(prefix, table, row),
        )
    lines += by_row(f"const char *const {name}_names[{count}]", lambda row: c_string(row.name))
    lines += by_row(f"const char *const {name}_labels[{count}]", lambda row: c_string(row.label))
    return lines


def write_tables(prefix, header, source, tables, enums):
    names = ", ".join(table.path.name for table in tables)
    origin = f"/* Generated by tables.py from {names}: do not edit. */"
    declarations = ["#include <stdint.h>", ""]
    definitions = [origin, f'#include "{header.name}"', ""]
    for column in enums:
        declarations += enum_header(prefix, column)
        definitions += enum_source(prefix, column)
    for table in tables:
        declarations += table_header(prefix, table)
        definitions += table_source(prefix, table)
    write(header, [origin, *guarded(prefix, header, declarations[:-1])])
    write(source, definitions[:-1])


def main():
    parser = argparse.ArgumentParser(description="Turn CSV files into constant C tables.")
    parser.add_argument("--prefix", required=True, help="the start of every name, such as re")
    parser.add_argument("--header", required=True, type=Path)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.csv")
    options = parser.parse_args()
    tables = [read_table(path) for path in options.files]
    enums = gather_enums(tables)
    check_names(tables, enums)
    write_tables(options.prefix, options.header, options.source, tables, enums)


if __name__ == "__main__":
    run(main)
