#!/usr/bin/env python3
"""Computes the known answers about fair dice of version 2 in dice.txt, without the libraries that the program and the
client use: only with hashlib, and ChaCha20 as tests/cli/fair_case.py has it.

    tests/vectors/make_dice.py > tests/vectors/dice.txt

Each line is a word and its values; bytes are in hexadecimal digits. The secret is 00 01 02 .., the nonce of seat n is
the byte 0x11 * (n + 1), 32 times."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
import fair_dice as dice

SECRET = bytes(range(32))
PLAYERS = 3
NONCES = [bytes([0x11 * (seat + 1)] * 32) for seat in range(PLAYERS)]
OUTCOMES = (0, 1, 2, 31, 32, 63, 64, 1000, 2047)
COUNTS = (1, 2, 3, 6, 20, 26, 512, 0x80000001, 0xFFFFFFFF)


def main():
    print("secret", SECRET.hex())
    print("commitment", dice.commitment(SECRET).hex())
    for seat, nonce in enumerate(NONCES):
        print("nonce", seat, nonce.hex(), dice.pledge(seat, nonce).hex())
    print("nonces", dice.hash_nonces(NONCES).hex())
    tree = dice.tree(SECRET)
    for i in OUTCOMES:
        print("outcome", i, dice.outcome_secret(SECRET, i).hex(), *(node.hex() for node in dice.path(tree, i)))
    for i in (*OUTCOMES, 2048, 5000000000):
        key = dice.stream_key(dice.outcome_secret(SECRET, i), dice.hash_nonces(NONCES), i)
        for n in COUNTS:
            print("draw", i, n, dice.draw(key, i, n))


if __name__ == "__main__":
    main()
