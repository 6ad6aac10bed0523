"""Playing: many games at once, in which the network, its snapshots and bots decide."""

from __future__ import annotations

import os
from ast import literal_eval
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..game import Game
from ..learn import Encoding
from ..vector import CUT, ENDED, Vector
from .network import Network, draw, flat_legal
from .settings import Run

SEATS = 6
#: Half of the games are played by threads while the network decides for the other half.
HALVES = 2

Weights = Mapping[str, Tensor]


@dataclass
class Experience:
    """Decisions to learn from, row by row; the legal indices of row ``i`` are ``legal[start[i]:][:count[i]]``."""

    seen: Tensor
    legal: Tensor
    start: Tensor
    count: Tensor
    choice: Tensor
    chance: Tensor  # the logarithm of the chance with which it was chosen
    advantage: Tensor
    value: Tensor  # what it was judged to be worth
    decisions: int  # all that were played
    ended: int  # games

    def __len__(self) -> int:
        return len(self.choice)

    def to(self, device: torch.device) -> Experience:
        """The same on a device."""
        moved: dict[str, Any] = {name: item.to(device) if isinstance(item, Tensor) else item for name, item in vars(self).items()}
        return Experience(**moved)


@dataclass(frozen=True)
class Place:
    """Who plays a game: at its other seats there are bots of a level, or a snapshot if there is none."""

    game: Game
    mine: frozenset[int]
    level: str = ""


def places(run: Run, count: int, random: np.random.Generator) -> list[Place]:
    """Who plays each of so many games: first those with snapshots, then those with bots, then those of the network alone."""
    variants = run.variants()
    order = random.permutation(np.arange(count) % len(variants))
    levels: list[str | None] = [""] * round(run.opponents.snapshots * count)
    for bot, part in run.opponents.bots.items():
        levels += [bot] * round(part * count)
    levels = (levels + [None] * count)[:count]
    found = []
    for level, variant in zip(levels, order, strict=True):
        game = variants[variant]
        seats = random.permutation(game.players)
        mine = seats if level is None or game.players == 1 else seats[: random.integers(1, game.players)]
        found.append(Place(game, frozenset(int(seat) for seat in mine), level or ""))
    return found


class Half:
    """Games that are played at the same time, and what is noted of the decisions in them."""

    def __init__(
        self, run: Run, encoding: Encoding, placed: Sequence[Place], threads: int, seed: int, device: torch.device
    ) -> None:
        self.device, self.places = device, placed
        pinned = device.type == "cuda"

        def empty(shape: tuple[int, ...], kind: type) -> NDArray[Any]:
            whole = torch.zeros(shape, dtype=getattr(torch, np.dtype(kind).name), pin_memory=pinned)
            return whole.numpy()

        self.vector = Vector(
            run.variants()[0], len(placed), threads, seed, encoding, limit=run.tables.limit, empty=empty if pinned else None
        )
        self.mine = np.zeros((len(placed), SEATS), bool)
        self.with_snapshots = sum(place.level == "" and len(place.mine) < place.game.players for place in placed)
        for number, place in enumerate(placed):
            bots = [None if seat in place.mine or not place.level else place.level for seat in range(place.game.players)]
            self.vector.seats(number, bots, place.game)
            self.mine[number, sorted(place.mine)] = True
        self.even = torch.tensor([1 / place.game.players for place in placed], device=device)
        self.vector.reset()
        self.future: Future[None] | None = None

    def begin(self, steps: int, width: int) -> None:
        """Forgets the decisions so far."""
        games = len(self.places)
        self.seen = torch.empty((steps, games, width), dtype=torch.uint8, device=self.device)
        self.legal: list[Tensor] = []
        self.count = np.zeros((steps, games), np.int64)
        self.seat = np.zeros((steps, games), np.int64)
        self.own = np.zeros((steps, games), bool)
        self.done = np.zeros((steps, games), np.uint8)
        self.reward = np.zeros((steps, games, SEATS), np.float32)
        self.choice = torch.zeros((steps, games), dtype=torch.int64, device=self.device)
        self.chance = torch.zeros((steps, games), device=self.device)
        self.value = torch.zeros((steps, games), device=self.device)

    def wait(self, step: int) -> None:
        """Waits until what was chosen in this step is played, and notes what came of it."""
        if self.future is None:
            return
        self.future.result()
        self.future = None
        self.done[step], self.reward[step] = self.vector.done, self.vector.reward


class Rollout:
    """Plays so many decisions in each game with the networks that it is given."""

    def __init__(self, run: Run, encoding: Encoding, device: torch.device, worker: int = 0) -> None:
        self.run, self.encoding, self.device = run, encoding, device
        seed = np.random.SeedSequence([run.seed, worker])
        self.random = np.random.default_rng(seed)
        self.generator = torch.Generator(device).manual_seed(int(self.random.integers(1 << 62)))
        threads = run.machine.threads or len(os.sched_getaffinity(0))
        sizes = [run.tables.games // HALVES] * (HALVES - 1)
        sizes.append(run.tables.games - sum(sizes))
        self.halves = [
            Half(run, encoding, places(run, size, self.random), threads, int(self.random.integers(1 << 62)), device)
            for size in sizes
        ]
        self.old = [Network(encoding, run.network).to(device) for half in self.halves if half.with_snapshots]
        self.player = ThreadPoolExecutor(HALVES)

    # ---- Playing

    @torch.no_grad()
    def collect(self, network: Network, snapshots: Sequence[Weights], bot: str = "") -> Experience:
        """Plays on. With ``bot``, what it would choose is noted as the choice, and mostly played."""
        actions = network.all_actions()
        steps = self.run.learning.steps
        older = self._older(snapshots)
        for half in self.halves:
            half.begin(steps, self.encoding.width)
        for step in range(steps):
            for half, (old, old_actions) in zip(self.halves, older, strict=True):
                half.wait(step - 1)
                choice = self._decide(half, step, network, actions, old, old_actions, bot)
                half.future = self.player.submit(half.vector.step, choice)
        for half in self.halves:
            half.wait(steps - 1)
        return joined([learnt_from(half, self.run.learning.trace) for half in self.halves])

    def _older(self, snapshots: Sequence[Weights]) -> list[tuple[Network | None, Tensor | None]]:
        """For each half an earlier network."""
        found: list[tuple[Network | None, Tensor | None]] = []
        spare = iter(self.old)
        for half in self.halves:
            if half.with_snapshots and snapshots:
                old = next(spare)
                old.load_state_dict(snapshots[int(self.random.integers(len(snapshots)))])
                found.append((old, old.all_actions()))
            else:
                found.append((None, None))
        return found

    def _decide(
        self,
        half: Half,
        step: int,
        network: Network,
        actions: Tensor | None,
        old: Network | None,
        old_actions: Tensor | None,
        bot: str,
    ) -> NDArray[np.int32]:
        vector = half.vector
        legal, longest = flat_legal(vector.legal, vector.count)
        seen = half.seen[step]
        seen.copy_(torch.from_numpy(vector.observation), non_blocking=True)
        half.legal.append(torch.from_numpy(legal).to(self.device))
        half.count[step], half.seat[step] = vector.count, vector.seat
        own = half.own[step] = half.mine[np.arange(len(half.places)), vector.seat]
        count = torch.from_numpy(half.count[step]).to(self.device)
        logits, value = network(seen, half.legal[-1], count, longest, actions)
        choice = played = draw(logits, self.generator)
        if bot:
            advice = torch.from_numpy(vector.advice(bot).astype(np.int64)).to(self.device)
            choice = torch.where(advice < 0, choice, advice)
            own_way = torch.rand(len(choice), generator=self.generator, device=self.device) < self.run.imitation.own
            played = torch.where(own_way, played, choice)
        elif old is not None:
            rows = half.with_snapshots
            first = int(half.count[step, :rows].sum())
            others, _ = old(seen[:rows], half.legal[-1][:first], count[:rows], longest, old_actions)
            theirs = draw(others, self.generator)
            mine = torch.from_numpy(own[:rows]).to(self.device)
            played = choice = torch.cat([torch.where(mine, choice[:rows], theirs), choice[rows:]])
        half.choice[step], half.value[step] = choice, value
        half.chance[step] = logits.log_softmax(1).gather(1, choice[:, None])[:, 0]
        return played.to(torch.int32).cpu().numpy()

    # ---- Going on later

    def state(self) -> dict[str, Any]:
        """All that the next decisions depend on, apart from the networks."""
        return {
            "games": [torch.frombuffer(bytearray(half.vector.save()), dtype=torch.uint8) for half in self.halves],
            "random": str(self.random.bit_generator.state),
            "generator": self.generator.get_state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Goes on from a state."""
        for half, games in zip(self.halves, state["games"], strict=True):
            half.vector.restore(games.numpy().tobytes())
        self.random.bit_generator.state = literal_eval(state["random"])
        self.generator.set_state(state["generator"])

    def close(self) -> None:
        """Ends the threads."""
        self.player.shutdown()


def learnt_from(half: Half, trace: float) -> Experience:
    """The decisions of one half that can be learnt from, with what they were worth: the decisions of each seat are a stream of its
    own, which ends with its share of the victory, less an even share. What follows a stream's last decision is not known yet; it
    is left out. So are the last ones of games that were cut."""
    device = half.device
    steps, games = half.seat.shape
    seat, done = torch.from_numpy(half.seat).to(device), torch.from_numpy(half.done).to(device)
    reward = torch.from_numpy(half.reward).to(device) - half.even[:, None]
    next_value = torch.zeros((games, SEATS), device=device)
    next_advantage = torch.zeros_like(next_value)
    known = torch.zeros((games, SEATS), dtype=torch.bool, device=device)
    advantage = torch.zeros((steps, games), device=device)
    valid = torch.zeros((steps, games), dtype=torch.bool, device=device)
    for step in reversed(range(steps)):
        ended, cut = (done[step] == ENDED)[:, None], (done[step] == CUT)[:, None]
        next_value = torch.where(ended, reward[step], next_value)
        next_advantage = torch.where(ended, 0.0, next_advantage)
        known = (known | ended) & ~cut
        who, value = seat[step][:, None], half.value[step][:, None]
        has = known.gather(1, who)
        gain = next_value.gather(1, who) - value + trace * next_advantage.gather(1, who)
        gain = torch.where(has, gain, 0.0)
        advantage[step], valid[step] = gain[:, 0], has[:, 0]
        next_value = next_value.scatter(1, who, value)
        next_advantage = next_advantage.scatter(1, who, gain)
        known = known.scatter(1, who, torch.ones_like(has))
    chosen = (valid & torch.from_numpy(half.own).to(device)).flatten()
    count = torch.from_numpy(half.count).to(device).flatten()
    start = count.cumsum(0) - count

    def rows(whole: Tensor) -> Tensor:
        return whole.flatten(0, 1)[chosen]

    return Experience(
        seen=rows(half.seen),
        legal=torch.cat(half.legal),
        start=start[chosen],
        count=count[chosen],
        choice=rows(half.choice),
        chance=rows(half.chance),
        advantage=rows(advantage),
        value=rows(half.value),
        decisions=steps * games,
        ended=int((half.done != 0).sum()),
    )


def joined(parts: Sequence[Experience]) -> Experience:
    """Experience of several as one."""
    starts, before = [], 0
    for part in parts:
        starts.append(part.start + before)
        before += len(part.legal)
    tensors = {
        name: torch.cat([getattr(part, name) for part in parts])
        for name in ("seen", "legal", "count", "choice", "chance", "advantage", "value")
    }
    return Experience(
        start=torch.cat(starts), decisions=sum(part.decisions for part in parts), ended=sum(part.ended for part in parts), **tensors
    )
