"""Checks the golden games: every record leads to its hash, and the logs have not changed.

    check.py APPARAT FOLDER... [--renew]

A folder has records (*.apr) and logs of some of them (*.LANGUAGE.log). If a change of behaviour was intended, --renew
writes the logs again; then review the difference.
"""

import pathlib
import subprocess
import sys


def run(*words):
    result = subprocess.run(words, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {result.returncode}: {result.stdout}{result.stderr}")
    return result.stdout


def current_log(apparat, log):
    """Returns the log that the program prints now."""
    name, language, _ = log.name.rsplit(".", 2)
    return run(apparat, "replay", log.with_name(f"{name}.apr"), "--lang", language)


def check_folder(apparat, folder, renew):
    """Returns whether the records are valid and the logs unchanged."""
    records = sorted(folder.glob("*.apr"))
    print(run(apparat, "verify", *records), end="")
    good = bool(records)
    for log in sorted(folder.glob("*.log")):
        text = current_log(apparat, log)
        if renew:
            log.write_text(text, encoding="utf-8")
        elif log.read_text(encoding="utf-8") != text:
            good = False
            print(f"{log}: the program prints another log now")
    return good


def main(apparat, *words):
    folders = [pathlib.Path(word) for word in words if word != "--renew"]
    with_records = [folder for folder in folders if any(folder.glob("*.apr"))]
    results = [check_folder(apparat, folder, "--renew" in words) for folder in with_records]
    sys.exit(not (results and all(results)))


if __name__ == "__main__":
    main(*sys.argv[1:])
