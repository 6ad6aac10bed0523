#!/usr/bin/env python3
"""Write copies of games whose data differ in one place, for builds with -Dgames=FOLDER: they replace the games of the
same name. A rule is computed once, from its data, so every display, bot and lesson of such a build follows the change.
For other builds these are games with other rules. Tiny is among them with a newer version of its rules: a raid succeeds
more easily, and its state has another field, which comes before all others.

    copy_games.py FOLDER    write or refresh the copies in FOLDER
"""

import csv
import io
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"
TINY = ROOT / "tests" / "games" / "tiny"

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


# What Tiny has instead, by file.
NEWER_TINY = {
    "game.toml": [("rules = 1\n", "rules = 2\n")],
    "engine/state.h": [
        ("TG_RAID_NEEDS = 4,", "TG_RAID_NEEDS = 2,"),
        ("\tap_head head;\n", "\tap_head head;\n\tuint8_t raids[8]; /* the raids that a seat has made */\n"),
        ("sizeof(ap_head) + 64", "sizeof(ap_head) + 72"),
    ],
    "engine/game.c": [
        ("static const ap_field fields[] = {\n",
         "static const ap_field fields[] = {\n\t{\"raids\", AP_NUMBERS, AT(raids), 1, &tg_seat_list, NULL, 255, NULL},\n"),
    ],
    "engine/raids.c": [("\tif (die < TG_RAID_NEEDS) {\n", "\ts->raids[raider]++;\n\tif (die < TG_RAID_NEEDS) {\n")],
}


def table_of(text):
    """The comments of a table of data, its header and its rows by the names of the columns."""
    lines = text.splitlines(keepends=True)
    comments = [line for line in lines if line.startswith("#")]
    header, *rows = csv.reader(line for line in lines if not line.startswith("#"))
    names = [cell.split(":")[0] for cell in header]
    return comments, header, [dict(zip(names, row, strict=True)) for row in rows]


def changed(text, column, new):
    comments, header, rows = table_of(text)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow({**row, column: new(row)}.values())
    return "".join(comments) + out.getvalue()


def newer_tiny(place, text):
    for old, new in NEWER_TINY.get(str(place), []):
        assert text.count(old) == 1, (place, old)
        text = text.replace(old, new)
    return text


def copy_folder(game, to, change):
    """Copies the files of a game; `change` is given the place of a file in its game, and its text."""
    for path in sorted(game.rglob("*")):
        place = path.relative_to(game)
        if not path.is_file() or place.parts[0] in LEFT_OUT:
            continue
        text = change(place, path.read_text(encoding="utf-8"))
        copy = to / place
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:  # or all of it would be compiled again
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")


def main(folder):
    for game, (file, column, new) in CHANGES.items():
        copy_folder(GAMES / game, folder / game,
                    lambda place, text: changed(text, column, new) if place == Path("data", file) else text)
    copy_folder(TINY, folder / "tiny", newer_tiny)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
