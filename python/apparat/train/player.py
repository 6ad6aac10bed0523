"""A network that sits at a table: for ``apparat.play()``, and for whoever has a view and a memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch

from ..game import Game
from ..learn import Memory
from ..state import State
from ..values import Action, Event
from .network import Network, draw
from .weights import read_weights


class Player:
    """A network that plays: ``apparat.play(game, {"red": player})``. It takes what it likes best, or with ``sample`` it draws."""

    def __init__(self, network: Network | str | Path, sample: bool = False, seed: int = 0) -> None:
        self.network = network if isinstance(network, Network) else read_weights(network)
        self.generator = torch.Generator(self.network.scale.device).manual_seed(seed) if sample else None

    def sit(self, game: Game, seat: int) -> Seated:
        """Sits down at a table."""
        return Seated(self, game, seat)

    @torch.no_grad()
    def choose(self, view: State, seat: int, memory: Memory | None = None) -> Action:
        """The legal action that it chooses for a seat that is asked, from its view and what it has witnessed."""
        encoding, device = self.network.encoding, self.network.scale.device
        indices = encoding.legal(view, seat)
        seen = torch.from_numpy(encoding.observe(view, seat, memory)[None]).to(device)
        legal = torch.tensor(indices, dtype=torch.int32, device=device)
        logits, _ = self.network(seen, legal, torch.tensor([len(indices)], device=device), len(indices))
        choice = int(draw(logits, self.generator)) if self.generator else int(logits.argmax(1))
        action = encoding.action(view, int(np.asarray(indices)[choice]), seat)
        assert action is not None
        return action


class Seated:
    """A player at a seat, who remembers what the seat has witnessed."""

    def __init__(self, player: Player, game: Game, seat: int) -> None:
        self.player, self.seat = player, seat
        self.memory = Memory(player.network.encoding, game, seat)
        self.__name__ = "a network"

    def witness(self, view: State, events: Iterable[Event]) -> None:
        """Is told what has happened, and how things are now."""
        self.memory.witness(view, events)

    def __call__(self, view: State) -> Action:
        return self.player.choose(view, self.seat, self.memory)
