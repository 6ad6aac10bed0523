"""Every kind of mutation must be caught: test_mutations.py APPARAT GAME.

Each kind is made in up to SAMPLES games, which are played by seed; where none of them has a place for it more are played. The games themselves pass;
every mutated one must be caught by a disagreement (a failure of the referee itself does not count).
"""

import gc
import importlib
import json
import os
import pickle
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import frame
import mutations
import play

SAMPLES = 3
AT_LEAST = 10  # kinds of mutation for each game
GAMES = 60
MORE = 20  # how often more games are played for a kind that has no place in those


class Logs:
    """Games by seed, each judged once; they must pass."""

    def __init__(self, apparat, game, options):
        self.apparat = apparat
        self.about = play.known_games(apparat)[game]
        self.refused = getattr(frame.module_of(game), "refused", None)
        self.options = options
        self.logs = []
        self.findings = []
        self.seed = 77
        for _ in options:
            self.play(max(GAMES // len(options), 4))

    def play(self, games):
        """Plays games with the options whose turn it is."""
        chosen = self.options[(self.seed - 77) % len(self.options)]
        for setting in play.settings(self.about, games, self.seed, options=chosen, refused=self.refused):
            for _, lines in play.played(self.apparat, setting):
                self.findings += frame.judge(lines).findings
                self.logs.append(pickle.dumps([json.loads(line) for line in lines]))
        self.seed += 1


def caught(lines):
    findings = frame.judge(lines).findings
    return bool(findings) and findings[0].rule != "ERROR", findings


def tests_of(apparat, game):
    module = importlib.import_module(game.replace("-", "_") + "_mutations")
    logs = Logs(apparat, game, getattr(module, "OPTIONS", [{}]))

    class MutationTest(unittest.TestCase):
        def test_the_games_pass(self):
            self.assertEqual([str(finding) for finding in logs.findings], [])

        def test_there_are_enough_kinds(self):
            self.assertGreaterEqual(len(mutations.KINDS[game]), AT_LEAST)

    def sample(self, name, change, numbers):
        """Changes and judges games until it could be done SAMPLES times; returns how often it could."""
        done = 0
        for number in numbers:
            lines = pickle.loads(logs.logs[number])  # a copy, made faster than copy.deepcopy() does
            if not change(lines, random.Random(f"{name} {number}")):
                continue
            good, findings = caught(lines)
            self.assertTrue(good, f"{name}: not caught in game {number}: {[str(finding) for finding in findings]}")
            done += 1
            if done == SAMPLES:
                break
        return done

    def add(name, change):
        def test(self):
            order = list(range(len(logs.logs)))
            random.Random(name).shuffle(order)
            done = sample(self, name, change, order)
            for _ in range(MORE):
                if done:
                    return
                known = len(logs.logs)
                logs.play(play.CHUNK)
                self.assertEqual([str(finding) for finding in logs.findings], [])
                done = sample(self, name, change, range(known, len(logs.logs)))
            self.assertGreater(done, 0, f"{name}: no game has a place for it")

        setattr(MutationTest, "test_" + name.replace(" ", "_").replace("-", "_"), test)

    for name, change in mutations.KINDS[game].items():
        add(name, change)
    return MutationTest


if __name__ == "__main__":
    apparat, game = sys.argv[1:3]
    gc.disable()  # each log is thousands of small objects that refer to nothing else
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(tests_of(apparat, game))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    sys.exit(0 if result.wasSuccessful() else 1)
