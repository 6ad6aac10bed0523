"""Do two builds play alike? Gives both the same games, scenarios and records, and compares what they tell.

    compare.py BUILD OTHER [--seconds N] [--seed S]

One of them is the released build, the other the sanitised one, in which assertions and invariants look on. Games are random, of
all set-ups and with arbitrary actions between them (told.c); scenarios and golden records are compared line by line,
with all states and events.
"""

import argparse
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# How many games of each are played at a time, so that each game has about as much time.
AT_ONCE = {"triumph-of-chaos": 1, "kremlin": 6, "atomic-business": 12, "red-empire": 24}


def both(builds, *words):
    """Runs the same program of both builds at the same time; returns what each said."""
    processes = [
        subprocess.Popen([str(build / words[0]), *map(str, words[1:])], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for build in builds
    ]
    said = []
    for build, process in zip(builds, processes, strict=True):
        out, err = process.communicate()
        if process.returncode not in (0, 1) or b"Sanitizer" in err or b"runtime error" in err:
            sys.exit(f"{build.name}: {' '.join(map(str, words))}: status {process.returncode}\n{err.decode()[-3000:]}")
        said.append((process.returncode, out.decode().splitlines(), err.decode().splitlines()))
    return said


def differ(words, one, other):
    """Tells the first line in which two builds differ."""
    # One may say more than the other; the first lines are compared.
    for number, (left, right) in enumerate(zip(one[1] + one[2], other[1] + other[2], strict=False), 1):
        if left != right:
            sys.exit(f"{' '.join(map(str, words))}: line {number} differs:\n{left[:400]}\n{right[:400]}")
    sys.exit(f"{' '.join(map(str, words))}: one build says more than the other, or ends otherwise")


def compare(builds, *words):
    one, other = both(builds, *words)
    if one != other:
        differ(words, one, other)
    return one[1]


def games(builds, game, seed, first):
    """Compares some games; of one that differs, it tells the first step that does."""
    count = AT_ONCE.get(game, 12)
    one, other = both(builds, "tests/differential/told", game, seed, first, count)
    if one != other:
        for number in range(first, first + count):
            compare(builds, "tests/differential/told", game, seed, number, 1, "all")
        sys.exit(f"{game}, games from {first} on: the builds differ, but not when each game is played alone")
    return count


def folders_of(game):
    return next(ROOT / place / game for place in ("games", "tests/games") if (ROOT / place / game).is_dir())


def texts(builds, game):
    """Compares every scenario and golden record of a game, with all events and states."""
    folder, count = folders_of(game), 0
    for scenario in sorted((folder / "scenarios").glob("*.aps")):
        compare(builds, "apparat", "script", scenario, "--events")
        count += 1
    for record in sorted((folder / "golden").glob("*.apr")):
        compare(builds, "apparat", "replay", record, "--events")
        count += 1
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("builds", type=pathlib.Path, nargs=2)
    parser.add_argument("--seconds", type=float, default=0, help="how long random games are played; each game once at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--texts", action="store_true", help="scenarios and records, too")
    arguments = parser.parse_args()
    names = sorted(path.parent.name for path in ROOT.glob("games/*/game.toml"))
    played, ends = dict.fromkeys(names, 0), time.monotonic() + arguments.seconds
    while True:
        for game in names:
            played[game] += games(arguments.builds, game, arguments.seed, played[game])
        if time.monotonic() >= ends:
            break
    for game in names:
        read = f", {texts(arguments.builds, game)} scenarios and records" if arguments.texts else ""
        print(f"{game}: {played[game]} games{read}: both builds tell the same")


if __name__ == "__main__":
    main()
