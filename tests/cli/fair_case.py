"""What tests of records with fair dice share: the dice of a record, and records of random games.

The variable FAIR_GAME is the path of a program of the tests, which writes the record of a random
game in which moves are taken back."""

import os
import re
import subprocess

import fair_dice
from case import Case, apparat, games
from fair_dice import hashed

FAIR_GAME = os.environ.get("FAIR_GAME", "build/tests/cli/fair_game")
OUTCOME = re.compile(r"^(chance .*) (\d+)/(\d+)$", re.M)
NOBODY = "nobody pledged: the server could choose the dice"  # as verify says it of such games
SHORT = 40  # lines of a game that is not played to its end


# ---- The dice


class Dice:
    """The dice of a record, after every commitment in it was checked."""

    def __init__(self, text):
        self.secret = bytes.fromhex(re.search(r"^secret (\w+)$", text, re.M)[1])
        commitment = re.search(r"^commitment (\w+)$", text, re.M)[1]
        assert fair_dice.commitment(self.secret).hex() == commitment
        nonces = []
        for seat, (pledge, nonce) in enumerate(
            re.findall(r"^nonce \S+ \w+ commitment (\w+) opened (\w+)$", text, re.M)
        ):
            nonces.append(bytes.fromhex(nonce))
            assert fair_dice.pledge(seat, nonces[-1]).hex() == pledge
        self.nonces = fair_dice.hash_nonces(nonces)

    def draw(self, i, n):
        key = fair_dice.stream_key(fair_dice.outcome_secret(self.secret, i), self.nonces, i)
        return fair_dice.draw(key, i, n)


# ---- Records


def closed(lines):
    """The lines with the digest that belongs to them, as a forger would write it. What the viewers
    saw does not count."""
    digest = hashed("".join(line for line in lines[:-1] if line[0] != "{").encode()).hex()
    return lines[:-1] + [lines[-1][:-65] + digest + "\n"]


class FairCase(Case):
    games = [(game["game"], game["min_players"], game["max_players"]) for game in games()]

    def game(self, *words):
        """The record of a random game: GAME PLAYERS SEED [LINES]."""
        words = [FAIR_GAME, *map(str, words)]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    def with_undo(self, *words):
        """The record of a game in which an outcome of chance was taken back."""
        for seed in range(1000):
            text = self.game(*words[:2], seed, *words[2:])
            if re.search(r"^chance .*\n(\w.*\n)?undo", text, re.M):
                return text
        raise AssertionError(f"{words} has none")

    def verify(self, texts):
        """For each record the line of its error and the message; line 0 if it is accepted."""
        names = [self.write(f"{i}.apr", text) for i, text in enumerate(texts)]
        found = []
        for i in range(0, len(names), 200):
            done = apparat("verify", *names[i : i + 200], cwd=self.folder)
            said = {}
            for line in done.stdout.splitlines():
                name, what = line.split(": ", 1)
                said[name] = (0, what)
            for line in done.stderr.splitlines():
                name, at, what = re.fullmatch(r"(\d+\.apr):(\d+): (.+)", line).groups()
                self.assertNotIn(name, said)
                said[name] = (int(at), what)
            self.assertEqual(done.returncode, int(any(at for at, _ in said.values())))
            found += [said[name] for name in names[i : i + 200]]
        return found
