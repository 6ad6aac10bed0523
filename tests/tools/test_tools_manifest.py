#!/usr/bin/env python3
"""tools/manifest.py and tools/games.py: which games there are, and what is wrong with a game.toml."""

import json
import unittest

from game_case import GAME, GameCase


class Listing(GameCase):
    def games(self, *folders):
        return self.tool("games.py", "list", ".", *folders)

    def names(self, *folders):
        result = self.games(*folders)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return [line.split("|")[0] for line in result.stdout.splitlines()]

    def test_a_folder_that_is_a_game(self):
        self.write_game()
        self.write("mini/engine/draw.c", "")
        self.write("mini/engine/aces.c", "")
        self.write("mini/tests/test_draw.c", "")
        self.write("mini/scenarios/draw.aps", "")
        self.write("mini/rules/tables.toml", "")
        self.write("mini/lessons/first.aps", "")
        result = self.games("mini")
        folder = (self.folder / "mini").resolve()
        self.assertEqual(
            result.stdout.rstrip("\n").split("|"),
            ["mini", "mini", "mi", str(folder), "mini/engine/aces.c;mini/engine/draw.c", "", "", "", "",
             "mini/tests/test_draw.c", "", "mini/scenarios/draw.aps", "short", "2;3",
             ";".join(f"mini/engine/{name}.toml" for name in "events facts figures names steps verbs".split()),
             "mini/rules/tables.toml", "mini/lessons/first.aps"],
        )

    def test_folders_of_games_in_the_order_of_names(self):
        self.write_game("here/zebra", game=GAME.replace('"mini"', '"zebra"').replace('"mi"', '"ze"'))
        self.write_game("there/mini")
        self.write("here/README.md", "no game")
        self.assertEqual(self.names("here", "there"), ["mini", "zebra"])

    def test_a_later_folder_replaces_a_game_of_the_same_name(self):
        self.write_game("here/mini")
        self.write_game("there/mini")
        result = self.games("here", "there/mini")
        self.assertEqual(result.stdout.split("|")[3], str((self.folder / "there/mini").resolve()))
        self.assertEqual(len(result.stdout.splitlines()), 1)

    def test_files_outside_the_base_have_whole_paths(self):
        self.write_game("there/mini")
        self.write("there/mini/engine/draw.c", "")
        self.write("base/empty", "")
        result = self.tool("games.py", "list", "base", "there")
        self.assertEqual(result.stdout.split("|")[4], str((self.folder / "there/mini/engine/draw.c").resolve()))

    def test_two_games_with_one_prefix(self):
        self.write_game("games/mini")
        self.write_game("games/other", game=GAME.replace('"mini"', '"other"'))
        path = (self.folder / "games/other/game.toml").resolve()
        self.assert_refused(self.games("games"), f"{path}:1: prefix 'mi', expected one unlike that of mini")

    def test_a_path_that_meson_could_not_read(self):
        self.write_game("a|b/mini")
        result = self.games("a|b")
        self.assertEqual(result.returncode, 1)
        self.assertIn("game.toml:1: '|' in ", result.stderr)


class Registries(GameCase):
    def registry(self, room):
        self.assert_quiet(self.tool("games.py", "registry", room, "out", "mini/game.toml"))
        return self.read("out")

    def test_games(self):
        self.write_game()
        self.assertIn("extern const ap_game mini;\n", self.registry("games"))
        self.assertIn("\t&mini,\n\tNULL,\n", self.registry("games"))
        self.assertIn("ap_registered_count = 1;\n", self.registry("games"))

    def test_rooms_to_which_a_game_brings_nothing(self):
        self.write_game()
        self.assertIn("= {\n\tNULL,\n\tNULL,\n};\n", self.registry("bots"))
        self.write("mini/bots/greedy.c", "")
        self.assertIn("extern const ap_bot mini_bots[];\n", self.registry("bots"))
        self.assertIn("= {\n\tmini_bots,\n\tNULL,\n};\n", self.registry("bots"))

    def test_web(self):
        self.write_game(game=GAME + "\n[colours]\neast = 2\n")
        self.write("mini/web/board.tsx", "")
        (game,) = json.loads(self.registry("web"))
        self.assertEqual((game["name"], game["players"], game["colours"]), ("mini", [2, 3], {"east": 2}))
        self.assertEqual(list(game["parts"]), ["board"])


class Faults(GameCase):
    def refuse_line(self, old, new, fault):
        """A line of game.toml is replaced."""
        self.assertIn(old, GAME)
        self.refuse("game.toml", GAME.replace(old, new), fault)

    def refuse_more(self, more, fault):
        self.refuse("game.toml", GAME + more, fault)

    def test_missing(self):
        self.write_game(game=None)
        path = (self.folder / "mini/game.toml").resolve()
        self.assert_refused(self.declare(), f"{path}: No such file or directory")

    def test_no_toml(self):
        self.write_game(game="name = mini\n")
        result = self.declare()
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"game\.toml:1: .*\(at line 1, column 8\), expected TOML\n$")

    def test_no_text(self):
        self.write_game(game=b'name = "\xff"\n')
        result = self.declare()
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"game\.toml:1: 'utf-8' codec .*, expected TOML\n$")

    def test_key(self):
        keys = "colours, length, name, options, players, prefix, reasons, rules, seats, standing, turn-clause"
        self.refuse_line("rules = 1", "rules = 1\nauthor = 2", f"key 'author', expected one of {keys}")

    def test_name(self):
        expected = "expected lower-case words joined by dashes"
        self.refuse_line('name = "mini"\n', "", f"name None, {expected}")
        self.refuse_line('name = "mini"', 'name = "Mini"', f"name 'Mini', {expected}")
        self.refuse_line('name = "mini"', 'name = "mini-"', f"name 'mini-', {expected}")
        self.refuse_line('name = "mini"', 'name = "maxi"', "name 'maxi', expected the folder's name, 'mini'")

    def test_prefix(self):
        for wrong in ('"m"', '"minis"', '"MI"', '"m1"', "1"):
            expected = "expected two to four lower-case letters"
            said = wrong.replace('"', "'")
            self.refuse_line('prefix = "mi"', f"prefix = {wrong}", f"prefix {said}, {expected}")

    def test_rules(self):
        for wrong, said in (("0", "0"), ("256", "256"), ("true", "True"), ('"1"', "'1'")):
            self.refuse_line("rules = 1", f"rules = {wrong}", f"rules {said}, expected a version from 1 to 255")

    def test_players(self):
        for wrong in ("[3, 2]", "[0, 2]", "[2, 7]", "[2]", "[2, 3, 4]", "3"):
            fault = f"players {wrong}, expected [least, most] from 1 to 6"
            self.refuse_line("players = [2, 3]", f"players = {wrong}", fault)

    def test_length(self):
        self.refuse_line("rules = 1", 'rules = 1\nlength = "endless"', "length 'endless', expected short or long")

    def test_words(self):
        self.refuse_line('seats = "side"', "seats = 2", "seats 2, expected a word")
        self.refuse_line('turn-clause = "MI-2"', "turn-clause = []", "turn-clause [], expected a word")
        self.refuse_line("rules = 1", "rules = 1\nstanding = 3", "standing 3, expected a word")

    def test_seats(self):
        fault = "seats 'player', expected a list: side, card, reason"
        self.refuse_line('seats = "side"', 'seats = "player"', fault)
        fault = "seats 'side' are 3, expected 4: so many can play"
        self.refuse_line("players = [2, 3]", "players = [2, 4]", fault)

    def test_clauses(self):
        fault = "turn-clause 'MI-3', expected a clause of rules/en.md"
        self.refuse_line('turn-clause = "MI-2"', 'turn-clause = "MI-3"', fault)
        fault = "reason victory cites 'MI-3', expected a clause of rules/en.md"
        self.refuse_line('victory = "MI-2"', 'victory = "MI-3"', fault)

    def test_reasons(self):
        expected = "expected words, each with a clause"
        self.refuse_line('victory = "MI-2"', 'Victory = "MI-2"', f"reasons {{'Victory': 'MI-2'}}, {expected}")
        self.refuse_line('victory = "MI-2"', 'victory = ["MI-2"]', f"reasons {{'victory': ['MI-2']}}, {expected}")

    def test_options(self):
        too_many = "".join(f'o{n} = ["a", "b"]\n' for n in range(17))
        self.refuse_more(f"\n[options]\n{too_many}", "options, expected at most 16 in a table")
        for wrong in ('deck = ["short"]', 'deck = "short"', 'deck = ["short", "short"]', "deck = [1, 2]",
                      'deck = ["short", "very long"]'):
            fault = "option 'deck', expected a word and two distinct words or more to choose from"
            self.refuse_more(f"\n[options]\n{wrong}\n", fault)
        fault = "option 'Deck', expected a word and two distinct words or more to choose from"
        self.refuse_more('\n[options]\nDeck = ["a", "b"]\n', fault)

    def test_colours(self):
        for wrong, said in (("0", "0"), ("7", "7"), ('"red"', "'red'")):
            fault = f"colours {{'east': {said}}}, expected seats, each with a number from 1 to 6"
            self.refuse_more(f"\n[colours]\neast = {wrong}\n", fault)


if __name__ == "__main__":
    unittest.main()
