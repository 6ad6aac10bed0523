"""Golden games: every record replays to its hash, and the logs read as they did.

Usage: check.py APPARAT. A change of behaviour is made on purpose: renew what it changes with --renew and review the difference.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
LOGGED = [
    HERE / f"{name}.apr"
    for name in ("red-empire-3-shared", "atomic-business-4", "kremlin-4-basic", "kremlin-5-advanced", "triumph-of-chaos-1918")
]


def run(*words):
    result = subprocess.run(words, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {result.returncode}: {result.stdout}{result.stderr}")
    return result.stdout


def produced(apparat):
    """What the program says now, by the file that holds what it should say."""
    return {
        record.with_suffix(f".{language}.log"): run(apparat, "replay", record, "--lang", language)
        for record in LOGGED
        for language in ("en", "fr")
    }


def main(apparat, renew=False):
    records = sorted(HERE.glob("*.apr"))
    print(run(apparat, "verify", *records), end="")
    failed = False
    for path, text in produced(apparat).items():
        if renew:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            failed = True
            print(f"{path.name}: the program says otherwise now")
    sys.exit(failed or not records)


if __name__ == "__main__":
    main(sys.argv[1], "--renew" in sys.argv[2:])
