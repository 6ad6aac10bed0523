#!/usr/bin/env python3
"""Tests of fair dice: apparat verify accepts genuine records, refuses them if any line is changed, and computes the
same dice as this file.

The environment variable FAIR_GAME is the path of fair_game, which writes the record of a random game.
"""

import json
import os
import random
import re
import subprocess
import unittest
from hashlib import blake2b
from struct import pack, unpack

from case import Case, apparat

FAIR_GAME = os.environ.get("FAIR_GAME", "build/tests/cli/fair_game")
HASH = re.compile(r"\b[0-9a-f]{64}\b")
SHORT = 40


# ---- The dice, computed without libsodium


def hashed(*parts):
    return blake2b(b"".join(parts), digest_size=32).digest()


def chacha20_words(key, i):
    """Returns the first eight words of the stream for the i-th outcome."""
    start = list(unpack("<16I", b"expand 32-byte k" + key + pack("<QQ", 0, i)))
    w = start[:]

    def quarter(a, b, c, d):
        for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            w[x] = (w[x] + w[y]) & 0xFFFFFFFF
            w[z] = ((w[z] ^ w[x]) << by | (w[z] ^ w[x]) >> (32 - by)) & 0xFFFFFFFF

    for _ in range(10):
        for a in range(4):
            quarter(a, a + 4, a + 8, a + 12)
        for a in range(4):
            quarter(a, (a + 1) % 4 + 4, (a + 2) % 4 + 8, (a + 3) % 4 + 12)
    return unpack("<8Q", pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(w, start))))


def draw(key, i, n):
    """Returns the i-th outcome: a number from 0 to n - 1."""
    return next(word for word in chacha20_words(key, i) if word < 2**64 // n * n) % n


def key_of(text):
    """Returns the key of a record, and checks all commitments."""
    secret = bytes.fromhex(re.search(r"^secret (\w+)$", text, re.M)[1])
    commitment = re.search(r"^commitment (\w+)$", text, re.M)[1]
    assert hashed(b"apparat secret 1", secret).hex() == commitment
    nonces = []
    for seat, (pledge, nonce) in enumerate(
        re.findall(r"^nonce \S+ commitment (\w+) opened (\w+)$", text, re.M)
    ):
        nonces.append(bytes.fromhex(nonce))
        assert hashed(b"apparat nonce 1", bytes([seat]), nonces[-1]).hex() == pledge
    return hashed(b"apparat key 1", bytes([len(nonces)]), secret, *nonces)


# ---- Changes to records


def with_digest(lines):
    """Returns the lines of a record with the digest that fits them, as a forger would write it."""
    digest = hashed("".join(lines[:-1]).encode()).hex()
    return lines[:-1] + [lines[-1][:-65] + digest + "\n"]


def flipped(digit):
    return format(int(digit, 16) ^ 1, "x")


def changes(lines, at, rng):
    """Yields other texts for a line."""
    line = lines[at]
    for found in HASH.finditer(line):
        digit = rng.randrange(*found.span())
        yield line[:digit] + flipped(line[digit]) + line[digit + 1 :]
    words = line.split()
    if words[:1] == ["undo"]:
        yield f"undo {int(words[1]) + 1}\n"
        if words[1] != "0":
            yield f"undo {int(words[1]) - 1}\n"
    elif at > lines.index("\n"):
        body = lines[lines.index("\n") + 1 : -1]
        others = sorted({other for other in body if other.startswith(words[0] + " ")} - {line})
        alike = [other for other in others if other.split()[1] == words[1]]
        yield from rng.sample(others, min(2, len(others)))
        yield from rng.sample(alike, min(2, len(alike)))


class FairCase(Case):
    @classmethod
    def setUpClass(cls):
        games = json.loads(apparat("games", "--json").stdout)["games"]
        cls.games = [(game["game"], game["min_players"], game["max_players"]) for game in games]
        assert cls.games

    def game(self, *words):
        """Returns the record of a game that fair_game plays."""
        words = [FAIR_GAME, *map(str, words)]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    def with_undo(self, *words):
        """Returns the record of a game in which an outcome of chance was undone."""
        for seed in range(1000):
            text = self.game(*words[:2], seed, *words[2:])
            if re.search(r"^chance .*\n(\w.*\n)?undo", text, re.M):
                return text
        raise AssertionError(f"{words} has none")

    def verify(self, texts):
        """Verifies records. Returns for each the line of the error and the message: (0, what is printed) if it is valid."""
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


class Genuine(FairCase):
    def test_every_game(self):
        for game, least, most in self.games:
            for players in range(least, most + 1):
                text = self.game(game, players, players)
                outcomes = len(re.findall(r"^chance ", text, re.M))
                self.assertRegex(text, r"(?m)^undo \d+$")
                [(line, said)] = self.verify([text])
                self.assertEqual(line, 0, said)
                ok = rf"ok, \d+ actions, [a-z-]+, hash [0-9a-f]{{16}}, dice verified: {outcomes} outcomes"
                self.assertRegex(said, f"^{ok}$")
                self.assertNotIn(", open,", said)

    def test_the_dice_are_as_documented(self):
        """The first die that is rolled shows one more than the number drawn."""
        for game, faces in (("red-empire", 6), ("kremlin", 20)):
            text = self.with_undo(game, 3)
            key = key_of(text)
            outcomes = re.findall(r"^chance (\w+) (\S+)$", text, re.M)
            dice = [(i, int(x)) for i, (verb, x) in enumerate(outcomes) if verb == "die"]
            self.assertGreater(len(dice), 2, game)
            self.assertEqual(dice, [(i, draw(key, i, faces) + 1) for i, _ in dice], game)

    def test_the_digest_is_as_documented(self):
        lines = self.game("red-empire", 3, 1).splitlines(keepends=True)
        self.assertEqual(with_digest(lines), lines)

    def test_a_running_game(self):
        lines = self.game("red-empire", 3, 1, SHORT).splitlines(keepends=True)
        outcomes = sum(line.startswith("chance ") for line in lines)
        [(_, said)] = self.verify(["".join(lines)])
        self.assertRegex(said, rf"^ok, \d+ actions, open, .*, dice verified: {outcomes} outcomes$")
        hidden = with_digest([line for line in lines if not line.startswith("secret ")])
        [(_, said)] = self.verify(["".join(hidden)])
        self.assertRegex(said, r"^ok, \d+ actions, open, hash [0-9a-f]{16}, dice not open yet$")

    def test_a_finished_game_must_open_its_secret(self):
        lines = self.game("red-empire", 3, 1).splitlines(keepends=True)
        hidden = with_digest([line for line in lines if not line.startswith("secret ")])
        name = self.write("hidden.apr", "".join(hidden))
        line = "hidden.apr: the game is over: expected the secret of its dice in the header"
        self.refuses(1, line, "verify", name)
        self.says("replay", name)

    def test_a_game_with_fair_dice_is_not_resumed(self):
        name = self.write("fair.apr", self.game("red-empire", 3, 1, SHORT))
        line = "apparat play: fair.apr has fair dice, which only its server can roll"
        self.refuses(2, line, "play", "--resume", name)


class Changed(FairCase):
    def refuse_all(self, lines, places, rng):
        """Checks that a record is refused if one line is changed, removed or doubled."""
        texts, made = [], []
        for at in places:
            ways = [[other] for other in changes(lines, at, rng)] + [[lines[at]] * 2]
            if at < len(lines) - 1:  # the last line may be missing
                ways.append([])
            for way in ways:
                made.append((at + 1, lines[at], way))
                texts.append("".join(lines[:at] + way + lines[at + 1 :]))
        for change, (line, said) in zip(made, self.verify(texts)):
            self.assertGreater(line, 0, (change, said))

    def refuse_forged(self, lines, places, rng):
        """Checks that a changed outcome or header line is found even if the digest fits."""
        first = lines.index("\n") + 1
        texts, made = [], []
        for at in places:
            if lines[at].startswith("chance ") or (at < first and HASH.search(lines[at])):
                for other in changes(lines, at, rng):
                    # If the commitment is changed, the error is found at the secret in the next line.
                    made.append((at + 1 + lines[at].startswith("commitment "), lines[at], other))
                    texts.append("".join(with_digest(lines[:at] + [other] + lines[at + 1 :])))
        self.assertGreater(len(made), 5)  # two seats: commitment, secret and two nonces
        for (at, *change), (line, said) in zip(made, self.verify(texts)):
            self.assertEqual(line, at, (change, said))
            self.assertRegex(said, "is not what the dice say: outcome|does not fit its commitment")

    def test_every_line_of_a_short_record(self):
        rng = random.Random(1)
        for game, least, _ in self.games:
            lines = self.with_undo(game, least, SHORT).splitlines(keepends=True)
            self.refuse_all(lines, range(len(lines)), rng)
            self.refuse_forged(lines, range(len(lines)), rng)

    def test_many_lines_of_a_long_record(self):
        rng = random.Random(2)
        for game, _, most in self.games:
            lines = self.with_undo(game, most).splitlines(keepends=True)
            places = sorted(rng.sample(range(len(lines)), 60))
            self.refuse_all(lines, places, rng)
            self.refuse_forged(lines, range(lines.index("\n")), rng)
            chance = [at for at, line in enumerate(lines) if line.startswith("chance ")]
            self.refuse_forged(lines, sorted(rng.sample(chance, 30)), rng)

    def test_an_added_or_missing_outcome_changes_the_dice(self):
        """An outcome that is undone counts: repeating it is refused, and so is leaving one out."""
        lines = self.game("red-empire", 3, 1, SHORT).splitlines(keepends=True)
        first = lines.index("\n") + 1
        self.assertTrue(lines[first].startswith("chance leader "))
        again = lines[: first + 1] + ["undo 0\n", lines[first]] + lines[first + 1 :]
        less = [line for at, line in enumerate(lines) if at != first]
        found = self.verify(["".join(with_digest(again)), "".join(with_digest(less))])
        self.assertEqual([line for line, _ in found], [first + 3, first + 1])
        for _, said in found:
            self.assertIn("is not what the dice say: outcome ", said)


class Simulated(FairCase):
    def simulate(self, *words):
        return self.says("simulate", "red-empire", "--games", 2, *words)

    def test_fair_records(self):
        for game, _, _ in self.games:
            self.says("simulate", game, "--games", 2, "--record", "r", "--fair")
        names = sorted(str(path) for path in (self.folder / "r").iterdir())
        self.assertEqual(len(names), 2 * len(self.games))
        for line in self.says("verify", *names).splitlines():
            self.assertRegex(line, r", dice verified: [1-9]\d* outcomes$")

    def test_same_seed_same_games(self):
        for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
            self.simulate("--record", folder, "--fair", "--seed", seed)
        texts = [
            [(self.folder / f / f"red-empire-3-{seed}-{i}.apr").read_text() for i in (0, 1)]
            for f, seed in (("a", 1), ("b", 1), ("c", 2))
        ]
        self.assertEqual(texts[0], texts[1])
        secrets = {re.search(r"^secret .*$", t, re.M)[0] for t in sum(texts, [])}
        self.assertEqual(len(secrets), 4)

    def test_only_recorded_games_have_fair_dice(self):
        line = "--fair is for games that --record writes down; add --record DIR"
        self.refuses(2, f"apparat simulate: {line}", "simulate", "red-empire", "--fair")


if __name__ == "__main__":
    unittest.main()
