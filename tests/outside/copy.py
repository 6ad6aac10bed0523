#!/usr/bin/env python3
"""Write a game that is not part of this tree, for builds with -Dgames=FOLDER: the game of the tutorial, tests/games/tiny,
under another name and prefix. Everything that is tested for each game must hold for it, too, though no file here knows
it.

    copy.py FOLDER    write or refresh FOLDER/outsider
"""

import re
import sys
from pathlib import Path

TINY = Path(__file__).resolve().parents[1] / "games/tiny"
NAME = "outsider"
RENAMED = {"tiny": NAME, "Tiny": NAME.capitalize(), "TINY": NAME.upper(), "tg": "og", "TG": "OG"}
WORDS = re.compile(r"(?<![a-z])(tiny|tg)(?![a-z])|(?<![A-Za-z])Tiny(?![a-z])|(?<![A-Z])(TINY|TG)(?![A-Z])")

# Golden games hold hashes of states, and the name of the game is part of these.
LEFT_OUT = "golden"


def renamed(text):
    return WORDS.sub(lambda match: RENAMED[match[0]], text)


def main(folder):
    for path in sorted(TINY.rglob("*")):
        place = path.relative_to(TINY)
        if not path.is_file() or place.parts[0] == LEFT_OUT:
            continue
        copy = folder / NAME / renamed(str(place))
        text = renamed(path.read_text(encoding="utf-8"))
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:  # or all of it would be compiled again
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
