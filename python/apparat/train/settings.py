# ruff: noqa: RUF009 (what is called makes fields)
"""What a run is: one file says all of it.

A file is TOML. Whatever it leaves out has the value that is given here; ``python -m apparat.train --example GAME`` prints a file
with all of them.
"""

from __future__ import annotations

import itertools
import json
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_type_hints

from ..game import Game, load, options, player_counts
from ..learn import USUAL, Encoding


def _setting(default: Any, about: str) -> Any:
    metadata = {"about": about}
    if isinstance(default, (list, dict)):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    if isinstance(default, type):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass
class Tables:
    """What is played."""

    players: list[int] = _setting([], "the numbers of players; none: all that the game can have")
    options: dict[str, list[str]] = _setting({}, 'the values of each option, such as rules = ["basic", "advanced"]; ["all"]: all')
    games: int = _setting(128, "how many games are played at once")
    limit: int = _setting(20_000, "a game with more actions is cut, and nobody learns from its end; 0: none is")
    parts: list[str] = _setting(list(USUAL), "the parts of an observation: see docs/learning.md")


@dataclass
class Opponents:
    """Who else plays. The rest of the games is played by the network at all seats."""

    snapshots: float = _setting(0.2, "the part of the games in which earlier networks sit at some seats")
    every: int = _setting(20, "a snapshot is taken every so many updates")
    keep: int = _setting(8, "how many snapshots are kept")
    bots: dict[str, float] = _setting({}, "the part of the games in which bots of a level sit at some seats, such as greedy = 0.3")


@dataclass
class Shape:
    """How large the network is."""

    hidden: int = _setting(128, "the width of a layer")
    layers: int = _setting(2, "how many layers read the observation")
    words: int = _setting(64, "the width of a word, of an action and of what the network looks for")


@dataclass
class Imitation:
    """A start: the network learns to choose what a bot chooses."""

    bot: str = _setting("", "the level of the bot, such as greedy")
    updates: int = _setting(0, "how many updates this takes")
    own: float = _setting(0.25, "the part of the decisions that are played as the network would, so that it knows such states, too")


@dataclass
class Learning:
    """How it learns (PPO)."""

    steps: int = _setting(32, "decisions in each game between two updates")
    batch: int = _setting(256, "about how many decisions are learnt from at once")
    epochs: int = _setting(3, "how often each decision is learnt from")
    rate: float = _setting(0.0005, "the learning rate; it falls to a twentieth at the last update")
    trace: float = _setting(0.95, "lambda: how far back a surprise is credited")
    clip: float = _setting(0.2, "how much an update may change the chance of a choice")
    entropy: float = _setting(0.03, "how much trying out is worth; it falls to a tenth at the last update")
    value: float = _setting(2.0, "how much judging a position weighs beside choosing")


@dataclass
class Evaluation:
    """How its strength is measured: the network sits at one seat, bots at all others, and the seats are rotated."""

    against: list[str] = _setting(["random", "greedy"], "the levels of the bots; those that the game has not are left out")
    games: int = _setting(300, "against each, on the way; 0: only at the end")
    every: int = _setting(100, "on the way it is measured every so many updates")
    final: int = _setting(1200, "against each, at the end; 0: not at all")
    sample: bool = _setting(False, "whether the network draws its choice, instead of taking what it likes best")


@dataclass
class Machine:
    """Where it runs. Nothing here but the device changes what is learnt, unless sums are rounded differently."""

    device: str = _setting("auto", "cpu, cuda, or auto: cuda if there is one")
    threads: int = _setting(0, "threads that play; 0: as many as the machine has processors")
    network_threads: int = _setting(1, "threads that compute, on a CPU; with others, sums may be rounded differently")


@dataclass
class Run:
    """A run: ``read_run(path)`` reads one from a file."""

    game: str = _setting("", "the name of the game")
    seed: int = _setting(1, "the same seed and the same file give the same network on a CPU")
    updates: int = _setting(1000, "how many updates there are; rates fall towards the last one")
    minutes: float = _setting(0.0, "it ends earlier if it takes longer; 0: it does not")
    checkpoint: int = _setting(50, "a run that was stopped can be resumed from a checkpoint, written every so many updates")
    tables: Tables = _setting(Tables, "")
    opponents: Opponents = _setting(Opponents, "")
    network: Shape = _setting(Shape, "")
    imitation: Imitation = _setting(Imitation, "")
    learning: Learning = _setting(Learning, "")
    evaluation: Evaluation = _setting(Evaluation, "")
    machine: Machine = _setting(Machine, "")

    def __post_init__(self) -> None:
        for part in fields(self):
            value = getattr(self, part.name)
            kind = part.default_factory
            if isinstance(value, Mapping) and isinstance(kind, type) and is_dataclass(kind):
                setattr(self, part.name, _made(kind, value, part.name))
        self._check()

    def _check(self) -> None:
        game = self.variants()[0]  # says what is wrong with the game, the players and the options
        levels = [*self.opponents.bots, *([self.imitation.bot] if self.imitation.bot else [])]
        for level in levels:
            game.bot(level)
        others = self.opponents.snapshots + sum(self.opponents.bots.values())
        learning = self.learning
        good = {
            "opponents: parts are from 0 to 1, together too": min([self.opponents.snapshots, *self.opponents.bots.values()]) >= 0
            and others <= 1,
            "imitation needs a bot": not self.imitation.updates or bool(self.imitation.bot),
            "tables.games is 2 or more": self.tables.games >= 2,
            "numbers are at least 1": min(
                self.updates, learning.steps, learning.batch, learning.epochs, self.network.hidden, self.network.layers
            )
            >= 1
            and min(self.network.words, self.opponents.every, self.opponents.keep, self.checkpoint, self.evaluation.every) >= 1,
            "machine.device is auto, cpu or cuda": self.machine.device.partition(":")[0] in ("auto", "cpu", "cuda"),
        }
        for rule, holds in good.items():
            if not holds:
                raise ValueError(rule)

    def variants(self) -> list[Game]:
        """The tables that are played: each number of players with each choice of options that goes with it."""
        known = options(self.game)
        for name, values in self.tables.options.items():
            wrong = set(values) - {*known.get(name, ()), "all"}
            if name not in known or wrong:
                raise ValueError(f"{self.game} has no option {name!r} with the values {', '.join(values)}")
        allowed = {name: known[name] if "all" in values else values for name, values in self.tables.options.items()}
        found = []
        for chosen in itertools.product(*allowed.values()):
            named = dict(zip(allowed, chosen, strict=True))
            numbers = tuple(known[name].index(named[name]) if name in named else 0 for name in known)
            found += [
                load(self.game, players, **named)
                for players in player_counts(self.game, numbers)
                if not self.tables.players or players in self.tables.players
            ]
        missing = set(self.tables.players) - {game.players for game in found}
        if missing or not found:
            raise ValueError(f"with these options {self.game} cannot be played by {', '.join(map(str, missing)) or 'anybody'}")
        return found

    def encoding(self) -> Encoding:
        """The numbers that the network reads. Weights are kept with their names, so a later run may play more tables."""
        variants = self.variants()
        return Encoding(variants[0], max(game.players for game in variants), self.tables.parts)  # type: ignore[arg-type]

    def levels(self) -> list[str]:
        """The bots it is measured against."""
        known = self.variants()[0].bot_levels
        return [level for level in self.evaluation.against if level in known]

    def text(self) -> str:
        """The run as a file, with what each setting means."""
        return "\n".join(_lines(self, ""))


def _made(kind: type, given: Mapping[str, Any], where: str) -> Any:
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in hints:
            raise ValueError(f"there is no setting {where + '.' if where else ''}{name}, only {', '.join(hints)}")
        values[name] = _fitting(hints[name], value, f"{where + '.' if where else ''}{name}")
    return kind(**values)


def _fitting(hint: Any, value: Any, where: str) -> Any:
    base = getattr(hint, "__origin__", hint)
    if is_dataclass(hint) or base in (list, dict):
        wanted: Any = dict if is_dataclass(hint) else base
    else:
        wanted = base
    if wanted is float and type(value) is int:
        return float(value)
    if not isinstance(value, wanted) or isinstance(value, bool) is not (wanted is bool):
        raise ValueError(f"{where} is a {wanted.__name__}, not {value!r}")
    inner: tuple[Any, ...] = getattr(hint, "__args__", ())
    if wanted is list:
        return [_fitting(inner[0], item, where) for item in value]
    if wanted is dict and inner:
        return {key: _fitting(inner[1], item, f"{where}.{key}") for key, item in value.items()}
    return value


def _lines(part: Any, where: str) -> list[str]:
    simple: list[Field[Any]] = []
    lines: list[str] = [] if not where else ["", "# " + str(type(part).__doc__).splitlines()[0], f"[{where}]"]
    for item in fields(part):
        if not is_dataclass(getattr(part, item.name)):
            simple.append(item)
    lines += [f"{item.name} = {_value(getattr(part, item.name))}  # {item.metadata['about']}" for item in simple]
    for item in fields(part):
        if item not in simple:
            lines += _lines(getattr(part, item.name), item.name)
    return lines if where else [*lines, ""]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_value(item)}" for key, item in value.items()) + "}"
    return json.dumps(value)


def read_run(path: str | Path) -> Run:
    """Reads a run from a file. ValueError says what is wrong with it."""
    path = Path(path)
    try:
        return run_of(tomllib.loads(path.read_text()))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def run_of(settings: Mapping[str, Any]) -> Run:
    """A run with these settings, as they stand in a file."""
    run: Run = _made(Run, settings, "")
    return run


def example(game: str) -> Run:
    """A run that suits a game and a laptop, to begin with."""
    levels = load(game).bot_levels
    run = Run(game=game)
    if "greedy" in levels:
        run = replace(run, opponents=Opponents(bots={"greedy": 0.3}), imitation=Imitation("greedy", 40))
    return run
