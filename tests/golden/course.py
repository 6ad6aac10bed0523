"""Checks that random games are told as before: see the section on courses in bench/README.md.

    course.py TOLD FOLDER... [--renew]

A folder may have a file `course`: a digest of all that the engine told, for each of some random games, as
tests/differential/told.c prints it. --renew writes it again.
"""

import pathlib
import subprocess
import sys

SEED = 1


def told(program, game, count):
    words = [program, game, str(SEED), "0", str(count)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()


def check(program, file, renew):
    """Returns whether the games are told as the file says."""
    expected = file.read_text(encoding="utf-8").splitlines()
    actual = told(program, file.parts[-3], len(expected))
    if renew:
        file.write_text("".join(f"{line}\n" for line in actual), encoding="utf-8")
        return True
    for before, now in zip(expected, actual, strict=True):
        if before != now:
            print(f"{file}: told otherwise than before:\n{before}\n{now}\nIf that is meant, see bench/README.md")
            return False
    print(f"{file}: {len(actual)} games are told as before")
    return True


def main(program, *words):
    files = [pathlib.Path(word) / "course" for word in words if word != "--renew"]
    results = [check(program, file, "--renew" in words) for file in files if file.exists()]
    sys.exit(not (results and all(results)))


if __name__ == "__main__":
    main(*sys.argv[1:])
