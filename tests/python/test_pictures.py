"""Scenarios and drawings."""

import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import apparat

ROOT = Path(__file__).resolve().parents[2]


class Scenarios(unittest.TestCase):
    def test_the_scenarios_of_the_games_hold(self):
        for name in ("red-empire", "kremlin"):
            files = sorted((ROOT / "games" / name / "scenarios").glob("*.aps"))
            checks = [apparat.check_scenarios(path) for path in files]
            self.assertEqual({check.game for check in checks} - {None}, {name})
            self.assertGreater(sum(check.scenarios for check in checks), 20)

    def test_a_state_as_a_scenario(self):
        for name in apparat.games():
            state = apparat.load(name).start()
            state.roll(apparat.Random(1))
            check = apparat.check_scenarios(state.scenario())
            self.assertEqual((check.game, check.scenarios), (name, 1))
        with self.assertRaises(ValueError):
            state.view(0).scenario()

    def test_what_does_not_hold_is_named(self):
        text = apparat.load("red-empire").start().scenario()
        wrong = text + "expect step = no-such-step\n"
        with self.assertRaises(apparat.TextError) as caught:
            apparat.check_scenarios(wrong)
        self.assertEqual(caught.exception.line, len(wrong.splitlines()))


class Drawings(unittest.TestCase):
    def test_drawings_are_documents(self):
        drawn = 0
        for name in apparat.games():
            state = apparat.load(name).start()
            state.roll(apparat.Random(1))
            try:
                for viewer in (None, 0, apparat.EVERYTHING):
                    root = ElementTree.fromstring(state.draw("fr", viewer))
                    self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
                drawn += 1
            except NotImplementedError as error:
                self.assertEqual(str(error), f"there is no drawing of {name}")
        self.assertGreater(drawn, 0)


if __name__ == "__main__":
    unittest.main()
