"""Being ready: a little thinking, so that the code it needs is loaded before it counts."""

from azulejos.game import Game
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.analysis import Limit
from azulejos.search.players import Player, find_player

REHEARSAL = Limit(nodes=64)
EVERY_WAY = ("best", "greedy", "level1")  # players that between them think in every way there is


def warm_up() -> None:
    """Be ready for every game and number of seats."""
    players = [find_player(name) for name in EVERY_WAY]
    for game in GAMES.values():
        for seats in game.players:
            warm_up_table(game, seats, players)


def warm_up_table(game: Game, seats: int, players: list[Player]) -> None:
    """Let players think at the first and at the last decision of a game of random moves."""
    position, anybody = Position(game.name, seats), find_player("random")
    decisions = []
    while not position.is_over:
        if position.needs_deal:
            position.deal(len(position.history))
            continue
        decisions.append(len(position.history))
        position.push(anybody.choose(position, entropy=1).move)
    for decision in (decisions[-1], decisions[0]):
        while len(position.history) > decision:
            position.pop()
        for player in players:
            player.choose(position, REHEARSAL)
