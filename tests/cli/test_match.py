"""`azulejos match`: reproducible, resumable, with clear errors for invalid arguments."""

import json
import sys
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

from azulejos.learning.selfplay import SelfplayPlan
from azulejos.network import save
from azulejos.position import Position
from tests.cli.command import azulejos, call, refused
from tests.match.plans import make_plan

OUTSIDE = Path(__file__).parent.parent / "engine" / "outside.py"
FIRST = f"cmd:{quote(sys.executable)} {quote(str(OUTSIDE))} first"
RANDOM_GREEDY = ("match", "random", "greedy", "--seed", "3", "--json")
TIMES = ("seconds_per_move", "slowest_move")


def result(*arguments: str, run: Any = call) -> dict[str, Any]:
    """The JSON result of a match without times; `run` may be `azulejos` for a new process."""
    process = run(*arguments)
    assert (process.returncode, process.stderr) == (0, "")
    data = json.loads(process.stdout)
    assert isinstance(data, dict)
    for player in data["results"]:
        for name in TIMES:
            assert player.pop(name) >= 0
    return data


def test_a_match_is_reproducible_in_any_number_of_processes() -> None:
    first = result(*RANDOM_GREEDY, "--games", "10", run=azulejos)
    assert first == result(*RANDOM_GREEDY, "--games", "10", "--jobs", "2")
    assert (first["games"], first["groups"], first["seed"]) == (10, 5, 3)
    assert first["players"] == ["random", "greedy"]
    weak, strong = first["results"]
    assert set(weak) == {"name", "share", "share_interval", "margin", "margin_interval"}
    assert weak["share"] + strong["share"] == pytest.approx(1)
    assert strong["share"] > 0.8
    assert strong["margin"] == pytest.approx(-weak["margin"])
    assert strong["share_interval"][0] <= strong["share"] <= strong["share_interval"][1]
    assert set(first["elo"]) == {"difference", "interval"}
    assert first["sprt"] is None


def test_an_interrupted_match_is_continued(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    whole = result(*RANDOM_GREEDY, "--games", "8")
    result(*RANDOM_GREEDY, "--games", "4", "--resume", str(file))
    before = file.read_text()
    assert before.count("\n") == 1 + 4
    with file.open("a") as interrupted:
        interrupted.write('{"group": 2, "ro')
    without_seed = ("match", "random", "greedy", "--json", "--games", "8", "--resume", str(file))
    assert result(*without_seed) == whole
    assert file.read_text().startswith(before)
    games = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert [(game["group"], game["rotation"]) for game in games] == make_plan(games=8).schedule
    position = Position("azul")
    for event in games[0]["events"]:
        position.push(event)
    assert list(position.scores) == games[0]["scores"]
    refused(call(*RANDOM_GREEDY, "--nodes", "5", "--resume", str(file)), "match.other")
    file.write_text(before + '{"group": 1}\n')
    refused(call(*RANDOM_GREEDY, "--resume", str(file)), "match.file")
    file.write_text("something else\n")
    refused(call(*RANDOM_GREEDY, "--resume", str(file)), "match.file")


def test_games_of_a_group_have_the_same_first_deal(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    names = ("match", "greedy", "random", "--players", "3", "--option", "wall=gray")
    data = result(*names, "--games", "5", "--seed", "1", "--json", "--resume", str(file))
    assert (data["games"], data["groups"], data["elo"]) == (6, 2, None)
    assert data["results"][0]["share"] + 2 * data["results"][1]["share"] == pytest.approx(1)
    games = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    deals = [game["events"][0] for game in games]
    assert len(set(deals[:3])) == len(set(deals[3:])) == 1
    assert deals[0] != deals[3]


def test_a_limit_in_nodes_makes_search_reproducible() -> None:
    match = ("match", "best", "greedy", "--games", "2", "--nodes", "20", "--seed", "5", "--json")
    assert result(*match) == result(*match, run=azulejos)


def test_an_outside_engine_plays_a_match_and_the_sequential_test_stops_it() -> None:
    many = ("--games", "1000", "--sprt", "--elo1", "50", "--seed", "1")
    data = result("match", "greedy", FIRST, *many, "--json")
    assert data["games"] < 100
    assert data["sprt"]["accepted"] == "elo1"
    assert data["sprt"]["llr"] >= data["sprt"]["bounds"][1]


def test_a_player_uses_the_network_in_a_file(tmp_path: Path) -> None:
    """The handmade network in a file plays like the player `hand`."""
    file = tmp_path / "hand.net"
    save(SelfplayPlan("azul", 2).network(None), file)
    few = ("--games", "2", "--nodes", "8", "--seed", "2", "--json")
    names = ((f"best@{file}", "greedy"), ("hand", "greedy"))
    first, second = (result("match", *pair, *few)["results"][0] for pair in names)
    assert first | {"name": "hand"} == second
    refused(call("match", f"best@{file}", "hand", "--game", "blue"), "network.misfit")
    refused(call("match", f"best@{__file__}", "hand"), "network.file")
    refused(call("match", f"best@{tmp_path}/none.net", "hand"), "cli.file")


def test_the_sequential_test_compares_two_players_at_three_seats() -> None:
    many = ("--players", "3", "--games", "600", "--sprt", "--elo1", "50", "--seed", "1", "--json")
    data = result("match", "greedy", "random", *many)
    assert data["games"] < 300
    assert data["sprt"]["accepted"] == "elo1"


def test_results_are_printed_for_people() -> None:
    lines = call("match", "random", "greedy", "--games", "2", "--seed", "1").stdout.splitlines()
    assert lines[0] == "2 games in 1 groups of equal deals, seed 1"
    assert lines[2].startswith("greedy: 100.0% of the win (")
    assert lines[3].startswith("Elo difference: −∞ (−∞ to +")
    spanish = call("match", "random", "greedy", "--games", "2", language="es").stdout
    assert "de la victoria" in spanish


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("random",), "match.players"),
        (("random", "greedy", "--players", "7"), "players.number"),
        (("random", "greedy", "best", "--players", "2"), "match.players"),
        (("random", "deepest"), "player.unknown"),
        (("random", "greedy", "--option", "wall=pink"), "option.unknown"),
        (("random", "greedy", "--game", "chess"), "cli.arguments"),
        (("random", "greedy", "--seconds", "1", "--nodes", "5"), "cli.arguments"),
        (("random", "greedy", "--seconds", "nan"), "cli.arguments"),
        (("random", "greedy", "--games", "0"), "cli.arguments"),
        (("random", "greedy", "random", "--sprt"), "match.sprt"),
        (("random", "cmd:no-such-engine-anywhere"), "engine.died"),
        (("random", FIRST.replace(" first", " cheats")), "engine.illegal_move"),
        (("random", FIRST.replace(" first", " dies"), "--jobs", "2"), "engine.died"),
    ],
)
def test_invalid_arguments_are_refused(arguments: tuple[str, ...], code: str) -> None:
    refused(call("match", *arguments), code)
