"""A game from its beginning to its end, with bots and functions at the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from .game import Game
from .records import Move, Record
from .state import Random, State
from .values import CHANCE, OBSERVER, Action, Event

#: Decides for a seat: it is given the view of that seat, and returns one of ``view.legal()``.
Decides = Callable[[State], Action]


class Witness(Protocol):
    """Decides for a seat, and remembers: it is also told what that seat may see happen."""

    def __call__(self, view: State) -> Action:
        """Returns one of ``view.legal()``."""

    def witness(self, view: State, events: Sequence[Event]) -> None:
        """Is told what has happened, and how things are now."""


class Sits(Protocol):
    """Can play at any seat, such as a trained network."""

    def sit(self, game: Game, seat: int) -> Decides | Witness:
        """Sits down; whoever sits there decides."""


#: Whoever can be given a seat: the level of a bot, a function, or somebody who sits down.
Player = str | Decides | Witness | Sits


def play(
    game: Game,
    players: Player | Sequence[Player] | Mapping[int | str, Player] | None = None,
    seed: int = 0,
    viewer: int | str = OBSERVER,
    record: Record | None = None,
) -> Iterator[Move]:
    """Plays a game to its end, and yields each move with what ``viewer`` is told of it.

    ``players`` says who decides: the level of a bot, or a function that is given the view of its seat and returns one of
    ``view.legal()``. What has a method ``sit(game, seat)`` is asked for such a function; a function with a method
    ``witness(view, events)`` is told what its seat sees happen. One player sits at all seats; a sequence has one for each seat;
    a mapping names some seats, and the strongest bots sit at the others. The same seed gives the same game. ``record`` is a new
    ``Record(game)``, to which the moves are added.
    """
    seats: dict[int, Any] = {
        seat: player.sit(game, seat) if hasattr(player, "sit") else player for seat, player in _seats(game, players).items()
    }
    record = record if record is not None else Record(game)
    record.dice = f"seed {seed}"
    for seat, player in seats.items():
        record.set_player(seat, f"bot {player}" if isinstance(player, str) else getattr(player, "__name__", "a program")[:63])
    chance, choices = Random(seed, CHANCE), {seat: Random(seed, seat) for seat in seats}
    who = game.viewer(viewer)
    state = record.state
    witnesses = [seat for seat, player in seats.items() if hasattr(player, "witness")]
    for seat in witnesses:
        seats[seat].witness(state.view(seat), game.start_with_events(seat)[1])
    while actors := state.actors:
        seat = actors[0]
        action = _decide(state, seat, seats, chance, choices)
        told = state.masked(action, who)
        number = len(record)
        events = record.apply(action, who)
        _, _, happened = state._apply(action.seat, action.code)
        for other in witnesses:
            seats[other].witness(state.view(other), game.events(happened, other))
        yield Move(number, seat, told, events, state._view(who))


def _seats(game: Game, players: Player | Sequence[Player] | Mapping[int | str, Player] | None) -> dict[int, Player]:
    strongest = game.bot_levels[-1]
    if players is None:
        players = strongest
    if isinstance(players, Mapping):
        return {**dict.fromkeys(range(game.players), strongest), **{game.seat(seat): who for seat, who in players.items()}}
    if isinstance(players, str) or callable(players) or hasattr(players, "sit"):
        return dict.fromkeys(range(game.players), players)
    if len(players) != game.players:
        raise ValueError(f"there are {game.players} seats, and {len(players)} players for them")
    return dict(enumerate(players))


def _decide(state: State, seat: int, seats: Mapping[int, Any], chance: Random, choices: dict[int, Random]) -> Action:
    if seat == CHANCE:
        legal = state._legal(CHANCE)
        return Action(state.game, CHANCE, legal[chance.below(len(legal))])
    player = seats[seat]
    if isinstance(player, str):
        return state.game.bot(player).choose(state, choices[seat], seat)
    action: Action = player(state.view(seat))
    return action
