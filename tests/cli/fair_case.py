"""What tests of records with fair dice share: the dice of docs/records.md without libsodium, and
records of random games.

The variable FAIR_GAME is the path of a program of the tests, which writes the record of a random
game in which moves are taken back."""

import os
import re
import subprocess
from hashlib import blake2b
from struct import pack, unpack

from case import Case, apparat, games

FAIR_GAME = os.environ.get("FAIR_GAME", "build/tests/cli/fair_game")
OUTCOME = re.compile(r"^(chance .*) (\d+)/(\d+)$", re.M)
SHORT = 40  # lines of a game that is not played to its end


# ---- The dice


def hashed(*parts):
    return blake2b(b"".join(parts), digest_size=32).digest()


def chacha20_words(key, i):
    """The first eight words of the stream of outcome i."""
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
    return next(word for word in chacha20_words(key, i) if word < 2**64 // n * n) % n


def key_of(text):
    """The key of a record's dice, after every commitment in it was checked."""
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
