"""No word is missing, none is unused, and both languages fill the same holes.

Usage: check.py KEYS FOLDER..., where KEYS prints the keys the games need, and each FOLDER is a game's. Other keys must
stand in the sources as they are.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENTRY = re.compile(r'^msgid "(.*)"\n((?:".*"\n)*)msgstr "(.*)"\n((?:".*"\n)*)', re.M)
HOLE = re.compile(r"\{(\d)[|}]")
NOTE = re.compile(r"^[a-z-]+\.(card|secret|intrigue)\.[a-z0-9-]+\.note$")  # shown where a card has one
LABEL = re.compile(r"^[a-z-]+\.(field|list|attribute)\.[a-z0-9_-]+$")  # shown where a game has one


def words(language, folders):
    """Of the house, and of each game, whose keys begin with its name."""
    found = words_in(ROOT / "lang" / f"{language}.po")
    for folder in folders:
        own = words_in(folder / "words" / f"{language}.po")
        for key in own:
            assert key.startswith(f"{folder.name}."), f"{folder.name} has the key {key}: expected {folder.name}.{key}"
        found |= own
    return found


def words_in(path):
    text = path.read_text(encoding="utf-8") + "\n"
    joined = lambda first, more: first + "".join(line[1:-1] for line in more.splitlines())
    entries = [(joined(m[1], m[2]), joined(m[3], m[4])) for m in ENTRY.finditer(text)]
    return dict(entry for entry in entries if entry[0])


def said_in_sources(folders):
    text = "\n".join(path.read_text(encoding="utf-8") for root in (ROOT / "src", *folders) for path in root.rglob("*.[ch]"))
    return set(re.findall(r'"((?:[a-z-]+|%s)\.[a-z0-9.%-]+)"', text))


def is_said(key, said):
    """As it is, or through a format such as "level.%s", or one whose hole is such a name itself."""
    if key in said or re.sub(r"\.[a-z0-9-]+$", ".%s", key) in said or re.sub(r"\.[0-9]+$", ".%d", key) in said:
        return True
    if re.sub(r"^[a-z-]+\.", "%s.", key) in said:  # of whichever game is played
        return True
    parts = key.split(".")
    return any(".".join([*parts[:n], "%s"]) in said and is_said(".".join(parts[n:]), said) for n in range(2, len(parts) - 1))


def said_in_pages(folders):
    """What the browser client says: (file, key), holes of a template being "*"."""
    for path in sorted(path for root in (ROOT / "web" / "src", *folders) for path in root.rglob("*.ts*")):
        if ".test." in path.name:
            continue
        for quoted in re.findall(r'"(web\.[a-z0-9.-]+)"|`(web\.(?:[a-z0-9.-]|\$\{[^}]*\})+)`', path.read_text(encoding="utf-8")):
            yield path, re.sub(r"\$\{[^}]*\}", "*", quoted[0] or quoted[1])


def page_faults(keys, games, folders):
    """A page's key is a game's own where a board or a lesson says it."""
    said = list(said_in_pages(folders))
    patterns = {re.compile(re.escape(key).replace(r"\*", r"[a-z0-9.-]+")) for _, key in said}
    for key in sorted(key for key in keys if re.match(r"([a-z-]+\.)?web\.", key)):
        own = key if key.startswith("web.") else key.split(".", 1)[1]
        if not any(pattern.fullmatch(own) for pattern in patterns):
            yield f"{key}: no page says it"
    for path, key in said:
        if "*" not in key and key not in keys and not any(f"{game}.{key}" in keys for game in games):
            yield f"{key}: said in {path.name}, missing here"


def faults(keys_program, folders):
    needed = set(subprocess.run([keys_program], capture_output=True, text=True, check=True).stdout.split())
    said = said_in_sources(folders)
    english, french = words("en", folders), words("fr", folders)
    for key in sorted(set(english) ^ set(french)):
        yield f"{key}: in one language only"
    for key in sorted(needed - set(english)):
        yield f"{key}: missing"
    for key in sorted(set(english) - needed):
        if not NOTE.match(key) and not LABEL.match(key) and not re.match(r"([a-z-]+\.)?web\.", key) and not is_said(key, said):
            yield f"{key}: nobody says it"
    for key in sorted(key for key in said - set(english) if re.match(r"(cli|seat|refusal|level|fact)\.[^%]*$", key)):
        yield f"{key}: said in the sources, missing here"
    yield from page_faults(set(english), {folder.name for folder in folders}, folders)
    for key in sorted(set(english) & set(french)):
        if not english[key] or not french[key]:
            yield f"{key}: empty"
        if set(HOLE.findall(english[key])) != set(HOLE.findall(french[key])):
            yield f"{key}: the languages fill different holes"


if __name__ == "__main__":
    found = list(faults(sys.argv[1], [pathlib.Path(word) for word in sys.argv[2:]]))
    print("\n".join(found) or "every word is there, and none is idle")
    sys.exit(bool(found))
