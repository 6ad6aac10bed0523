"""A game from its beginning to its end, with bots and functions at the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from .game import Game
from .records import Move, Record
from .state import Random, State
from .values import CHANCE, OBSERVER, Action

#: Decides for a seat: it is given the view of that seat, and returns one of ``view.legal()``.
Player = str | Callable[[State], Action]


def play(
    game: Game,
    players: Player | Sequence[Player] | Mapping[int | str, Player] | None = None,
    seed: int = 0,
    viewer: int | str = OBSERVER,
    record: Record | None = None,
) -> Iterator[Move]:
    """Plays a game to its end, and yields each move with what ``viewer`` is told of it.

    ``players`` says who decides: the level of a bot, or a function that is given the view of its seat and returns one of
    ``view.legal()``. One player sits at all seats; a sequence has one for each seat; a mapping names some seats, and the
    strongest bots sit at the others. The same seed gives the same game. ``record`` is a new ``Record(game)``, to which the
    moves are added.
    """
    seats = _seats(game, players)
    record = record if record is not None else Record(game)
    record.dice = f"seed {seed}"
    for seat, player in seats.items():
        record.set_player(seat, f"bot {player}" if isinstance(player, str) else getattr(player, "__name__", "a program")[:63])
    chance, choices = Random(seed, CHANCE), {seat: Random(seed, seat) for seat in seats}
    who = game.viewer(viewer)
    state = record.state
    while actors := state.actors:
        seat = actors[0]
        action = _decide(state, seat, seats, chance, choices)
        told = state.masked(action, who)
        number = len(record)
        events = record.apply(action, who)
        state._apply(action.seat, action.code)
        yield Move(number, seat, told, events, state._view(who))


def _seats(game: Game, players: Player | Sequence[Player] | Mapping[int | str, Player] | None) -> dict[int, Player]:
    strongest = game.bot_levels[-1]
    if players is None:
        players = strongest
    if isinstance(players, Mapping):
        return {**dict.fromkeys(range(game.players), strongest), **{game.seat(seat): who for seat, who in players.items()}}
    if isinstance(players, str) or callable(players):
        return dict.fromkeys(range(game.players), players)
    if len(players) != game.players:
        raise ValueError(f"there are {game.players} seats, and {len(players)} players for them")
    return dict(enumerate(players))


def _decide(state: State, seat: int, seats: dict[int, Player], chance: Random, choices: dict[int, Random]) -> Action:
    if seat == CHANCE:
        legal = state._legal(CHANCE)
        return Action(state.game, CHANCE, legal[chance.below(len(legal))])
    player = seats[seat]
    if isinstance(player, str):
        return state.game.bot(player).choose(state, choices[seat], seat)
    return player(state.view(seat))
