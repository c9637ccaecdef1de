"""The positions in which the games of a match begin.

In a game that begins with a deal, the deals make openings differ. In a game without chance at its
beginning, two deterministic players would play the same game again and again; so a few random moves
are played first, the same ones in all games of a group.
"""

from azulejos.compiled.rng import below, make_rng
from azulejos.match.plan import MatchPlan
from azulejos.position import Position

RANDOM_MOVES = 3


def opening_position(plan: MatchPlan, group: int) -> Position:
    """The position in which all games of a group begin."""
    position = plan.opening()
    rng = make_rng(plan.entropy(group, "opening"))
    for _ in range(RANDOM_MOVES):
        if position.turn is None:  # a deal is due, from which on games differ anyway
            break
        moves = position.legal_moves
        position.push(moves[below(rng, len(moves))])
    return position
