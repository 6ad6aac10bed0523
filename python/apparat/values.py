"""What a game tells: actions, events, facts, clauses, outcomes. They are small values that do not change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from . import _engine

if TYPE_CHECKING:
    from .game import Game

Language = Literal["en", "fr"]
#: The value of an argument: the name of something, a number, an action as a text, or nothing.
Value = str | int | None

#: The seat that rolls dice and draws cards.
CHANCE: int = _engine.CHANCE
#: A viewer who has no seat: he sees what everybody may see.
OBSERVER: int = _engine.OBSERVER
#: The viewer from whom nothing is hidden.
EVERYTHING: int = _engine.EVERYTHING

LOST, SHARED, WON = 0, 1, 2


class Action:
    """A decision of a seat: a verb and up to two arguments. ``str()`` gives the game's notation."""

    __slots__ = ("code", "game", "seat")

    def __init__(self, game: Game, seat: int, code: int) -> None:
        self.game = game
        self.seat = seat
        self.code = code

    @property
    def text(self) -> str:
        """The action in the game's notation, such as ``"kiev pass"``."""
        return self.game.write_action(self.seat, self.code)

    @property
    def verb(self) -> str:
        """The name of the verb."""
        return self.game.verbs[self.code >> 24]

    @property
    def words(self) -> tuple[str, ...]:
        """The verb and the arguments as words; an argument that is not known is ``"?"``."""
        return tuple(self.text.split()[1:])

    def sentence(self, language: Language = "en") -> str:
        """What the action does, for a person."""
        return self.game.say_action(_engine.language_named(language), self.code)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action {self.text!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return (self.code, self.seat, self.game.name) == (other.code, other.seat, other.game.name)

    def __hash__(self) -> int:
        return hash((self.code, self.seat))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Action, (self.game, self.seat, self.code))


class _Told:
    """Something that a game tells with named arguments."""

    __slots__ = ("_raw", "game")
    _table = ""

    def __init__(self, game: Game, raw: tuple[int, int, int, tuple[int, ...]]) -> None:
        self.game = game
        self._raw = raw

    @property
    def kind(self) -> str:
        """What kind it is, such as ``"turn"``."""
        name: str = self.game.tables[self._table][self._raw[0]][0]
        return name

    @property
    def clause(self) -> str:
        """The id of the clause that it follows."""
        return self.game.clauses[self._raw[1]]

    @property
    def arguments(self) -> dict[str, Value]:
        """The arguments by name: names of the game, numbers, or None for what is missing."""
        declared = self.game.tables[self._table][self._raw[0]][1]
        return {name: self.game.value_of(values, self._raw[3][n]) for n, (name, values) in enumerate(declared)}

    def sentence(self, language: Language = "en") -> str:
        """The same for a person."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kind} {self.arguments} {self.clause}>"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._raw == other._raw and self.game.name == other.game.name

    def __hash__(self) -> int:
        return hash(self._raw)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.game, self._raw))


class Event(_Told):
    """Something that has happened. ``str()`` gives the English sentence."""

    __slots__ = ()
    _table = "events"

    @property
    def seen_by(self) -> frozenset[int]:
        """Who may know of it: seats, and perhaps ``OBSERVER``."""
        viewers = (*range(self.game.players), OBSERVER)
        return frozenset(viewer for viewer in viewers if self._raw[2] >> viewer & 1)

    def is_told_to(self, viewer: int) -> bool:
        """Whether a viewer is told of it. What is hidden from some is told by two events: one for those who may know it and
        one for all others. ``EVERYTHING`` is told the first of them."""
        if viewer != EVERYTHING:
            return bool(self._raw[2] >> viewer & 1)
        everybody = (1 << self.game.players) - 1
        return self._raw[2] & everybody == everybody or not self._raw[2] >> OBSERVER & 1

    def sentence(self, language: Language = "en") -> str:
        """What has happened, for a person."""
        return self.game.say_event(_engine.language_named(language), self._raw)


class Fact(_Told):
    """Something that is true now: who acts, what is announced, what a die needs."""

    __slots__ = ()
    _table = "facts"

    @property
    def frame(self) -> int:
        """The step on the stack that it is about; 0 is the outermost."""
        return self._raw[2]

    def sentence(self, language: Language = "en") -> str:
        """The same for a person."""
        return self.game.say_fact(_engine.language_named(language), self._raw)


@dataclass(frozen=True)
class Outcome:
    """How a game has ended. ``results`` has ``LOST``, ``SHARED`` or ``WON`` for each seat."""

    reason: str
    results: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, alone or together."""
        return tuple(seat for seat, result in enumerate(self.results) if result != LOST)

    @property
    def shares(self) -> tuple[float, ...]:
        """What each seat has of the victory: 1, a part of it if it is shared, or 0."""
        return tuple(1 / len(self.winners) if result != LOST else 0.0 for result in self.results)


@dataclass(frozen=True)
class Clause:
    """A clause of the rules."""

    id: str
    title: str
    text: str
    provenance: str | None


@dataclass(frozen=True)
class RulesTable:
    """A table of the rules: what a player looks up."""

    name: str
    title: str
    about: str
    clause: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Step:
    """A step of the rules, at which somebody is asked."""

    name: str
    clause: str
    sealed: bool
    reaction: bool


@dataclass(frozen=True)
class Figure:
    """A value that follows from a view by the rules: one, or one for each name of the list ``keys``."""

    name: str
    clause: str
    keys: str | None
    values: str | None
