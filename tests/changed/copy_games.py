#!/usr/bin/env python3
"""Write copies of games whose data differ in one place, for builds with -Dgames=FOLDER: they replace the games of the
same name. A rule is computed once, from its data, so every display, bot and lesson of such a build follows the change.

    copy_games.py FOLDER    write or refresh the copies in FOLDER
"""

import csv
import io
import sys
from pathlib import Path

GAMES = Path(__file__).resolve().parents[2] / "games"

# What is not part of the rules and would contradict the change.
LEFT_OUT = {"golden", "scenarios", "tests"}


def purge_number(row):
    """The upper half of the Politburo can hardly be purged, the lower half nearly always."""
    return {"top": "20", "first": "19", "second": "2", "candidates": "1"}.get(row["id"], row["purge"])


def pressure(row):
    """Bodyguards count three, a gaffe nothing."""
    return {"bodyguards": "3", "gaffe": "0"}.get(row["effect"], row["amount"])


def stature(row):
    """Who was strongest is weakest."""
    return str(14 - int(row["stature"]))


def losses(row):
    """Fire never costs anybody anything."""
    return " ".join("0" for _ in row["losses"].split())


# The file of each game, its column, and what it has now.
CHANGES = {
    "kremlin": ("levels.csv", "purge", purge_number),
    "atomic-business": ("secrets.csv", "amount", pressure),
    "red-empire": ("leaders.csv", "stature", stature),
    "triumph-of-chaos": ("fires.csv", "losses", losses),
}


def table_of(text):
    """The comments of a table of data, its header and its rows by the names of the columns."""
    lines = text.splitlines(keepends=True)
    comments = [line for line in lines if line.startswith("#")]
    header, *rows = csv.reader(line for line in lines if not line.startswith("#"))
    names = [cell.split(":")[0] for cell in header]
    return comments, header, [dict(zip(names, row)) for row in rows]


def changed(text, column, new):
    comments, header, rows = table_of(text)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow({**row, column: new(row)}.values())
    return "".join(comments) + out.getvalue()


def main(folder):
    for game, (file, column, new) in CHANGES.items():
        for path in sorted((GAMES / game).rglob("*")):
            place = path.relative_to(GAMES)
            if not path.is_file() or place.parts[1] in LEFT_OUT:
                continue
            text = path.read_text(encoding="utf-8")
            if place == Path(game, "data", file):
                text = changed(text, column, new)
            copy = folder / place
            if not copy.exists() or copy.read_text(encoding="utf-8") != text:  # or all of it would be compiled again
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
