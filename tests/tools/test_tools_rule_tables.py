#!/usr/bin/env python3
"""tools/rule_tables.py: the tables of the rules in both languages, and the message for each fault."""

import unittest

from tool_case import ToolTest

GAME = """\
name = "mini"
prefix = "mi"
rules = 1
players = [2, 3]
seats = "side"
turn-clause = "MI-1"

[reasons]
victory = "MI-1"
"""

CARDS = """\
id:key,copies:copies(1..9),suit:enum(red|black),value:int(0..9),shift:int(-2..2),low:int(-9..9),high:int(-9..9),losses:ints(2 0..9),friend:maybe(cards),provenance
ace,2,red,9,2,-9,1,1 2,ten,ours
two,1,black,0,-1,2,3,3 4,,ours
ten,1,black,1,0,4,9,5 6,,ours
"""

TABLES = """\
[deck]
of = "cards"
clause = "MI-1"
columns = ["id", "copies", "suit", "value?", "+shift", "low~high", "losses", "friend", "note"]
fill = ["value"]

[black]
of = "cards"
clause = "MI-1"
where = { suit = "black" }
columns = ["id", { bands = ["value"], of = 6, rest = "rest" }]
"""

ENGLISH = {
    "mini.table.deck": "The deck",
    "mini.table.deck.about": "All of it.",
    "mini.table.deck.low": "Die",
    "mini.table.deck.losses": "Die {0}",
    "mini.attribute.suit": "Suit",
    "mini.attribute.value": "Value",
    "mini.attribute.shift": "Shift",
    "mini.attribute.friend": "Friend",
    "mini.table.black": "Black cards",
    "mini.table.black.rest": "Rest",
    "mini.suit.red": "red",
    "mini.cell.suit.black": "black",
    "mini.card.ace": "Ace",
    "mini.card.two": "Two",
    "mini.card.ten": "Ten",
    "mini.card.ace.note": "Wins {0} {0|trick|tricks}.",
}
HOUSE = {"rules.column.id": "Name", "rules.column.copies": "Copies", "rules.column.note": "Note"}


def po(words):
    return "".join(f'msgid "{key}"\nmsgstr "{word}"\n\n' for key, word in words.items())


class RuleTables(ToolTest):
    def write_game(self, tables=TABLES, english=ENGLISH):
        self.write("mini/game.toml", GAME)
        self.write("mini/data/cards.csv", CARDS)
        self.write("mini/rules/en.md", "### MI-1 A card is drawn\nBy chance.\n")
        if tables:
            self.write("mini/rules/tables.toml", tables)
        self.write("mini/words/en.po", po(english))
        self.write("mini/words/fr.po", po({**english, "mini.table.deck": "Le paquet", "mini.attribute.value": "Valeur"}))
        for language in ("en", "fr"):
            self.write(f"lang/{language}.po", po(HOUSE))

    def tables(self):
        return self.tool("rule_tables.py", "--house", "lang", "--source", "tables.c", "mini/game.toml")

    def generate(self, *arguments):
        self.write_game(*arguments)
        self.assert_quiet(self.tables())
        return self.read("tables.c")

    def refuse(self, message, tables=TABLES, english=ENGLISH):
        self.write_game(tables, english)
        self.assert_refused(self.tables(), message, "tables.c")

    def test_cells(self):
        lines = self.generate().splitlines()
        start = lines.index("static const char *const cells_0_0[] = {")
        self.assertEqual(
            lines[start + 1 : start + 5],
            [
                '\t"Name", "Copies", "Suit", "Value", "Shift", "Die", "Die 1", "Die 2", "Friend", "Note",',
                '\t"Ace", "2", "red", "9", "+2", "≤ 1", "1", "2", "Ten", "Wins 9 tricks.",',
                '\t"Two", "1", "black", "–", "−1", "2–3", "3", "4", "–", "",',
                '\t"Ten", "1", "black", "1", "0", "≥ 4", "5", "6", "–", "",',
            ],
        )

    def test_rows_are_chosen_and_a_die_is_divided(self):
        lines = self.generate().splitlines()
        start = lines.index("static const char *const cells_0_1[] = {")
        self.assertEqual(
            lines[start + 1 : start + 4],
            ['\t"Name", "Value", "Rest",', '\t"Two", "–", "1–6",', '\t"Ten", "1", "2–6",'],
        )

    def test_both_languages(self):
        text = self.generate()
        self.assertIn('{"deck", "The deck", "All of it.", MI_1, 10, 3, cells_0_0},', text)
        self.assertIn('{"deck", "Le paquet", "All of it.", MI_1, 10, 3, cells_1_0},', text)
        self.assertIn('"Valeur"', text)

    def test_a_game_without_tables(self):
        self.assertIn("mi_rules_tables[2][1]", self.generate(None))

    def test_an_unknown_table(self):
        self.refuse(
            "mini/rules/tables.toml:1: table deck: of 'card', expected one of cards",
            TABLES.replace('of = "cards"', 'of = "card"', 1),
        )

    def test_an_unknown_column(self):
        names = "id, copies, suit, value, shift, low, high, losses, friend"
        fault = f"table deck: no column 'worth' in cards.csv, expected one of {names}"
        english = {**ENGLISH, "mini.attribute.worth": "Worth"}
        self.refuse(f"mini/rules/tables.toml:1: {fault}", TABLES.replace('"value?"', '"worth?"'), english)

    def test_an_unknown_clause(self):
        self.refuse(
            "mini/rules/tables.toml:7: table black: belongs to 'MI-2', expected a clause of rules/en.md",
            TABLES.replace('clause = "MI-1"\nwhere', 'clause = "MI-2"\nwhere'),
        )

    def test_an_unknown_key(self):
        fault = "table black: has 'were', expected only of, clause, columns, where, words, fill"
        self.refuse(f"mini/rules/tables.toml:7: {fault}", TABLES.replace("where =", "were ="))

    def test_missing_words(self):
        for key, fault in (
            ("mini.table.deck", "no title mini.table.deck"),
            ("mini.attribute.suit", "no heading mini.table.deck.suit"),
            ("mini.suit.red", "no word mini.suit.red"),
            ("mini.card.two", "no word mini.card.two"),
        ):
            with self.subTest(key):
                english = {k: word for k, word in ENGLISH.items() if k != key}
                self.refuse(
                    f"mini/rules/tables.toml:1: table deck: {fault}, expected one in words/en.po", english=english
                )

    def test_a_placeholder_without_a_number(self):
        fault = "table deck: the note of ace has more placeholders than fill has columns"
        self.refuse(f"mini/rules/tables.toml:1: {fault}", TABLES.replace('fill = ["value"]\n', ""))

    def test_nothing_is_left(self):
        fault = "table black: no rows, expected some with these words"
        self.refuse(f"mini/rules/tables.toml:7: {fault}", TABLES.replace('suit = "black"', 'suit = "green"'))


if __name__ == "__main__":
    unittest.main()
