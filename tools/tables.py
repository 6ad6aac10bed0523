#!/usr/bin/env python3
"""Turn a game's data/*.csv into constant C tables. table_files.py says how such a file looks."""

import argparse
from pathlib import Path

from common import c_string, guarded, run, write
from table_files import Column, int_type, read_tables


def element_type(column):
    """The type of one number of the column."""
    if column.kind in ("enum", "as"):
        return int_type(Column("", "int", 0, len(column.values) - 1))
    if column.kind == "set":
        return int_type(Column("", "int", 0, 2 ** len(column.values) - 1))
    if column.target and column.kind != "each":
        return int_type(Column("", "int", 0, len(column.target.rows)))
    return int_type(column)


def declaration(column):
    if column.kind == "text":
        return f"const char *{column.name};"
    name = f"{element_type(column)} {column.name}"
    if column.kind == "ints":
        return f"{name}[{column.size}];"
    if column.kind == "each":
        return f"{name}[{len(column.target.rows)}];"
    if column.kind == "list":
        return f"{name}[{column.high}];\n\tuint8_t {column.name}_count;"
    return f"{name};"


def constant(prefix, *words):
    return "_".join([prefix, *words]).upper().replace("-", "_")


def word_value(prefix, column, word):
    """One word of a cell as C."""
    if column.kind == "text":
        return c_string(word)
    if column.kind == "maybe" and not word:
        return constant(prefix, column.target.plural)
    if column.kind == "each":
        name, _, number = word.partition("=")
        return f"[{constant(prefix, column.target.singular, name)}] = {int(number)}"
    if column.target:
        return constant(prefix, column.target.singular, word)
    if column.kind == "set":
        return f"1u << {constant(prefix, column.name, word)}"
    if column.kind in ("enum", "as"):
        return constant(prefix, column.source or column.name, word)
    return str(int(word))


def initializer(prefix, column, cell):
    """Nothing where all is 0."""
    words = [word_value(prefix, column, word) for word in column.words(cell)]
    if not words:
        return ""
    if column.kind == "set":
        return f".{column.name} = {' | '.join(words)}"
    if column.kind not in ("ints", "list", "each"):
        return f".{column.name} = {words[0]}"
    value = f".{column.name} = {{{', '.join(words)}}}"
    return f"{value}, .{column.name}_count = {len(words)}" if column.kind == "list" else value


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
    return "{" + (", ".join(filter(None, fields)) or "0") + "}"


def table_source(prefix, table):
    name, count = f"{prefix}_{table.singular}", constant(prefix, table.plural)

    def by_row(declarator, value):
        indices = (constant(prefix, table.singular, row.name) for row in table.rows)
        return array(declarator, zip(indices, map(value, table.rows), strict=True))

    lines = []
    if table.fields:
        lines += by_row(
            f"const {name} {prefix}_{table.plural}[{count}]",
            lambda row: row_initializer(prefix, table, row),
        )
    lines += by_row(f"const char *const {name}_names[{count}]", lambda row: c_string(row.name))
    lines += by_row(f"const char *const {name}_labels[{count}]", lambda row: c_string(row.label))
    return lines


def block_header(prefix, table, column):
    """The rows of the table that name row n of the block's table: PREFIX_ROW_TABLE[n] up to
    PREFIX_ROW_TABLE[n + 1]."""
    size = constant(prefix, column.target.plural)
    name = f"{prefix}_{column.target.singular}_{table.plural}"
    return [f"extern const uint16_t {name}[{size} + 1];", ""]


def block_source(prefix, table, column):
    size = constant(prefix, column.target.plural)
    named = [row.cells[column.name] for row in table.rows]
    counts = [named.count(row.name) for row in column.target.rows]
    starts = [sum(counts[:i]) for i in range(len(counts) + 1)]
    name = f"{prefix}_{column.target.singular}_{table.plural}"
    return array(f"const uint16_t {name}[{size} + 1]", enumerate(starts))


def graph_header(prefix, table):
    """The rows of a graph that touch row n of the table of its ends: PREFIX_TABLE_of[i], from
    i = PREFIX_TABLE_from[n] up to PREFIX_TABLE_from[n + 1], and PREFIX_TABLE_to[i], its other end.
    PREFIX_TABLE_sets[n] is the set of these other ends; for a column that names rows of another
    table, PREFIX_TABLE_by_COLUMN[m] is the set of all ends of the rows that name row m."""
    name, number = f"{prefix}_{table.singular}", element_type(Column("", "ref", target=table))
    target = table.ends[0].target
    ends, end = constant(prefix, target.plural), element_type(Column("", "ref", target=target))
    return [
        f"extern const uint16_t {name}_from[{ends} + 1];",
        f"extern const {number} {name}_of[2 * {constant(prefix, table.plural)}];",
        f"extern const {end} {name}_to[2 * {constant(prefix, table.plural)}];",
        f"extern const uint64_t {name}_sets[{ends}][{words_for(ends)}];",
        *(
            f"extern const uint64_t {name}_by_{column.name}"
            f"[{constant(prefix, column.target.plural)}][{words_for(ends)}];"
            for column in graph_sorts(table)
        ),
        "",
    ]


def graph_sorts(table):
    """The columns of a graph, but for its ends, that name a row of another table."""
    return [
        column for column in table.fields if column.kind == "ref" and column not in table.ends
    ]


def sets_header(prefix, table):
    """PREFIX_ROW_by_COLUMN[n] is the set of the rows of the table that have n, a number, a word or a row
    of another table, in a column behind whose type a * stands."""
    words = words_for(constant(prefix, table.plural))
    return [
        f"extern const uint64_t {sets_name(prefix, table, column)}[{len(sorts_of(column))}][{words}];"
        for column in table.with_sets
    ] + [""]


def sets_name(prefix, table, column):
    return f"{prefix}_{table.singular}_by_{column.name}"


def sorts_of(column):
    """What cells of the column may say, in the order of their numbers."""
    if column.kind == "int":
        return [str(number) for number in range(column.high + 1)]
    if column.target:
        nothing = [""] if column.kind == "maybe" else []
        return [row.name for row in column.target.rows] + nothing
    return list(column.values)


def sets_source(prefix, table):
    lines = []
    for column in table.with_sets:
        sorts = sorts_of(column)
        members = {sort: [] for sort in sorts}
        for row in table.rows:
            for word in column.words(row.cells[column.name]):
                members[str(int(word)) if column.kind == "int" else word].append(row.name)
        words = words_for(constant(prefix, table.plural))
        name = sets_name(prefix, table, column)
        sets = [set_initializer(members[sort], table.rows) for sort in sorts]
        lines += array(f"const uint64_t {name}[{len(sorts)}][{words}]", enumerate(sets))
    return lines


def words_for(members):
    """How many 64-bit words a set of so many members has."""
    return f"({members} + 63) / 64"


def set_initializer(members, rows):
    """The set of those members, named by their rows, as words of 64 bits."""
    number = {row.name: index for index, row in enumerate(rows)}
    words = [0] * ((len(rows) + 63) // 64)
    for member in members:
        words[number[member] // 64] |= 1 << number[member] % 64
    return "{" + ", ".join(f"UINT64_C({word:#x})" for word in words) + "}"


def graph_source(prefix, table):
    name, number = f"{prefix}_{table.singular}", element_type(Column("", "ref", target=table))
    target = table.ends[0].target
    end = element_type(Column("", "ref", target=target))
    touching = {row.name: [] for row in target.rows}
    neighbours = {row.name: [] for row in target.rows}
    for row in table.rows:
        here, there = (row.cells[column.name] for column in table.ends)
        edge = constant(prefix, table.singular, row.name)
        touching[here].append((edge, constant(prefix, target.singular, there)))
        touching[there].append((edge, constant(prefix, target.singular, here)))
        neighbours[here].append(there)
        neighbours[there].append(here)
    starts = [sum(map(len, list(touching.values())[:i])) for i in range(len(touching) + 1)]
    ends = constant(prefix, target.plural)
    edges = [edge for edges in touching.values() for edge in edges]
    size = f"2 * {constant(prefix, table.plural)}"
    return [
        *array(f"const uint16_t {name}_from[{ends} + 1]", enumerate(starts)),
        *array(f"const {number} {name}_of[{size}]", enumerate(edge for edge, _ in edges)),
        *array(f"const {end} {name}_to[{size}]", enumerate(other for _, other in edges)),
        *array(
            f"const uint64_t {name}_sets[{ends}][{words_for(ends)}]",
            enumerate(set_initializer(others, target.rows) for others in neighbours.values()),
        ),
        *(
            line
            for column in graph_sorts(table)
            for line in array(
                f"const uint64_t {name}_by_{column.name}"
                f"[{constant(prefix, column.target.plural)}][{words_for(ends)}]",
                enumerate(
                    set_initializer(ends_named(table, column, row.name), target.rows)
                    for row in column.target.rows
                ),
            )
        ),
    ]


def ends_named(table, column, name):
    """The ends of the rows whose column names that row."""
    return [
        row.cells[end.name]
        for row in table.rows
        if row.cells[column.name] == name
        for end in table.ends
    ]


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
    for table in tables:
        for column in table.blocks:
            declarations += block_header(prefix, table, column)
            definitions += block_source(prefix, table, column)
        if table.with_sets:
            declarations += sets_header(prefix, table)
            definitions += sets_source(prefix, table)
        if table.ends:
            declarations += graph_header(prefix, table)
            definitions += graph_source(prefix, table)
    write(header, [origin, *guarded(prefix, header, declarations[:-1])])
    write(source, definitions[:-1])


def main():
    parser = argparse.ArgumentParser(description="Turn CSV files into constant C tables.")
    parser.add_argument("--prefix", required=True, help="the start of every name")
    parser.add_argument("--header", required=True, type=Path)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.csv")
    options = parser.parse_args()
    write_tables(options.prefix, options.header, options.source, *read_tables(options.files))


if __name__ == "__main__":
    run(main)
