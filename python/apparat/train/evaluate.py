"""How strong a network is: one seat of it among bots, the seats rotated, against what a bot wins in that chair."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from ..game import Game
from ..learn import Encoding
from ..vector import GOES_ON, Vector
from .network import Network, draw, flat_legal

#: How many standard errors an interval of 95 % has to each side.
INTERVAL = 1.96
AT_ONCE = 512


@dataclass(frozen=True)
class Result:
    """What a network has won against bots of a level: its share of the victory in a game on average, with an interval of 95 %. Par
    is what such a bot wins in its place."""

    against: str
    games: int
    share: float
    error: float  # half of the interval
    par: float
    par_error: float

    @property
    def is_better(self) -> bool:
        """Whether it wins more than a bot does in its place, beyond doubt."""
        return self.share - self.error > self.par + self.par_error

    def __str__(self) -> str:
        return (
            f"against {self.against}: {self.share:.3f} ± {self.error:.3f} in {self.games} games "
            f"({self.against} in its place: {self.par:.3f} ± {self.par_error:.3f})"
        )

    def as_json(self) -> dict[str, float | str]:
        """The same for programs."""
        return asdict(self)


class Trial:
    """Games of one seat against bots of a level; the same games each time, as far as the same is played in them."""

    def __init__(
        self,
        variants: Sequence[Game],
        encoding: Encoding,
        against: str,
        games: int,
        threads: int = 0,
        limit: int = 0,
        seed: int = 0,
    ) -> None:
        self.against, self.encoding = against, encoding
        chairs = [(game, seat) for game in variants for seat in range(game.players)]
        # Each table plays as many games as every other, so that those that end soon do not count more.
        self.each = max(1, round(games / AT_ONCE))
        tables = -(-games // (self.each * len(chairs))) * len(chairs)
        threads = threads or len(os.sched_getaffinity(0))
        self.vector = Vector(variants[0], tables, threads, seed, encoding, limit=limit)
        self.seats = np.zeros(tables, np.int64)
        for number in range(tables):
            game, seat = chairs[number % len(chairs)]
            self.seats[number] = seat
            self.vector.seats(number, [None if other == seat else against for other in range(game.players)], game)
        self._par: tuple[float, float] | None = None

    def play(self, choose: Callable[[Vector], NDArray[np.int32]]) -> tuple[NDArray[np.float32], int]:
        """The share of the victory in each game, and how many games there were."""
        vector, rows = self.vector, np.arange(self.vector.games)
        played = np.zeros(vector.games, np.int64)
        shares: list[NDArray[np.float32]] = []
        vector.reset()
        while (played < self.each).any():
            vector.step(choose(vector))
            counts = (vector.done != GOES_ON) & (played < self.each)
            shares.append(vector.reward[rows, self.seats][counts])
            played += counts
        return np.concatenate(shares), int(played.sum())

    def par(self) -> tuple[float, float]:
        """What a bot wins in its place, and half of the interval."""
        if self._par is None:
            self._par = _mean(self.play(lambda vector: np.maximum(vector.advice(self.against), 0))[0])
        return self._par

    @torch.no_grad()
    def measure(self, network: Network, sample: bool = False) -> Result:
        """What a network wins."""
        device = network.scale.device
        generator = torch.Generator(device).manual_seed(0)
        actions = network.all_actions()

        def choose(vector: Vector) -> NDArray[np.int32]:
            legal, longest = flat_legal(vector.legal, vector.count)
            seen, count = torch.from_numpy(vector.observation).to(device), torch.from_numpy(vector.count).to(device, torch.int64)
            logits, _ = network(seen, torch.from_numpy(legal).to(device), count, longest, actions)
            choice = draw(logits, generator) if sample else logits.argmax(1)
            return choice.to(torch.int32).cpu().numpy()

        shares, games = self.play(choose)
        return Result(self.against, games, *_mean(shares), *self.par())


def _mean(shares: NDArray[np.float32]) -> tuple[float, float]:
    """The mean, and half of its interval."""
    return float(shares.mean()), float(INTERVAL * shares.std(ddof=1) / len(shares) ** 0.5) if len(shares) > 1 else 1.0
