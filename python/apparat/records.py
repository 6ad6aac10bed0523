"""Records: games as text (``.apr``), which can be read and checked, walked through, played on and written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import _engine
from .errors import text_errors
from .game import Game
from .scenarios import contents
from .state import State
from .values import EVERYTHING, OBSERVER, Action, Event


@dataclass(frozen=True)
class Check:
    """What is known about a record, and what could be checked. All that could be checked is right.

    ``dice_withheld`` says that the game is over, but the secret of its fair dice is missing: ``apparat verify`` refuses that.
    """

    game: str
    format: int
    rules: int
    rules_known: bool
    over: bool
    dice_fair: bool
    dice_checked: bool
    dice_withheld: bool
    has_views: bool
    views_checked: bool
    moves: int
    unchecked_moves: int
    outcomes: int
    hash: int


@dataclass(frozen=True)
class Move:
    """A move of a record: an action, or a sealed answer that was taken back (``action`` is then None)."""

    number: int
    seat: int
    action: Action | None
    events: list[Event]
    state: State


def verify(text_or_path: str | Path) -> Check:
    """Checks a record as far as possible: every action, its end, its fair dice. TextError says what is wrong with it.

    A ``Path``, or a string of one line, is the name of a file; a longer string is the record itself.
    """
    text, where = contents(text_or_path)
    with text_errors(where):
        return Check(**_engine.check_record(text))


class Record(_engine.Record):
    """A game with all its moves. ``Record(game)`` begins one; ``Record.read()`` reads one.

    A record is what the referee has: everything that was hidden is in it. ``text(viewer)`` and ``write(path, viewer)`` give what
    one viewer may know; such a text can be read by people and cannot be played on.
    """

    @classmethod
    def read(cls, text_or_path: str | Path) -> Record:
        """Reads a file, or a text of several lines, and plays it move by move. TextError says what is wrong with it."""
        text, where = contents(text_or_path)
        with text_errors(where):
            return cls._parse(text)

    @cached_property
    def game(self) -> Game:
        """The game, with the number of players and the options."""
        name, players, options = self._setup()
        return Game(name, players, options)

    # ---- What it tells

    @property
    def state(self) -> State:
        """A copy of the state after the last move."""
        return self.state_after(len(self))

    def state_after(self, moves: int) -> State:
        """The state after some moves."""
        return State._of_record(self.game, self, moves)

    def __len__(self) -> int:
        return self._length()

    def moves(self, viewer: int | str = OBSERVER) -> Iterator[Move]:
        """Walks through the moves, with what a viewer is told. His view of the state comes with each; ``EVERYTHING`` gets the
        full states and all actions, others get actions as they may know them."""
        who = self.game.viewer(viewer)
        first = self._first()
        state = self.state_after(first)
        for number in range(first, len(self)):
            seat, code, unseal = self._move(number)
            action = None if unseal else Action(self.game, seat, code)
            if action and who != EVERYTHING:
                action = state.masked(action, who)
            events = self.game.events(self._advance(number, state), who)
            yield Move(number, seat, action, events, state._view(who))

    @property
    def dice(self) -> str:
        """Where chance came from, such as ``"seed 1"``."""
        return self._dice()

    @dice.setter
    def dice(self, text: str) -> None:
        self._set_dice(text)

    def player(self, seat: int | str) -> str:
        """Who sits at a seat, such as ``"Ann"`` or ``"bot greedy"``; ``""`` if it is not known."""
        return self._player(self.game.seat(seat))

    def set_player(self, seat: int | str, who: str) -> None:
        """Says who sits at a seat."""
        self._set_player(self.game.seat(seat), who)

    def check(self) -> Check:
        """What is known about the record with the moves that it has now."""
        return verify(self.text())

    # ---- Playing on

    def apply(self, action: Action | str, viewer: int | str = OBSERVER) -> list[Event]:
        """Does what ``State.apply()`` does to the last state, and adds a move."""
        if isinstance(action, str):
            action = self.game.action(action)
        code, clause, raw = self._apply(action.seat, action.code)
        if code != _engine.OK:
            raise self.game.refusal(code, clause)
        return self.game.events(raw, viewer)

    def unseal(self, seat: int | str) -> None:
        """Takes back a seat's whole sealed answer."""
        code, clause, _ = self._unseal(self.game.seat(seat))
        if code != _engine.OK:
            raise self.game.refusal(code, clause)

    def undo(self, moves: int) -> None:
        """Undoes all but the first ``moves`` moves; the record tells that they were made and undone."""
        self._undo(moves)

    # ---- Writing

    def text(self, viewer: int | str = EVERYTHING) -> str:
        """The record as text: the whole of it, or what one viewer may know."""
        return self._text(self.game.viewer(viewer))

    def write(self, path: str | Path, viewer: int | str = EVERYTHING) -> None:
        """Writes the same to a file."""
        Path(path).write_text(self.text(viewer), "utf-8")

    def __repr__(self) -> str:
        return f"<Record of {self.game.name}: {len(self)} moves>"
