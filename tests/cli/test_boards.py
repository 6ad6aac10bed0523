#!/usr/bin/env python3
"""Every game can be played to its end in the terminal, on its own board and on the generic one."""

import os
import random
import unittest

from case import GAME, games
from play_case import PlayCase, choices, seats_with

BOARDS = [], ["--generic-board"]
# A sanitised program is slow: it plays with the fewest players only, and shows fewer screens.
SANITISED = os.environ.get("EFFORT") == "sanitised"
SCREENS = 15 if SANITISED else 40


class WholeGames(PlayCase):
    def test_every_game_can_be_finished_alone_with_any_number_of_players(self):
        for game in games():
            most = game["min_players"] if SANITISED else game["max_players"]
            for players in range(game["min_players"], most + 1):
                with self.subTest(game["game"], players=players):
                    record = f"{game['game']}-{players}.apr"
                    words = ["--players", players, "--seed", players, "--record", record]
                    self.piped(self.short_answers(players), game["game"], *words)
                    self.assert_over(record)

    def test_every_game_can_be_finished_on_the_generic_board(self):
        for game in games():
            with self.subTest(game["game"]):
                record = f"{game['game']}.apr"
                words = ["--generic-board", "--seed", 7, "--record", record]
                self.piped(self.short_answers(7), game["game"], *words)
                self.assert_over(record)

    def test_every_game_can_be_finished_by_two_people_at_one_keyboard(self):
        for game in games():
            with self.subTest(game["game"]):
                record = f"{game['game']}.apr"
                words = ["--seats", seats_with(game, "Ann", "Ben"), "--seed", 9]
                lines = self.short_answers(9, 80000)
                text = self.piped(lines, game["game"], *words, "--record", record)
                self.assert_over(record)
                for name in "Ann", "Ben":
                    self.assertIn(f"Pass the keyboard to {name} (", text)


class Screens(PlayCase):
    def wander(self, screen, seed, steps):
        """Types random answers and commands; every screen fits."""
        rng = random.Random(seed)
        for _ in range(steps):
            self.fits(screen)
            offered = choices(screen.text)
            some = ["1", str(rng.randint(1, offered)), "b", "c 1", "h", "l"] if offered else [""]
            screen.type(rng.choice(some))
        self.assertIsNone(screen.status, screen.text)

    def test_every_screen_of_every_board_fits(self):
        for game in games():
            for board in BOARDS:
                for language, columns, rows in ("en", 80, 24), ("fr", 120, 50):
                    with self.subTest(game["game"], board=board, language=language):
                        words = [*board, "--seed", 3, "--lang", language]
                        screen = self.screen(game["game"], *words, columns=columns, rows=rows)
                        self.wander(screen, 3, SCREENS)
                        screen.leave()

    def test_a_tiny_screen_cuts_lines_but_stays_usable(self):
        for game in games():
            for board in BOARDS:
                with self.subTest(game["game"], board=board):
                    screen = self.screen(game["game"], *board, "--seed", 1, columns=20, rows=5)
                    for _ in range(12):
                        lines = screen.lines[:-1]
                        self.assertTrue(all(len(line) <= 20 for line in lines), screen.text)
                        if screen.status is None:
                            screen.type("1" if choices(screen.text) else "")
                    screen.leave()


class GenericBoard(PlayCase):
    def test_the_situation_is_told_in_sentences(self):
        text = self.piped(["b", "c 1", "q", "y"], GAME, "--generic-board", "--seed", 3)
        self.assertIn("At stake: the first President. Winner: Moscow.", text)
        self.assertRegex(text, r"MOSCOW you  0 Points  Total stature \d+")
        self.assertIn("laid on him, stature", text)


if __name__ == "__main__":
    unittest.main()
