"""States: a game at one moment, and what a seat may know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _engine
from .learn import Memory, encoding_of
from .values import CHANCE, EVERYTHING, OBSERVER, Action, Event, Fact, Language, Outcome, Step, Value

if TYPE_CHECKING:
    from .game import Game

Random = _engine.Random


class State(_engine.State):
    """A game at one moment; ``Game.start()`` begins one.

    A full state is what the referee has. ``view(seat)`` is the same as a seat may know it, with everything else removed.
    Whatever a state tells about itself, it tells as ``OBSERVER`` sees it unless another ``viewer`` is named; a view tells what
    it has. So nothing that is hidden is told by accident: ``viewer=EVERYTHING`` must be asked for.
    """

    __slots__ = ()

    # ---- Who is asked what

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the game is over. ``CHANCE`` is one of them when dice are to be rolled."""
        return self._actors()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self._actors()

    @property
    def step(self) -> Step:
        """The step of the rules that the game is at."""
        return self.game.steps[self._step()]

    @property
    def question(self) -> int:
        """The number of the open question. Answers to a sealed question do not change it."""
        return self._question()

    def prompt(self, language: Language = "en") -> str:
        """What is asked, for a person."""
        return self.game.prompt(_engine.language_named(language), self._step())

    def legal(self, seat: int | str | None = None) -> list[Action]:
        """What a seat may choose from; nothing if it is not asked. Without a seat, that of the first who is."""
        who = self._asked(seat)
        game = self.game
        return [Action(game, who, code) for code in self._legal(who)]

    def pass_action(self, seat: int | str | None = None) -> Action | None:
        """The answer that does nothing (pass, done, no more); None if every answer does something."""
        who = self._asked(seat)
        code = self._pass(who)
        return None if code is None else Action(self.game, who, code)

    def worth_asking(self, seat: int | str | None = None) -> bool:
        """Whether a person should be troubled with the question."""
        return self._worth_asking(self._asked(seat))

    def _asked(self, seat: int | str | None) -> int:
        if seat is not None:
            return self.game.seat(seat)
        actors = self._actors()
        if not actors:
            raise ValueError("the game is over: nobody is asked")
        viewer = self._viewer()
        return viewer if viewer in actors else actors[0]

    # ---- Playing

    def apply(self, action: Action | str, viewer: int | str = OBSERVER) -> list[Event]:
        """Applies an action, given as such or in the game's notation, and returns what a viewer is told of what happens.

        Raises Forbidden, NotAsked or GameOver, which name the clause; the state has not changed then.
        """
        if isinstance(action, str):
            action = self.game.action(action)
        code, clause, raw = self._apply(action.seat, action.code)
        if code != _engine.OK:
            raise self.game.refusal(code, clause)
        return self.game.events(raw, viewer)

    def unseal(self, seat: int | str) -> None:
        """Takes back a seat's whole sealed answer, as long as not all have answered. Raises NotSealed."""
        code, clause, _ = self._unseal(self.game.seat(seat))
        if code != _engine.OK:
            raise self.game.refusal(code, clause)

    def roll(self, random: Random, viewer: int | str = OBSERVER) -> list[Event]:
        """Lets chance answer until somebody else is asked or the game is over, and returns what a viewer is told."""
        return self.game.events(self._roll(random), viewer)

    def playout(self, random: Random, limit: int | None = None) -> int:
        """Plays at random to the end. Returns the number of actions; -1 if there would be more than ``limit``."""
        return self._playout(random) if limit is None else self._playout(random, limit)

    # ---- What a seat may know

    @property
    def viewer(self) -> int:
        """Whose view this is; ``EVERYTHING`` for a full state."""
        return self._viewer()

    def view(self, viewer: int | str) -> State:
        """The state as a seat, or ``OBSERVER``, may know it."""
        who = self.game.viewer(viewer)
        return self._view(who)

    def determinize(self, random: Random) -> State:
        """A full state that fits this view: everything unknown is filled in at random."""
        return self._determinize(random)

    def masked(self, action: Action, viewer: int | str) -> Action:
        """A legal action as a viewer may know it: arguments that he may not know become ``?``."""
        return Action(self.game, action.seat, self._masked(action.seat, action.code, self.game.viewer(viewer)))

    def _told(self, viewer: int | str | None) -> State:
        """What is asked when a viewer wants to know something."""
        own = self._viewer()
        who = self.game.viewer(viewer) if viewer is not None else own if own != EVERYTHING else OBSERVER
        return self if who == own else self._view(who)

    # ---- What is going on

    def situation(self, viewer: int | str | None = None) -> list[Fact]:
        """The facts that are true now: who acts on whom, what is announced, what a die needs, what may still interrupt."""
        return [Fact(self.game, raw) for raw in self._told(viewer)._situation()]

    def foresee(self, action: Action) -> list[Fact]:
        """What a legal action would bring about, as far as its seat can tell: what it costs, what the die would need."""
        own = self if action.seat == CHANCE else self._told(action.seat)
        return [Fact(self.game, raw) for raw in own._foresee(action.seat, action.code)]

    def figure(self, name: str, key: str | None = None, viewer: int | str | None = None) -> Value:
        """A value that follows by the rules, such as the age of a person; None if it has none or may not be known."""
        number = list(self.game.figures).index(name)
        about = self.game.figures[name]
        n = self.game.lists[about.keys].index(key) if about.keys and key is not None else 0
        value = self._told(viewer)._figure(number, n)
        return value if value is None or about.values is None else self.game.lists[about.values][value]

    def standing(self, viewer: int | str | None = None) -> tuple[int, ...]:
        """How the seats stand, in what ``game.standing_name`` says."""
        return self._told(viewer)._standing()

    def note(self, kind: str, name: str, language: Language = "en", viewer: int | str | None = None) -> str:
        """The note of a name of a list, such as what a card does."""
        n = self.game.lists[kind].index(name)
        return self._told(viewer)._note(_engine.language_named(language), list(self.game.lists).index(kind), n)

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it runs."""
        raw = self._outcome()
        return raw and Outcome(self.game.tables["reasons"][raw[0]], raw[1], raw[2])

    # ---- As numbers

    def observe(self, seat: int | str | None = None, memory: Memory | None = None, dtype: type = np.uint8) -> NDArray[Any]:
        """What a seat sees, as a row of numbers that ``encoding_of(game).columns`` describe: bytes, or with ``dtype=np.float32``
        values from 0 to 1. Without a seat it is whoever is asked first. What the seat has witnessed is its ``memory``."""
        return encoding_of(self.game).observe(self, seat, memory, dtype)

    def mask(self, seat: int | str | None = None) -> NDArray[np.int8]:
        """1 at the indices of what a seat may do now, 0 elsewhere."""
        return encoding_of(self.game).mask(self, seat)

    # ---- As text

    def json(self, viewer: int | str | None = None) -> str:
        """The state as JSON. ``json(EVERYTHING)`` of a full state is what ``Game.read_state()`` reads it back from."""
        return self._told(viewer)._json()

    def change(self, later: State, viewer: int | str | None = None) -> str:
        """The difference to a later state as JSON: objects are merged key by key, other values replaced."""
        return self._told(viewer)._change(later._told(viewer))

    def scenario(self) -> str:
        """A full state as a scenario, which begins with it and expects the question that is open. Nothing is hidden in it."""
        return self._scenario()

    def draw(self, language: Language = "en", viewer: int | str | None = None) -> str:
        """The table as an SVG document. Games with a map have a drawing; NotImplementedError for the others."""
        document = self._told(viewer)._draw(_engine.language_named(language))
        if document is None:
            raise NotImplementedError(f"there is no drawing of {self.game.name}")
        return document

    @property
    def hash(self) -> int:
        """A fingerprint, which is the same in every build. That of a full state follows from hidden things, too."""
        return self._hash()

    @property
    def unsound(self) -> str | None:
        """What is wrong with the state; None if nothing is."""
        return self._unsound()

    # ---- Python

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __repr__(self) -> str:
        whose = "" if self.viewer == EVERYTHING else f" as {self.game.seat_name(self.viewer)} knows it"
        asked = ", ".join(self.game.seat_name(seat) for seat in self.actors)
        what = f"at {self.step.name}, which asks {asked}" if asked else "over"
        return f"<State of {self.game.name}{whose}: {what}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_read, (self.game, self._json()))


def _read(game: Game, json: str) -> State:
    return game.read_state(json)
