"""The games as environments of Gymnasium: one seat against bots, alone or many games at once.

    import gymnasium
    import apparat.gymnasium
    env = gymnasium.make("apparat/red-empire-v0", players=3, bots="greedy")
    many = apparat.gymnasium.VectorEnv("red-empire", num_envs=64, players=3)

An observation is a dictionary: ``observation`` has what the seat sees and remembers as bytes, ``action_mask`` has 1 for each legal
action. The reward comes at the end: the share of the victory, which is 1, less if it is shared, or 0. In ``Env`` an illegal action
ends the episode as lost: the reward is 0 and ``info["illegal"]`` is true. ``VectorEnv`` refuses it with ValueError.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._engine import Random
from .game import Game, games, load
from .learn import Encoding, Table, encoding_of
from .values import CHANCE, OBSERVER
from .vector import CUT, ENDED, Vector

Observation = dict[str, NDArray[Any]]


def observation_space(encoding: Encoding) -> spaces.Dict:
    """The space of observations of one seat."""
    seen = spaces.Box(0, 255, (encoding.width,), np.uint8)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (encoding.size,), np.int8)})


class Env(gymnasium.Env[Observation, Any]):
    """One seat against bots. ``seat`` is a seat, or None for another one in each game, drawn by the seed. ``bots`` is the level of
    all others, or one level for each seat."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seat: int | str | None = 0,
        bots: str | Sequence[str] | None = None,
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game, players, **options)
        self.render_mode = render_mode
        self._wanted = None if seat is None else self.game.seat(seat)
        self.bots = self.game.players_named(bots or self.game.bot_levels[-1])
        for level in self.bots.values():
            self.game.bot(level)
        self.table = Table(self.game)
        self.seat = self._wanted or 0
        self.observation_space: spaces.Space[Any] = observation_space(self.table.encoding)
        self.action_space = spaces.Discrete(self.table.encoding.size)
        self._log: list[str] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        while True:  # a game that ends before the seat has decided anything is no episode
            start = int(self.np_random.integers(1 << 63))
            self.table.reset(start)
            self.seat = int(self.np_random.integers(self.game.players)) if self._wanted is None else self._wanted
            self._choices = Random(start, CHANCE + 1)
            self._log = [str(event) for event in self.table.log if event.is_told_to(OBSERVER)]
            self._go_on()
            if self.table.seat is not None:
                break
        if self.render_mode == "human":
            self.render()
        return self._observation(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._log = []
        events = None if self.table.seat is None else self.table.play_index(int(action))
        if events is None:
            return self._observation(), 0.0, True, False, {"seat": self.seat, "illegal": True}
        self._tell(events)
        self._go_on()
        if self.render_mode == "human":
            self.render()
        outcome = self.table.state.outcome
        info: dict[str, Any] = {"seat": self.seat, "illegal": False}
        if outcome is None:
            return self._observation(), 0.0, False, False, info
        return self._observation(), outcome.shares[self.seat], True, False, {**info, "reason": outcome.reason}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name by which libraries that mask actions ask for them."""
        return self._observation()["action_mask"].astype(bool)

    def render(self) -> str | None:
        """What everybody could see since the last decision, as sentences."""
        told = "\n".join(self._log)
        if self.render_mode == "human":
            print(told)
            return None
        return told

    def _observation(self) -> Observation:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask(self.seat)}

    def _tell(self, events: Sequence[Any]) -> None:
        self._log += [str(event) for event in events if event.is_told_to(OBSERVER)]

    def _go_on(self) -> None:
        """Lets bots decide until the seat is asked or the game is over."""
        while (seat := self.table.seat) is not None and seat != self.seat:
            bot = self.game.bot(self.bots[seat])
            self._tell(self.table.play(bot.choose(self.table.state, self._choices, seat)))


class VectorEnv(gymnasium.vector.VectorEnv[Observation, Any, NDArray[Any]]):
    """Many games at once against bots, played by threads in C. A game that is over begins anew in the same step; the observation is
    then the first of the new game. ``seat`` None gives each game another seat: game ``i`` has seat ``i`` modulo the players."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        players: int | None = None,
        seat: int | str | None = 0,
        bots: str | Sequence[str] | None = None,
        threads: int = 1,
        limit: int = 0,
        **options: str,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game, players, **options)
        self.num_envs = num_envs
        self.threads, self.limit = threads, limit
        self.bots = self.game.players_named(bots or self.game.bot_levels[-1])
        self.seats = np.array(
            [number % self.game.players if seat is None else self.game.seat(seat) for number in range(num_envs)], np.int64
        )
        self.encoding = encoding_of(self.game)
        self.single_observation_space = observation_space(self.encoding)
        self.single_action_space = spaces.Discrete(self.encoding.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._make(0)

    def _make(self, seed: int) -> None:
        self.vector = Vector(self.game, self.num_envs, self.threads, seed, self.encoding, mask=True, limit=self.limit)
        for number, seat in enumerate(self.seats):
            self.vector.seats(number, {other: level for other, level in self.bots.items() if other != seat})

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games. One seed is for all of them together."""
        if isinstance(seed, list):
            raise ValueError("one seed is for all games together")
        super().reset(seed=seed)
        self._make(int(self.np_random.integers(1 << 63)))
        self.vector.reset()
        return self._observation(), {"seat": self.seats.copy()}

    def step(self, actions: Any) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        self.vector.step_indices(actions)
        reward = self.vector.reward[np.arange(self.num_envs), self.seats].astype(np.float64)
        done = self.vector.done
        return self._observation(), reward, done == ENDED, done == CUT, {"seat": self.seats.copy()}

    def _observation(self) -> Observation:
        mask = self.vector.mask
        assert mask is not None
        return {"observation": self.vector.observation.copy(), "action_mask": mask.astype(np.int8)}


for _name in games():
    gymnasium.register(f"apparat/{_name}-v0", entry_point="apparat.gymnasium:Env", kwargs={"game": _name})
