"""The games as an environment of PufferLib: many games at once in its shared buffers, without emulation.

    import pufferlib.vector
    from apparat.puffer import Env
    env = Env("red-empire", num_envs=64, players=3, bots="greedy")
    many = pufferlib.vector.make(Env, env_args=["red-empire"], env_kwargs={"num_envs": 64}, num_envs=2)

Each game is an agent: one seat against bots. A row of ``observations`` has what the seat sees and remembers, and behind it the
mask: one byte for each action, 1 if it is legal (``env.width`` is where it begins). The reward comes at the end: the share of the
victory. PufferLib's own policies do not look at masks: where an action is illegal, the first legal one is played instead, and the
reward of this step is ``penalty``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import pufferlib
from numpy.typing import NDArray

from .game import Game, load
from .learn import encoding_of
from .vector import CUT, ENDED, Vector


class Env(pufferlib.PufferEnv):
    """Many games, each of one seat against bots. ``seat`` None gives each game another seat: game ``i`` has seat ``i`` modulo the
    players. ``bots`` is the level of all others, or one level for each seat. ``log_every`` says after how many steps the share of
    the victories since then is told in the infos."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        players: int | None = None,
        seat: int | str | None = None,
        bots: str | Sequence[str] | None = None,
        threads: int = 1,
        limit: int = 0,
        penalty: float = -1.0,
        log_every: int = 128,
        options: Mapping[str, str] | None = None,
        buf: Any = None,
        seed: int | None = 0,
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game, players, **dict(options or {}))
        self.encoding = encoding_of(self.game)
        self.width, self.num_agents = self.encoding.width, num_envs
        self.threads, self.limit, self.penalty, self.log_every = threads, limit, np.float32(penalty), log_every
        self.levels = self.game.players_named(bots or self.game.bot_levels[-1])
        self.seats = np.array([number % self.game.players if seat is None else self.game.seat(seat) for number in range(num_envs)])
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (self.width + self.encoding.size,), np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(self.encoding.size)
        super().__init__(buf)
        self._begin(seed or 0)

    def _begin(self, seed: int) -> None:
        self.vector = Vector(self.game, self.num_agents, self.threads, seed, self.encoding, mask=True, limit=self.limit)
        for number, seat in enumerate(self.seats):
            self.vector.seats(number, {other: level for other, level in self.levels.items() if other != seat})
        self.steps = self.ended = self.refused = 0
        self.won = 0.0

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.uint8], list[dict[str, float]]]:
        """Begins all games; with a seed, those of this seed."""
        if seed is not None:
            self._begin(seed)
        self.vector.reset()
        self.rewards[:] = 0
        self.terminals[:] = self.truncations[:] = False
        self.masks[:] = True
        self._show()
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[dict[str, float]]]:
        """Plays an action in each game."""
        wanted = np.asarray(actions, np.int32).reshape(self.num_agents, 1)
        vector = self.vector
        found = (vector.legal == wanted) & (np.arange(vector.legal.shape[1], dtype=np.int32) < vector.count[:, None])
        is_legal = found.any(axis=1)
        vector.step(found.argmax(axis=1))
        share = vector.reward[np.arange(self.num_agents), self.seats]
        np.equal(vector.done, ENDED, out=self.terminals)
        np.equal(vector.done, CUT, out=self.truncations)
        self.rewards[:] = share
        self.rewards[~is_legal] += self.penalty
        self._show()
        return self.observations, self.rewards, self.terminals, self.truncations, self._told(share, is_legal)

    def close(self) -> None:
        """There is nothing to close."""

    def _show(self) -> None:
        self.observations[:, : self.width] = self.vector.observation
        self.observations[:, self.width :] = self.vector.mask

    def _told(self, share: NDArray[np.float32], is_legal: NDArray[np.bool_]) -> list[dict[str, float]]:
        self.steps += 1
        self.ended += int((self.vector.done != 0).sum())
        self.won += float(share.sum())
        self.refused += int((~is_legal).sum())
        if self.steps < self.log_every or not self.ended:
            return []
        told = {
            "games": float(self.ended),
            "share": self.won / self.ended,
            "illegal": self.refused / (self.steps * self.num_agents),
        }
        self.steps = self.ended = self.refused = 0
        self.won = 0.0
        return [told]
