"""One self-play game in a compiled loop: search, play, and collect training samples.

Value samples are positions with the outcome of their game and the value that search found. Prior
samples are decisions with the visit counts of their moves. Shards of many games are made in
`selfplay.py`.

Games are played in one of two ways, depending on their chance events. If the game opens with a deal
that has too many outcomes for search to enumerate, it consists of rounds, and the positions sampled
are those before each deal; search evaluates them by its mean value over a few sampled deals. Rounds
that leave the line of the game at some decision and are finished by a rollout give more such
positions, called off-line positions. In games without rounds, the positions of the game itself are
sampled.

Some seats may be played in another way than the search does whose games these are: with the
handmade evaluation, or with fewer or more simulations. What is learned then holds against other
players too.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.batch import SEATS
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.rng import Rng, below
from azulejos.compiled.types import (
    boolean,
    float32,
    float64,
    int16,
    int32,
    int64,
    state,
    with_fields,
    within,
)
from azulejos.contract import verbs
from azulejos.contract.game import Game
from azulejos.contract.rules import CHANCE, NOBODY
from azulejos.network import Network
from azulejos.search.puct import MAX_DEALS, NODE, ThreadMemory, TreeArrays, search_parameters
from azulejos.search.tree import TreeState, begin_tree, simulate, tree_slots, write_root_value

PROBABILITY_STEPS = 1 << 20  # resolution of random decisions
MAX_POSITIONS = 1_024  # positions sampled from a game; real games have far fewer
MAX_DECISIONS = 512  # decisions sampled from a game
MAX_VISITED = 1 << 16  # visited moves of all sampled decisions together
LEAST_POWER, POWERS = -4, 7  # the nodes of a varied seat are those of others times a power of 2
MIN_NODES = 2  # of a search

# Indices into the states of a search workspace. Search also overwrites the state after ROOT.
ROOT, GAME, OFF_LINE = 0, 2, 3  # the search root; the game; a round off the line of the game
STATES = 4


class SelfplaySettings(NamedTuple):
    """How a self-play game is played. Shares are probabilities, drawn for each decision."""

    nodes: int = 80  # simulations of most decisions
    deep_nodes: int = 1_600  # simulations of a sampled decision, for meaningful visit counts
    deep_share: float = 0.06  # of decisions that are searched with deep_nodes and sampled
    deals: int = 3  # over which the value of a position before a deal is averaged
    deal_nodes: int = 100  # simulations after each of these deals
    off_line_share: float = 1.0  # of decisions at which an off-line position is sampled
    sampled_plies: int = 8  # first plies of a round or game in which moves may be sampled
    sampled_share: float = 0.2  # of these moves that are sampled by visits instead of the best
    opening_plies: int = 4  # at most, of uniformly random moves, in games without rounds
    varied_share: float = 0.0  # of seats, drawn for each game, that are played in another way


class Samples(NamedTuple):
    """Training samples of some games: value samples, then prior samples."""

    # positions of the value samples
    states: Annotated[NDArray[Any], state["p"]]
    # by position, row (win shares, points) and seat: the game's result
    outcomes: Annotated[NDArray[Any], float32["p", 2, SEATS]]
    # the same as found by search
    search_values: Annotated[NDArray[Any], float32["p", 2, SEATS]]
    # by position: whether it occurred in the game, or is off-line
    is_played: Annotated[NDArray[Any], boolean["p"]]
    # by position: the round, or in games without rounds the ply
    stages: Annotated[NDArray[Any], int16["p"]]
    # states of the prior samples
    decisions: Annotated[NDArray[Any], state["d"]]
    # by decision: the end of its part of the next two arrays
    decision_ends: Annotated[NDArray[Any], int32["d"]]
    # visited moves, and their visit counts
    moves: Annotated[NDArray[Any], int16["v"]]
    visits: Annotated[NDArray[Any], int32["v"]]


class SearchBuffers(NamedTuple):
    """The arrays of a search that starts from an empty tree for every decision."""

    # the states of its memory: see ROOT, GAME and OFF_LINE
    tree: Annotated[
        Any, with_fields(TreeState, memory=with_fields(ThreadMemory, states=state[STATES]))
    ]
    # of the last search: win shares and points by seat
    root_value: Annotated[Any, float64[2, SEATS]]


class Workspace:
    """The memory in which games of one variant are played one after another."""

    def __init__(self, game: Game, settings: SelfplaySettings, network: Network, handmade: Network):
        self.settings = settings
        self.buffers = make_search_buffers(game, settings, network)
        weights, prior = handmade.weights, handmade.prior
        tree = self.buffers.tree._replace(weights=weights, prior=prior)
        self.handmade = self.buffers._replace(tree=tree)
        self.samples = Samples(
            states=game.new_states(MAX_POSITIONS),
            outcomes=np.zeros((MAX_POSITIONS, 2, SEATS), np.float32),
            search_values=np.zeros((MAX_POSITIONS, 2, SEATS), np.float32),
            is_played=np.zeros(MAX_POSITIONS, np.bool_),
            stages=np.zeros(MAX_POSITIONS, np.int16),
            decisions=game.new_states(MAX_DECISIONS),
            decision_ends=np.zeros(MAX_DECISIONS, np.int32),
            moves=np.zeros(MAX_VISITED, np.int16),
            visits=np.zeros(MAX_VISITED, np.int32),
        )

    def play(self, players: int, options: NDArray[np.int64], rng: Rng) -> Samples:
        """Play a game from its opening to its end and return its samples."""
        self.buffers.tree.memory.rng[:] = rng
        full = self.samples
        searches = (self.buffers, self.handmade)
        n, decisions = play_game(players, options, self.settings, searches, full)
        visited = int(full.decision_ends[decisions - 1]) if decisions else 0
        return Samples(
            states=full.states[:n].copy(),
            outcomes=full.outcomes[:n].copy(),
            search_values=full.search_values[:n].copy(),
            is_played=full.is_played[:n].copy(),
            stages=full.stages[:n].copy(),
            decisions=full.decisions[:decisions].copy(),
            decision_ends=full.decision_ends[:decisions].copy(),
            moves=full.moves[:visited].copy(),
            visits=full.visits[:visited].copy(),
        )


def make_search_buffers(game: Game, settings: SelfplaySettings, network: Network) -> SearchBuffers:
    """Buffers large enough for every search of a game."""
    evaluator, max_moves = game.evaluator, game.rules.MAX_MOVES
    most = settings.nodes << LEAST_POWER + POWERS - 1 if settings.varied_share else settings.nodes
    simulations = max(most, settings.deep_nodes, settings.deal_nodes)
    slots = tree_slots(simulations, max_moves)
    tree = TreeState(
        arrays=TreeArrays(
            np.zeros(slots, NODE), np.ones(slots, np.float32), np.zeros(slots, np.int16)
        ),
        memory=ThreadMemory(
            slots=np.array([1, slots]),
            states=game.new_states(STATES),
            scratch=np.zeros(evaluator.SCRATCH_SIZE, np.int32),
            rng=np.zeros(1, np.uint64),
        ),
        weights=network.weights,
        prior=network.prior,
        parameters=search_parameters(evaluator),
        totals=np.zeros((max_moves, 3, SEATS)),
        earlier_visits=np.zeros(max_moves, np.int32),
    )
    return SearchBuffers(tree, np.zeros((2, SEATS)))


@kernel(
    within[SEATS + 1], int64[:].const, SelfplaySettings, (SearchBuffers, SearchBuffers), Samples
)
def play_game(players: Any, options: Any, settings: Any, searches: Any, samples: Any) -> Any:
    """Play a game and write its samples; return the numbers of positions and of decisions.

    `searches` are the buffers with the network and those with the handmade evaluation.
    """
    buffers, handmade = searches
    states, rng = buffers.tree.memory.states, buffers.tree.memory.rng
    s = states[GAME]
    deal = np.empty(verbs.deal_size(s), np.int64)
    moves = np.empty(verbs.max_moves(s), np.int16)
    verbs.setup(s, players, options)
    in_rounds = s.actor == CHANCE and has_many_deals(s)
    openings = 0 if in_rounds else below(rng, settings.opening_plies + 1)
    varied_nodes, is_handmade = draw_varied_seats(players, settings, rng)
    positions, decisions, ply, stage = 0, 0, 0, 0
    unsearched = -1  # the last sample, if it is before a deal: it gets the next search value
    while s.actor != NOBODY:
        if s.actor == CHANCE:
            if in_rounds:
                if stage > 0:
                    search_before_deal(buffers, GAME, settings)
                    positions = add_position(samples, positions, s, buffers.root_value, stage, True)
                stage += 1
                ply = 0
            elif ply >= openings:
                unsearched = min(positions, len(samples.states) - 1)
                positions = add_position(samples, positions, s, buffers.root_value, ply, True)
            verbs.draw(s, rng, deal)
            verbs.settle(s, deal)
            continue
        n = verbs.legal_moves(s, moves)
        if ply < openings or n == 1:
            verbs.play(s, np.int64(moves[below(rng, n)]))
            ply += 1
            continue
        if in_rounds and draw_event(rng, settings.off_line_share):
            positions = add_off_line_position(buffers, settings, samples, positions, stage)
        is_deep = draw_event(rng, settings.deep_share)
        states[ROOT] = states[GAME]
        run_search(buffers, settings.deep_nodes if is_deep else settings.nodes)
        if is_deep:
            decisions = add_decision(samples, decisions, buffers)
        if not in_rounds:
            if unsearched >= 0:
                samples.search_values[unsearched] = buffers.root_value
                unsearched = -1
            positions = add_position(samples, positions, s, buffers.root_value, ply, True)
        is_sampled = ply < settings.sampled_plies and draw_event(rng, settings.sampled_share)
        if varied_nodes[s.actor] > 0:
            states[ROOT] = states[GAME]
            if is_handmade[s.actor]:
                run_search(handmade, varied_nodes[s.actor])
            else:
                run_search(buffers, varied_nodes[s.actor])
        verbs.play(s, choose_move(buffers, is_sampled))
        ply += 1
    verbs.result(s, buffers.root_value)
    for i in range(positions):
        samples.outcomes[i] = buffers.root_value
    return positions, decisions


@jit
def draw_varied_seats(players: Any, settings: Any, rng: Any) -> Any:
    """By seat: the nodes with which it is searched if it is played in another way, else 0; and
    whether that is with the handmade evaluation.
    """
    nodes, is_handmade = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.bool_)
    if settings.varied_share > 0:
        for p in range(players):
            if draw_event(rng, settings.varied_share):
                power = LEAST_POWER + below(rng, POWERS)
                nodes[p] = max(MIN_NODES, int(settings.nodes * 2.0**power))
                is_handmade[p] = below(rng, 2) == 0
    return nodes, is_handmade


@kernel(state[1].const)
def has_rounds(states: Any) -> bool:
    """Whether the game whose opening is states[0] consists of rounds, see above."""
    return states[0].actor == CHANCE and has_many_deals(states[0])


@jit
def has_many_deals(s: Any) -> bool:
    """Whether a state in which a deal is due has too many deals to enumerate."""
    deals = np.empty((MAX_DEALS, verbs.deal_size(s)), np.int64)
    return verbs.outcomes(s, deals, np.empty(MAX_DEALS, np.float64)) == 0


@jit
def draw_event(rng: Any, probability: Any) -> Any:
    """Return True with the given probability."""
    return below(rng, PROBABILITY_STEPS) < probability * PROBABILITY_STEPS


# ---- Search


@jit
def run_search(buffers: Any, simulations: Any) -> None:
    """Search the state at ROOT with an empty tree, and write the value of the root."""
    begin_tree(buffers.tree)
    simulate(buffers.tree, simulations)
    write_root_value(buffers.tree, buffers.root_value)


@jit
def search_before_deal(buffers: Any, index: Any, settings: Any) -> None:
    """Write the value of states[index], in which a deal is due, as the mean over sampled deals."""
    states, rng = buffers.tree.memory.states, buffers.tree.memory.rng
    deal = np.empty(verbs.deal_size(states), np.int64)
    total = np.zeros((2, SEATS))
    for _ in range(settings.deals):
        states[ROOT] = states[index]
        verbs.draw(states[ROOT], rng, deal)
        verbs.settle(states[ROOT], deal)
        run_search(buffers, settings.deal_nodes)
        total += buffers.root_value
    buffers.root_value[:] = total / settings.deals


@jit
def choose_move(buffers: Any, is_sampled: Any) -> Any:
    """The most visited move of the last search, or one sampled in proportion to visits."""
    nodes, _, moves = buffers.tree.arrays
    first, number = nodes[0].first_child, nodes[0].visited_children
    visits = 0
    best = first
    for i in range(first, first + number):
        visits += nodes[i].visits
        best = i if nodes[i].visits > nodes[best].visits else best
    point = below(buffers.tree.memory.rng, visits) if is_sampled else -1
    if point < 0:
        return np.int64(moves[best])
    for i in range(first, first + number):
        point -= nodes[i].visits
        if point < 0:
            return np.int64(moves[i])
    return np.int64(moves[best])


# ---- Samples. Each function returns the new number of samples; what finds no room is dropped.


@jit
def add_position(samples: Any, n: Any, s: Any, value: Any, stage: Any, is_played: Any) -> Any:
    """Add a value sample; its outcome follows at the end of the game."""
    if n == len(samples.states):
        return n
    samples.states[n] = s
    samples.search_values[n] = value
    samples.stages[n] = stage
    samples.is_played[n] = is_played
    return n + 1


@jit
def add_off_line_position(buffers: Any, settings: Any, samples: Any, n: Any, stage: Any) -> Any:
    """Finish a copy of the current round by a rollout, and add the position at its end."""
    _, states, scratch, rng = buffers.tree.memory
    states[OFF_LINE] = states[GAME]
    verbs.prepare(states[OFF_LINE], buffers.tree.prior, scratch)
    verbs.rollout(states[OFF_LINE], scratch, rng)
    if states[OFF_LINE].actor != CHANCE:
        return n
    search_before_deal(buffers, OFF_LINE, settings)
    return add_position(samples, n, states[OFF_LINE], buffers.root_value, stage, False)


@jit
def add_decision(samples: Any, n: Any, buffers: Any) -> Any:
    """Add a prior sample: the state at ROOT and the visit counts of its moves."""
    nodes, _, moves = buffers.tree.arrays
    first, number = nodes[0].first_child, nodes[0].visited_children
    start = samples.decision_ends[n - 1] if n else 0
    if n == len(samples.decisions) or start + number > len(samples.moves):
        return n
    samples.decisions[n] = buffers.tree.memory.states[ROOT]
    for i in range(number):
        samples.moves[start + i] = moves[first + i]
        samples.visits[start + i] = nodes[first + i].visits
    samples.decision_ends[n] = start + number
    return n + 1
