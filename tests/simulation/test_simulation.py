#!/usr/bin/env python3
# test_simulation.py: some seeds of the simulation, and whether its judge finds what is planted; see simulation.h.
import os
import re
import subprocess
import unittest

SIMULATION = os.environ["SIMULATION"]
FEW = os.environ.get("EFFORT") == "sanitised"

# What the judge says of each planted defect: the kind of promise that was broken.
PLANTED = {
    "lie": {"stored"},
    "misroute": {"seat", "stored", "views"},
    "leak": {"views"},
    "whisper": {"views"},
    "loss": {"views"},
    "haste": {"clock"},
    "zombie": {"record"},
}
# What must have happened, or nothing is shown.
HAPPENS = (
    "decisions",
    "acknowledged",
    "by the clock",
    "views compared",
    "events told",
    "crashes",
    "of them without power",
    "clean stops",
    "operations of the disk failed",
    "commits failed",
    "lines lost by disks that lied",
    "connections cut",
    "messages lost",
    "doubled",
    "sent again",
    "stalls",
    "clocks set",
    "servers killed",
    "stopped for a while",
    "put out though they lived",
    "frames between servers",
)


def run(seeds, *more):
    """Plays these seeds. Returns the status and what was printed."""
    done = subprocess.run([SIMULATION, "--seeds", seeds, *more], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def found(text):
    return set(re.findall(r"^seed \d+: (\w+):", text, re.MULTILINE))


class Simulation(unittest.TestCase):
    def test_nothing_is_lost_doubled_shown_or_hurried(self):
        status, text = run("1..12" if FEW else "1..60")
        self.assertEqual(status, 0, text)
        for what in () if FEW else HAPPENS:
            self.assertRegex(text, rf"[1-9]\d* {what}")

    @unittest.skipIf(FEW, "the same in a released build")
    def test_a_seed_can_be_played_again(self):
        hashes = [re.search(r"^hash (\w+)$", run(seeds)[1], re.MULTILINE)[1] for seeds in ("5..9", "5..9", "6..10")]
        self.assertEqual(hashes[0], hashes[1])
        self.assertNotEqual(hashes[0], hashes[2])

    @unittest.skipIf(FEW, "the same in a released build")
    def test_a_seed_does_not_depend_on_those_before(self):
        def of_one(text):
            return re.search(r"^seed 9: hash (\w+)$", text, re.MULTILINE)[1]

        self.assertEqual(of_one(run("5..9", "--hashes")[1]), of_one(run("9..9", "--hashes")[1]))

    @unittest.skipIf(FEW, "the same in a released build")
    def test_what_is_planted_is_found(self):
        for plant, kinds in PLANTED.items():
            with self.subTest(plant=plant):
                status, text = run("1..72" if plant == "zombie" else "1..24", "--plant", plant)  # a third have several servers
                self.assertEqual(status, 1, text)
                self.assertTrue(found(text) and found(text) <= kinds, text)


if __name__ == "__main__":
    unittest.main()
