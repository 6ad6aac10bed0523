#!/usr/bin/env python3
"""Every game can be finished in the terminal on the generic board: apparat play --generic-board."""

import random
import unittest

from case import game_names
from test_play_terminal import PlayCase, choices


class GenericBoard(PlayCase):
    def test_whole_games_through_pipes(self):
        for game in game_names():
            with self.subTest(game):
                rng = random.Random(7)
                lines = [rng.choice(["", "1", "1", "2", "3", "4", "2 1", "1x3", "p"]) for _ in range(40000)]
                self.piped(lines, game, "--generic-board", "--seed", 7, "--record", f"{game}.apr")
                self.assertRegex(self.end_of(f"{game}.apr"), "^end (?!open)")
                self.assertIn("ok", self.says("verify", f"{game}.apr"))

    def test_every_screen_fits(self):
        for game in game_names():
            for language, columns, rows in ("en", 80, 24), ("fr", 120, 50):
                with self.subTest(game, language=language):
                    rng = random.Random(3)
                    screen = self.screen(game, "--generic-board", "--seed", 3, "--lang", language, columns=columns, rows=rows)
                    for _ in range(40):
                        self.fits(screen)
                        offered = choices(screen.text)
                        line = rng.choice(["1", str(rng.randint(1, offered)), "b", "c 1", "h", "l"]) if offered else ""
                        screen.type(line)
                    self.assertIsNone(screen.status, screen.text)

    def test_the_situation_is_shown(self):
        text = self.piped(["b", "c 1", "q", "y"], "red-empire", "--generic-board", "--seed", 3)
        self.assertIn("At stake: the first President. Winner: Moscow.", text)
        self.assertRegex(text, r"MOSCOW you  0 Points  Total stature \d+")
        self.assertIn("laid on him, stature", text)


if __name__ == "__main__":
    unittest.main()
