"""Finds puzzles in games of the search against itself, and in recorded games of people.

A game of the search is a pure function of its variant and number, so mining can be interrupted,
continued and done in many processes. Each position passes a cheap filter first: a short search that
prefers one move. Then the levels try it, and last the expensive part confirms it (`confirm`): the
same move under ten times the nodes and under the solver where it reaches, and every other move
clearly worse in an evaluation of its own.
"""

from bisect import bisect
from dataclasses import replace
from itertools import accumulate
from math import inf
from typing import NamedTuple

from azulejos.compiled.rng import Rng, below, make_rng
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.record import Record
from azulejos.search.analysis import analyse
from azulejos.search.info import Info, MoveInfo
from azulejos.search.players import LEVELS, find_player
from azulejos.search.review import Evaluation, evaluate
from azulejos.search.settings import Limit, Style
from azulejos.teaching.puzzles import Puzzle

NODES = 5_000  # of the search that proposes a solution
DEEP_NODES = 10 * NODES  # of the search that has to agree
LEVEL_NODES = 2 * NODES  # of the highest level, which has a time limit otherwise
QUICK_NODES = 400  # of the search that plays the games and filters their positions
MIN_MOVES = 5  # legal moves of a position
MIN_SHARE = 0.45  # of the visits of the quick search, for its best move
QUICK_LEAD, QUICK_WIN = 1.0, 0.02  # least margin in the quick search
RIVALS = 5  # other moves that are evaluated, most visited first
TRIES = 8  # of each level at a puzzle
WEAK_LEVEL, MAX_WEAK_SOLVED = 1, 3  # a level that finds the move at most so often
DENIED = 3.0  # points that the best other move would leave to another seat
SAMPLING_POWER = 1.5  # of the visits, when a game's move is sampled
MIN_DISTANCE = 3  # plies between two puzzles of a game
MAX_PER_GAME = 4
TREE = Style(has_solver=False, has_foresight=False)  # shows every visited move, not the best alone


class Margin(NamedTuple):
    """The least that every other move loses."""

    lead: float  # points of lead over the best other seat
    win: float  # win share


LEAST = Margin(2.2, 0.05)  # of a new puzzle; `puzzle_check` asks for less


class Finder:
    """Collects the puzzles of one game, not too near to each other."""

    def __init__(self, variant: str, weak_level: int):
        self.variant, self.weak_level = variant, weak_level
        self.puzzles: list[Puzzle] = []
        self._last_ply = -MIN_DISTANCE

    def look(self, position: Position, number: int) -> Info:
        """Search a position quickly, and keep it if it is a puzzle."""
        *_, info = analyse(position, Limit(nodes=QUICK_NODES), TREE, lines=0, entropy=number)
        ply = len(position.history)
        is_wanted = len(self.puzzles) < MAX_PER_GAME and ply - self._last_ply >= MIN_DISTANCE
        if is_wanted and (found := make_puzzle(self.variant, position, info, self.weak_level)):
            self.puzzles.append(found)
            self._last_ply = ply
        return info


def mine_game(variant: str, number: int, weak_level: int = WEAK_LEVEL) -> list[Puzzle]:
    """The puzzles found in one game of a variant that are not obvious to a weak level."""
    game, finder = find_game(variant.partition("-")[0]), Finder(variant, weak_level)
    players, options = game.variants[variant]
    position, rng = Position(game.name, players, **options), make_rng(number)
    while not position.is_over:
        if position.needs_deal:
            position.deal(rng)
        else:
            position.push(sample(finder.look(position, number), rng))
    return finder.puzzles


def mine_record(record: Record, weak_level: int = WEAK_LEVEL) -> list[Puzzle]:
    """The puzzles found in a recorded game that are not obvious to a weak level."""
    finder = Finder(variant_of(record.first()), weak_level)
    for position in record.positions():
        if finder.variant and position.turn is not None:
            finder.look(position, 1)
    return finder.puzzles


def variant_of(position: Position) -> str:
    """The name of the variant that a position belongs to, "" if it is none."""
    data = position.to_json()
    for name, (players, options) in position.game.variants.items():
        if players == position.players and all(data.get(key) == options[key] for key in options):
            return name
    return ""


def sample(info: Info, rng: Rng) -> str:
    """A move sampled by its visits."""
    weights = list(accumulate(move.visits**SAMPLING_POWER for move in info.moves))
    point = below(rng, 1 << 30) / (1 << 30) * weights[-1]
    return info.moves[min(bisect(weights, point), len(weights) - 1)].move


def make_puzzle(variant: str, position: Position, info: Info, weak_level: int) -> Puzzle | None:
    """The puzzle that a position is, given a quick search of it; None if it is none."""
    if not is_promising(position, info):
        return None
    start = Position.from_text(position.to_text())
    if count_solved(start, info.best, weak_level) > MAX_WEAK_SOLVED:
        return None
    margin = confirm(start, info.best)
    if margin is None:
        return None
    solved = tuple(count_solved(start, info.best, level) for level in range(1, LEVELS + 1))
    lead, win = round(margin.lead, 2), round(margin.win, 3)
    line = solution_line(start, info.best)
    puzzle = Puzzle(variant, start.to_text(), info.best, lead, win, solved, line)
    return replace(puzzle, themes=find_themes(start, info.best))


def is_promising(position: Position, info: Info) -> bool:
    """Does a quick search prefer one move to many others?"""
    if len(position.legal_moves) < MIN_MOVES or len(info.moves) < 2:
        return False
    best, seat = info.moves[0], position.actor
    rivals = [move for move in info.moves[1:] if move.visits > 3]
    lead = min((lead_of(best, seat) - lead_of(rival, seat) for rival in rivals), default=0.0)
    win = min((best.win[seat] - rival.win[seat] for rival in rivals), default=0.0)
    return best.visits >= MIN_SHARE * info.nodes and lead >= QUICK_LEAD and win >= QUICK_WIN


def lead_of(found: MoveInfo, seat: int) -> float:
    """The points that a seat is ahead of the best other after a move."""
    return found.points[seat] - max(p for q, p in enumerate(found.points) if q != seat)


def count_solved(position: Position, move: str, level: int) -> int:
    """Of TRIES attempts of a level, how many find a move."""
    player = find_player(f"level{level}")
    limit = Limit(nodes=LEVEL_NODES) if level == LEVELS else None
    return sum(player.choose(position, limit, n + 1).move == move for n in range(TRIES))


def confirm(position: Position, move: str) -> Margin | None:
    """The least that other moves lose; None if some search prefers another move, or too little."""
    *_, info = analyse(position, Limit(nodes=NODES), TREE, lines=0)
    if info.best != move or compare(position, move, info, NODES) is None:
        return None
    *_, info = analyse(position, Limit(nodes=NODES), lines=0)
    if info.best != move:
        return None
    *_, info = analyse(position, Limit(nodes=DEEP_NODES), TREE, lines=0)
    return compare(position, move, info, 2 * NODES) if info.best == move else None


def compare(
    position: Position, move: str, info: Info, nodes: int, least: Margin = LEAST
) -> Margin | None:
    """The least that the rivals of a move lose, each evaluated by itself; None if too little."""
    seat, own, margin = position.actor, evaluate_move(position, move, nodes), Margin(inf, inf)
    for rival in [found.move for found in info.moves if found.move != move][:RIVALS]:
        other = evaluate_move(position, rival, nodes)
        lead, win = own.lead(seat) - other.lead(seat), own.win[seat] - other.win[seat]
        margin = Margin(min(margin.lead, lead), min(margin.win, win))
        if margin.lead < least.lead or margin.win < least.win:
            return None
    return margin


def evaluate_move(position: Position, move: str, nodes: int) -> Evaluation:
    """The evaluation of the position after a move."""
    after = position.copy()
    after.push(move)
    return evaluate(after, Limit(nodes=nodes))


def solution_line(position: Position, move: str) -> tuple[str, ...]:
    """A move and the best play after it, up to the next deal."""
    after = position.copy()
    after.push(move)
    info = evaluate(after, Limit(nodes=NODES)).info
    return (move, *(info.moves[0].line if info else ()))


def find_themes(position: Position, move: str) -> tuple[str, ...]:
    """The themes of a move: those of the game, and "deny" if it takes points from another seat."""
    *_, info = analyse(position, Limit(nodes=NODES), TREE, lines=0)
    before, after = position.to_json(), position.copy()
    after.push(move)
    steps = [step.to_json() for step in position.steps(move)]
    found = position.game.themes(before, after.to_json(), steps)
    is_denial = points_denied(position, move, info) >= DENIED
    return (*(["deny"] if is_denial else []), *found)


def points_denied(position: Position, move: str, info: Info) -> float:
    """The most points that another seat expects less after a move than after the best other one."""
    chosen = next((found for found in info.moves if found.move == move), None)
    other = next((found for found in info.moves if found.move != move and found.visits), None)
    if chosen is None or other is None:
        return 0.0
    seats = (seat for seat in range(position.players) if seat != position.actor)
    return max(other.points[seat] - chosen.points[seat] for seat in seats)
