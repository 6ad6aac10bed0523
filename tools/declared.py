"""Read and check what a game declares about itself in engine/*.toml; docs/adding-a-game.md explains it to who writes it.

    names.toml    lists of words: [tables] and [columns] of data/ that have words, own [lists], [parts] of other lists;
                  `implied = true` in a list: clients need not have a person point at its words (see ap_names)
    verbs.toml    VERB = { of = [LIST..], most = 9, about = "..", nothing = true, final = true, open = true }
    steps.toml    [frames.FRAME] with about and locals; [steps] STEP = { frame, clause, kind, about, .. }
    events.toml   EVENT = { with = ["LIST NAME"..], about = "..", private, turning, quiet, die, odds, shown }
    facts.toml    FACT = { with = ["LIST NAME"..], about = ".." }
    figures.toml  FIGURE = { each = LIST, is = LIST, standing = true, hidden = true, clause = "..", about = ".." }
"""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from common import Malformed, read_lines
from manifest import Game, read_manifest
from table_files import hash_tables, read_tables

LOCAL_BYTES = 12
MOST_ARGS = 6
PLAIN = ("number", "action", "event")

# For how many milliseconds events are shown that do not say it: those with a die, and turning points. Plain lines have
# AP_EVENT_SHOWN of the public header; what a short log leaves out nobody needs to see.
SHOWN_DIE, SHOWN_TURNING, SHOWN_MOST = 900, 1000, 1200
TAKEN = ("verb", "step", "fact", "figure", "option")
WORD = re.compile("[a-z0-9][a-z0-9-]*")
NAME = re.compile("[a-z][a-z0-9]*([-_][a-z0-9]+)*")
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
PARTS = {"runs": ("run",), "asks": ("run", "legal", "refuse", "apply"),
         "seals": ("run", "legal", "refuse", "apply", "close", "unseal")}


@dataclass
class Attribute:
    name: str
    kind: str
    values: str | None
    most: int = 1
    is_signed: bool = False
    has_count: bool = False
    neighbours: list | None = None


@dataclass
class Names:
    kind: str
    words: dict  # word -> what it is, or ""
    about: str = ""
    catalogue: bool = True
    is_own: bool = False  # declared here, with constants of its own
    bits: bool = False  # its constants are bits
    implied: bool = False  # a client need not have a person point at its words: see ap_names
    called: str = ""  # the kind under which people and the notation know it, where it is not its own
    table: object = None
    part_of: object = None
    start: int = 0
    attributes: list = field(default_factory=list)

    @property
    def plural(self):
        return self.table.plural

    @property
    def word_kind(self):
        """Under which kind the catalogue has its words."""
        return self.part_of.word_kind if self.part_of else self.called or self.kind

    @property
    def argument(self):
        """The list whose typed index an argument of this one has."""
        return self.part_of.argument if self.part_of else self.kind


@dataclass
class Verb:
    name: str
    of: list
    about: str
    nothing: bool
    final: bool
    open: bool
    most: int


@dataclass
class Local:
    name: str
    kind: str
    about: str
    optional: bool
    values: str | None
    keys: str | None
    low: int
    high: int
    count: int
    bits: int
    element_bytes: int
    offset: int = 0

    @property
    def bytes(self):
        """Of one element, or of all where they share bytes."""
        return (self.count * self.bits + 7) // 8 if self.bits else self.element_bytes

    @property
    def size(self):
        return self.bytes if self.bits else self.element_bytes * self.count

    @property
    def c_type(self):
        signed = self.kind == "number" and self.low < 0
        width = {1: 8, 2: 16, 4: 32}[self.bytes if self.bits else self.element_bytes]
        return "ap_action" if self.kind == "action" else f"{'' if signed else 'u'}int{width}_t"

    @property
    def explained(self):
        what = {"number": f"{self.low} to {self.high}", "name": self.values, "set": f"set of {self.values}",
                "action": "action"}[self.kind]
        each = f", one for each {self.keys}" if self.keys else ""
        missing = " or none" if self.optional else ""
        return f"{self.about}: {what}{missing}{each}"


@dataclass
class Frame:
    name: str
    about: str
    locals: list

    @property
    def unused(self):
        return LOCAL_BYTES - sum(local.size for local in self.locals)

    @property
    def blank(self):
        out = bytearray(LOCAL_BYTES)
        for local in self.locals:
            each = max(0, local.low) if local.kind == "number" else 0
            if local.bits:
                each = (1 << local.bits) - 1 if local.optional else each
                whole = sum(each << n * local.bits for n in range(local.count))
                out[local.offset : local.offset + local.size] = whole.to_bytes(local.size, "little")
            else:
                one = b"\xff" * local.element_bytes if local.optional else each.to_bytes(local.element_bytes, "little")
                out[local.offset : local.offset + local.size] = one * local.count
        return list(out)


@dataclass
class Step:
    name: str
    frame: str
    clause: str
    about: str
    functions: dict
    often: bool
    own_turn: bool
    final: bool
    reaction: bool
    open: bool


@dataclass
class Argument:
    kind: str
    name: str
    optional: bool


@dataclass
class Kind:
    name: str
    about: str
    args: list
    private: bool = False
    turning: bool = False
    quiet: bool = False
    die: int = 0
    drawn: int = 0
    odds: int | None = None
    shown: int | None = None


@dataclass
class Figure:
    name: str
    each: str | None
    kind: str
    clause: str
    about: str
    standing: bool = False  # of each seat: a part of how it stands, which the end of a game tells
    hidden: bool = False  # there are viewers who may not know it


# The types that values may have, and what they are called; a list is one of texts.
TYPES = {str: "a text", bool: "true or false", int: "a number", list: "a list of texts", dict: "a table"}


def is_one_of(value, types):
    """Whether a value has one of these types."""
    if isinstance(value, list):
        return list in types and all(isinstance(one, str) for one in value)
    return type(value) in types


def said_of(types):
    return " or ".join(TYPES[one] for one in types)


class Reader:
    """One file of a game's declarations; what is wrong in it is told with its name."""

    def __init__(self, folder, name, needed=True):
        self.path = folder / "engine" / name
        self.read = {}
        if not needed and not self.path.exists():
            return
        try:
            self.read = tomllib.loads(self.path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Malformed(self.path, 1, f"{error}, expected TOML") from None

    def malformed(self, fault):
        return Malformed(self.path, 1, fault)

    def section(self, name):
        """A table of the file; it may be missing."""
        table = self.read.get(name, {})
        if not isinstance(table, dict):
            raise self.malformed(f"{name} is {table!r}, expected a table")
        return table

    def rows(self, table, keys, where=""):
        """Each entry of a table, which may have these keys only, each with values of these types."""
        for name, row in table.items():
            if not NAME.fullmatch(name):
                raise self.malformed(f"{where}{name!r}, expected lower-case words joined by dashes")
            if not isinstance(row, dict):
                raise self.malformed(f"{where}{name} is {row!r}, expected a table with {', '.join(sorted(keys))}")
            for key, value in row.items():
                if key not in keys:
                    raise self.malformed(f"{where}{name} has {key!r}, expected {', '.join(sorted(keys))}")
                if not is_one_of(value, keys[key]):
                    raise self.malformed(f"{where}{name} has {key} = {value!r}, expected {said_of(keys[key])}")
            yield name, row

    def text(self, row, key, name):
        value = row.get(key, "")
        if not isinstance(value, str) or (key == "about" and not value.strip()):
            raise self.malformed(f"{name} has no {key}, expected a line that says what it is")
        return " ".join(value.split())


# ---- Names -----------------------------------------------------------------------------------------------------------


def about_of(reader, kind, row):
    """[tables] and [columns]: a line, or a table with `about`, `words = false` and `called`: about, words, called."""
    if isinstance(row, str):
        return row, True, ""
    if isinstance(row, dict) and set(row) <= {"about", "words", "called"}:
        return reader.text(row, "about", kind), row.get("words", True), reader.text(row, "called", kind)
    raise reader.malformed(f"{kind} is {row!r}, expected a line that says what it is")


def own_words(reader, kind, words):
    if isinstance(words, list) and len(set(words)) < len(words):
        raise reader.malformed(f"list {kind} has the words {words!r}, expected each of them once")
    if not words or not all(WORD.fullmatch(word) for word in words):
        raise reader.malformed(f"list {kind} has the words {words!r}, expected lower-case words")
    if isinstance(words, dict) and not all(isinstance(about, str) for about in words.values()):
        raise reader.malformed(f"list {kind} has the words {words!r}, expected a line for each that says what it is")
    return {word: "" for word in words} if isinstance(words, list) else words


def table_attributes(table):
    """What the columns of a table tell of its rows."""
    for column in table.fields:
        signed = column.low < 0
        if column.kind == "int":
            yield Attribute(column.name, "AP_ONE", None, is_signed=signed)
        elif column.kind in ("enum", "as"):
            yield Attribute(column.name, "AP_ONE", column.source or column.name)
        elif column.kind == "set":
            yield Attribute(column.name, "AP_SET", column.name)
        elif column.kind in ("ref", "maybe", "block", "end"):
            yield Attribute(column.name, "AP_ONE", column.target.singular.replace("_", "-"))
        elif column.kind == "ints":
            yield Attribute(column.name, "AP_SEVERAL", None, column.size, signed)
        elif column.kind == "list":
            yield Attribute(column.name, "AP_SEVERAL", column.target.singular.replace("_", "-"), column.high, has_count=True)
        elif column.kind == "each":
            yield Attribute(column.name, "AP_SEVERAL", None, len(column.target.rows), signed)


def neighbours_of(table, tables):
    """The other ends of the edges of a graph over this table."""
    for graph in tables:
        if not graph.ends or graph.ends[0].target is not table:
            continue
        index = {row.name: n for n, row in enumerate(table.rows)}
        others = [[] for _ in table.rows]
        for row in graph.rows:
            a, b = (index[row.cells[end.name]] for end in graph.ends)
            others[a].append(b)
            others[b].append(a)
        yield Attribute("neighbours", "AP_SEVERAL", table.singular.replace("_", "-"), max(map(len, others)),
                        neighbours=others)


class Lists(dict):
    """Every list of names by its kind."""

    def __init__(self, reader, tables, enums):
        super().__init__()
        self.reader, self.tables = reader, {table.singular.replace("_", "-"): table for table in tables}
        self.enums = {column.name: column for column in enums}
        for section in set(reader.read) - {"tables", "columns", "lists", "parts"}:
            raise reader.malformed(f"section {section!r}, expected tables, columns, lists or parts")
        for kind, row in reader.section("tables").items():
            self.add_table(kind, *about_of(reader, kind, row))
        for kind, row in reader.section("columns").items():
            self.add_column(kind, *about_of(reader, kind, row))
        keys = {"about": [str], "words": [list, dict], "catalogue": [bool], "bits": [bool], "implied": [bool], "called": [str]}
        for kind, row in reader.rows(reader.section("lists"), keys, "list "):
            words = own_words(reader, kind, row.get("words"))
            self.add(Names(kind, words, reader.text(row, "about", kind), row.get("catalogue", True), is_own=True,
                           bits=row.get("bits", False), implied=row.get("implied", False),
                           called=reader.text(row, "called", kind)))
        keys = {"about": [str], "of": [str], "from": [str], "count": [int]}
        for kind, row in reader.rows(reader.section("parts"), keys, "part "):
            self.add_part(kind, row)
        for names in [names for names in self.values() if names.table and names.catalogue]:
            names.attributes += table_attributes(names.table)
            names.attributes += neighbours_of(names.table, self.tables.values())
            for attribute in names.attributes:
                self.add_silently(attribute.values)

    def add(self, names):
        if names.kind in self or names.kind in PLAIN:
            raise self.reader.malformed(f"list {names.kind!r} again, expected another name")
        if names.implied and not names.catalogue:
            raise self.reader.malformed(f"list {names.kind} is implied and has no words, expected one of the two")
        if names.kind in TAKEN:
            raise self.reader.malformed(f"list {names.kind!r}, expected another name: the constants of the {names.kind}s have it")
        if names.catalogue and any(other.catalogue and other.word_kind == names.word_kind for other in self.values()):
            raise self.reader.malformed(f"list {names.kind} is called {names.word_kind!r}, as another is, expected one without words")
        self[names.kind] = names

    def add_table(self, kind, about, catalogue, called=""):
        if kind not in self.tables:
            raise self.reader.malformed(f"table {kind!r}, expected one of {', '.join(self.tables)}")
        table = self.tables[kind]
        self.add(Names(kind, {row.name: "" for row in table.rows}, about, catalogue, called=called, table=table))

    def add_column(self, kind, about, catalogue, called=""):
        if kind not in self.enums:
            raise self.reader.malformed(f"column {kind!r}, expected one of {', '.join(self.enums)}")
        self.add(Names(kind, {word: "" for word in self.enums[kind].values}, about, catalogue, called=called))

    def add_part(self, kind, row):
        reader, base = self.reader, self.get(row.get("of"))
        if not base:
            raise reader.malformed(f"part {kind} of {row.get('of')!r}, expected a list that is declared")
        words = list(base.words)
        first = row.get("from", words[0])
        count = row.get("count")
        if first not in words or not count or not 0 < count <= len(words) - words.index(first):
            raise reader.malformed(f"part {kind} from {first!r}, expected a word of {base.kind} and how many follow")
        start = words.index(first)
        self.add(Names(kind, {word: "" for word in words[start : start + count]}, reader.text(row, "about", kind), False,
                       part_of=base, start=start))

    def add_silently(self, kind):
        """What attributes speak of may have no words of its own."""
        if kind is None or kind in self:
            return
        if kind in self.tables:
            self.add_table(kind, "", False)
        else:
            self.add_column(kind, "", False)

    def check(self, reader, kind, what, plain=()):
        if kind not in self and kind not in plain:
            raise reader.malformed(f"{what} speaks of {kind!r}, expected {', '.join([*plain, *self])}")
        return kind


# ---- Verbs, events, facts, figures -----------------------------------------------------------------------------------


VERB_KEYS = {"of": [list], "most": [int], "about": [str], "nothing": [bool], "final": [bool], "open": [bool]}


def read_verbs(reader, lists):
    verbs = []
    for name, row in reader.rows(reader.read, VERB_KEYS):
        of = row.get("of", [])
        if len(of) > 2:
            raise reader.malformed(f"{name} is of {of!r}, expected at most two lists")
        for kind in of:
            lists.check(reader, kind, name, ("number",))
        nothing = row.get("nothing", False)
        if nothing and of:
            raise reader.malformed(f"{name} does nothing with something, expected no arguments")
        most = row.get("most", 0)
        if ("number" in of) != (0 < most < 0xfff):
            raise reader.malformed(f"{name} has most {most!r}, expected the greatest number that it takes, and none if it takes none")
        flags = (row.get("final", False), row.get("open", False))
        verbs.append(Verb(name, of, reader.text(row, "about", name), nothing, *flags, most))
    for names in lists.values():
        if names.implied and not any(names.kind in verb.of for verb in verbs):
            raise lists.reader.malformed(f"list {names.kind} is implied, expected a verb that is of it")
    return verbs


def read_argument(reader, lists, name, text, plain):
    kind, _, called = text.partition(" ")
    optional = kind.endswith("?")
    kind = kind.removesuffix("?")
    lists.check(reader, kind, name, plain)
    if not NAME.fullmatch(called) or called in ("events", "facts", "clause", "frame", "seen_by", "fact"):
        raise reader.malformed(f"{name} has the argument {text!r}, expected a list and a name such as 'card played'")
    return Argument(kind, called, optional)


def read_odds(reader, name, odds, args):
    """1 + the argument by which its outcomes differ; 0: they do not; None: no odds tell of it."""
    if odds is None or odds is False:
        return None
    if odds is True:
        return 0
    names = [arg.name for arg in args]
    if odds not in names:
        raise reader.malformed(f"{name} has the odds {odds!r}, expected true or one of {', '.join(names)}")
    return names.index(odds) + 1


def read_shown(reader, name, row):
    """For how many milliseconds an event is shown; None: as long as a plain line."""
    shown = row.get("shown")
    if shown is None:
        return 0 if row.get("quiet") else SHOWN_DIE if row.get("die") else SHOWN_TURNING if row.get("turning") else None
    if not 0 <= shown <= SHOWN_MOST:
        raise reader.malformed(f"{name} is shown for {shown} ms, expected 0 to {SHOWN_MOST}")
    return shown


def read_kinds(reader, lists, plain, keys):
    kinds = []
    for name, row in reader.rows(reader.read, keys):
        args = [read_argument(reader, lists, name, text, plain) for text in row.get("with", [])]
        called = [arg.name for arg in args]
        if len(args) > MOST_ARGS or len(set(called)) < len(called):
            raise reader.malformed(f"{name} has the arguments {called}, expected at most {MOST_ARGS} with distinct names")
        odds = read_odds(reader, name, row.get("odds"), args)
        die = row.get("die")
        if die is not None and die not in called:
            raise reader.malformed(f"{name} shows the die {die!r}, expected one of {', '.join(called)}")
        drawn = row.get("drawn", die)
        if drawn is not None and (drawn not in called or row.get("private")):
            raise reader.malformed(f"{name} shows all that chance has drawn {drawn!r}, expected one of {', '.join(called)}, not private")
        kinds.append(Kind(name, reader.text(row, "about", name), args, row.get("private", False), row.get("turning", False),
                          row.get("quiet", False), called.index(die) + 1 if die else 0, called.index(drawn) + 1 if drawn else 0,
                          odds, read_shown(reader, name, row)))
    return kinds


def read_figures(reader, lists, check_clause):
    figures = []
    for name, row in reader.rows(reader.read, {"each": [str], "is": [str], "clause": [str], "about": [str],
                                                       "standing": [bool], "hidden": [bool]}):
        each = row.get("each")
        if each is not None:
            lists.check(reader, each, name)
        kind = lists.check(reader, row.get("is", "number"), name, ("number",))
        clause = check_clause(reader, name, row.get("clause"))
        standing = row.get("standing", False)
        if standing and (each is None or kind != "number"):
            raise reader.malformed(f"{name} is a part of the standing, expected a number for each seat")
        figures.append(Figure(name, each, kind, clause, reader.text(row, "about", name), standing,
                              row.get("hidden", False)))
    return figures


# ---- Steps and frames ------------------------------------------------------------------------------------------------


def number_bytes(low, high, optional):
    for count in (1, 2, 4):
        if low < 0 and -(2 ** (8 * count - 1)) <= low and high < 2 ** (8 * count - 1):
            return count
        if low >= 0 and high + optional < 2 ** (8 * count):
            return count
    return None


def read_local(reader, lists, where, name, row):
    said = row.get("is")
    if not isinstance(said, str):
        raise reader.malformed(f"{where} does not say what it is, expected is = 'LIST', 'LOW..HIGH', 'flag', 'action'")
    optional, what = said.endswith("?"), said.removesuffix("?")
    keys = row.get("each")
    count = len(lists[lists.check(reader, keys, where)].words) if keys else 1
    low = high = 0
    values = None
    if what == "flag":
        kind, high = "number", 1
    elif RANGE.fullmatch(what):
        kind = "number"
        low, high = (int(bound) for bound in RANGE.fullmatch(what).groups())
    elif what == "action":
        kind, high = "action", 2**32 - 2
    elif what.startswith("set "):
        kind, values = "set", lists.check(reader, what.removeprefix("set "), where)
        high = 2 ** len(lists[values].words) - 1
    else:
        kind, values = "name", lists.check(reader, what, where)
        high = len(lists[values].words) - 1
    if optional and (low < 0 or kind == "set"):
        raise reader.malformed(f"{where} is {said!r}, expected something that can be missing")
    size = 4 if kind == "action" else number_bytes(low, high, optional)
    if size is None or low > high:
        raise reader.malformed(f"{where} is {said!r}, expected what fits 32 bits")
    bits = row.get("bits", 0)
    if bits and (not keys or bits > 4 or high + optional >= 2**bits or low < 0):
        raise reader.malformed(f"{where} has {bits} bits, expected 1 to 4 that its values fit in, one for each of a list")
    return Local(name, kind, reader.text(row, "about", where), optional, values, keys, low, high, count, bits, size)


def place_locals(reader, name, entries):
    """The widest first, so that nothing lies between them."""
    at = 0
    for local in sorted(entries, key=lambda one: -(one.bytes if one.bits else one.element_bytes)):
        local.offset = at
        at += local.size
    if at > LOCAL_BYTES:
        raise reader.malformed(f"frame {name} needs {at} bytes, expected at most {LOCAL_BYTES}")


def read_frames(reader, lists):
    frames = {}
    local_keys = {"is": [str], "each": [str], "bits": [int], "about": [str]}
    for name, row in reader.rows(reader.section("frames"), {"about": [str], "locals": [dict]}, "frame "):
        table = row.get("locals", {})
        entries = [read_local(reader, lists, f"{name}.{called}", called, one)
                   for called, one in reader.rows(table, local_keys, f"{name}.")]
        for reserved in ("step", "asked"):
            if reserved in table:
                raise reader.malformed(f"frame {name} has the local {reserved!r}, expected another name")
        place_locals(reader, name, entries)
        entries.sort(key=lambda local: local.offset)
        frames[name] = Frame(name, reader.text(row, "about", name), entries)
    return frames


SIX = PARTS["seals"]
STEP_KEYS = {"frame": [str], "clause": [str], "kind": [str], "about": [str], "often": [bool], "own-turn": [bool],
             "reaction": [bool], "final": [bool], "open": [bool],
             **{part: [str] for part in SIX}}


def read_step(reader, frames, check_clause, name, row):
    kind = row.get("kind", "runs")
    if kind not in PARTS:
        raise reader.malformed(f"step {name} is of kind {kind!r}, expected {', '.join(PARTS)}")
    if row.get("frame") not in frames:
        raise reader.malformed(f"step {name} has the frame {row.get('frame')!r}, expected one of {', '.join(frames)}")
    functions = {}
    for part in PARTS[kind]:
        same = row.get("legal") if part == "refuse" else None
        functions[part] = row.get(part, same or name)
    for part in SIX:
        if part in row and part not in functions:
            raise reader.malformed(f"step {name} of kind {kind} has {part!r}, expected {', '.join(functions)}")
    clause = check_clause(reader, name, row.get("clause"))
    about = reader.text(row, "about", name)
    if row.get("reaction", False) and kind != "seals":
        raise reader.malformed(f"step {name} of kind {kind} is a reaction, expected one of kind seals")
    if row.get("open", False) and kind != "asks":
        raise reader.malformed(f"step {name} of kind {kind} is open, expected one of kind asks")
    return Step(name, row["frame"], clause, about, functions, row.get("often", False), row.get("own-turn", False),
                row.get("final", False), row.get("reaction", False), row.get("open", False))


def read_steps(reader, lists, check_clause):
    for section in set(reader.read) - {"frames", "steps"}:
        raise reader.malformed(f"section {section!r}, expected frames or steps")
    frames = read_frames(reader, lists)
    steps = [read_step(reader, frames, check_clause, name, row)
             for name, row in reader.rows(reader.section("steps"), STEP_KEYS, "step ")]
    if not steps:
        raise reader.malformed("no steps, expected at least one")
    used = {step.frame for step in steps}
    for name in frames:
        if name not in used:
            raise reader.malformed(f"frame {name} belongs to no step, expected one that remembers it")
    return list(frames.values()), steps


# ---- The whole -------------------------------------------------------------------------------------------------------


@dataclass
class Declarations(Game):
    lists: dict = field(default_factory=dict)
    verbs: list = field(default_factory=list)
    frames: list = field(default_factory=list)
    steps: list = field(default_factory=list)
    events: list = field(default_factory=list)
    facts: list = field(default_factory=list)
    figures: list = field(default_factory=list)
    has_tables: bool = False
    data_hash: str = ""  # see hash_tables()
    odds: Kind | None = None


def clause_ids(folder):
    found = re.compile(r"### ([A-Z]{2}(?:-[A-Z]{2,3})?-[0-9]+(?:\.[0-9]+)*)(?: |$)")
    return {match[1] for line in read_lines(folder / "rules" / "en.md") if (match := found.match(line))}


def read_declarations(manifest):
    game = read_manifest(Path(manifest))
    folder = game.folder
    known = clause_ids(folder)

    def check_clause(reader, name, clause):
        if clause not in known:
            raise reader.malformed(f"{name} cites {clause!r}, expected a clause of rules/en.md")
        return clause

    data = sorted((folder / "data").glob("*.csv"))
    tables, enums = read_tables(data) if data else ([], [])
    lists = Lists(Reader(folder, "names.toml"), tables, enums)
    for name, clause in game.reasons.items():
        if clause not in known:
            raise Malformed(game.path, 1, f"reason {name} cites {clause!r}, expected a clause of rules/en.md")
    lists.add(Names("reason", {name: "" for name in game.reasons}, "Why a game can end.", is_own=True))
    if game.seats not in lists:
        raise Malformed(game.path, 1, f"seats {game.seats!r}, expected a list: {', '.join(lists)}")
    if len(lists[game.seats].words) < game.players[1]:
        count = len(lists[game.seats].words)
        raise Malformed(game.path, 1, f"seats {game.seats!r} are {count}, expected {game.players[1]}: so many can play")
    if game.turn_clause not in known:
        raise Malformed(game.path, 1, f"turn-clause {game.turn_clause!r}, expected a clause of rules/en.md")
    frames, steps = read_steps(Reader(folder, "steps.toml"), lists, check_clause)
    kinds = {"with": [list], "about": [str]}
    event_keys = {"private": [bool], "turning": [bool], "quiet": [bool], "die": [str], "drawn": [str], "odds": [bool, str], "shown": [int]}
    odds = Kind("odds", "What outcomes of chance bring about.", [
        Argument("event", "what", True), Argument("number", "value", True), Argument("number", "first", False),
        Argument("number", "last", False), Argument("number", "of", False)])
    return Declarations(
        **vars(game),
        lists=lists,
        verbs=read_verbs(Reader(folder, "verbs.toml"), lists),
        frames=frames,
        steps=steps,
        events=read_kinds(Reader(folder, "events.toml"), lists, ("number",), kinds | event_keys),
        facts=read_kinds(Reader(folder, "facts.toml", needed=False), lists, PLAIN, kinds),
        figures=read_figures(Reader(folder, "figures.toml", needed=False), lists, check_clause),
        has_tables=bool(data),
        data_hash=hash_tables(tables),
        odds=odds,
    )
