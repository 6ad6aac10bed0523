"""Helpers for the tests of the program. The environment variable APPARAT is the path of the program."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ.get("APPARAT", "build/apparat")).resolve()
ROOT = Path(__file__).resolve().parents[2]
GAME = "red-empire"

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}

SCENARIO = """\
# RE-TU-1
start red-empire players=3
deny chance pass because RE-SU-1
"""


def apparat(*words, cwd=None, env=None, **more):
    """Runs the program with these arguments and returns the finished process."""
    return subprocess.run(
        [PROGRAM, *map(str, words)],
        cwd=cwd,
        env={**ENVIRONMENT, **(env or {})},
        capture_output=True,
        text=True,
        timeout=250,
        **more,
    )


def listed(words):
    """Returns a list in the form of the program: "a, b or c"."""
    *first, last = words
    return f"{', '.join(first)} or {last}"


def game_names():
    return [game["game"] for game in json.loads(apparat("games", "--json").stdout)["games"]]


GAMES = listed(game_names())


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def says(self, *words, **more):
        """Returns the output of a command, which must succeed and write nothing to stderr."""
        done = apparat(*words, cwd=self.folder, **more)
        self.assertEqual((done.stderr, done.returncode), ("", 0), words)
        return done.stdout

    def json(self, *words):
        """Returns what a command prints with --json, which must be one line."""
        text = self.says(*words, "--json")
        self.assertEqual(text.count("\n"), 1)
        return json.loads(text)

    def refuses(self, status, line, *words, stdout=""):
        """Checks that a command ends with this status and writes this line to stderr."""
        done = apparat(*words, cwd=self.folder)
        self.assertEqual((done.stderr, done.stdout), (line + "\n", stdout), words)
        self.assertEqual(done.returncode, status, words)

    def write(self, name, text):
        """Writes a file to the folder of the test and returns its name."""
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def record(self, players=3, seed=1):
        """Records a game of random bots and returns the path of the record, relative to self.folder."""
        words = [GAME, "--players", players, "--games", 1, "--seed", seed, "--record", "records"]
        self.says("simulate", *words)
        return f"records/{GAME}-{players}-{seed}-0.apr"
