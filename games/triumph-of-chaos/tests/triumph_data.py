"""The tables of Triumph of Chaos as Python values, for the tests of the data."""

import sys
from collections import Counter, defaultdict
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))

from table_files import read_rows, read_tables  # noqa: E402  (the path must be set first)

FOLDER = ROOT / "games/triumph-of-chaos/data"
FILES = sorted(FOLDER.glob("*.csv"))


def value(column, cell):
    if column.kind in ("int", "copies"):
        return int(cell)
    if column.kind == "ints":
        return [int(word) for word in cell.split()]
    if column.kind == "each":
        return {name: int(number) for name, number in (w.split("=") for w in cell.split())}
    if column.kind in ("set", "list"):
        return cell.split()
    return cell


def table_rows(table):
    rows = {}
    for row in table.rows:
        cells = {column.name: value(column, row.cells[column.name]) for column in table.columns}
        rows[row.name] = SimpleNamespace(**{**cells, "id": row.name})
    return rows


TABLES, _ = read_tables(FILES)
ROWS = {table.path.stem: table_rows(table) for table in TABLES}
SPACES, LINKS, REGIONS = ROWS["spaces"], ROWS["links"], ROWS["regions"]
FACTIONS, UNITS, LEADERS = ROWS["factions"], ROWS["units"], ROWS["leaders"]
CARDS, EFFECTS, REQUIREMENTS = ROWS["cards"], ROWS["effects"], ROWS["requirements"]
NUMBER = {space.number: space.id for space in SPACES.values()}
CODE = {faction.code: faction.id for faction in FACTIONS.values()}


def provenances():
    """Yield (file name, line, cell) for every row."""
    for path in FILES:
        rows = read_rows(path)
        next(rows)
        for line, cells in rows:
            yield path.name, line, cells[-1]


def spaces(*numbers):
    return [NUMBER[number] for number in numbers]


def codes(text):
    """The factions that chart 20.3 calls so."""
    return [CODE[code] for code in text.split()]


def neighbours():
    around = defaultdict(set)
    for link in LINKS.values():
        around[link.a].add(link.b)
        around[link.b].add(link.a)
    return around


def reach(around, start, allowed=lambda space: True):
    """How far each space is that can be reached through allowed ones."""
    distance, queue = {start: 0}, [start]
    for space in queue:
        for other in around[space]:
            if other not in distance and allowed(other):
                distance[other] = distance[space] + 1
                queue.append(other)
    return distance


def count(rows, **wanted):
    return sum(all(getattr(row, key) == want for key, want in wanted.items()) for row in rows)


def tally(values):
    return dict(Counter(values))
