"""Read a game's manifest, game.toml: the one place where the rest of the house reads about a game.

    name = "my-game"          the name that people type; the folder has the same name
    prefix = "mg"             the start of all its names in C
    rules = 1                 the version of the rules, which is raised whenever behaviour changes
    players = [3, 6]          the smallest and the largest number of players
    length = "long"           how long a random game is: "short" (hundreds of actions) or "long" (thousands)
    seats = "side"            the list of names (engine/names.toml) that are the seats, in their order
    turn-clause = "MG-TU-1"   the rule that is cited to a seat that acts without being asked
    standing = "points"       the currency of ap_standing()

    [reasons]                 the ways in which a game can end, and the rule that is cited afterwards
    victory = "MG-VI-1"

    [options]                 what a table may choose; the first value is the default
    deck = ["short", "long"]

    [colours]                 the colours of seats that have one of their own, as numbers of the palette (1 to 6)
    north = 1
"""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from common import Malformed

NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
PREFIX = re.compile("[a-z]{2,4}")
MOST_SEATS = 6
MOST_OPTIONS = 16  # AP_MAX_OPTIONS
LENGTHS = ("short", "long")
KEYS = {"name", "prefix", "rules", "players", "length", "options", "colours", "seats", "turn-clause", "standing", "reasons"}


@dataclass
class Game:
    path: Path
    name: str
    prefix: str
    rules: int
    players: tuple
    length: str
    options: dict = field(default_factory=dict)
    colours: dict = field(default_factory=dict)
    seats: str = ""
    turn_clause: str = ""
    standing: str = "points"
    reasons: dict = field(default_factory=dict)

    @property
    def folder(self):
        return self.path.parent

    @property
    def symbol(self):
        """The name of its ap_game in C."""
        return self.name.replace("-", "_")


def is_number(value, low, high):
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_range(value):
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(is_number(number, 1, MOST_SEATS) for number in value)
        and value[0] <= value[1]
    )


def is_word(value):
    return isinstance(value, str) and re.fullmatch("[a-z0-9][a-z0-9-]*", value)


def fault_of_options(options):
    if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
        return f"options, expected at most {MOST_OPTIONS} in a table"
    for name, values in options.items():
        good = is_word(name) and isinstance(values, list) and len(values) > 1 and all(map(is_word, values))
        if not good or len(set(values)) < len(values):
            return f"option {name!r}, expected a word and two distinct words or more to choose from"
    return None


def fault_of(read, folder):
    for key in sorted(set(read) - KEYS):
        return f"key {key!r}, expected one of {', '.join(sorted(KEYS))}"
    if not isinstance(read.get("name"), str) or not NAME.fullmatch(read["name"]):
        return f"name {read.get('name')!r}, expected lower-case words joined by dashes"
    if read["name"] != folder.name:
        return f"name {read['name']!r}, expected the folder's name, {folder.name!r}"
    if not isinstance(read.get("prefix"), str) or not PREFIX.fullmatch(read["prefix"]):
        return f"prefix {read.get('prefix')!r}, expected two to four lower-case letters"
    if not is_number(read.get("rules"), 1, 255):
        return f"rules {read.get('rules')!r}, expected a version from 1 to 255"
    if not is_range(read.get("players")):
        return f"players {read.get('players')!r}, expected [least, most] from 1 to {MOST_SEATS}"
    if read.get("length", LENGTHS[0]) not in LENGTHS:
        return f"length {read['length']!r}, expected {' or '.join(LENGTHS)}"
    for key in ("seats", "turn-clause", "standing"):
        if not isinstance(read.get(key, ""), str):
            return f"{key} {read[key]!r}, expected a word"
    reasons = read.get("reasons", {})
    if not isinstance(reasons, dict) or not all(is_word(name) and isinstance(reasons[name], str) for name in reasons):
        return f"reasons {reasons!r}, expected words, each with a clause"
    colours = read.get("colours", {})
    if not isinstance(colours, dict) or not all(is_number(n, 1, MOST_SEATS) for n in colours.values()):
        return f"colours {colours!r}, expected seats, each with a number from 1 to {MOST_SEATS}"
    return fault_of_options(read.get("options", {}))


def read_manifest(path):
    """The game of a game.toml."""
    path = Path(path).resolve()
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Malformed(path, 1, f"{error}, expected TOML") from None
    fault = fault_of(read, path.parent)
    if fault:
        raise Malformed(path, 1, fault)
    return Game(
        path,
        read["name"],
        read["prefix"],
        read["rules"],
        tuple(read["players"]),
        read.get("length", LENGTHS[0]),
        read.get("options", {}),
        read.get("colours", {}),
        read.get("seats", ""),
        read.get("turn-clause", ""),
        read.get("standing", "points"),
        read.get("reasons", {}),
    )


def find_games(folders):
    """The games in these folders, sorted by name. Each folder is a game or holds games. Where two games have the same
    name, the one in the later folder is taken: so a copy outside the tree can replace the one inside."""
    games = {}
    for folder in folders:
        manifest = folder / "game.toml"
        manifests = [manifest] if manifest.exists() else sorted(folder.glob("*/game.toml"))
        if not manifests:
            raise Malformed(manifest, 1, "no such file, expected a game here or in a folder below")
        for path in manifests:
            game = read_manifest(path)
            games[game.name] = game
    prefixes = {}
    for game in games.values():
        other = prefixes.setdefault(game.prefix, game)
        if other is not game:
            raise Malformed(game.path, 1, f"prefix {game.prefix!r}, expected one unlike that of {other.name}")
    return [games[name] for name in sorted(games)]
