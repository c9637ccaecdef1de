"""Being ready: all that thinking needs is loaded or compiled before anybody waits for an answer."""

from azulejos.catalog import GAMES
from azulejos.game import Game
from azulejos.position import Position
from azulejos.search.analysis import Limit
from azulejos.search.players import Player, find_player

WARM_NODES = 64


def warm_up() -> None:
    """Be ready for every game and number of seats."""
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
        for decision in (decisions[-1], decisions[0]):
            player.choose(decision, Limit(nodes=WARM_NODES))
