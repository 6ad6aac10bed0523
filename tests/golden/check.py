"""Golden games: every record replays to its hash, and the logs read as they did.

    check.py APPARAT FOLDER... [--renew]

A folder has records, *.apr, and beside some of them what they say: *.LANGUAGE.log. A change of behaviour is made on
purpose: renew what it changes with --renew and review the difference.
"""

import pathlib
import subprocess
import sys


def run(*words):
    result = subprocess.run(words, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {result.returncode}: {result.stdout}{result.stderr}")
    return result.stdout


def produced(apparat, log):
    """What the program says now."""
    name, language, _ = log.name.rsplit(".", 2)
    return run(apparat, "replay", log.with_name(f"{name}.apr"), "--lang", language)


def check_folder(apparat, folder, renew):
    """Whether all is as it was."""
    records = sorted(folder.glob("*.apr"))
    print(run(apparat, "verify", *records), end="")
    good = bool(records)
    for log in sorted(folder.glob("*.log")):
        text = produced(apparat, log)
        if renew:
            log.write_text(text, encoding="utf-8")
        elif log.read_text(encoding="utf-8") != text:
            good = False
            print(f"{log}: the program says otherwise now")
    return good


def main(apparat, *words):
    folders = [pathlib.Path(word) for word in words if word != "--renew"]
    there = [folder for folder in folders if any(folder.glob("*.apr"))]
    results = [check_folder(apparat, folder, "--renew" in words) for folder in there]
    sys.exit(not (results and all(results)))


if __name__ == "__main__":
    main(*sys.argv[1:])
