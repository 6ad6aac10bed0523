"""Records: written, read, verified, walked through."""

import tempfile
import unittest
from pathlib import Path

import apparat


class Records(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.game = apparat.load("red-empire", players=3)
        cls.record = apparat.Record(cls.game)
        cls.log = [str(event) for move in apparat.play(cls.game, "greedy", 5, record=cls.record) for event in move.events]

    def test_round_trip(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.apr"
            self.record.write(path)
            again = apparat.Record.read(path)
            check = apparat.verify(path)
            self.assertEqual(apparat.verify(str(path)), check)
        self.assertEqual(again.state, self.record.state)
        self.assertEqual(again.text(), self.record.text())
        self.assertEqual((again.game, again.dice, again.player(1)), (self.game, "seed 5", "bot greedy"))
        self.assertEqual((check.game, check.over, check.moves, check.hash), ("red-empire", True, len(again), again.state.hash))
        self.assertEqual(self.record.check(), check)

    def test_walk(self):
        told = [str(event) for move in self.record.moves() for event in move.events]
        self.assertEqual(told, self.log)
        numbers = [move.number for move in self.record.moves()]
        self.assertEqual(numbers, list(range(len(self.record))))
        *_, last = self.record.moves(apparat.EVERYTHING)
        self.assertEqual(last.state, self.record.state)
        self.assertEqual(self.record.state_after(len(self.record)), self.record.state)

    def test_a_viewer_is_shown_what_he_may_know(self):
        for viewer in ("kiev", "observer"):
            hidden = 0
            for move in self.record.moves(viewer):
                self.assertEqual(move.state.viewer, self.game.viewer(viewer))
                self.assertTrue(all(event.is_told_to(self.game.viewer(viewer)) for event in move.events))
                hidden += "?" in str(move.action)
            self.assertGreater(hidden, 0)
            with self.assertRaises(apparat.TextError):
                apparat.Record.read(self.record.text(viewer))

    def test_faults_name_the_line(self):
        lines = self.record.text().splitlines(keepends=True)
        number = next(n for n, line in enumerate(lines) if n > 20 and line.split()[0] in self.game.seats)
        lines[number] = "kiev does nothing\n"
        for reader in (apparat.verify, apparat.Record.read):
            with self.assertRaises(apparat.TextError) as caught:
                reader("".join(lines))
            self.assertEqual(caught.exception.line, number + 1)
        with self.assertRaises(FileNotFoundError):
            apparat.verify("missing.apr")

    def test_playing_on_and_undo(self):
        record = apparat.Record(self.game)
        record.set_player("kiev", "Ann")
        while len(record) < 12:
            record.apply(record.state.legal()[0])
        state = record.state
        record.undo(5)
        self.assertEqual(len(record), 5)
        self.assertEqual(apparat.verify(record.text()).moves, 5)
        for _ in range(7):
            record.apply(str(record.state.legal()[0]))
        self.assertEqual(record.state, state)
        self.assertEqual(record.player("kiev"), "Ann")
        with self.assertRaises(apparat.Refused):
            record.apply(apparat.Action(self.game, 0, 0))
        for wrong in (-1, 99):
            with self.assertRaises(IndexError):
                record.undo(wrong)
            with self.assertRaises(IndexError):
                record.state_after(wrong)
        with self.assertRaises(ValueError):
            record.set_player("kiev", "x" * 64)


if __name__ == "__main__":
    unittest.main()
