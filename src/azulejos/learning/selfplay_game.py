"""A game that the search plays against itself, in one compiled loop, and what it notes down to be
learned from: positions with what they turned out to be worth, and decisions with how often each
move was looked at. Where the notes go and what becomes of them is in `net/`.

Two kinds of games are told apart by what chance does in them. Where a round begins with more deals
than a search can go into, it is the states before a deal that are estimated: they are noted at the
end of each round of the game, and of rounds that left the game at some point and were played on by
impressions; what a search says of them is its mean over a few deals. Elsewhere any state may be
estimated, and the positions of the game itself are noted.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos import game
from azulejos.batch import SEATS
from azulejos.compiled.jit import jit
from azulejos.compiled.rng import Rng, below
from azulejos.game import CHANCE, NOBODY, Game
from azulejos.network import Network
from azulejos.search.puct import MAX_DEALS, NODE, clear, grow
from azulejos.search.tree import SLOTS_A_SIMULATION

ONE = 1 << 20  # of a share
MAX_VALUES = 1_024  # positions of a game that are noted; real games have far fewer
MAX_DECISIONS = 512
MAX_TRIED = 1 << 16  # moves of all noted decisions together

# places in the states that a game works with
ROOT, GAME, ASIDE = 0, 2, 3  # of the search, with one more for its work; the game; a round aside
PLACES = 4


class Effort(NamedTuple):
    """How a game is played; shares are of decisions."""

    nodes: int = 80  # of a usual decision
    deep_nodes: int = 1_600  # of one that is noted, so that its shares of visits mean something
    deep_share: float = 0.06
    deals: int = 3  # over which the worth of a position between rounds is taken
    deal_nodes: int = 100  # of the search after each of them
    stray_share: float = 1.0  # after which a round is also played on aside
    lot_plies: int = 8  # of a round or game in which moves are drawn by lot at times
    lot_share: float = 0.2
    opening_plies: int = 4  # at most, of any moves, where chance does not make openings differ


class Noted(NamedTuple):
    """What games brought: positions, and decisions with their parts of the moves tried."""

    states: NDArray[Any]
    outcomes: NDArray[Any]  # by position, how the game ended: shares of the win, points, by seat
    searched: NDArray[Any]  # by position, what search said, in the same form
    is_played: NDArray[Any]  # by position: did it stand in the game itself?
    moments: NDArray[Any]  # by position, how far the game was: in rounds, or else in plies
    decisions: NDArray[Any]  # states
    ends: NDArray[Any]  # by decision: where its part of the following ends
    moves: NDArray[Any]
    visits: NDArray[Any]


class Thinking(NamedTuple):
    """The memory of a search that begins anew again and again."""

    states: Any
    tree: Any
    used: Any
    weights: Any
    prior: Any
    notes: Any
    rng: Any
    settings: Any
    told: Any
    said: Any  # what the last search said: shares of the win and points, by seat


class Desk:
    """The memory to play games of one kind in, one after another."""

    def __init__(self, game: Game, effort: Effort, network: Network):
        self.effort = effort
        evaluator, most = game.evaluator, game.rules.MAX_MOVES
        slots = max(effort.nodes, effort.deep_nodes, effort.deal_nodes) * SLOTS_A_SIMULATION
        slots += 2 * most
        self.thinking = Thinking(
            game.new_states(PLACES),
            (np.zeros(slots, NODE), np.ones(slots, np.float32), np.zeros(slots, np.int16)),
            np.array([1, slots]),
            network.weights,
            network.prior,
            np.zeros(evaluator.SCRATCH_SIZE, np.int32),
            np.zeros(1, np.uint64),
            np.array(
                [
                    evaluator.EXPLORATION,
                    evaluator.FPU_REDUCTION,
                    evaluator.PRIOR_TEMPERATURE,
                    evaluator.EXPANSION_VISITS,
                ]
            ),
            np.zeros((most, 3, SEATS)),
            np.zeros((2, SEATS)),
        )
        self.room = Noted(
            game.new_states(MAX_VALUES),
            np.zeros((MAX_VALUES, 2, SEATS), np.float32),
            np.zeros((MAX_VALUES, 2, SEATS), np.float32),
            np.zeros(MAX_VALUES, np.bool_),
            np.zeros(MAX_VALUES, np.int16),
            game.new_states(MAX_DECISIONS),
            np.zeros(MAX_DECISIONS, np.int32),
            np.zeros(MAX_TRIED, np.int16),
            np.zeros(MAX_TRIED, np.int32),
        )

    def play(self, players: int, options: NDArray[np.int64], rng: Rng) -> Noted:
        """A game from its opening to its end."""
        self.thinking.rng[:] = rng
        n, decisions = practise(players, options, self.effort, self.thinking, self.room)
        room, tried = self.room, int(self.room.ends[decisions - 1]) if decisions else 0
        return Noted(
            *(part[:n].copy() for part in room[:5]),
            *(part[:decisions].copy() for part in room[5:7]),
            *(part[:tried].copy() for part in room[7:]),
        )


@jit
def practise(players: Any, options: Any, effort: Any, thinking: Any, noted: Any) -> Any:
    """Play a game and note it; return the numbers of positions and of decisions."""
    states, rng = thinking.states, thinking.rng
    s = states[GAME]
    deal = np.empty(game.deal_size(s), np.int64)
    moves = np.empty(game.max_moves(s), np.int16)
    game.setup(s, players, options)
    in_rounds = s.actor == CHANCE and has_many_deals(s)
    openings = 0 if in_rounds else below(rng, effort.opening_plies + 1)
    positions, decisions, ply, moment, awaited = 0, 0, 0, 0, -1
    while s.actor != NOBODY:
        if s.actor == CHANCE:
            if in_rounds:
                if moment > 0:
                    foresee(thinking, GAME, effort)
                    positions = note_position(noted, positions, s, thinking.said, moment, True)
                moment += 1
                ply = 0
            elif ply >= openings:
                awaited = min(positions, len(noted.states) - 1)  # worth what it is after a draw
                positions = note_position(noted, positions, s, thinking.said, ply, True)
            game.draw(s, rng, deal)
            game.settle(s, deal)
            continue
        n = game.legal_moves(s, moves)
        if ply < openings or n == 1:
            game.play(s, np.int64(moves[below(rng, n)]))
            ply += 1
            continue
        if in_rounds and happens(rng, effort.stray_share):
            positions = stray(thinking, effort, noted, positions, moment)
        is_deep = happens(rng, effort.deep_share)
        states[ROOT] = states[GAME]
        think(thinking, effort.deep_nodes if is_deep else effort.nodes)
        if is_deep:
            decisions = note_decision(noted, decisions, thinking)
        if not in_rounds:
            if awaited >= 0:
                noted.searched[awaited] = thinking.said
                awaited = -1
            positions = note_position(noted, positions, s, thinking.said, ply, True)
        is_lot = ply < effort.lot_plies and happens(rng, effort.lot_share)
        game.play(s, choose(thinking, is_lot))
        ply += 1
    game.result(s, thinking.said)
    for i in range(positions):
        noted.outcomes[i] = thinking.said
    return positions, decisions


@jit
def goes_in_rounds(states: Any) -> bool:
    """Does the game that states[0] opens begin with a deal of many?"""
    return states[0].actor == CHANCE and has_many_deals(states[0])


@jit
def has_many_deals(s: Any) -> bool:
    """Are the deals of a state that waits for one too many to look at them all?"""
    deals = np.empty((MAX_DEALS, game.deal_size(s)), np.int64)
    return game.outcomes(s, deals, np.empty(MAX_DEALS, np.float64)) == 0


@jit
def happens(rng: Any, share: Any) -> Any:
    """Something that happens in a share of all cases."""
    return below(rng, ONE) < share * ONE


@jit
def think(thinking: Any, simulations: Any) -> None:
    """Search the state at ROOT from nothing."""
    nodes, told, said = thinking.tree[0], thinking.told, thinking.said
    clear(nodes[0])
    thinking.used[0] = 1
    told[:] = 0.0
    game.prepare(thinking.states[ROOT], thinking.prior, thinking.notes)
    grow(
        thinking.tree,
        thinking.used,
        thinking.states,
        thinking.weights,
        thinking.notes,
        thinking.rng,
        thinking.settings,
        0,
        simulations,
        told,
    )
    said[:] = 0.0
    seen = 0
    for i in range(nodes[0].opened):
        seen += nodes[nodes[0].first + i].visits
        for p in range(SEATS):
            said[0, p] += told[i, 0, p]
            said[1, p] += told[i, 1, p]
    said /= max(1, seen)


@jit
def foresee(thinking: Any, place: Any, effort: Any) -> None:
    """What a state between rounds is worth: the mean of searches over a few deals."""
    states = thinking.states
    deal = np.empty(game.deal_size(states[place]), np.int64)
    mean = np.zeros((2, SEATS))
    for _ in range(effort.deals):
        states[ROOT] = states[place]
        game.draw(states[ROOT], thinking.rng, deal)
        game.settle(states[ROOT], deal)
        think(thinking, effort.deal_nodes)
        mean += thinking.said
    thinking.said[:] = mean / effort.deals


@jit
def stray(thinking: Any, effort: Any, noted: Any, n: Any, moment: Any) -> Any:
    """Leave the game for the rest of the round, played on by impressions, and note its end."""
    states = thinking.states
    states[ASIDE] = states[GAME]
    game.prepare(states[ASIDE], thinking.prior, thinking.notes)
    game.rollout(states[ASIDE], thinking.notes, thinking.rng)
    if states[ASIDE].actor != CHANCE:
        return n
    foresee(thinking, ASIDE, effort)
    return note_position(noted, n, states[ASIDE], thinking.said, moment, False)


@jit
def note_position(noted: Any, n: Any, s: Any, said: Any, moment: Any, is_played: Any) -> Any:
    """Note a state and what search says of it, while there is room; return the new number."""
    if n == len(noted.states):
        return n
    noted.states[n] = s
    noted.searched[n] = said
    noted.moments[n] = moment
    noted.is_played[n] = is_played
    return n + 1


@jit
def note_decision(noted: Any, n: Any, thinking: Any) -> Any:
    """Note the state at ROOT and the visits to its moves; return the new number."""
    nodes, _, moves = thinking.tree
    first, number = nodes[0].first, nodes[0].opened
    start = noted.ends[n - 1] if n else 0
    if n == len(noted.decisions) or start + number > len(noted.moves):
        return n
    noted.decisions[n] = thinking.states[ROOT]
    for i in range(number):
        noted.moves[start + i] = moves[first + i]
        noted.visits[start + i] = nodes[first + i].visits
    noted.ends[n] = start + number
    return n + 1


@jit
def choose(thinking: Any, is_lot: Any) -> Any:
    """The move visited most, or one by lot: the more visits, the more likely."""
    nodes, _, moves = thinking.tree
    first, number = nodes[0].first, nodes[0].opened
    seen = 0
    best = first
    for i in range(first, first + number):
        seen += nodes[i].visits
        best = i if nodes[i].visits > nodes[best].visits else best
    point = below(thinking.rng, seen) if is_lot else -1
    if point < 0:
        return np.int64(moves[best])
    for i in range(first, first + number):
        point -= nodes[i].visits
        if point < 0:
            return np.int64(moves[i])
    return np.int64(moves[best])
