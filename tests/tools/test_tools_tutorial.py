#!/usr/bin/env python3
"""The tutorial docs/adding-a-game.md quotes a real game: each quotation stands in its file, and no file is left out."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
GAME = ROOT / "tests/games/tiny"
QUOTATION = re.compile(r"^From `([^`]+)`:\n\n```\w*\n(.*?)^```$", re.M | re.S)


class Tutorial(unittest.TestCase):
    def test_each_quotation_stands_in_its_file(self):
        quotations = QUOTATION.findall(TUTORIAL)
        self.assertGreater(len(quotations), 15)
        for name, text in quotations:
            with self.subTest(name, begins=text.splitlines()[0]):
                self.assertIn(text, (GAME / name).read_text(encoding="utf-8"))

    def test_each_block_is_a_quotation(self):
        self.assertEqual(TUTORIAL.count("```") // 2, len(QUOTATION.findall(TUTORIAL)))

    def test_each_file_of_the_game_is_explained(self):
        """By its name or, where there are several of a kind, by its folder."""
        for path in sorted(GAME.rglob("*")):
            if path.is_dir():
                continue
            name = str(path.relative_to(GAME))
            folder = name.split("/", maxsplit=1)[0] + "/"
            mentioned = name in TUTORIAL or f"`{path.name}`" in TUTORIAL or (folder != "engine/" and folder in TUTORIAL)
            self.assertTrue(mentioned, f"{name} is not explained")


if __name__ == "__main__":
    unittest.main()
