"""Training: a network learns a game by playing it against itself, its earlier selves and bots.

    python -m apparat.train --example kremlin > kremlin.toml
    python -m apparat.train kremlin.toml

It needs PyTorch (``pip install 'apparat-games[train]'``). docs/training.md explains everything.
"""

from __future__ import annotations

from pathlib import Path

try:
    import torch  # noqa: F401
except ImportError as error:
    raise ImportError("apparat.train needs PyTorch: pip install 'apparat-games[train]'") from error

from .curves import read_table
from .evaluate import Result, Trial
from .network import Network
from .player import Player
from .settings import Evaluation, Imitation, Learning, Machine, Opponents, Run, Shape, Tables, example, read_run
from .training import Say, Training
from .weights import WeightsError, read_weights, write_weights

__all__ = [
    "Evaluation",
    "Imitation",
    "Learning",
    "Machine",
    "Network",
    "Opponents",
    "Player",
    "Result",
    "Run",
    "Shape",
    "Tables",
    "Training",
    "Trial",
    "WeightsError",
    "evaluate",
    "example",
    "read_run",
    "read_table",
    "read_weights",
    "train",
    "write_weights",
]


def train(run: Run, folder: str | Path | None = None, resume: bool = False, say: Say = print) -> tuple[Player, list[Result]]:
    """Trains a network, and returns it as a player, with how strong it has become. ``folder`` gets all that is worth keeping."""
    training = Training(run, folder, resume)
    results = training.go(say)
    training.players.close()
    return training.player(), results


def evaluate(run: Run, network: Network | str | Path, games: int = 0) -> list[Result]:
    """How strong a network is at the tables of a run, against its bots."""
    found = network if isinstance(network, Network) else read_weights(network, run.encoding())
    wanted = games or run.evaluation.final or run.evaluation.games
    return [
        Trial(run.variants(), found.encoding, level, wanted, run.machine.threads, run.tables.limit, run.seed).measure(
            found, run.evaluation.sample
        )
        for level in run.levels()
    ]
