"""The games as games of OpenSpiel, written in Python, with resampling: its search for imperfect information (``ismcts.py``) runs.

    import pyspiel
    import apparat.openspiel
    game = pyspiel.load_game("python_apparat_red_empire(players=3)")
    other = pyspiel.load_game("python_apparat_kremlin(players=4,options=rules:advanced;leave:order)")

Chance is explicit: its actions are numbered from 0, all equally likely. The actions of players are the indices of an
``apparat.Encoding``. Returns are shares of the victory. Several players who are asked at once (sealed answers) decide one after the
other and do not see what the others have answered. Not every game is of use to every algorithm: most are long, and Triumph of
Chaos has more than half a million distinct actions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ._engine import MAX_LEGAL, Random
from .game import Game, games, load, player_counts
from .learn import Encoding
from .values import CHANCE, Action


def name_of(game: str) -> str:
    """The name under which OpenSpiel knows a game."""
    return "python_apparat_" + game.replace("-", "_")


def _type_of(name: str) -> pyspiel.GameType:
    counts = player_counts(name)
    return pyspiel.GameType(
        short_name=name_of(name),
        long_name=load(name).title_in("en"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": counts[0], "options": "default"},
    )


def _read_options(text: str) -> dict[str, str]:
    """Options as they stand in a parameter: ``rules:advanced;leave:order``."""
    pairs = [] if text in ("", "default") else [part.partition(":") for part in text.split(";")]
    return {name: value for name, _, value in pairs}


class OpenSpielGame(pyspiel.Game):
    """A game of ours with its set-up. Each has a subclass, which is registered when this module is imported."""

    kind: pyspiel.GameType
    apparat_name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**self.kind.parameter_specification, **(params or {})}
        self.game: Game = load(self.apparat_name, int(chosen["players"]), **_read_options(str(chosen["options"])))
        self.encoding = Encoding(self.game, self.game.players, ("state", "standing"))
        information = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.size,
            max_chance_outcomes=MAX_LEGAL,
            num_players=self.game.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.game.bound,
        )
        super().__init__(self.kind, information, params or {})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self, self.game, self.encoding)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.encoding)


class OpenSpielState(pyspiel.State):
    """A state. ``apparat`` is ours; ``seen`` has for each player a digest of all actions as he may know them."""

    def __init__(self, game: OpenSpielGame, ours: Game, encoding: Encoding) -> None:
        super().__init__(game)
        self.apparat = ours.start()
        self.encoding = encoding
        self.seen = [b""] * ours.players

    # ---- Playing

    def current_player(self) -> int:
        actors = self.apparat._actors()
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if CHANCE in actors else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.encoding.legal(self.apparat, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = len(self.apparat._legal(CHANCE))
        return [(n, 1 / count) for n in range(count)]

    def _action(self, player: int, action: int) -> Action:
        if player == pyspiel.PlayerId.CHANCE:
            return Action(self.apparat.game, CHANCE, self.apparat._legal(CHANCE)[action])
        found = self.encoding.action(self.apparat, action, player)
        if found is None:
            raise ValueError(f"action {action} of player {player} is not legal")
        return found

    def _apply_action(self, action: int) -> None:
        chosen = self._action(self.current_player(), action)
        for player, before in enumerate(self.seen):
            known = self.apparat._masked(chosen.seat, chosen.code, player)
            self.seen[player] = hashlib.blake2b(
                before + bytes([chosen.seat]) + known.to_bytes(4, "little"), digest_size=16
            ).digest()
        self.apparat.apply(chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return str(self._action(player, action))
        except (ValueError, IndexError):
            return f"{player}: {action}"

    def is_terminal(self) -> bool:
        return self.apparat.is_over

    def returns(self) -> list[float]:
        outcome = self.apparat.outcome
        return list(outcome.shares) if outcome else [0.0] * self.apparat.game.players

    def __str__(self) -> str:
        return self.apparat._json()

    # ---- What a player knows

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen, and what he sees now: a digest and a fingerprint."""
        who = self.current_player() if player is None else player
        return f"{self.seen[who].hex()} {self.apparat.view(who).hash:016x}"

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now, as JSON."""
        return self.apparat.view(self.current_player() if player is None else player).json()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A state that the player cannot tell from this one: what he does not know is filled in at random."""
        other: OpenSpielState = self.clone()
        random = Random(int(sampler() * (1 << 53)), player)
        other.apparat = self.apparat.view(player).determinize(random)
        return other


class Observer:
    """Observations as OpenSpiel wants them: values from 0 to 1."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = np.zeros(encoding.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.tensor[:] = self.encoding.observe(state.apparat, player, dtype=np.float32)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.observation_string(player)


for _name in games():
    _kind = _type_of(_name)
    pyspiel.register_game(_kind, type(name_of(_name), (OpenSpielGame,), {"kind": _kind, "apparat_name": _name}))
