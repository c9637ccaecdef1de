"""Games of the search against itself: real, the same in any number of processes, kept whole."""

import json
import sys
from pathlib import Path
from subprocess import run
from typing import Any

import numpy as np
import pytest

from azulejos import batch
from azulejos.game import CHANCE
from azulejos.games import find_game
from azulejos.learning.selfplay import Lesson, fill, make_shard, make_shards, parse_lesson
from azulejos.learning.selfplay_game import Effort, Noted
from azulejos.learning.shards import from_bytes, join, to_bytes
from azulejos.network import save
from tests.cli.test_cli import azulejos, refused

QUICK = Effort(8, 16, deep_share=0.3, deal_nodes=8)
LESSONS = [
    Lesson("azul", 2, effort=QUICK, shard_games=3),
    Lesson("azul", 3, {"wall": "gray"}, QUICK, shard_games=2),
    Lesson("blue", 3, effort=QUICK, shard_games=2),
    Lesson("blue", 2, {"draw": "blind"}, QUICK, shard_games=2),
]


def rows_of(lesson: Lesson) -> Noted:
    return from_bytes(make_shard(lesson, lesson.network(None), 0), find_game(lesson.game))


@pytest.fixture(scope="module", params=LESSONS, ids=lambda lesson: lesson.kind)
def played(request: pytest.FixtureRequest) -> tuple[Lesson, Noted]:
    return request.param, rows_of(request.param)


def test_positions_are_quiet_and_say_how_their_games_ended(played: tuple[Lesson, Noted]) -> None:
    lesson, rows = played
    seats = slice(0, lesson.players)
    assert len(rows.states) >= 3 * lesson.shard_games
    assert rows.outcomes[:, 0, seats].sum(1) == pytest.approx(1)
    assert rows.searched[:, 0, seats].sum(1) == pytest.approx(1, abs=1e-4)
    assert not rows.outcomes[:, :, lesson.players :].any()
    assert len(np.unique(rows.outcomes[:, 1], axis=0)) <= lesson.shard_games
    in_rounds = lesson.game == "azul"
    assert all((rows.states["actor"] == CHANCE) == in_rounds) or "blind" in lesson.kind
    assert rows.is_played.all() != in_rounds
    scores = np.zeros((len(rows.states), 2, batch.SEATS))
    batch.result(rows.states, scores)
    assert (rows.moments >= 0).all()
    assert np.abs(rows.searched[:, 1] - rows.outcomes[:, 1]).mean() < 25  # points, not anything


def test_decisions_have_the_visits_of_legal_moves(played: tuple[Lesson, Noted]) -> None:
    lesson, rows = played
    game = find_game(lesson.game)
    assert len(rows.decisions) > 0
    moves = np.zeros((len(rows.decisions), game.rules.MAX_MOVES), np.int16)
    counts = np.zeros(len(rows.decisions), np.int64)
    batch.legal_moves(rows.decisions, moves, counts)
    starts = [0, *rows.ends]
    for i, (start, end) in enumerate(zip(starts, rows.ends, strict=False)):
        tried = rows.moves[start:end]
        assert len(set(tried)) == len(tried) > 0
        assert set(tried) <= set(moves[i, : counts[i]])
        assert rows.visits[start:end].sum() == QUICK.deep_nodes - 1  # all but the root's own


def test_a_shard_is_the_same_whoever_makes_it() -> None:
    lesson = LESSONS[0]
    network = lesson.network(None)
    alone = dict(make_shards(lesson, network, [0, 1, 2, 3]))
    assert dict(make_shards(lesson, network, [3, 2, 1, 0], jobs=2)) == alone
    assert len(set(alone.values())) == 4


def test_rows_survive_being_written() -> None:
    rows = [rows_of(lesson) for lesson in LESSONS[:1] * 2]
    both = join(rows)
    again = from_bytes(to_bytes(both), find_game("azul"))
    for one, other in zip(both, again, strict=True):
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()
    half = len(rows[0].decisions)
    assert both.ends[half] == rows[0].ends[-1] + rows[1].ends[0]


def test_shards_that_are_there_are_not_made_again(tmp_path: Path) -> None:
    lesson = LESSONS[0]
    network, folder = lesson.network(None), lesson.folder(tmp_path, 0)
    made: list[int] = []

    def make(*how: Any) -> Any:
        for number, data in make_shards(*how):
            made.append(number)
            yield number, data

    assert fill(folder, 2, lesson, network, make) == 2
    assert fill(folder, 3, lesson, network, make) == 1
    assert made == [0, 1, 2]
    assert parse_lesson(folder.terms) == lesson
    assert folder.shard(2).read_bytes() == make_shard(lesson, network, 2)
    assert len(folder.read(find_game("azul"))) == 3


def command(place: Path, *more: str) -> Any:
    quick = ("--nodes", "4", "--effort", "deep_nodes=4", "deal_nodes=4", "--jobs", "1")
    return azulejos("selfplay", "--games", "60", "--out", str(place), *quick, *more)


def test_the_command_goes_on_where_it_was_left(tmp_path: Path) -> None:
    told = [json.loads(command(tmp_path, "--json").stdout) for _ in range(2)]
    assert [each["games"] for each in told] == [100, 100]  # whole shards
    assert [each["new_games"] for each in told] == [100, 0]
    assert command(tmp_path).stdout.startswith("100 games in ")
    refused(command(tmp_path, "--seed", "2"), "net.other")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--effort", "speed=3"), "net.effort"),
        (("--effort", "deals=0"), "net.effort"),
        (("--effort", "deals=many"), "net.effort"),
        (("--players", "9"), "players.number"),
        (("--option", "wall=pink"), "option.unknown"),
        (("--network", "nowhere.net"), "cli.file"),
        (("--network", __file__), "network.file"),
    ],
)
def test_what_cannot_be_played_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], code: str
) -> None:
    refused(command(tmp_path, *arguments), code)
    assert not list(tmp_path.iterdir())


def test_a_network_of_another_kind_of_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "blue.net"
    save(LESSONS[2].network(None), file)
    refused(azulejos("selfplay", "--out", str(tmp_path), "--network", str(file)), "network.misfit")


def test_without_ray_the_command_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['ray'] = None; from azulejos.cli import main; sys.exit(main())"
    arguments = ("selfplay", "--out", str(tmp_path), "--ray", "auto")
    process = run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert process.returncode == 2
    assert process.stderr.endswith("install azulejos[ray]. [cli.extra]\n")


def test_files_that_hold_no_rows_are_refused(tmp_path: Path) -> None:
    lesson = LESSONS[0]
    folder = lesson.folder(tmp_path, 0)
    folder.open(lesson.terms(lesson.network(None)))
    folder.write(0, b"no shard")
    refused(azulejos("train", str(folder.path), "--out", str(tmp_path / "a.net")), "net.shard")
    folder.write(0, make_shard(LESSONS[2], LESSONS[2].network(None), 0))
    refused(azulejos("train", str(folder.path), "--out", str(tmp_path / "a.net")), "net.shard")
    (folder.path / "terms.json").write_text("[]")
    refused(azulejos("train", str(folder.path), "--out", str(tmp_path / "a.net")), "net.folder")
    refused(azulejos("train", str(tmp_path), "--out", str(tmp_path / "a.net")), "cli.file")
