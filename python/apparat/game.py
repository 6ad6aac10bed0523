"""Games: what is built in, and a game with its number of players and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from json import loads as parse_json
from typing import TYPE_CHECKING, Any

from . import _engine, values
from .errors import Forbidden, GameOver, NotAsked, NotationError, NotSealed, Refused, text_errors
from .values import Action, Clause, Event, Figure, Language, RulesTable, Step, Value

if TYPE_CHECKING:
    from .bots import Bot
    from .state import State

_REFUSALS: dict[int, type[Refused]] = {
    _engine.GAME_OVER: GameOver,
    _engine.NOT_ASKED: NotAsked,
    _engine.FORBIDDEN: Forbidden,
    _engine.NOT_SEALED: NotSealed,
}


def games() -> tuple[str, ...]:
    """The names of the games that are built in."""
    return _engine.games()


@cache
def _tables(name: str) -> dict[str, Any]:
    """The tables of a game, which are the same with every set-up."""
    for players in range(1, _engine.MAX_SEATS + 1):
        try:
            return _engine.Game(name, players, ()).describe()
        except ValueError:
            continue
    raise ValueError(f"there is no game {name!r}, only {', '.join(games())}")


def options(name: str) -> dict[str, tuple[str, ...]]:
    """The options of a game and their values; the first value is the default."""
    return {option: tuple(allowed) for option, allowed in _tables(name)["options"]}


def load(name: str, players: int | None = None, **chosen: str) -> Game:
    """A game with its set-up, such as ``load("kremlin", players=4, rules="advanced")``.

    Without ``players`` it is for as few as can play it with these options. An option that is not given has its default;
    an option whose name has a hyphen is written with an underscore. ValueError says what cannot be played.
    """
    known = options(name)
    numbers = dict.fromkeys(known, 0)
    for key, value in chosen.items():
        option = key if key in known else key.replace("_", "-")
        if option not in known:
            raise ValueError(f"{name} has no option {key!r}, only {', '.join(known) or 'none'}")
        if str(value) not in known[option]:
            raise ValueError(f"{option} of {name} is one of {', '.join(known[option])}, not {value!r}")
        numbers[option] = known[option].index(str(value))
    setup = tuple(numbers.values())
    possible = player_counts(name, setup)
    if players is None and possible:
        players = possible[0]
    if players not in possible:
        counts = " or ".join(map(str, possible)) or "no number of"
        raise ValueError(f"with these options {name} is for {counts} players, not {players}")
    return Game(name, players, setup)


@cache
def player_counts(name: str, option_values: tuple[int, ...] = ()) -> tuple[int, ...]:
    """How many can play a game with these options."""
    possible = []
    for count in range(1, _engine.MAX_SEATS + 1):
        try:
            _engine.Game(name, count, option_values)
        except ValueError:
            continue
        possible.append(count)
    return tuple(possible)


class Game(_engine.Game):
    """A game with its number of players and its options; ``load()`` makes one.

    Seats are numbered from 0. Wherever a seat or a viewer is wanted its name does as well. ``CHANCE``, ``OBSERVER`` and
    ``EVERYTHING`` stand for chance, for somebody without a seat, and for whoever sees everything.
    """

    @property
    def tables(self) -> dict[str, Any]:
        """The tables by which the numbers of the game have names."""
        return _tables(self.name)

    # ---- Names

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats at this table."""
        return tuple(self.tables["seats"][: self.players])

    @cached_property
    def options(self) -> dict[str, str]:
        """The value of each option."""
        return {name: allowed[n] for (name, allowed), n in zip(self.tables["options"], self.option_values, strict=True)}

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of the notation."""
        return tuple(self.tables["verbs"])

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the rules."""
        return tuple(Step(name, self.clauses[clause], sealed, reaction) for name, clause, sealed, reaction in self.tables["steps"])

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses; the first is ``""``, which stands for none."""
        return tuple(self.tables["clauses"])

    @cached_property
    def lists(self) -> dict[str, tuple[str, ...]]:
        """The lists of names that the game uses (cards, people, spaces), by the kind of what they name."""
        return {kind: tuple(names) for kind, names in self.tables["lists"]}

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The values that follow from a view: see ``State.figure()``."""
        kinds = list(self.lists)
        return {
            name: Figure(name, self.clauses[clause], kinds[keys] if keys >= 0 else None, kinds[named] if named >= 0 else None)
            for name, clause, keys, named in self.tables["figures"]
        }

    def attributes(self, kind: str, name: str) -> dict[str, Value | tuple[Value, ...]]:
        """What a name carries in the data of the game: the value of a card, the neighbours of a space."""
        index = list(self.lists).index(kind)
        n = self.lists[kind].index(name)
        found: dict[str, Value | tuple[Value, ...]] = {}
        for of_list, number, attribute, shape, named in self.tables["attributes"]:
            if of_list == index:
                items = tuple(self.value_of(named, value) for value in self.attribute(index, n, number))
                found[attribute] = items if shape else (items[0] if items else None)
        return found

    def value_of(self, names: int, value: int) -> Value:
        """An argument as a person writes it: ``names`` is the number of the list that it is from."""
        if value == _engine.NONE:
            return None
        if names == _engine.ACTION_ARGUMENT:
            return self.write_action(0, value & 0xFFFFFFFF).partition(" ")[2]
        if names == _engine.EVENT_ARGUMENT:
            return str(self.tables["events"][value][0])
        if names == _engine.NUMBER_ARGUMENT:
            return value
        listed = self.tables["lists"][names][1]
        return str(listed[value]) if 0 <= value < len(listed) else None

    def seat(self, seat: int | str) -> int:
        """The number of a seat at this table, or of chance."""
        return self._find(seat, (*range(self.players), values.CHANCE))

    def viewer(self, viewer: int | str) -> int:
        """The number of a viewer: a seat, ``OBSERVER`` or ``EVERYTHING``."""
        return self._find(viewer, (*range(self.players), values.OBSERVER, values.EVERYTHING))

    def _find(self, wanted: int | str, allowed: tuple[int, ...]) -> int:
        names = [*self.tables["seats"], "everything"]
        number = names.index(wanted) if isinstance(wanted, str) and wanted in names else wanted
        if not isinstance(number, str) and number in allowed:
            return int(number)
        raise ValueError(f"there is no {wanted!r} at this table, only {', '.join(names[n] for n in allowed)}")

    def seat_name(self, seat: int) -> str:
        """The name of a seat, of chance or of the observer."""
        return str(self.tables["seats"][seat])

    # ---- Words

    def title_in(self, language: Language = "en") -> str:
        """The title of the game."""
        return self.title(_engine.language_named(language))

    def word_for(self, kind: str, name: str, language: Language = "en") -> str:
        """The word for a name of a list, such as the title of a card."""
        return self.list_word(_engine.language_named(language), list(self.lists).index(kind), self.lists[kind].index(name))

    def seat_in(self, seat: int | str, language: Language = "en") -> str:
        """The word for a seat."""
        return self.seat_word(_engine.language_named(language), self.viewer(seat) if seat != values.CHANCE else values.CHANCE)

    def clause(self, clause: str, language: Language = "en") -> Clause:
        """The text of a clause; KeyError if there is none with this id."""
        if not clause or clause not in self.clauses:
            raise KeyError(clause)
        title, body, provenance = self.clause_text(_engine.language_named(language), self.clauses.index(clause))
        return Clause(clause, title, body, provenance)

    def rules_tables(self, language: Language = "en") -> tuple[RulesTable, ...]:
        """The tables of the rules."""
        tables: list[RulesTable] = []
        while raw := self.rules_table(_engine.language_named(language), len(tables)):
            name, title, about, clause, columns, cells = raw
            rows = tuple(cells[i : i + columns] for i in range(0, len(cells), columns))
            tables.append(RulesTable(name, title, about, self.clauses[clause], rows[0], rows[1:]))
        return tuple(tables)

    # ---- Playing

    def start(self) -> State:
        """A new game, at its first question. What has happened before it is told by ``start_with_events()``."""
        from .state import State

        return State(self)

    def start_with_events(self, viewer: int | str = values.OBSERVER) -> tuple[State, list[Event]]:
        """A new game, and what a viewer is told of how it was set up."""
        from .state import State

        state, raw = State._start(self)
        return state, self.events(raw, viewer)

    def read_state(self, json: str) -> State:
        """A state, or a view, that ``State.json()`` has written. TextError says what is wrong with the text."""
        from .state import State

        try:
            root = parse_json(json)
        except ValueError:
            root = None  # the library says what is wrong with it
        is_view = isinstance(root, dict) and root.get("viewer") is not None
        with text_errors():
            return State._read_json(self, json, is_view)

    def action(self, text: str) -> Action:
        """An action in the game's notation, such as ``"kiev pass"``; NotationError if it is not. It need not be legal."""
        try:
            return Action(self, *self.read_action(text))
        except ValueError as error:
            raise NotationError(str(error)) from None

    def events(self, raw: Sequence[tuple[int, int, int, tuple[int, ...]]], viewer: int | str) -> list[Event]:
        """Events as a viewer is told them."""
        who = self.viewer(viewer)
        return [event for event in (Event(self, item) for item in raw) if event.is_told_to(who)]

    def refusal(self, code: int, clause: int) -> Refused:
        """The error for a result of the library."""
        identifier = self.clauses[clause]
        title, text = self.clause_text(0, clause)[:2] if clause else ("", "")
        return _REFUSALS[code](self.say_refusal(0, code, clause), identifier, title, text)

    # ---- Bots

    @cached_property
    def bot_levels(self) -> tuple[str, ...]:
        """The levels of bots, from weak to strong."""
        return tuple(self.tables["levels"])

    def bot(self, level: str | None = None) -> Bot:
        """A bot of a level; the strongest one if none is named."""
        from .bots import Bot

        return Bot(self, level or self.bot_levels[-1])

    # ---- Python

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"apparat.load({self.name!r}, players={self.players}{chosen})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.players, self.option_values) == (other.name, other.players, other.option_values)

    def __hash__(self) -> int:
        return hash((self.name, self.players, self.option_values))

    def __copy__(self) -> Game:
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game, (self.name, self.players, self.option_values))

    def players_named(self, who: Mapping[int | str, str] | Sequence[str] | str) -> dict[int, str]:
        """Bots for seats, however they are given: one level for all, one for each seat, or some seats with their levels."""
        if isinstance(who, str):
            return dict.fromkeys(range(self.players), who)
        if isinstance(who, Mapping):
            return {self.seat(seat): level for seat, level in who.items()}
        if len(who) != self.players:
            raise ValueError(f"there are {self.players} seats, not {len(who)}")
        return dict(enumerate(who))
