"""Every kind of mutation must be caught: test_mutations.py APPARAT GAME.

For each kind games are played by seed until it could be made SAMPLES times. The games themselves pass; every mutated one must be caught by a
disagreement (a failure of the referee itself does not count).
"""

import copy
import importlib
import json
import os
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


class Logs:
    """Games by seed, each judged once: only those that pass are used."""

    def __init__(self, apparat, game, options):
        module = frame.module_of(game)
        about = play.known_games(apparat)[game]
        self.logs = []
        self.findings = []
        refused = getattr(module, "refused", None)
        for number, chosen in enumerate(options):
            for setting in play.settings(about, max(GAMES // len(options), 4), 77 + number, options=chosen, refused=refused):
                for _, lines in play.played(apparat, setting):
                    verdict = frame.judge(lines)
                    self.findings += verdict.findings
                    self.logs.append([json.loads(line) for line in lines])


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

    def add(name, change):
        def test(self):
            done = 0
            order = list(range(len(logs.logs)))
            random.Random(name).shuffle(order)
            for number in order:
                lines = copy.deepcopy(logs.logs[number])
                if not change(lines, random.Random(f"{name} {number}")):
                    continue
                good, findings = caught(lines)
                self.assertTrue(good, f"{name}: not caught in game {number}: {[str(finding) for finding in findings]}")
                done += 1
                if done == SAMPLES:
                    return
            self.assertGreater(done, 0, f"{name}: no game has a place for it")

        setattr(MutationTest, "test_" + name.replace(" ", "_").replace("-", "_"), test)

    for name, change in mutations.KINDS[game].items():
        add(name, change)
    return MutationTest


if __name__ == "__main__":
    apparat, game = sys.argv[1:3]
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(tests_of(apparat, game))
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    sys.exit(0 if result.wasSuccessful() else 1)
