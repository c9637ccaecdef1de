"""Positions to play out: the ending of a game, the rest of a round, or a whole game.

They come from games of a level against itself, each a pure function of its number. Whether the
goal is met is decided by searches of every move, see `practice.py`; not here: who plays along.
"""

from dataclasses import dataclass

from azulejos.compiled.rng import below, make_rng
from azulejos.contract.game import Game
from azulejos.position import Position
from azulejos.search.players import find_player

ENDING, ROUND, WHOLE = "ending", "round", "game"
KINDS = (ENDING, ROUND, WHOLE)
LEVEL = "level3"  # plays the games in which positions are found
DECISIONS = {ENDING: (2, 5), ROUND: (2, 4)}  # of the learner that are left: least and most
GOAL = 2.0  # points that may be given away in all
GAMES = 40  # games that are looked through, at most


@dataclass(frozen=True)
class Drill:
    """A position to play out."""

    kind: str
    position: Position
    goal: float | None  # points that may be given away in all; None: to win is enough


def kinds_of(game: Game) -> list[str]:
    """The kinds of drills that a game has: without deals during the game there are no rounds."""
    first = Position(game.name)
    return list(KINDS) if first.needs_deal else [ENDING, WHOLE]


def make_drill(game: Game, players: int, options: dict[str, str], kind: str, number: int) -> Drill:
    """The drill of a number; another number is another position."""
    position, rng = Position(game.name, players, **options), make_rng(number)
    if kind == WHOLE:
        if position.needs_deal:
            position.deal(rng)
        return Drill(kind, Position.from_text(position.to_text()), None)
    for each in range(GAMES):
        played = play_game(position.copy(), number + each)
        found = endings(played) if kind == ENDING else rounds(played)
        if found:
            chosen = found[below(rng, len(found))]
            return Drill(kind, Position.from_text(chosen.to_text()), GOAL)
    raise LookupError(kind)  # a game whose rounds or endings have no decisions


def play_game(position: Position, number: int) -> list[Position]:
    """The positions of a game of a level against itself, each as it was before a move or deal."""
    rng, bot, found = make_rng(number), find_player(LEVEL), []
    while not position.is_over:
        found.append(position.copy())
        if position.needs_deal:
            position.deal(rng)
        else:
            position.push(bot.choose(position, entropy=number + len(found)).move)
    return found


def endings(played: list[Position]) -> list[Position]:
    """Positions after the last deal, with some decisions left for who is to move."""
    last = max((n for n, each in enumerate(played) if each.needs_deal), default=-1)
    return with_decisions(played[last + 1 :], *DECISIONS[ENDING])


def rounds(played: list[Position]) -> list[Position]:
    """Positions with some decisions left for who is to move until the next deal."""
    found, part = list[Position](), list[Position]()
    for each in played:
        if each.needs_deal:
            found += with_decisions(part, *DECISIONS[ROUND])
            part = []
        else:
            part.append(each)
    return found


def with_decisions(part: list[Position], least: int, most: int) -> list[Position]:
    """Of positions in a row those whose seat has from `least` to `most` decisions left."""
    found = []
    for n, each in enumerate(part):
        own = [later for later in part[n:] if later.turn == each.turn]
        choices = [later for later in own if len(later.legal_moves) > 1]
        if len(own) <= most and len(choices) >= least:
            found.append(each)
    return found
