"""Read the tables in a game's data/*.csv and check them.

Each file is one table with one row on each line; blank lines and lines that start with # are skipped.
The first row names and types the columns as name:type:

    id:key           the row's name, unique in its table
    copies(LO..HI)   how many rows it stands for; their ids end in a, b, c... (card-1a, joker-a)
    int(LO..HI)      a number
    ints(N LO..HI)   N numbers, split by spaces as all lists are
    enum(a|b|c)      one of these words, numbered in this order
    set(a|b|c)       any of these words, a bit each
    as(COLUMN)       one of the words of that enum column of any table
    text             anything, even nothing
    ref(TABLE)       the id of a row of that table
    maybe(TABLE)     the same, or nothing: then the number of its rows
    list(TABLE LO..HI)   that many ids of its rows; the field NAME_count says how many
    each(TABLE LO..HI)   id=NUMBER, a number for each of its rows, 0 where it is not named
    block(TABLE)     a ref; rows of one id stand together, in the order of its table: block_header
    end(TABLE)       a ref; two of them make the table a graph, see graph_header
    provenance       the last column, untyped: where the row comes from, checked but not emitted

A * behind a type of one number, word or name, of a set of words or a list, also asks for the sets of rows
that have each of them, see sets_header.
"""

import csv
import hashlib
import itertools
import re
import string
from dataclasses import dataclass, field
from pathlib import Path

from common import LONGEST_STRING, Malformed, fits_a_string, read_lines

WORD = r"[a-z][a-z0-9-]*"
NUMBER = "-?[0-9]{1,10}"
NAME = "[a-z][a-z0-9_]*"
RANGE = rf"{NUMBER}\.\.{NUMBER}"
TYPE = (
    rf"key|text|(?:int|copies)\({RANGE}\)|ints\([0-9]{{1,3}} {RANGE}\)"
    rf"|(?:enum|set)\({WORD}(?:\|{WORD})*\)|as\({NAME}\)"
    rf"|(?:ref|maybe|block|end)\({WORD}\)|(?:list|each)\({WORD} {RANGE}\)"
)
TYPES = (
    "key, copies(LO..HI), int(LO..HI), ints(N LO..HI), enum(a|b), set(a|b), as(COLUMN), text,"
    " ref(TABLE), maybe(TABLE), list(TABLE LO..HI), each(TABLE LO..HI), block(TABLE)"
    " or end(TABLE)"
)
SOURCES = ("seed", "public", "inferred", "reconstructed", "ours")
SOURCE = "(?:" + "|".join(SOURCES) + ")"
MOST_COPIES = len(string.ascii_lowercase)
LONGEST_LIST = 255
INT_TYPES = {f"{sign}int{bits}_t": bits for bits in (8, 16, 32) for sign in ("u", "")}
KINDS_WITH_SETS = ("int", "enum", "set", "as", "ref", "maybe", "block", "list")
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
    size: int = 0
    values: tuple = ()
    source: str = ""  # the column whose words, or the table whose rows it speaks of
    target: object = None  # that table
    has_sets: bool = False  # a * stands behind its type

    @property
    def is_field(self):
        return self.kind not in ("key", "copies")

    @property
    def is_reference(self):
        return self.kind in ("ref", "maybe", "block", "end", "list", "each")

    def words(self, cell):
        return cell.split() if self.kind in ("ints", "set", "list", "each") else [cell]


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
        return [column for column in self.columns if column.kind in ("enum", "set")]

    @property
    def with_sets(self):
        return [column for column in self.columns if column.has_sets]

    @property
    def blocks(self):
        return [column for column in self.columns if column.kind == "block"]

    @property
    def ends(self):
        return [column for column in self.columns if column.kind == "end"]


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


def int_type(column):
    for name, bits in INT_TYPES.items():
        low = 0 if name.startswith("u") else -(2 ** (bits - 1))
        if low <= column.low and column.high < low + 2**bits:
            return name
    return None


def parse_range(column, bounds):
    column.low, column.high = (int(bound) for bound in bounds.split(".."))
    if column.low > column.high:
        return f"empty range {bounds}, expected LO..HI with LO <= HI"
    if column.kind == "copies" and not 1 <= column.low <= column.high <= MOST_COPIES:
        return f"copies range {bounds}, expected one within 1..{MOST_COPIES}"
    if column.kind in ("int", "ints", "each") and int_type(column) is None:
        return f"range {bounds}, expected one that fits 32 bits"
    if column.kind == "each" and not column.low <= 0 <= column.high:
        return f"range {bounds}, expected one with 0 in it"
    if column.kind == "list" and not (0 <= column.low and 1 <= column.high <= LONGEST_LIST):
        return f"list of {bounds}, expected a length within 0..{LONGEST_LIST}"
    return None


def parse_enum(column, words):
    column.values = tuple(words.split("|"))
    if len(set(column.values)) < len(column.values):
        return f"enum {column.name} lists a value twice, expected distinct values"
    if "count" in column.values:
        return f"enum {column.name} has the value 'count', expected another word"
    if column.kind == "set" and len(column.values) > 32:
        return f"set {column.name} has {len(column.values)} words, expected at most 32"
    return None


def parse_type(column, inside):
    """Fill the column in from what stands between the brackets of its type."""
    if column.kind in ("enum", "set"):
        return parse_enum(column, inside)
    if column.kind in ("int", "copies"):
        return parse_range(column, inside)
    first, _, bounds = inside.partition(" ")
    if column.kind == "ints":
        column.size = int(first)
        if not column.size:
            return f"no numbers in {column.name}, expected at least one"
    else:
        column.source = first
    return parse_range(column, bounds) if bounds else None


def parse_column(path, line, cell):
    match = re.fullmatch(rf"({NAME}):({TYPE})(\*?)", cell)
    if not match:
        raise Malformed(path, line, f"header cell {cell!r}, expected name:type with type {TYPES}")
    name, (kind, _, inside) = match[1], match[2].rstrip(")").partition("(")
    column = Column(name, kind, has_sets=bool(match[3]))
    if name in C_KEYWORDS:
        fault = f"column {name!r} is a word of C, expected another name"
    else:
        fault = parse_type(column, inside)
    if column.has_sets and (kind not in KINDS_WITH_SETS or (kind == "int" and column.low != 0)):
        fault = f"sets of {cell}, expected one of {', '.join(KINDS_WITH_SETS)}, from 0 on"
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
    ends = [column.source for column in columns if column.kind == "end"]
    if ends and (len(ends) != 2 or ends[0] != ends[1]):
        raise Malformed(path, line, f"ends {', '.join(ends)}, expected two of one table")
    return columns


def fault_of_int(column, cell):
    expected = f"expected a number from {column.low} to {column.high}"
    if not re.fullmatch(NUMBER, cell):
        return f"{column.name} is {cell!r}, {expected}"
    if not column.low <= int(cell) <= column.high:
        return f"{column.name} is {cell}, {expected}"
    return None


def fault_of_ints(column, cell):
    numbers = column.words(cell)
    if len(numbers) != column.size:
        return f"{column.name} has {len(numbers)} numbers, expected {column.size}"
    return next(filter(None, (fault_of_int(column, number) for number in numbers)), None)


def fault_of_words(column, cell):
    words = column.words(cell)
    for i, word in enumerate(words):
        if word not in column.values:
            return f"{column.name} is {word!r}, expected one of {', '.join(column.values)}"
        if word in words[:i]:
            return f"{column.name} has {word!r} twice, expected distinct words"
    return None


def fault_of_cell(column, cell):
    if column.kind in ("int", "copies"):
        return fault_of_int(column, cell)
    if column.kind == "ints":
        return fault_of_ints(column, cell)
    if column.kind == "key" and not re.fullmatch(WORD, cell):
        return f"{column.name} is {cell!r}, expected lower-case letters, digits and dashes"
    if column.kind in ("enum", "set"):
        return fault_of_words(column, cell)
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
    faults = [fault_of_cell(column, cell) for column, cell in zip(table.columns, values, strict=True)]
    for fault in [*faults, fault_of_provenance(provenance)]:
        if fault:
            raise Malformed(table.path, line, fault)
    named = {column.name: cell for column, cell in zip(table.columns, values, strict=True)}
    label = named["id"]
    dash = "" if label[-1].isdigit() else "-"  # card-1a, but joker-a
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
            path, 1, f"file name {path.name!r}, expected a plural in lower case such as cards.csv"
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


def resolve_column(table, column, tables, enums):
    """Find what the column speaks of, which any of the tables may hold."""
    if column.kind == "as":
        found = [enum.values for enum in enums if enum.name == column.source]
        column.values = found[0] if found else ()
        kind = "an enum column"
    else:
        found = [other for other in tables if other.path.stem == column.source]
        column.target = found[0] if found else None
        kind = "a table"
    if not found:
        fault = f"{column.name} speaks of {column.source!r}, expected the name of {kind} read here"
        raise Malformed(table.path, table.line, fault)


def fault_of_each(column, word):
    _, equals, number = word.partition("=")
    if not equals:
        return f"{column.name} has {word!r}, expected id=NUMBER"
    return fault_of_int(column, number)


def fault_of_reference(column, cell, names):
    words = column.words(cell)
    if column.kind == "maybe" and not cell:
        return None
    if column.kind == "list" and not column.low <= len(words) <= column.high:
        return f"{column.name} has {len(words)} ids, expected {column.low} to {column.high}"
    for i, word in enumerate(words):
        fault = fault_of_each(column, word) if column.kind == "each" else None
        name = word.partition("=")[0]
        if fault:
            return fault
        if name not in names:
            return f"{column.name} is {name!r}, expected an id of {column.target.path.name}"
        if name in [other.partition("=")[0] for other in words[:i]]:
            return f"{column.name} has {name!r} twice, expected distinct ids"
    return None


def check_block(table, column):
    places = [row.name for row in column.target.rows]
    for before, row in itertools.pairwise(table.rows):
        first, second = before.cells[column.name], row.cells[column.name]
        if places.index(first) > places.index(second):
            fault = f"{column.name} is {second!r} after {first!r}, expected the order of"
            raise Malformed(table.path, row.line, f"{fault} {column.target.path.name}")


def resolve(tables, enums):
    """Check what could not be checked before every table was read."""
    for table in tables:
        for column in table.columns:
            if column.kind != "as" and not column.is_reference:
                continue
            resolve_column(table, column, tables, enums)
            names = {row.name for row in column.target.rows} if column.target else ()
            for row in table.rows:
                cell = row.cells[column.name]
                if column.kind == "as":
                    fault = fault_of_words(column, cell)
                else:
                    fault = fault_of_reference(column, cell, names)
                if fault:
                    raise Malformed(table.path, row.line, fault)
            if column.kind == "block":
                check_block(table, column)


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


def read_tables(paths):
    """The tables, and the enums that their columns define."""
    tables = [read_table(path) for path in paths]
    enums = gather_enums(tables)
    check_names(tables, enums)
    resolve(tables, enums)
    return tables, enums


def hash_tables(tables):
    """16 hexadecimal digits that are the same as long as the tables say the same; provenance and comments do not count."""
    lines = []
    for table in sorted(tables, key=lambda table: table.plural):
        lines.append(table.plural)
        lines += [f"{c.name} {c.kind} {c.low} {c.high} {c.size} {' '.join(c.values)}" for c in table.columns]
        lines += ["\t".join([row.name, *(f"{name}={cell}" for name, cell in row.cells.items())]) for row in table.rows]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
