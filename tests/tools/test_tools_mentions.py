#!/usr/bin/env python3
"""The house knows its games by their manifests alone: no file of src/, web/src/ or tools/ mentions one."""

import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from manifest import find_games  # noqa: E402

ROOMS = ("src", "web/src", "tools")
GAMES = find_games([ROOT / "games"])


def pattern_of(game):
    """The game's name in any spelling, names that begin with its prefix, its clauses and its classes of style."""
    name = "[-_ ]?".join(map(re.escape, game.name.split("-")))
    prefix = re.escape(game.prefix)
    return re.compile(rf"(?i:{name})|\b{prefix}_[a-z]|\b{prefix.upper()}_[A-Z]|\b{prefix.upper()}-[A-Z0-9]|[.\"'`]{prefix}-[a-z]")


def mentions(text):
    return [match[0] for game in GAMES for match in pattern_of(game).finditer(text)]


def files():
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


class Mentions(unittest.TestCase):
    def test_no_file_of_the_house_mentions_a_game(self):
        found = {str(path.relative_to(ROOT)): mentions(path.read_text(encoding="utf-8", errors="replace")) for path in files()}
        self.assertGreater(len(found), 100)
        self.assertEqual({path: words for path, words in found.items() if words}, {})

    def test_a_mention_would_be_found(self):
        for game in GAMES:
            prefix, upper = game.prefix, game.prefix.upper()
            for text in (game.name, game.name.replace("-", " ").title(), game.symbol, f"{prefix}_state *s", f"{upper}_STEP_FIRST",
                         f"see {upper}-TU-1", f".{prefix}-board", f'class="{prefix}-card"'):
                self.assertTrue(mentions(text), text)
        self.assertEqual(mentions("core_words, the_state, MORE_ROOM, pre-war, RESET"), [])


if __name__ == "__main__":
    unittest.main()
