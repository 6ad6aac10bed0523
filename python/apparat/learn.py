"""Games as numbers, for programs that learn: observations, actions as indices, and what a seat has witnessed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import _engine
from .values import CHANCE, OBSERVER, Action, Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .game import Game
    from .state import State

Part = Literal["state", "standing", "memory", "figures"]
_PARTS: dict[str, int] = {"state": 1, "standing": 2, "memory": 4, "figures": 8}
_KINDS = ("flag", "number", "name")
USUAL: tuple[Part, ...] = ("state", "standing", "memory")


@dataclass(frozen=True)
class Column:
    """A column of an observation.

    ``kind`` is ``"flag"`` (0 or 1), ``"number"`` (more is more) or ``"name"`` (0, or 1 + the number of a name: more means nothing).
    ``low`` and ``high`` are the range of what it tells; an observation has the value less ``low``.
    """

    name: str
    kind: str
    low: int
    high: int
    names: str | None


class Encoding(_engine.Layout):
    """What the numbers of a game mean; ``encoding_of()`` finds the usual one.

    An observation is a row of ``width`` numbers. An action has an index below ``size``, which is the same in every state; equal
    copies, such as two equal cards, have the same index. Seats are relative to whoever looks: ``seat+0`` is he himself.
    """

    game: Game
    parts: tuple[Part, ...]

    def __new__(cls, game: Game, players: int = 0, parts: Sequence[Part] = USUAL) -> Encoding:
        unknown = set(parts) - set(_PARTS)
        if unknown or not parts:
            raise ValueError(f"an encoding has some of the parts {', '.join(_PARTS)}, not {', '.join(unknown) or 'none'}")
        self = super().__new__(cls, game, players, sum(_PARTS[part] for part in set(parts)))
        self.game = game
        self.parts = tuple(part for part in _PARTS if part in parts)  # type: ignore[misc]
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Encoding, (self.game, self.players, self.parts))

    def __copy__(self) -> Encoding:
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Encoding:
        return self

    @cached_property
    def players(self) -> int:
        """For tables with up to this many players."""
        return self._players()

    @cached_property
    def width(self) -> int:
        """How many columns an observation has."""
        return self._width()

    @cached_property
    def size(self) -> int:
        """How many indices there are for actions."""
        return self._size()

    @property
    def hash(self) -> int:
        """A hash of the names, kinds and ranges of all columns."""
        return self._hash()

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """What each number of an observation means."""
        kinds = list(self.game.lists)
        raw = (self._column(n) for n in range(self.width))
        return tuple(
            Column(name, _KINDS[kind], low, high, kinds[names] if names >= 0 else None) for name, kind, low, high, names in raw
        )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of which actions are made; word 0 is no word."""
        words: list[str] = []
        while (word := self._word(len(words))) is not None:
            words.append(word)
        return tuple(words)

    def words_of(self, index: int) -> tuple[int, int, int]:
        """The words of an index, as their numbers: the verb and its arguments."""
        verb, x, y = self._words_of(index)
        return verb, x, y

    def bind(self, names: Iterable[str]) -> NDArray[np.int32]:
        """For each name of a column of another layout the column that has this name here, or -1."""
        numbers = {column.name: n for n, column in enumerate(self.columns)}
        return np.array([numbers.get(name, -1) for name in names], np.int32)

    # ---- Observing

    def observe(
        self, state: State, seat: int | str | None = None, memory: Memory | None = None, dtype: type = np.uint8
    ) -> NDArray[Any]:
        """What a seat sees as a row of numbers: bytes, or with ``dtype=np.float32`` values from 0 to 1.

        Without a seat it is the viewer of a view, or whoever is asked first. Without a memory, its columns are 0.
        """
        who = _seat_of(state, seat)
        out: NDArray[Any] = np.empty(self.width, dtype)
        if out.dtype not in (np.uint8, np.float32):
            raise ValueError(f"an observation is uint8 or float32, not {out.dtype}")
        if memory is not None and memory.seat != who:
            raise ValueError(f"this is the memory of seat {memory.seat}, not of seat {who}")
        view = state if state.viewer == who else state._view(who)
        self._observe(view, memory, out, out.dtype == np.float32)
        return out

    # ---- Actions

    def mask(self, state: State, seat: int | str | None = None) -> NDArray[np.int8]:
        """1 at the indices of what a seat may do now, 0 elsewhere."""
        out = np.zeros(self.size, np.int8)
        self._legal(state, _seat_of(state, seat), out)
        return out

    def legal(self, state: State, seat: int | str | None = None) -> tuple[int, ...]:
        """The indices of what a seat may do now, each once."""
        return self._legal(state, _seat_of(state, seat), None)

    def index(self, action: Action) -> int:
        """The index of an action; ValueError if it has none."""
        index = self._encode(action.game.players, action.seat, action.code)
        if index < 0:
            raise ValueError(f"{action} has no index")
        return index

    def action(self, state: State, index: int, seat: int | str | None = None) -> Action | None:
        """The legal action with an index; None if there is none."""
        who = _seat_of(state, seat)
        code = self._decode(state, who, int(index))
        return None if code is None else Action(state.game, who, code)


def _seat_of(state: State, seat: int | str | None) -> int:
    """Whom an observation is for."""
    if seat is not None:
        return state.game.viewer(seat)
    viewer = state.viewer
    if viewer < state.game.players or viewer == OBSERVER:
        return viewer
    decides = [actor for actor in state.actors if actor != CHANCE]
    return decides[0] if decides else OBSERVER


@lru_cache(maxsize=64)
def encoding_of(game: Game) -> Encoding:
    """The usual encoding of a game. It has the same columns and indices for every number of players and all options."""
    return Encoding(game)


class Memory(_engine.Memory):
    """What a seat has witnessed: what happened when, how often, and what was said last.

    It must be told all events from the beginning of the game on; ``Table`` does that.
    """

    __slots__ = ()

    def __new__(cls, encoding: Encoding, game: Game, seat: int | str) -> Memory:
        return super().__new__(cls, encoding, game.players, game.viewer(seat))

    @property
    def encoding(self) -> Encoding:
        """The encoding that it belongs to."""
        encoding: Encoding = self._layout()
        return encoding

    def __copy__(self) -> Memory:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Memory:
        return self.clone()

    @property
    def seat(self) -> int:
        """Whose memory it is."""
        return self._seat()

    def witness(self, state: State, events: Iterable[Event]) -> None:
        """Adds those of the events that the seat may see. ``state`` is the state after what they tell."""
        self._witness(state, [event._raw for event in events])


class Table:
    """A game that is played step by step, with what each seat has witnessed. Chance is played at once.

    The same seed and the same decisions give the same game.
    """

    def __init__(self, game: Game, seed: int = 0, encoding: Encoding | None = None) -> None:
        self.game = game
        self.encoding = encoding or encoding_of(game)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begins a new game."""
        from .state import State

        self.random = _engine.Random(seed, CHANCE)
        self.memories = [Memory(self.encoding, self.game, seat) for seat in range(self.game.players)]
        self.log: list[Event] = []
        self.state, raw = State._start(self.game)
        self._witness(raw)
        self._play_chance()

    @property
    def seat(self) -> int | None:
        """Who decides next; None when the game is over. Of several who are asked at once it is the first."""
        actors = self.state._actors()
        return actors[0] if actors else None

    def play(self, action: Action) -> list[Event]:
        """Carries a decision out, lets chance play, and returns all that has happened, whoever may know it."""
        self.log = []
        code, clause, raw = self.state._apply(action.seat, action.code)
        if code != _engine.OK:
            raise self.game.refusal(code, clause)
        self._witness(raw)
        self._play_chance()
        return self.log

    def play_index(self, index: int) -> list[Event] | None:
        """The same for the index of an action of ``seat``; None, and nothing changes, if it is not legal."""
        action = self.encoding.action(self.state, index, self.seat)
        return None if action is None else self.play(action)

    def observe(self, seat: int | str, dtype: type = np.uint8) -> NDArray[Any]:
        """What a seat sees and remembers, as a row of numbers."""
        who = self.game.seat(seat)
        return self.encoding.observe(self.state, who, self.memories[who], dtype)

    def mask(self, seat: int | str) -> NDArray[np.int8]:
        """1 at the indices of what a seat may do now, 0 elsewhere; all 0 if it is not asked."""
        return self.encoding.mask(self.state, seat)

    def _witness(self, raw: list[_engine._Told]) -> None:
        for memory in self.memories:
            memory._witness(self.state, raw)
        self.log += [Event(self.game, item) for item in raw]

    def _play_chance(self) -> None:
        while CHANCE in self.state._actors():
            legal = self.state._legal(CHANCE)
            self._witness(self.state._apply(CHANCE, legal[self.random.below(len(legal))])[2])
