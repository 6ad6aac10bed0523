"""The same on several machines, with Ray: workers play, and the network learns here.

Whoever starts the cluster must know that Ray trusts its network: everybody who reaches its ports can run programs there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

try:
    import ray
except ImportError as error:
    raise ImportError("several machines need Ray: pip install 'apparat-games[ray]'") from error

from .network import Network
from .rollout import HALVES, Experience, Rollout, Weights, joined
from .settings import Run
from .training import Training


class Worker:
    """Plays a part of the games, in a process of its own."""

    def __init__(self, run: Run, number: int) -> None:
        torch.set_num_threads(run.machine.network_threads)
        torch.use_deterministic_algorithms(True)
        device = torch.device("cpu")
        self.rollout = Rollout(run, run.encoding(), device, number)
        self.network = Network(self.rollout.encoding, run.network)

    def collect(self, weights: Weights, snapshots: Sequence[Weights], bot: str) -> Experience:
        """Plays on with these weights."""
        self.network.load_state_dict(weights)
        return self.rollout.collect(self.network, snapshots, bot)

    def node(self) -> str:
        """Where this worker is."""
        return str(ray.get_runtime_context().get_node_id())

    def state(self) -> dict[str, Any]:
        """All that the next decisions depend on, apart from the networks."""
        return self.rollout.state()

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on from a state."""
        self.rollout.restore(state)


class Cluster:
    """Workers on the machines of a cluster, which share the games of a run. It plays the same with the same number of workers,
    wherever they are."""

    def __init__(self, run: Run, workers: int = 0) -> None:
        alive = sum(bool(node["Alive"]) for node in ray.nodes())
        count = min(workers or alive, run.tables.games // HALVES)
        worker = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(Worker)
        parts = [run.tables.games // count + (number < run.tables.games % count) for number in range(count)]
        self.workers: list[Any] = [
            worker.remote(replace(run, tables=replace(run.tables, games=part)), number) for number, part in enumerate(parts)
        ]

    def collect(self, network: Network, snapshots: Sequence[Weights], bot: str = "") -> Experience:
        """Plays on, everywhere at the same time."""
        weights = ray.put({name: tensor.detach().cpu() for name, tensor in network.state_dict().items()})
        older = ray.put(list(snapshots))
        return joined(ray.get([worker.collect.remote(weights, older, bot) for worker in self.workers]))

    def state(self) -> list[Any]:
        """The states of all workers."""
        return list(ray.get([worker.state.remote() for worker in self.workers]))

    def restore(self, state: list[Any]) -> None:
        """Goes on from the states of as many workers."""
        if len(state) != len(self.workers):
            raise ValueError(f"this run was played by {len(state)} workers, not by {len(self.workers)}")
        ray.get([worker.restore.remote(part) for worker, part in zip(self.workers, state, strict=True)])

    def close(self) -> None:
        """Ends the workers, and leaves the cluster."""
        for worker in self.workers:
            ray.kill(worker)
        ray.shutdown()


def training_on(address: str, run: Run, folder: str | Path | None = None, resume: bool = False, workers: int = 0) -> Training:
    """A run that is played on a cluster. ``local`` is a cluster of this machine alone."""
    where: dict[str, Any] = {"include_dashboard": False} if address == "local" else {"address": address}
    ray.init(log_to_driver=False, configure_logging=False, **where)
    return Training(run, folder, resume, Cluster(run, workers))
