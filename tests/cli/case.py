"""What the tests of the program share. The variable APPARAT is the path of the program."""

import functools
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ.get("APPARAT", "build/apparat")).resolve()
ROOT = Path(__file__).resolve().parents[2]

# Most tests run over all games. This is the game of those that need particular cards, words or
# clauses, or that are about something which is the same in every game.
GAME = "red-empire"

# A scenario of that game which fires one clause, RE-SU-1.
SCENARIO = """\
# RE-TU-1
start red-empire players=3
deny chance pass because RE-SU-1
"""

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}


def apparat(*words, cwd=None, env=None, **more):
    """Runs the program to its end."""
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
    """ "a, b or c", as the program lists them."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


@functools.cache
def games():
    """What `apparat games --json` says about each game."""
    found = json.loads(apparat("games", "--json").stdout)["games"]
    assert found
    return found


def game_names():
    return [game["game"] for game in games()]


GAMES = listed(game_names())


def strongest(game):
    """The level of a game's strongest bot; it plays where nobody has chosen a level."""
    return game["bots"][-1]


@functools.cache
def rules_line(name):
    """The line of a record that says by which rules and which data a game is played here."""
    with tempfile.TemporaryDirectory() as folder:
        apparat("simulate", name, "--games", 1, "--record", folder)
        (record,) = Path(folder).iterdir()
        return record.read_text().splitlines()[2]


def without_number(line):
    """A line of a record without the number that ends an outcome of chance."""
    return re.sub(r"^(chance .*) \d+/\d+$", r"\1", line)


def as_format_1(text):
    """A record as it was written in the first format: outcomes of chance have no numbers, and the
    rules no hash."""
    text = text.replace("apparat record 2\n", "apparat record 1\n", 1)
    text = re.sub(r"^(rules \d+) [0-9a-f]{16}$", r"\1", text, count=1, flags=re.M)
    return "".join(without_number(line) + "\n" for line in text.splitlines())


def clauses_of(log):
    """The clauses of the events in a log, as `apparat replay` prints it."""
    return [re.search(r" \((\S+)\)$", line)[1] for line in log.splitlines()]


class Case(unittest.TestCase):
    """A test with an empty folder, in which the program runs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def says(self, *words, **more):
        """The output of a command that succeeds and writes nothing to stderr."""
        done = apparat(*words, cwd=self.folder, **more)
        self.assertEqual((done.stderr, done.returncode), ("", 0), words)
        return done.stdout

    def json(self, *words):
        """The output of such a command with --json, which is one line."""
        text = self.says(*words, "--json")
        self.assertEqual(text.count("\n"), 1)
        return json.loads(text)

    def refuses(self, status, line, *words, stdout=""):
        """The command fails with this status and this one line on stderr."""
        done = apparat(*words, cwd=self.folder)
        self.assertEqual((done.stderr, done.stdout), (line + "\n", stdout), words)
        self.assertEqual(done.returncode, status, words)

    def write(self, name, text):
        """Writes a file into the folder; returns its name."""
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def record(self, players=3, seed=1, game=GAME):
        """Records a game of random bots; returns the path of the record in the folder."""
        words = [game, "--players", players, "--games", 1, "--seed", seed, "--record", "records"]
        self.says("simulate", *words)
        return f"records/{game}-{players}-{seed}-0.apr"

    def record_of(self, game):
        """Does the same for a game of games(), with as few players as can play."""
        return self.record(game["min_players"], game=game["game"])

    def scenario_of(self, game, name):
        """Writes a scenario in which a recorded game is played again; returns the record."""
        record = self.record_of(game)
        moves = (self.folder / record).read_text().split("\n\n")[1].splitlines()[:-1]
        start = f"start {game['game']} players={game['min_players']}\n"
        self.write(name, start + "".join(f"do {without_number(move)}\n" for move in moves))
        return record
