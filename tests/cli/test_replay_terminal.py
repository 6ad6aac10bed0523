#!/usr/bin/env python3
"""Stepping through a recorded game in the terminal: apparat replay."""

import re
import unittest

from case import GAME, games
from play_case import PlayCase


class Stepping(PlayCase):
    def record(self, game=GAME):
        self.says("simulate", game, "--games", 1, "--seed", 4, "--record", ".")
        return next(self.folder.glob(f"{game}-*.apr")).name

    def replay(self, *words, **more):
        return self.screen(*words, command="replay", **more)

    def place(self, screen):
        """The number of the action that is shown, and of all."""
        return tuple(map(int, re.match(r"(\d+)/(\d+) ", screen.lines[-1]).groups()))

    def sentences(self, *words):
        """What the log tells, by the number of the action."""
        lines = self.says("replay", *words, "--log").splitlines()
        told = {}
        for line in lines:
            number, sentence = re.match(r" *(\d+)  (.*) \([^()]*\)$", line).groups()
            told.setdefault(int(number), []).append(sentence)
        return told

    def test_every_game_can_be_stepped_through(self):
        for game in games():
            with self.subTest(game["game"]):
                screen = self.replay(self.record(game["game"]))
                first, last = self.place(screen)
                self.assertEqual(first, 0)
                seen = [first]
                for _ in range(12):
                    self.fits(screen)
                    screen.type("")
                    seen.append(self.place(screen)[0])
                self.assertEqual(seen, sorted(set(seen)))
                screen.type(str(last))
                self.assertEqual(self.place(screen), (last, last))
                screen.type("")
                self.assertEqual(self.place(screen), (last, last))
                screen.type("q")
                self.assertEqual(screen.status, 0)

    def test_a_moment_shows_what_the_log_tells(self):
        record = self.record()
        told = self.sentences(record, "--seat", "observer")
        screen = self.replay(record, columns=200, rows=60)
        for _ in range(30):
            at = self.place(screen.type(""))[0]
            self.assertTrue(any(sentence in screen.text for sentence in told[at]), screen.text)

    def test_one_goes_back_and_anywhere(self):
        record = self.record()
        screen = self.replay(record, "--at", 20)
        self.assertEqual(self.place(screen)[0], 20)
        text = screen.text
        before = self.place(screen.type("-"))[0]
        self.assertLess(before, 20)
        screen.type("9999")
        self.assertEqual(self.place(screen)[0], before)
        self.assertEqual(screen.type("20").text, text)

    def test_hands_are_seen_by_their_seat_alone(self):
        record = self.record()
        screen = self.replay(record, "--at", 30)
        self.assertNotIn("HAND", screen.text)
        screen.type("seat kiev")
        self.assertIn("HAND", screen.text)
        screen.type("seat nowhere")
        self.assertIn("nowhere", screen.text)
        screen.type("seat observer")
        self.assertNotIn("HAND", screen.text)

    def test_a_pipe_gets_the_log(self):
        record = self.record()
        log = self.says("replay", record, "--log")
        self.assertEqual(self.says("replay", record), log)
        line = "apparat replay: --step, --log, --json, --events, --whole: only one of them"
        self.refuses(2, line, "replay", record, "--step", "--json")


if __name__ == "__main__":
    unittest.main()
