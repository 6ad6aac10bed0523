"""What the tests of the program share. APPARAT is the program's path."""

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
    """"a, b or c", as the program lists them."""
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
        """The output of a command that succeeds quietly."""
        done = apparat(*words, cwd=self.folder, **more)
        self.assertEqual((done.stderr, done.returncode), ("", 0), words)
        return done.stdout

    def json(self, *words):
        text = self.says(*words, "--json")
        self.assertEqual(text.count("\n"), 1)
        return json.loads(text)

    def refuses(self, status, line, *words, stdout=""):
        """One line on stderr, that status, and nothing else."""
        done = apparat(*words, cwd=self.folder)
        self.assertEqual((done.stderr, done.stdout), (line + "\n", stdout), words)
        self.assertEqual(done.returncode, status, words)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def record(self, players=3, seed=1):
        """A recorded game of random bots, its path from self.folder."""
        words = [GAME, "--players", players, "--games", 1, "--seed", seed, "--record", "records"]
        self.says("simulate", *words)
        return f"records/{GAME}-{players}-{seed}-0.apr"
