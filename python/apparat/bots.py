"""Bots: players that are programs. A bot sees what its seat may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .values import Action

if TYPE_CHECKING:
    from .game import Game
    from .state import Random, State


@dataclass(frozen=True)
class Bot:
    """A level of bots of one game; ``Game.bot()`` finds one."""

    game: Game
    level: str

    def __post_init__(self) -> None:
        if self.level not in self.game.bot_levels:
            raise ValueError(f"{self.game.name} has no bot {self.level!r}, only {', '.join(self.game.bot_levels)}")

    def choose(self, state: State, random: Random, seat: int | str | None = None) -> Action:
        """The legal action that the bot chooses for a seat that is asked; without one, for the first who is.

        Of a full state the bot is shown the view of that seat. The same view and the same generator give the same action.
        """
        who = state._asked(seat)
        return Action(self.game, who, state._bot_action(self.level, who, random))
