"""The thoughts of a named player as a stream, whichever player it is; and being ready for them."""

from collections.abc import Iterator
from time import perf_counter

from azulejos.catalog import GAMES
from azulejos.errors import AzulejosError
from azulejos.game import Game
from azulejos.position import Position
from azulejos.search.analysis import Info, Limit, analyse
from azulejos.search.players import Player, find_player
from azulejos.text import Text

WARM_NODES = 64


class NoSearch(AzulejosError):
    """A game that only `random` can play yet."""


def limit_for(player: Player, limit: Limit | None) -> Limit:
    """How long a player thinks: nodes asked for replace its own, seconds only cut it short."""
    own = player.limit
    if limit is None or (limit.seconds is None and limit.nodes is None):
        asked = limit.is_stopped if limit else own.is_stopped
        return Limit(own.seconds, own.nodes, asked)
    nodes = own.nodes if limit.nodes is None else limit.nodes
    return Limit(limit.seconds, nodes, limit.is_stopped)


def check_search(player: Player, game: Game) -> None:
    """A player that looks ahead needs a game that knows something about good play."""
    if game.mind is None and player.name != "random":
        raise NoSearch(Text("engine.no_search", {"name": game.name}))


def think(
    player: Player,
    position: Position,
    limit: Limit,
    *,
    lines: int = 3,
    every: float | None = None,
    entropy: int | None = None,
) -> Iterator[Info]:
    """What a player thinks of a position in which a seat decides; the last is final."""
    check_search(player, position.game)
    if type(player) is not Player:  # it does not think, it just moves
        start = perf_counter()
        move = player.choose(position, limit, entropy).move
        yield Info(move, (), (), 0, perf_counter() - start, [], is_final=True)
        return
    seed = 1 if entropy is None else entropy
    yield from analyse(position, limit, player.style, lines=lines, every=every, entropy=seed)


def warm_up() -> None:
    """Load or compile all that thinking needs, so that later answers keep their limit."""
    for game in GAMES.values():
        for seats in game.players:
            warm_up_table(game, seats, [find_player(name) for name in ("greedy", "best")])


def warm_up_table(game: Game, seats: int, players: list[Player]) -> None:
    """Let players think at the first and at the last decision of a game of random moves."""
    position, anybody = Position(game.name, seats), find_player("random")
    while not position.is_over:
        if position.needs_deal:
            position.deal(len(position.history))
        else:
            position.push(anybody.choose(position, entropy=1).move)
    decisions = []
    while position.history:
        position.pop()
        if position.turn is not None:
            decisions.append(Position.from_json(position.to_json()))
    for player in players:
        if player.name == "random" or game.mind is not None:
            for decision in (decisions[-1], decisions[0]):
                list(think(player, decision, Limit(nodes=WARM_NODES)))
