"""Boards that a person sets up, scored and held against `tests/reference`, a second reading of the
rules that shares no code with the first: every tile, the floor line, bonuses, and who wins.
"""

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from azulejos.contract.rules import Json
from azulejos.errors import BadPosition
from azulejos.position import Position
from tests.reference.azul import Azul
from tests.reference.azul_board import COLOURS, MARKER, Board, own_column
from tests.reference.blue import Blue

POSITIONS = 1_000
KINDS = [(n, wall) for n in (2, 3, 4) for wall in ("coloured", "gray")]


def invent_board(rng: random.Random, wall: str) -> Board:
    """A board at the end of an offer: some of the wall, some lines, complete ones among them."""
    board = Board(score=rng.choice((0, 0, 3, rng.randrange(60))))
    density = rng.random()
    for row in range(5):
        for colour in rng.sample(COLOURS, 5):
            spaces = board.gray_spaces(row, colour)
            column = own_column(colour, row) if wall == "coloured" else rng.choice([*spaces, -1])
            if rng.random() < density and column >= 0 and board.wall[row].count(".") > 1:
                board.wall[row][column] = colour
        free = [colour for colour in COLOURS if colour not in board.wall[row]]
        held = rng.choice((0, row + 1, row + 1, rng.randrange(row + 2)))
        board.lines[row] = [rng.choice(free)] * held
    board.floor = [rng.choice(COLOURS) for _ in range(rng.choice((0, 0, 1, 3, 7)))]
    board.score = min(board.score, 10 * sum(row.count(".") < 5 for row in board.wall))
    return board


def invent(rng: random.Random, players: int, wall: str) -> Azul:
    """A table at the end of an offer that 20 tiles of each colour can make up."""
    while True:
        game = Azul(players, wall, rng.randrange(players))
        game.boards = [invent_board(rng, wall) for _ in range(players)]
        game.round = 6
        take_marker(rng, game)
        if rng.random() < 0.5:
            level_scores(game)
        used = Counter("".join(all_tiles(board) for board in game.boards))
        laid = sum(5 - row.count(".") for board in game.boards for row in board.wall)
        if max(used[colour] for colour in COLOURS) <= 20 and laid > 1:  # five rounds were played
            game.bag = [c for c in COLOURS for _ in range(20 - used[c])]
            return game


def all_tiles(board: Board) -> str:
    tiles = [*board.floor, *(t for line in board.lines for t in line)]
    return "".join([*tiles, *(t for row in board.wall for t in row if t != ".")])


def take_marker(rng: random.Random, game: Azul) -> None:
    """A9, A15: a seat takes the marker, to the floor line or beside the board; or nobody does."""
    holder = rng.choice([*range(game.players), None])
    game.marker = "centre" if holder is None else holder
    if holder is not None and len(game.boards[holder].floor) < 7:
        floor = game.boards[holder].floor
        floor.insert(rng.randrange(len(floor) + 1), MARKER)


def level_scores(game: Azul) -> None:
    """Give every seat the score with which all end equal, if the walls can have scored that."""
    trial = deepcopy(game)
    play_out(trial, random.Random(1))
    most = max(board.score for board in trial.boards)
    for board, after in zip(game.boards, trial.boards, strict=True):
        laid = 25 - sum(row.count(".") for row in board.wall)
        board.score = min(board.score + most - after.score, 10 * laid)


def play_out(game: Azul, rng: random.Random) -> list[str]:
    """Tile the walls with random choices; the choices."""
    game._begin_tiling()
    choices = []
    while game.phase == "tiling":
        choices.append(rng.choice(game.legal_moves()))
        game.choose(game.turn, choices[-1])
    return choices


def boards_of(game: Azul) -> Json:
    """The position as a person enters it: the boards, and not the bag."""
    data = game.as_json()
    return {k: v for k, v in data.items() if k not in ("bag", "lid", "turn", "phase", "displays")}


def score(data: Json, choices: list[str]) -> tuple[Position, list[Any]]:
    """The position after a round, and all the steps that lead to it."""
    position, steps = Position.score(data)
    for choice in choices:
        steps += position.steps(choice)
        position.push(choice)
    return position, steps


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_rounds_of_set_up_boards_are_scored_as_by_the_reference(players: int, wall: str) -> None:
    rng = random.Random(f"{players} {wall}")
    seen: Counter[str] = Counter()
    for _ in range(-(-POSITIONS // len(KINDS))):
        game = invent(rng, players, wall)
        data, before = boards_of(game), [board.score for board in game.boards]
        choices = play_out(game, rng)
        position, steps = score(data, choices)
        expected = game.as_json()
        if game.phase == "over":
            expected["turn"] = position.to_json()["turn"]  # nobody's
        assert position.to_json() == expected
        gained = Counter(before_by_seat(before))
        for step in steps:
            gained[getattr(step, "seat", -1)] += getattr(step, "points", 0)
        assert [gained[seat] for seat in range(players)] == list(position.scores)
        note(seen, game, position, steps)
    wanted = {"over", "floor at 0", "shared", "tie-break"} | ({"jam"} if wall == "gray" else set())
    assert wanted <= set(seen), seen


def before_by_seat(scores: list[int]) -> dict[int, int]:
    return dict(enumerate(scores))


def note(seen: Counter[str], game: Azul, position: Position, steps: list[Any]) -> None:
    """Which of the rare cases a position was; and that the winners are the same."""
    kinds = {step.kind for step in steps}
    seen["jam"] += "jam" in kinds
    seen["floor at 0"] += any(s.kind == "pay" and -s.points < s.cost for s in steps)
    if game.phase != "over":
        assert position.outcome is None
        return
    assert position.outcome is not None
    assert list(position.outcome.winners) == game.winners()
    scores, winners = position.scores, game.winners()
    seen["over"] += 1
    seen["shared"] += len(winners) > 1
    seen["tie-break"] += sum(score == max(scores) for score in scores) > len(winners)
    for name in [name for name, n in seen.items() if not n]:
        del seen[name]


def test_the_rulebooks_example_of_a_floor_line() -> None:
    floor = "M" + "BYRK"
    empty = {"lines": [""] * 5, "wall": ["....."] * 5, "floor": "", "score": 0}
    board = empty | {"floor": floor, "wall": ["B....", *["....."] * 4], "score": 10}
    data = {"game": "azul", "wall": "coloured", "players": 2, "round": 2, "boards": [board, empty]}
    after, steps = Position.score(data)
    assert after.scores == (2, 0)  # the floor costs 8
    assert [step.kind for step in steps] == ["pay", "start"]
    assert after.to_json()["lid"] == {"B": 1, "Y": 1, "R": 1, "K": 1, "W": 0}


BAD: dict[str, tuple[Json, str]] = {
    "two of a colour in a row": (
        {"lines": ["B", *[""] * 4], "wall": ["B....", *["....."] * 4]},
        "azul.fault.line",
    ),
    "a complete row": ({"wall": ["BYRKW", *["....."] * 4]}, "azul.fault.row"),
    "a wrong space": ({"wall": ["Y....", *["....."] * 4]}, "azul.fault.wall.coloured"),
    "mixed line": ({"lines": ["", "BY", "", "", ""]}, "position.field"),
    "points from nowhere": ({"score": 30}, "azul.fault.score"),
    "no board": ({"lines": 7}, "position.field"),
}


@pytest.mark.parametrize("name", BAD)
def test_impossible_boards_are_refused_with_the_reason(name: str) -> None:
    change, code = BAD[name]
    board = {"lines": [""] * 5, "wall": ["....."] * 5, "floor": "", "score": 0}
    data = {"game": "azul", "players": 2, "round": 6, "boards": [board | change, board]}
    with pytest.raises(BadPosition) as refused:
        Position.score(data)
    assert refused.value.code == code


def test_tiles_that_the_box_does_not_have_are_refused() -> None:
    board = {"lines": ["", "", "", "", "BBBBB"], "wall": ["....."] * 5, "floor": "BBB", "score": 0}
    with pytest.raises(BadPosition) as refused:
        Position.score({"game": "azul", "players": 4, "round": 2, "boards": [board] * 4})
    assert refused.value.code == "azul.fault.tiles"
    assert refused.value.text.args["number"] == 32


@pytest.mark.parametrize("players", [2, 3])
def test_positions_of_games_are_completed_to_themselves(players: int) -> None:
    """Without bag, turn and phase, the position of a game is found again by counting."""
    for game, names in {
        "azul": ("bag", "turn", "phase"),
        "blue": ("left", "turn", "phase"),
    }.items():
        position = Position(game, players)
        rng = random.Random(players)
        while not position.is_over and len(position.history) < 70:
            if position.needs_deal:
                position.deal(rng.getrandbits(60))
            else:
                position.push(rng.choice(position.legal_moves))
            data = position.to_json()
            if data.get("marker", "centre") != "centre" and "phase" not in data:
                continue  # whose turn it is cannot be counted
            less = {name: value for name, value in data.items() if name not in names}
            assert Position.complete(less) == data


@pytest.mark.parametrize(
    "junk",
    [
        {"game": "azul", "players": 2.0},
        {"game": "azul", "boards": 3},
        {"game": "azul", "lid": None},
        {"game": "blue", "players": 2.0},
        {"game": "blue", "tiles": []},
        {"game": "blue", "draw": {}},
    ],
)
def test_what_is_badly_formed_is_left_for_its_faults(junk: Json) -> None:
    assert Position.status(Position.complete(junk))
    with pytest.raises(BadPosition):
        Position.score(junk)


def test_chains_and_circles_of_set_up_tiles_are_the_references() -> None:
    rng = random.Random(5)
    for players in (2, 3):
        for _ in range(20):
            colours = ["white", "gray", "blue"][:players]
            reference = Blue(players, colours, 18, "open")
            for _ in range(rng.randrange(1, 55)):
                reference.lay(rng.choice(reference.legal_moves()))
            tiles = reference.as_json()["tiles"]
            position, steps = Position.score({"game": "blue", "players": players, "tiles": tiles})
            assert list(position.scores) == reference.scores()
            kinds = Counter(step.kind for step in steps)
            assert kinds["chain"] == len(reference.chains())
            assert kinds["circle"] == len(reference.circles())
