#!/usr/bin/env python3
"""A rule is computed once. APPARAT is a program whose games were copied and changed by copy_games.py, and CHANGED is the folder
of the copies: the boards of the terminal must show the numbers of the changed data, and bots must go by them."""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from copy_games import table_of  # noqa: E402

PROGRAM = Path(os.environ["APPARAT"]).resolve()
CHANGED = Path(os.environ["CHANGED"])
BOARDS = [], ["--generic-board"]


def rows_of(game, file):
    return table_of((CHANGED / game / "data" / file).read_text(encoding="utf-8"))[2]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *words, lines=()):
        done = subprocess.run([PROGRAM, *map(str, words)], input="".join(f"{line}\n" for line in lines), text=True,
                              capture_output=True, cwd=self.folder, timeout=250)
        self.assertEqual(done.stderr, "", words)
        return done.stdout

    def ask_about(self, things, *words):
        """What the terminal tells about each of these things, by the thing."""
        text = self.run_program("play", "--plain", *words, lines=[*(f"c {thing}" for thing in things), "q", "y", ""])
        told = re.split(r"> c (.*)\n", text)
        return dict(zip(told[1::2], told[2::2], strict=True))

    def games_of_bots(self, game, count, *words):
        """The lines of games that the strongest bots play, each game a list."""
        self.run_program("simulate", game, "--bots", "greedy", "--games", count, "--record", "games", *words)
        return [path.read_text().splitlines() for path in sorted((self.folder / "games").glob("*.apr"))]


class Kremlin(Case):
    def setUp(self):
        super().setUp()
        self.number = {row["id"]: int(row["purge"]) for row in rows_of("kremlin", "levels.csv")}
        self.level = {"chief": "top", **dict.fromkeys(["kgb", "foreign", "defense"], "first"),
                      **dict.fromkeys(["ideology", "industry", "economy", "sport"], "second"), "candidates": "candidates"}

    def places(self, record, at):
        return json.loads(self.run_program("replay", record, "--at", at, "--json"))["place"]

    def test_the_terminal_shows_the_purge_numbers(self):
        self.run_program("play", "kremlin", "--seed", 1, "--plain", "--record", "start.apr", lines=["q", "y"])
        at = len((self.folder / "start.apr").read_text().split("\n\n")[1].splitlines()) - 1
        places = {man: place for man, place in self.places("start.apr", at).items() if place in self.level}
        self.assertGreater(len(places), 8)
        for board in BOARDS:
            told = self.ask_about(places, "kremlin", "--seed", 1, *board)
            for man, place in places.items():
                needs = self.number[self.level[place]]
                said = rf"needs {needs} or more on the die" if not board else rf"(?i)purge\D*{needs}\b"
                self.assertRegex(told[man], said, (man, place))

    def test_bots_purge_where_it_is_easy(self):
        self.games_of_bots("kremlin", 8)
        victims = collections.Counter()
        for path in sorted((self.folder / "games").glob("*.apr")):
            moves = path.read_text().split("\n\n")[1].splitlines()
            for at, move in enumerate(moves):
                if move.split()[1] == "purge":
                    victims[self.level[self.places(path, at)[move.split()[2]]]] += 1
        easy = victims["second"] + victims["candidates"]
        self.assertGreater(easy, 3 * (victims["top"] + victims["first"]), victims)


class AtomicBusiness(Case):
    def setUp(self):
        super().setUp()
        rows = rows_of("atomic-business", "secrets.csv")
        self.amount = {row["effect"]: int(row["amount"]) for row in rows if row["family"] == "pressure"}

    def test_the_terminal_shows_what_cards_count(self):
        self.assertEqual(self.amount["bodyguards"], 3)
        for board in BOARDS:
            told = self.ask_about(self.amount, "atomic-business", "--seed", 1, *board)
            for card, amount in self.amount.items():
                self.assertRegex(told[card], rf": {amount} (more|less) for ")

    def test_bots_do_not_play_a_card_that_counts_nothing(self):
        played = collections.Counter(
            line.split()[1] for game in self.games_of_bots("atomic-business", 60, "--players", 5)
            for line in game if len(line.split()) > 1
        )
        self.assertEqual(played["gaffe"], 0)
        self.assertGreater(played["incident"], 10)


class RedEmpire(Case):
    def setUp(self):
        super().setUp()
        self.stature = {row["id"]: int(row["stature"]) for row in rows_of("red-empire", "leaders.csv")}

    def test_the_terminal_shows_the_statures(self):
        for board in BOARDS:
            told = self.ask_about(self.stature, "red-empire", "--seed", 1, *board)
            for leader, stature in self.stature.items():
                self.assertRegex(told[leader], rf"(?i)stature\D{{0,20}}{stature}\b", leader)

    def test_bots_appoint_the_strongest(self):
        games = self.games_of_bots("red-empire", 30)
        appointed = [self.stature[line.split()[2]] for game in games for line in game if " appoint " in line]
        self.assertGreater(sum(appointed) / len(appointed), 7.5)


class TriumphOfChaos(Case):
    def test_no_bot_attacks_where_fire_costs_nothing(self):
        games = self.games_of_bots("triumph-of-chaos", 4)
        self.assertEqual([line for game in games for line in game if " attack " in line], [])

    def test_the_terminal_shows_the_losses(self):
        """A person at the keyboard who has gone where bots have, and could attack."""
        self.run_program("simulate", "triumph-of-chaos", "--bots", "random", "--games", 4, "--record", "games")
        for path in sorted((self.folder / "games").glob("*.apr")):
            lines = path.read_text().splitlines()
            attack = next((at for at, line in enumerate(lines) if " attack " in line), None)
            if attack:
                break
        names = {"first": "Ann", "second": "Ben"}
        cut = [re.sub(r"^seat (\w+) bot random$", lambda seat: f"seat {seat[1]} {names[seat[1]]}", line)
               for line in lines[:attack]]
        (self.folder / "cut.apr").write_text("\n".join(cut) + "\n")
        resume = "play", "--plain", "--resume", "cut.apr"
        attacks = re.search(r"(\d+) Attack…", self.run_program(*resume, lines=["", "", "q", "y"]))
        choose = [attacks[1]] if attacks else []  # several of them are one choice at first
        told = self.run_program(*resume, lines=["", "", *choose, *(f"c {n}" for n in range(1, 30)), "q", "y"])
        losses = re.findall(r"on (\d)–(\d), loss number (\d+)", told)
        self.assertIn(("1", "6", "0"), losses)
        self.assertEqual({loss for _, _, loss in losses}, {"0"})


class Golden(Case):
    def test_the_golden_games_say_that_the_version_of_the_rules_must_be_raised(self):
        root = Path(__file__).resolve().parents[2]
        for game in "kremlin", "red-empire", "atomic-business", "triumph-of-chaos":
            done = subprocess.run([sys.executable, root / "tests/golden/check.py", PROGRAM, root / "games" / game / "golden"],
                                  text=True, capture_output=True, timeout=250)
            self.assertEqual(done.returncode, 1, game)
            self.assertIn("raise `rules` in its game.toml", done.stdout, game)


if __name__ == "__main__":
    unittest.main()
