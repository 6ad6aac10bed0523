"""Apparat: political board games by their full rules.

    >>> import apparat
    >>> game = apparat.load("red-empire", players=3)
    >>> state = game.start()
    >>> random = apparat.Random(1)
    >>> events = state.roll(random)
    >>> [str(action) for action in state.legal()][:2]  # doctest: +SKIP

``load()`` makes a game, ``Game.start()`` a state. A state says who is asked (``actors``) and what they may answer (``legal``), and
``apply()`` carries an answer out. Chance is a seat of its own. What a seat may know is a view. Errors name the clause.
"""

from ._engine import Random, version
from .bots import Bot
from .errors import Error, Forbidden, GameOver, NotAsked, NotationError, NotSealed, Refused, TextError
from .game import Game, games, load, options
from .learn import Column, Encoding, Memory, Table, encoding_of
from .playing import play
from .records import Check, Move, Record, verify
from .scenarios import ScenarioCheck, check_scenarios
from .state import State
from .values import (
    CHANCE,
    EVERYTHING,
    LOST,
    OBSERVER,
    SHARED,
    WON,
    Action,
    Clause,
    Event,
    Fact,
    Figure,
    Outcome,
    RulesTable,
    Step,
)
from .vector import Vector

__version__: str = version()

__all__ = [
    "CHANCE",
    "EVERYTHING",
    "LOST",
    "OBSERVER",
    "SHARED",
    "WON",
    "Action",
    "Bot",
    "Check",
    "Clause",
    "Column",
    "Encoding",
    "Error",
    "Event",
    "Fact",
    "Figure",
    "Forbidden",
    "Game",
    "GameOver",
    "Memory",
    "Move",
    "NotAsked",
    "NotSealed",
    "NotationError",
    "Outcome",
    "Random",
    "Record",
    "Refused",
    "RulesTable",
    "ScenarioCheck",
    "State",
    "Step",
    "Table",
    "TextError",
    "Vector",
    "check_scenarios",
    "encoding_of",
    "games",
    "load",
    "options",
    "play",
    "verify",
]
