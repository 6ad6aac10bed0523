#!/usr/bin/env python3
"""Tables that speak of one another, and columns of several words: tools/tables.py."""

import unittest

from table_case import TableCase


class References(TableCase):
    TOWNS = """\
id:key,terrain:enum(clear|forest),before:as(terrain),feeds:set(red|white),provenance
kem,clear,forest,red white,seed
omsk,forest,clear,,seed
perm,forest,forest,white,seed
"""
    WAYS = """\
id:key,a:end(towns),b:end(towns),past:maybe(towns),toll:ints(2 0..300),provenance
north,kem,omsk,,1 299,seed
south,perm,omsk,kem,3 4,seed
"""
    SALES = """\
id:key,at:ref(towns),over:list(ways 0..2),price:each(towns -2..2),provenance
corn,omsk,south north,kem=-2 perm=1,seed
wood,kem,,,seed
"""

    def refuse_sale(self, sale, message):
        self.write("towns.csv", self.TOWNS)
        self.write("ways.csv", self.WAYS)
        self.write("sales.csv", self.SALES + sale + "\n")
        self.assert_refused(
            self.tables("sales.csv", "towns.csv", "ways.csv"),
            f"sales.csv:4: {message}",
            "re_tables.h",
            "re_tables.c",
        )

    def test_references(self):
        """Tables may speak of one another whatever their order."""
        header, source = self.generate(sales=self.SALES, towns=self.TOWNS, ways=self.WAYS)
        for line in (
            "uint8_t over[2];\n\tuint8_t over_count;",
            "int8_t price[3];",
            "uint16_t toll[2];",
            "extern const uint16_t re_way_from[RE_TOWNS + 1];",
            "extern const uint8_t re_way_of[2 * RE_WAYS];",
            "extern const uint8_t re_way_to[2 * RE_WAYS];",
        ):
            self.assertIn(line, header)
        for line in (
            ".at = RE_TOWN_OMSK, .over = {RE_WAY_SOUTH, RE_WAY_NORTH}, .over_count = 2,"
            " .price = {[RE_TOWN_KEM] = -2, [RE_TOWN_PERM] = 1}}",
            "[RE_SALE_WOOD] = {.at = RE_TOWN_KEM},",
            ".past = RE_TOWNS, .toll = {1, 299}}",
            ".before = RE_TERRAIN_FOREST, .feeds = 1u << RE_FEEDS_RED | 1u << RE_FEEDS_WHITE}",
        ):
            self.assertIn(line, source)
        self.assertNotIn("RE_BEFORE", header)

    def test_graph(self):
        self.generate(towns=self.TOWNS, ways=self.WAYS)
        printed = self.output_of(
            """
            #include <stdio.h>
            #include "re_tables.h"
            int main(void)
            {
                for (int town = 0; town < RE_TOWNS; town++) {
                    printf("%s:", re_town_names[town]);
                    for (int i = re_way_from[town]; i < re_way_from[town + 1]; i++)
                        printf(" %s", re_way_names[re_way_of[i]]);
                    printf("\\n");
                }
                return 0;
            }
            """,
            "re_tables.c",
        )
        self.assertEqual(printed, "kem: north\nomsk: north south\nperm: south\n")

    def test_sets_of_a_graph(self):
        """The neighbours of each row, and the ends of the rows that name a row of another table."""
        kinds = "id:key,provenance\nroad,seed\nferry,seed\n"
        ways = (
            "id:key,a:end(towns),b:end(towns),kind:ref(kinds),provenance\n"
            "north,kem,omsk,road,seed\nsouth,perm,omsk,road,seed\n"
        )
        self.generate(towns=self.TOWNS, kinds=kinds, ways=ways)
        printed = self.output_of(
            """
            #include <stdio.h>
            #include "re_tables.h"
            int main(void)
            {
                for (int town = 0; town < RE_TOWNS; town++)
                    printf("%s %d\\n", re_town_names[town], (int)re_way_sets[town][0]);
                for (int kind = 0; kind < RE_KINDS; kind++)
                    printf("%s %d\\n", re_kind_names[kind], (int)re_way_by_kind[kind][0]);
                return 0;
            }
            """,
            "re_tables.c",
        )
        self.assertEqual(printed, "kem 2\nomsk 5\nperm 2\nroad 7\nferry 0\n")

    def test_sets_of_rows(self):
        """The rows that have each word, name or number of a column with a star."""
        towns = (
            "id:key,terrain:enum(clear|forest)*,feeds:set(red|white)*,port:int(0..1)*,provenance\n"
            "kem,clear,red white,1,seed\nomsk,forest,,0,seed\nperm,forest,white,0,seed\n"
        )
        stalls = "id:key,at:maybe(towns)*,provenance\na,kem,seed\nb,,seed\nc,perm,seed\n"
        self.generate(towns=towns, stalls=stalls)
        printed = self.output_of(
            """
            #include <stdio.h>
            #include "re_tables.h"
            int main(void)
            {
                printf("%d %d\\n", (int)re_town_by_terrain[RE_TERRAIN_CLEAR][0],
                    (int)re_town_by_terrain[RE_TERRAIN_FOREST][0]);
                printf("%d %d\\n", (int)re_town_by_feeds[RE_FEEDS_RED][0],
                    (int)re_town_by_feeds[RE_FEEDS_WHITE][0]);
                printf("%d %d\\n", (int)re_town_by_port[0][0], (int)re_town_by_port[1][0]);
                for (int town = 0; town <= RE_TOWNS; town++)
                    printf("%d\\n", (int)re_stall_by_at[town][0]);
                return 0;
            }
            """,
            "re_tables.c",
        )
        self.assertEqual(printed, "1 6\n1 5\n6 1\n1\n0\n4\n2\n")
        self.write("towns.csv", towns.replace("int(0..1)*", "int(-1..1)*"))
        self.assert_refused(
            self.tables("towns.csv", "stalls.csv"),
            "towns.csv:1: sets of port:int(-1..1)*, expected one of int, enum, set, as, ref, maybe,"
            " block, list, from 0 on",
        )

    def test_block(self):
        stalls = "id:key,at:block(towns),provenance\na,kem,seed\nb,kem,seed\nc,perm,seed\n"
        self.generate(towns=self.TOWNS, stalls=stalls)
        printed = self.output_of(
            """
            #include <stdio.h>
            #include "re_tables.h"
            int main(void)
            {
                for (int town = 0; town < RE_TOWNS; town++) {
                    printf("%s:", re_town_names[town]);
                    for (int i = re_town_stalls[town]; i < re_town_stalls[town + 1]; i++)
                        printf(" %s", re_stall_names[i]);
                    printf("\\n");
                }
                return 0;
            }
            """,
            "re_tables.c",
        )
        self.assertEqual(printed, "kem: a b\nomsk:\nperm: c\n")
        self.write("stalls.csv", stalls + "d,omsk,seed\n")
        self.assert_refused(
            self.tables("towns.csv", "stalls.csv"),
            "stalls.csv:5: at is 'omsk' after 'perm', expected the order of towns.csv",
        )

    def test_row_of_nothing(self):
        """C has no empty initializer."""
        _, source = self.generate(sets="id:key,x:set(a|b),provenance\nnone,,seed\n")
        self.assertIn("[RE_SET_NONE] = {0},", source)

    def test_bad_references(self):
        unknown = "expected an id of"
        faults = {
            "tar,omks,,,seed": f"at is 'omks', {unknown} towns.csv",
            "tar,,,,seed": f"at is '', {unknown} towns.csv",
            "tar,kem,west,,seed": f"over is 'west', {unknown} ways.csv",
            "tar,kem,north north,,seed": "over has 'north' twice, expected distinct ids",
            "tar,kem,a b c,,seed": "over has 3 ids, expected 0 to 2",
            "tar,kem,,kem,seed": "price has 'kem', expected id=NUMBER",
            "tar,kem,,kem=3,seed": "price is 3, expected a number from -2 to 2",
            "tar,kem,,kiev=1,seed": f"price is 'kiev', {unknown} towns.csv",
            "tar,kem,,kem=1 kem=2,seed": "price has 'kem' twice, expected distinct ids",
        }
        for sale, fault in faults.items():
            with self.subTest(sale=sale):
                self.refuse_sale(sale, fault)

    def test_bad_words(self):
        faults = {
            "ints(2 0..9)": {
                "1": "x has 1 numbers, expected 2",
                "1 z": "x is 'z', expected a number from 0 to 9",
            },
            "set(a|b)": {
                "c": "x is 'c', expected one of a, b",
                "a a": "x has 'a' twice, expected distinct words",
            },
        }
        for kind, cells in faults.items():
            for cell, fault in cells.items():
                with self.subTest(kind=kind, cell=cell):
                    self.refuse(f"id:key,x:{kind},provenance\na,{cell},seed\n", f"2: {fault}")
        self.refuse(
            "id:key,x:enum(a|b),y:as(x),provenance\na,a,c,seed\n",
            "2: y is 'c', expected one of a, b",
        )

    def test_unknown_source(self):
        self.refuse(
            "id:key,x:ref(towns),provenance\na,b,seed\n",
            "1: x speaks of 'towns', expected the name of a table read here",
        )
        self.refuse(
            "id:key,x:as(side),provenance\na,b,seed\n",
            "1: x speaks of 'side', expected the name of an enum column read here",
        )


if __name__ == "__main__":
    unittest.main()
