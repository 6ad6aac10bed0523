"""Many games at once, played by threads in C. The caller only decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _engine
from .learn import Encoding, encoding_of
from .state import State

if TYPE_CHECKING:
    from .game import Game

#: How a game has ended in this step, in ``Vector.done``.
GOES_ON, ENDED, CUT = 0, 1, 2


class Vector(_engine.Vector):
    """Many games at once. In each step every game goes on to the next decision that is the caller's; chance, bots and answers
    without an alternative are played at once. A game that is over begins anew in the same step.

    The arrays are written anew in each step; row ``i`` is about game ``i``:

    - ``observation`` (or ``floats``): what ``seat[i]``, who decides, sees and remembers
    - ``legal[i, :count[i]]``: the indices of what he may do; ``mask``, if it is wanted: the same as a mask
    - ``decision[i]``: how many decisions he has had in this game before
    - ``done[i]``: whether a game has ended (``ENDED``) or was cut (``CUT``) before this decision
    - ``reward[i]``: if so, the share of the victory that each seat has

    What happens in a game depends on the seed, its number and the choices in it, not on the number of threads. ``empty`` makes the
    arrays, from a shape and a type; without it numpy does.
    """

    def __new__(
        cls,
        game: Game,
        games: int,
        threads: int = 1,
        seed: int = 0,
        encoding: Encoding | None = None,
        floats: bool = False,
        mask: bool = False,
        longest: int = 0,
        limit: int = 0,
        empty: Callable[[tuple[int, ...], type], NDArray[Any]] | None = None,
    ) -> Vector:
        encoding = encoding or encoding_of(game)
        if games < 1:
            raise ValueError("at least one game is needed")
        width, rows = encoding.width, longest or _engine.MAX_LEGAL
        new = empty or np.zeros
        arrays: dict[str, NDArray[Any] | None] = {
            "observation": None if floats else new((games, width), np.uint8),
            "floats": new((games, width), np.float32) if floats else None,
            "legal": new((games, rows), np.int32),
            "count": new((games,), np.int32),
            "mask": new((games, encoding.size), np.uint8) if mask else None,
            "seat": new((games,), np.uint8),
            "decision": new((games,), np.int32),
            "done": new((games,), np.uint8),
            "reward": new((games, _engine.MAX_SEATS), np.float32),
            "outcome": None,
        }
        self = super().__new__(cls, encoding, game, games, threads, seed, longest, limit, tuple(arrays.values()))
        self.game, self.encoding, self.games = game, encoding, games
        self.mask = arrays["mask"]
        for name in ("legal", "count", "seat", "decision", "done", "reward"):
            setattr(self, name, arrays[name])
        setattr(self, "observation", arrays["floats" if floats else "observation"])  # noqa: B010
        return self

    game: Game
    encoding: Encoding
    games: int
    observation: NDArray[Any]
    mask: NDArray[np.uint8] | None
    legal: NDArray[np.int32]
    count: NDArray[np.int32]
    seat: NDArray[np.uint8]
    decision: NDArray[np.int32]
    done: NDArray[np.uint8]
    reward: NDArray[np.float32]

    def seats(self, number: int, bots: Mapping[int | str, str] | Sequence[str | None], game: Game | None = None) -> None:
        """Says at which seats of a game bots sit, from its next beginning on: some seats with their levels, or for each seat a
        level or None. ``game`` can give it another number of players or other options."""
        table = game or self.game
        levels: list[str | None] = [None] * _engine.MAX_SEATS
        if isinstance(bots, Mapping):
            for seat, level in bots.items():
                levels[table.seat(seat)] = level
        else:
            levels[: len(bots)] = bots
        self._seats(number, game, tuple(levels))

    def reset(self) -> None:
        """Begins all games, as they began at first."""
        self._reset()

    def step(self, choice: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Plays in each game the choice with this place in its row of ``legal``. ValueError if a place is out of range."""
        self._step(np.ascontiguousarray(choice, np.int32))

    def step_indices(self, indices: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """The same with the indices of actions. ValueError if one is not legal; then nothing has changed."""
        wanted = np.asarray(indices, np.int32)[:, None]
        places = np.arange(self.legal.shape[1], dtype=np.int32)
        found = (self.legal == wanted) & (places < self.count[:, None])
        if not found.any(axis=1).all():
            number = int(np.flatnonzero(~found.any(axis=1))[0])
            raise ValueError(f"{int(wanted[number, 0])} is not legal in game {number}")
        self.step(found.argmax(axis=1))

    def advice(self, level: str) -> NDArray[np.int32]:
        """What a bot would choose in each game for whoever decides there: places in the rows of ``legal``, or -1 where it is not
        among them. Nothing is played, and what happens later does not depend on it."""
        choice = np.empty(self.games, np.int32)
        self._advice(level, choice)
        return choice

    def save(self) -> bytes:
        """All games as they are now, with their generators. They are good within one version of the package."""
        return self._save()

    def restore(self, saved: bytes) -> None:
        """Goes on from ``save()``; the arrays tell of the open decisions again. ValueError if these are not such games."""
        self._restore(saved)

    def state(self, number: int) -> State:
        """A copy of the state of a game, with everything that is hidden."""
        state: State = self._state(State, number)
        return state

    @property
    def sums(self) -> dict[str, int]:
        """Sums since the games were made: the caller's decisions, actions of all, games that have ended, and indices that did not
        fit into ``legal``."""
        return dict(zip(("decisions", "actions", "games", "lost"), self._sums(), strict=True))
