"""Checks a puzzle: that it is legal, and that a longer search than the one that found it agrees."""

from azulejos.errors import AzulejosError
from azulejos.games import find_game
from azulejos.search.analysis import analyse
from azulejos.search.players import LEVELS
from azulejos.search.settings import Limit
from azulejos.teaching.mining import NODES, TREE, TRIES, Margin, compare
from azulejos.teaching.puzzles import Puzzle
from azulejos.text import Text

CHECK_NODES = 20 * NODES
CHECK_MARGIN = Margin(1.5, 0.025)  # less than a new puzzle needs, as every evaluation has an error


def find_fault(puzzle: Puzzle) -> Text | None:
    """Why a puzzle cannot be shown, by the rules alone; None if it can."""
    try:
        game, position = find_game(puzzle.variant.partition("-")[0]), puzzle.start()
    except AzulejosError as error:
        return error.text
    if puzzle.variant not in game.variants or position.game is not game:
        return Text("puzzle.variant", {"variant": puzzle.variant})
    if position.turn is None or puzzle.move not in position.legal_moves:
        return Text("puzzle.illegal", {"move": puzzle.move})
    if len(puzzle.solved) != LEVELS or not all(0 <= n <= TRIES for n in puzzle.solved):
        return Text("puzzle.levels", {"n": LEVELS})
    try:
        for move in puzzle.line:
            position.push(move)
    except AzulejosError as error:
        return error.text
    return None


def find_doubt(puzzle: Puzzle, nodes: int = CHECK_NODES) -> Text | None:
    """Why a search with many nodes disagrees with the solution; None if it agrees."""
    position = puzzle.start()
    *_, info = analyse(position, Limit(nodes=nodes), TREE, lines=0)
    if info.best != puzzle.move:
        return Text("puzzle.other", {"move": puzzle.move, "other": info.best})
    if compare(position, puzzle.move, info, nodes // 5, CHECK_MARGIN) is None:
        return Text("puzzle.second", {"move": puzzle.move})
    return None
