"""The API of practice: positions to play out, the adaptive bot, the path, and one's own habits."""

from typing import Any

import pytest

from azulejos.games import GAMES
from azulejos.search.players import LEVELS
from tests.server.analysis.test_reviews import read_review
from tests.server.running import AGAINST_A_BOT, Browser, Running, code, create, look, play_on
from tests.server.school.test_puzzles import get, send


@pytest.fixture(scope="module")
def ana(running: Running) -> Browser:
    return running.guest("Ana")


def test_an_ending_is_played_out_move_by_move(ana: Browser) -> None:
    """To the end of the game, however many rounds that takes when a person plays like this."""
    drill = get(ana, "/learn/azul/drills/ending")
    board, moves = drill["board"], 0
    assert drill["goal"] > 0
    seat = board["turn"]
    while board["turn"] is not None:
        assert board["turn"] == seat
        form = {"position": board["position"], "move": board["moves"][0]}
        answer = send(ana, "/practice", **form)
        assert answer["loss"] >= 0
        assert answer["note"] is None
        board, moves = answer["board"], moves + 1
    assert board["is_over"]
    assert moves


def test_a_round_stops_before_the_next_deal(ana: Browser) -> None:
    board = get(ana, "/learn/azul/drills/round")["board"]
    while board["turn"] is not None:
        form = {"position": board["position"], "move": board["moves"][-1], "has_deals": False}
        answer = send(ana, "/practice", **form)
        assert not any(event["kind"] == "dealt" for event in answer["events"])
        board = answer["board"]
    assert board["is_over"] or board["position"]["phase"] == "deal"
    refused = ana.get("/api/v1/learn/blue/drills/round")  # a game without rounds
    assert code(refused) == (404, "learn.no_drill")


def test_the_adaptive_bot_says_how_it_plays(ana: Browser) -> None:
    drill = get(ana, "/learn/azul/drills/game")
    assert drill["goal"] is None
    board = drill["board"]
    form = {"position": board["position"], "move": board["moves"][0], "bot": "adaptive"}
    note = send(ana, "/practice", **form)["note"]
    assert note["code"] == "practice.level"
    assert 1 <= note["args"]["n"] <= LEVELS


def finish_against_bot(client: Browser, table: str) -> dict[str, Any]:
    """Play a game with a bot to its end."""
    while (view := look(client, table))["status"] == "playing":
        play_on([client], table, int(bool(view["moves"])))
    return view


def test_the_path_and_the_habits_follow_from_games(ana: Browser) -> None:
    assert get(ana, "/learn/azul/habits")["games"] == 0
    view = finish_against_bot(ana, create(ana, AGAINST_A_BOT)["table"])
    path = get(ana, "/learn/azul/path")
    assert [step["level"] for step in path] == list(range(1, LEVELS + 1))
    won = view["finish"]["shares"][view["you"][0]] == 1
    assert (path[0]["games"], path[0]["wins"]) == (1, int(won))
    assert all(step["games"] == 0 for step in path[1:])

    *_, last = read_review(ana, view["table"])
    assert last["ply"] == view["ply"]
    habits = get(ana, "/learn/azul/habits")
    assert habits["games"] == 1
    game = GAMES["azul"]
    assert game.habits
    assert set(habits["figures"]) == set(game.habits.HABITS)
    assert sum(each["decisions"] for each in habits["stages"]) > 10
    assert all(0 <= each["accuracy"] <= 1 for each in habits["stages"] + habits["themes"])
    for each in habits["advice"]:
        assert each["loss"] >= 1
        assert each["lesson"] in {lesson["name"] for lesson in get(ana, "/learn/azul")["lessons"]}
    assert habits == get(ana, "/learn/azul/habits")  # read from what is stored


def test_habits_are_private(running: Running) -> None:
    stranger = running.client()
    assert code(stranger.get("/api/v1/learn/azul/habits")) == (401, "people.sign_in")
    assert get(running.guest(), "/learn/azul/habits")["games"] == 0
