"""A run from its beginning to its end, or from where it was stopped."""

from __future__ import annotations

import os
import signal
import time
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from .._engine import version
from ..errors import Error
from .curves import read_table, write_curves, write_table
from .evaluate import Result, Trial
from .learner import Learner
from .network import Network
from .player import Player
from .rollout import Experience, Rollout, Weights
from .settings import Run
from .weights import write_weights

Say = Callable[[str], None]


class Players(Protocol):
    """Whoever plays the games that are learnt from: on this machine, or on several."""

    def collect(self, network: Network, snapshots: Sequence[Weights], bot: str = "") -> Experience:
        """Plays on."""

    def state(self) -> Any:
        """All that the next decisions depend on, apart from the networks."""

    def restore(self, state: Any) -> None:
        """Goes on from a state."""

    def close(self) -> None:
        """Ends the threads."""


def device_of(run: Run) -> torch.device:
    """Where the network is computed."""
    wanted = run.machine.device
    if wanted == "auto":
        wanted = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(wanted)


class Training:
    """A run. ``folder`` gets run.toml, curves.csv, curves.svg, weights.npz and checkpoint.pt; without it nothing is written."""

    def __init__(self, run: Run, folder: str | Path | None = None, resume: bool = False, players: Players | None = None) -> None:
        self.run = run
        self.folder = Path(folder) if folder else None
        self.device = device_of(run)
        if self.device.type == "cpu":
            torch.set_num_threads(run.machine.network_threads)
            torch.use_deterministic_algorithms(True)
        else:
            torch.set_float32_matmul_precision("high")
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(run.seed)
            self.network = Network(run.encoding(), run.network)
        self.network.to(self.device)
        self.learner = Learner(run, self.network)
        self.players: Players = players or Rollout(run, self.network.encoding, self.device)
        self.random = np.random.default_rng(run.seed)
        self.snapshots: list[dict[str, torch.Tensor]] = [self._weights()]
        self.update = 0
        self.seconds = 0.0
        self.decisions = self.games = 0
        self.rows: list[Mapping[str, float | str]] = []
        self.stopped = False
        self._trials: dict[str, Trial] = {}
        if resume:
            self._restore()

    # ---- Running

    def go(self, say: Say = print) -> list[Result]:
        """Runs to the end, and returns how strong the network has become. A signal to end stops it after the update that runs, with
        a checkpoint."""
        run, began = self.run, time.monotonic() - self.seconds
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / "run.toml").write_text(run.text())
        with self._signals(say):
            while self.update < run.updates and not self.stopped:
                self._step(say, began)
                if run.minutes and self.seconds > 60 * run.minutes:
                    break
        results = []
        if self.folder:
            self.save()
        if run.evaluation.final and not self.stopped:
            results = self.evaluate(run.evaluation.final)
            for result in results:
                say(str(result))
        return results

    def _step(self, say: Say, began: float) -> None:
        run = self.run
        imitates = self.update < run.imitation.updates
        experience = self.players.collect(self.network, self.snapshots, run.imitation.bot if imitates else "")
        row: dict[str, float | str] = {"update": self.update + 1}
        figures = self.learner.learn(experience.to(self.device), self.update, imitates)
        self.update += 1
        self.decisions += experience.decisions
        self.games += experience.ended
        if self.update % run.opponents.every == 0:
            self.snapshots.append(self._weights())
            if len(self.snapshots) > run.opponents.keep:
                self.snapshots.pop(int(self.random.integers(len(self.snapshots) - 1)))
        seconds = time.monotonic() - began
        row |= {"decisions": self.decisions, "games": self.games, **figures}
        row |= {"seconds": round(seconds, 1), "per_second": round(experience.decisions / max(seconds - self.seconds, 1e-9))}
        self.seconds = seconds
        if run.evaluation.games and self.update % run.evaluation.every == 0:
            for result in self.evaluate(run.evaluation.games):
                level = result.against
                row |= {f"share_{level}": result.share, f"error_{level}": result.error, f"par_{level}": result.par}
                say(f"update {self.update}: {result}")
        self.rows.append(row)
        if self.update % 10 == 0:
            say(
                f"update {self.update} of {run.updates}, {self.seconds:.0f} s, {self.decisions} decisions, {self.games} games: "
                f"entropy {figures['entropy']:.3f}, explained {figures['explained']:.3f}, {row['per_second']} decisions/s"
            )
        if self.folder and self.update % run.checkpoint == 0:
            self.save()

    @contextmanager
    def _signals(self, say: Say) -> Iterator[None]:
        """The first signal to end lets the update end; the second one ends at once."""

        def stop(number: int, frame: Any) -> None:
            self.stopped = True
            say("stopping after this update")
            signal.signal(number, signal.SIG_DFL)

        kept = {}
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                kept[number] = signal.signal(number, stop)
        except ValueError:
            pass  # not the main thread: others see to signals
        try:
            yield
        finally:
            for number, handler in kept.items():
                signal.signal(number, handler)

    # ---- Strength

    def evaluate(self, games: int) -> list[Result]:
        """How strong the network is now."""
        run = self.run
        results = []
        for level in run.levels():
            name = f"{level} {games}"
            if name not in self._trials:
                self._trials[name] = Trial(
                    run.variants(), self.network.encoding, level, games, run.machine.threads, run.tables.limit, run.seed
                )
            results.append(self._trials[name].measure(self.network, run.evaluation.sample))
        return results

    def player(self) -> Player:
        """The network as a player."""
        return Player(self.network)

    def _weights(self) -> dict[str, torch.Tensor]:
        return {name: tensor.detach().cpu().clone() for name, tensor in self.network.state_dict().items()}

    # ---- Stopping and going on

    def save(self) -> None:
        """Writes the checkpoint, the weights and the curves."""
        assert self.folder
        write_weights(self.folder / "weights.npz", self.network, {"updates": self.update, "decisions": self.decisions})
        write_table(self.folder / "curves.csv", self.rows)
        write_curves(self.folder / "curves.svg", self.rows, f"{self.run.game}, seed {self.run.seed}")
        state = {
            "version": version(),
            "run": self._resumable(),
            "layout": str(self.network.encoding.hash),
            "learner": self.learner.state(),
            "players": self.players.state(),
            "random": str(self.random.bit_generator.state),
            "snapshots": self.snapshots,
            "progress": [self.update, self.seconds, self.decisions, self.games],
        }
        part = self.folder / "checkpoint.part"
        with part.open("wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.folder / "checkpoint.pt")

    def _resumable(self) -> str:
        """What must be the same when a run is resumed: everything but how long it may take, and where it runs."""
        lines = self.run.text().splitlines()
        machine = lines.index("[machine]")
        return "\n".join(line for line in lines[:machine] if not line.startswith(("minutes", "checkpoint")))

    def _restore(self) -> None:
        if not self.folder or not (self.folder / "checkpoint.pt").exists():
            raise Error(f"there is no run to resume in {self.folder}")
        state = torch.load(self.folder / "checkpoint.pt", map_location="cpu", weights_only=True)
        if state["version"] != version() or state["layout"] != str(self.network.encoding.hash):
            raise Error(f"this run was begun by version {state['version']} or with other columns; its weights can be read still")
        if state["run"] != self._resumable():
            raise Error(f"the run in {self.folder} was begun with other settings: {self.folder / 'run.toml'} has them")
        self.learner.restore(state["learner"])
        self.players.restore(state["players"])
        self.random.bit_generator.state = literal_eval(state["random"])
        self.snapshots = state["snapshots"]
        self.update, self.seconds, self.decisions, self.games = state["progress"]
        self.rows = [row for row in read_table(self.folder / "curves.csv") if row["update"] <= self.update]
