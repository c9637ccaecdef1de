"""Warm-up: short searches that load or compile all code of a game before an answer is awaited."""

from azulejos.game import Game
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.players import Player, find_player
from azulejos.search.settings import Limit

WARMUP_LIMIT = Limit(nodes=64)
WARMUP_PLAYERS = ("best", "greedy", "level1")  # together they use every kind of search


def warm_up() -> None:
    """Warm up for every game and number of seats."""
    players = [find_player(name) for name in WARMUP_PLAYERS]
    for game in GAMES.values():
        for seats in game.players:
            warm_up_table(game, seats, players)


def warm_up_table(game: Game, seats: int, players: list[Player]) -> None:
    """Let players search the first and the last decision of a game of random moves."""
    position, random_player = Position(game.name, seats), find_player("random")
    decisions = []
    while not position.is_over:
        if position.needs_deal:
            position.deal(len(position.history))
            continue
        decisions.append(len(position.history))
        position.push(random_player.choose(position, entropy=1).move)
    for decision in (decisions[-1], decisions[0]):
        while len(position.history) > decision:
            position.pop()
        for player in players:
            player.choose(position, WARMUP_LIMIT)
