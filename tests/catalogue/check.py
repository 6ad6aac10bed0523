"""Checks the catalogue: no text is missing, none is unused, and both languages have the same placeholders.

    check.py KEYS FOLDER...

KEYS is a program that prints the keys the games need; each FOLDER is the folder of a game. All other keys must be in the
sources.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from rule_tables import shown_tables  # noqa: E402

ENTRY = re.compile(r'^msgid "(.*)"\n((?:".*"\n)*)msgstr "(.*)"\n((?:".*"\n)*)', re.M)
PLACEHOLDER = re.compile(r"\{(\d)\+?[|?}]")
NOTE = re.compile(r"^[a-z-]+\.(card|secret|intrigue)\.[a-z0-9-]+\.note$")  # cards may have a note


def texts(language, folders):
    """Returns the texts of a language: those of the program and those of the games, whose keys begin with the game's name."""
    found = texts_in(ROOT / "lang" / f"{language}.po")
    for folder in folders:
        own = texts_in(folder / "words" / f"{language}.po")
        for key in own:
            assert key.startswith(f"{folder.name}."), f"{folder.name} has the key {key}: expected {folder.name}.{key}"
        found |= own
    return found


def texts_in(path):
    """Returns the texts of a .po file by their keys."""
    text = path.read_text(encoding="utf-8") + "\n"
    joined = lambda first, more: first + "".join(line[1:-1] for line in more.splitlines())
    entries = [(joined(m[1], m[2]), joined(m[3], m[4])) for m in ENTRY.finditer(text)]
    return dict(entry for entry in entries if entry[0])


def keys_in_sources(folders):
    """Returns everything in the C sources that looks like a key, or like a format of keys such as "level.%s"."""
    text = "\n".join(path.read_text(encoding="utf-8") for root in (ROOT / "src", *folders) for path in root.rglob("*.[ch]"))
    return set(re.findall(r'"((?:[a-z-]+|%s)\.[a-z0-9.%-]+)"', text))


def is_used(key, used):
    """Returns whether the sources use a key: as it is, or through a format whose %s may itself be made by a format."""
    if key in used or re.sub(r"\.[a-z0-9-]+$", ".%s", key) in used or re.sub(r"\.[0-9]+$", ".%d", key) in used:
        return True
    if re.sub(r"^[a-z-]+\.", "%s.", key) in used:  # the first %s is the name of a game
        return True
    parts = key.split(".")
    return any(".".join([*parts[:n], "%s"]) in used and is_used(".".join(parts[n:]), used) for n in range(2, len(parts) - 1))


def keys_in_pages(folders):
    """Yields (file, key) for the keys that the browser client uses; "*" stands for the expressions in a template."""
    for path in sorted(path for root in (ROOT / "web" / "src", *folders) for path in root.rglob("*.ts*")):
        if ".test." in path.name:
            continue
        for quoted in re.findall(r'"(web\.[a-z0-9.-]+)"|`(web\.(?:[a-z0-9.-]|\$\{[^}]*\})+)`', path.read_text(encoding="utf-8")):
            yield path, re.sub(r"\$\{[^}]*\}", "*", quoted[0] or quoted[1])


def page_faults(keys, games, folders):
    """Yields what is wrong with the keys of the browser client. The key "web.X" in a game's folder means "GAME.web.X"."""
    used = list(keys_in_pages(folders))
    patterns = {re.compile(re.escape(key).replace(r"\*", r"[a-z0-9.-]+")) for _, key in used}
    for key in sorted(key for key in keys if re.match(r"([a-z-]+\.)?web\.", key)):
        own = key if key.startswith("web.") else key.split(".", 1)[1]
        if not any(pattern.fullmatch(own) for pattern in patterns):
            yield f"{key}: no page uses it"
    for path, key in used:
        if "*" not in key and key not in keys and not any(f"{game}.{key}" in keys for game in games):
            yield f"{key}: used in {path.name}, but missing"


def faults(keys_program, folders):
    """Yields everything that is wrong, a line each."""
    needed = set(subprocess.run([keys_program], capture_output=True, text=True, check=True).stdout.split())
    used = keys_in_sources(folders)
    for folder in folders:
        needed |= shown_tables(folder, ROOT / "lang", "en")[1]
    english, french = texts("en", folders), texts("fr", folders)
    for key in sorted(set(english) ^ set(french)):
        yield f"{key}: in one language only"
    for key in sorted(needed - set(english)):
        yield f"{key}: missing"
    for key in sorted(set(english) - needed):
        if not NOTE.match(key) and not re.match(r"([a-z-]+\.)?web\.", key) and not is_used(key, used):
            yield f"{key}: nothing uses it"
    for key in sorted(key for key in used - set(english) if re.match(r"(cli|seat|refusal|level|fact)\.[^%]*$", key)):
        yield f"{key}: used in the sources, but missing"
    yield from page_faults(set(english), {folder.name for folder in folders}, folders)
    for key in sorted(set(english) & set(french)):
        if not english[key] or not french[key]:
            yield f"{key}: empty"
        if set(PLACEHOLDER.findall(english[key])) != set(PLACEHOLDER.findall(french[key])):
            yield f"{key}: the languages have different placeholders"


if __name__ == "__main__":
    found = list(faults(sys.argv[1], [pathlib.Path(word) for word in sys.argv[2:]]))
    print("\n".join(found) or "no text is missing, and none is unused")
    sys.exit(bool(found))
