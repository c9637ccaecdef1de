"""The rules of Tideline, clause by clause. Names of one letter: s the state, p a seat."""

from typing import Any

from azulejos.compiled.jit import jit
from azulejos.compiled.rng import below
from azulejos.contract.rules import CHANCE, NOBODY
from tideline.state import KINDS, SHELLS

DRAW, KEEP = 0, 1
ACTION_SPACE = 2
MAX_MOVES = 2
DEAL_SIZE = 1  # the kind that is drawn


@jit
def setup(s: Any, players: Any, options: Any) -> None:
    """T1, T2."""
    s.scores[:] = 0
    s.hand = 0
    s.bag[:] = SHELLS
    s.bag[0] = 4 + 2 * options[0]
    s.players = players
    s.turn = s.actor = 0


@jit
def legal_moves(s: Any, out: Any) -> int:
    """T2, T3: draw or, with a hand, keep it."""
    if s.actor < 0:
        return 0
    out[0], out[1] = DRAW, KEEP
    return 2 if s.hand else 1


@jit
def play(s: Any, move: Any) -> None:
    """T3: wait for a draw, or keep the hand and pass the turn on."""
    if move == DRAW:
        s.actor = CHANCE
    else:
        s.scores[s.turn] += s.hand
        end_turn(s)


@jit
def end_turn(s: Any) -> None:
    """T3, T4: the next seat begins with an empty hand."""
    s.hand = 0
    s.turn = (s.turn + 1) % s.players
    s.actor = s.turn


@jit
def left(s: Any) -> int:
    """How much the bag holds."""
    n = 0
    for kind in range(KINDS):
        n += s.bag[kind]
    return n


@jit
def draw(s: Any, rng: Any, deal: Any) -> None:
    """T2: every shell and wave in the bag is as likely as every other."""
    k = below(rng, left(s))
    deal[0] = 0
    while k >= s.bag[deal[0]]:
        k -= s.bag[deal[0]]
        deal[0] += 1


@jit
def settle(s: Any, deal: Any) -> None:
    """T3 to T5: what a shell or a wave does."""
    s.bag[deal[0]] -= 1
    s.hand += deal[0]
    s.actor = s.turn
    if deal[0] == 0:
        end_turn(s)
    if left(s) == 0:
        s.scores[s.turn] += s.hand
        s.hand = 0
        s.actor = NOBODY


@jit
def outcomes(s: Any, deals: Any, chances: Any) -> int:
    """The kinds that the bag holds, and how likely each is."""
    n, total = 0, left(s)
    for kind in range(KINDS):
        if s.bag[kind]:
            deals[n, 0] = kind
            chances[n] = s.bag[kind] / total
            n += 1
    return n


@jit
def result(s: Any, out: Any) -> None:
    """T5: shares of the win, split among equals, and scores."""
    best = winners = 0
    for p in range(s.players):
        best = max(best, s.scores[p])
    for p in range(s.players):
        winners += s.scores[p] == best
    for p in range(s.players):
        out[0, p] = (s.scores[p] == best) / winners
        out[1, p] = s.scores[p]


def move_fault(s: Any, move: int) -> str:
    """The clause that a move breaks, "" if it is legal."""
    if s.actor < 0:
        return "T5" if s.actor == NOBODY else "T2"
    return "T3" if move == KEEP and not s.hand else ""


def deal_fault(s: Any, deal: Any) -> str:
    """The clause that a deal breaks, "" if it is possible."""
    if s.actor != CHANCE:
        return "T5" if s.actor == NOBODY else "T2"
    return "" if 0 <= deal[0] < KINDS and s.bag[deal[0]] else "T1"
