"""The games as environments of PettingZoo, in which agents act one after the other (AEC).

    from apparat.pettingzoo import env
    table = env("kremlin", players=4, rules="advanced")

An observation is a dictionary: ``observation`` has what the agent sees and remembers as bytes, which the columns of
``apparat.encoding_of(game)`` describe; ``action_mask`` has 1 for each legal action. Rewards come at the end: the share of the
victory that an agent has, 1 in all. An agent that is asked together with others (sealed answers) does not see what they answer. An
illegal action ends the game: whoever chose it gets -1, the others 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .game import Game, load
from .learn import Encoding, Table
from .values import OBSERVER


def env(game: str | Game, players: int | None = None, render_mode: str | None = None, **options: str) -> AECEnv:
    """An environment with the usual wrappers: illegal actions end the game, and calls must come in their order."""
    raw = raw_env(game, players, render_mode, None, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, -1)))


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's name)
    """The environment without wrappers. An illegal action raises ValueError here."""

    metadata = {
        "name": "apparat_v0",
        "render_modes": ["human", "ansi"],
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        render_mode: str | None = None,
        encoding: Encoding | None = None,
        **options: str,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else load(game, players, **options)
        self.render_mode = render_mode
        self.table = Table(self.game, 0, encoding)
        self.possible_agents = list(self.game.seats)
        self.agents: list[str] = []
        size, width = self.table.encoding.size, self.table.encoding.width
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 255, (width,), np.uint8),
            "action_mask": spaces.Box(0, 1, (size,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed and the same actions give the same game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.table.reset(int(self._random.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        seat = self.game.seat(agent)
        mask = np.zeros(self.table.encoding.size, np.int8)
        if seat == self.table.seat:
            mask = self.table.mask(seat)
        return {"observation": self.table.observe(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.table.play_index(int(action)) is None:
            raise ValueError(f"action {action} of {agent} is not legal")
        outcome = self.table.state.outcome
        if outcome:
            self.rewards = dict(zip(self.possible_agents, outcome.shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {name: {"reason": outcome.reason} for name in self.agents}
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What everybody could see since the last decision, as sentences."""
        told = "\n".join(str(event) for event in self.table.log if event.is_told_to(OBSERVER))
        if self.render_mode == "human":
            print(told)
            return None
        return told

    def close(self) -> None:
        """There is nothing to close."""

    def _select(self) -> None:
        if self.table.seat is not None:
            self.agent_selection = self.game.seat_name(self.table.seat)
