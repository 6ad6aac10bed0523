#!/usr/bin/env python3
"""What tools/tables.py refuses: each fault of a table has its message."""

import unittest

from table_case import LEADERS, TableCase


class TableFaults(TableCase):
    def test_wrong_cell_count(self):
        self.refuse(LEADERS + "ivanov,kgb,seed\n", "6: 3 cells, expected 4")

    def test_bad_int(self):
        self.refuse(
            LEADERS + "ivanov,kgb,six,seed\n", "6: stature is 'six', expected a number from 5 to 9"
        )

    def test_endless_int(self):
        digits = "9" * 5000
        self.refuse(
            LEADERS + f"ivanov,kgb,{digits},seed\n",
            f"6: stature is '{digits}', expected a number from 5 to 9",
        )

    def test_int_out_of_range(self):
        self.refuse(
            LEADERS + "ivanov,kgb,10,seed\n", "6: stature is 10, expected a number from 5 to 9"
        )

    def test_copies_out_of_range(self):
        self.refuse(
            "id:key,n:copies(1..9),provenance\na,0,seed\n",
            "2: n is 0, expected a number from 1 to 9",
        )

    def test_unknown_enum_value(self):
        self.refuse(
            LEADERS + "ivanov,cia,6,seed\n", "6: group is 'cia', expected one of party, kgb"
        )

    def test_bad_key(self):
        self.refuse(
            LEADERS + "Ivanov,kgb,6,seed\n",
            "6: id is 'Ivanov', expected lower-case letters, digits and dashes",
        )

    def test_duplicate_key(self):
        self.refuse(
            LEADERS + "khruykin,kgb,6,seed\n",
            "6: id 'khruykin' again, expected ids unlike that of line 4",
        )

    def test_duplicate_key_through_copies(self):
        self.refuse(
            "id:key,n:copies(1..9),provenance\nx-a,1,seed\nx,2,seed\n",
            "3: id 'x-a' again, expected ids unlike that of line 2",
        )

    def test_text_too_long(self):
        self.refuse(
            f"id:key,label:text,provenance\na,{'x' * 4095},seed\n",
            "2: label is too long, expected at most 4094 bytes",
        )

    def test_bad_provenance(self):
        expected = (
            "expected seed, public, inferred, reconstructed, ours or several joined by +,"
            " then perhaps a note in parentheses"
        )
        for cell in ("", "guess", "seed,", "seed+", "seed note", "seed ", "seed ()"):
            with self.subTest(cell=cell):
                self.refuse(
                    LEADERS + f'ivanov,kgb,6,"{cell}"\n', f"6: provenance is {cell!r}, {expected}"
                )

    def test_missing_provenance_column(self):
        self.refuse(
            "id:key,n:int(1..2)\na,1\n", "1: last column 'n:int(1..2)', expected provenance"
        )

    def test_bad_header_cell(self):
        expected = (
            "expected name:type with type key, copies(LO..HI), int(LO..HI), ints(N LO..HI),"
            " enum(a|b), set(a|b), as(COLUMN), text, ref(TABLE), maybe(TABLE), list(TABLE LO..HI),"
            " each(TABLE LO..HI), block(TABLE) or end(TABLE)"
        )
        cells = "x", "x:real", "X:text", "x:int(1-2)", "x:int", "x:enum()", "x:enum(a|B)", "x:text "
        cells += "x:ref()", "x:list(towns)", "x:ints(2)", "x:each(towns)", "x:as(A)"
        for cell in cells:
            with self.subTest(cell=cell):
                self.refuse(f"id:key,{cell},provenance\n", f"1: header cell {cell!r}, {expected}")

    def test_header_faults(self):
        faults = {
            "id:key,x:int(2..1)": "empty range 2..1, expected LO..HI with LO <= HI",
            "id:key,x:int(0..4294967296)": "range 0..4294967296, expected one that fits 32 bits",
            "id:key,x:copies(0..9)": "copies range 0..9, expected one within 1..26",
            "id:key,x:copies(1..27)": "copies range 1..27, expected one within 1..26",
            "id:key,x:enum(a|a)": "enum x lists a value twice, expected distinct values",
            "id:key,x:enum(count)": "enum x has the value 'count', expected another word",
            "id:key,default:text": "column 'default' is a word of C, expected another name",
            "id:key,x:text,x:text": "two columns 'x', expected distinct names",
            "x:text": "no single key, expected exactly one key column, id:key",
            "name:key": "no single key, expected exactly one key column, id:key",
            "id:key,name:key": "no single key, expected exactly one key column, id:key",
            "id:key,x:copies(1..2),y:copies(1..2)": "two columns of copies, expected at most one",
            "id:key,x:ints(0 1..2)": "no numbers in x, expected at least one",
            "id:key,x:list(towns 0..256)": "list of 0..256, expected a length within 0..255",
            "id:key,x:list(towns 0..0)": "list of 0..0, expected a length within 0..255",
            "id:key,x:each(towns 1..2)": "range 1..2, expected one with 0 in it",
            "id:key,x:end(towns)": "ends towns, expected two of one table",
            "id:key,x:end(towns),y:end(ways)": "ends towns, ways, expected two of one table",
            f"id:key,x:set({'|'.join(f'w{i}' for i in range(33))})": (
                "set x has 33 words, expected at most 32"
            ),
        }
        for header, fault in faults.items():
            with self.subTest(header=header):
                self.refuse(f"{header},provenance\n", f"1: {fault}")

    def test_unclosed_quote(self):
        self.refuse(
            LEADERS + '"ivanov,kgb,6,seed\n',
            "6: unexpected end of data, expected one row of comma-separated cells",
        )

    def test_not_utf8(self):
        self.refuse(
            LEADERS.encode() + b"ivan\xff,kgb,6,seed\n", "6: byte 0xff, expected UTF-8 text"
        )

    def test_empty_file(self):
        self.refuse("# nothing\n\n", "1: no header, expected a row of name:type")

    def test_empty_table(self):
        self.refuse("\nid:key,provenance\n", "2: no rows, expected at least one below the header")

    def test_file_name(self):
        self.refuse(
            LEADERS,
            "1: file name 'deck.csv', expected a plural in lower case such as cards.csv",
            name="deck.csv",
        )

    def test_enums_that_differ(self):
        self.write("leaders.csv", LEADERS)
        self.write("cards.csv", "# play\nid:key,group:enum(kgb|party),provenance\nx,kgb,seed\n")
        self.assert_refused(
            self.tables("leaders.csv", "cards.csv"),
            "cards.csv:2: enum group lists kgb|party, expected party|kgb as in leaders.csv",
            "re_tables.h",
            "re_tables.c",
        )

    def test_table_named_as_an_enum(self):
        self.write("leaders.csv", LEADERS)
        self.write("groups.csv", "id:key,provenance\nx,seed\n")
        self.assert_refused(
            self.tables("leaders.csv", "groups.csv"),
            "groups.csv:1: table 'group' shares its name, expected a name of its own",
            "re_tables.h",
            "re_tables.c",
        )

    def test_missing_file(self):
        self.assert_refused(
            self.tables("leaders.csv"), "leaders.csv: No such file or directory", "re_tables.h"
        )


if __name__ == "__main__":
    unittest.main()
