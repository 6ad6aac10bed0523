"""Checks the golden games: every record leads to its hash, and the logs have not changed.

    check.py APPARAT FOLDER... [--renew]

A folder has records (*.apr) and logs of some of them (*.LANGUAGE.log). A record that is refused shows that the game is
played otherwise than before: then the version of the rules, in game.toml, must be raised, because records and databases
tell by it whether they can be played again. --renew writes records again whose moves are legal by the present rules, and
all logs; then review the difference.
"""

import hashlib
import pathlib
import re
import subprocess
import sys

RAISE = "the game is played otherwise now. If that is meant, raise `rules` in its game.toml, and record the game again"


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def says(*words):
    result = run(*words)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {result.returncode}: {result.stdout}{result.stderr}")
    return result.stdout


def current_log(apparat, log):
    """Returns the log that the program prints now."""
    name, language, _ = log.name.rsplit(".", 2)
    return says(apparat, "replay", log.with_name(f"{name}.apr"), "--lang", language)


def fault_of(apparat, record):
    """Returns what is wrong with a record, or None."""
    result = run(apparat, "verify", record)
    if result.returncode != 0:
        return f"{result.stderr.strip()}: {RAISE}"
    if "not checked: they were played by rules" in result.stdout:
        other_data = "with other data" in result.stdout
        return f"{result.stdout.strip()}. " + (f"The data has changed: {RAISE}" if other_data else "Use --renew")
    print(result.stdout, end="")
    return None


def as_older(text):
    """Returns the record as format 1 had it: without what depends on the rules of a program."""
    lines = text.splitlines()
    lines[0] = "apparat record 1"
    lines = [re.sub(r"^(rules \d+) .*", r"\1", line) for line in lines]
    lines = [re.sub(r" \d+/\d+$", "", line) if line.startswith("chance ") else line for line in lines]
    body = "".join(f"{line}\n" for line in lines[:-1])
    end = lines[-1].split()[:3]
    if "dice fair 1" in lines:
        end.append(hashlib.blake2b(body.encode(), digest_size=32).hexdigest())
    return body + " ".join(end) + "\n"


def renew_record(apparat, record):
    """Plays the moves of a record by the present rules, and writes it again."""
    here = re.search(r"this program has rules (\d+)", run(apparat, "verify", record).stdout)
    if not here:
        return
    older = record.with_suffix(".older")
    text = re.sub(r"(?m)^rules \d+", f"rules {here[1]}", record.read_text(encoding="utf-8"))
    older.write_text(as_older(text), encoding="utf-8")
    whole = run(apparat, "replay", older, "--whole")
    older.unlink()
    if whole.returncode == 0:
        lines = [line for line in whole.stdout.splitlines(keepends=True) if not line.startswith("{")]
        record.write_text("".join(lines), encoding="utf-8")


def check_folder(apparat, folder, renew):
    """Returns whether the records are valid and the logs unchanged."""
    records = sorted(folder.glob("*.apr"))
    good = bool(records)
    for record in records:
        if renew:
            renew_record(apparat, record)
        fault = fault_of(apparat, record)
        if fault:
            good = False
            print(fault)
    for log in sorted(folder.glob("*.log")):
        text = current_log(apparat, log) if good else ""
        if renew and good:
            log.write_text(text, encoding="utf-8")
        elif good and log.read_text(encoding="utf-8") != text:
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
