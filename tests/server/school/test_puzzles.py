"""The API of puzzles: what is sent before and after an answer, ratings, streaks, themes, races."""

import json
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from azulejos.games import GAMES
from azulejos.record import Record
from azulejos.server.school.puzzles import consented_records
from azulejos.server.storage.database import Database
from azulejos.teaching.lessons import first_game, lessons
from azulejos.teaching.puzzles import Puzzle, shipped_puzzles
from tests.server.running import FOR_TWO, Browser, Running, create, ok, play_on

ALL = {id: puzzle for game in GAMES.values() for id, puzzle in shipped_puzzles(game).items()}


@pytest.fixture
def guest(running: Running) -> Browser:
    """A person who has just come."""
    return running.guest()


def get(client: Browser, path: str) -> Any:
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def send(client: Browser, path: str, **form: Any) -> Any:
    answer = client.post(f"/api/v1{path}", json=form)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def wrong_move(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.start().legal_moves if move != puzzle.move)


def test_nothing_about_the_solution_is_sent_before_the_answer(guest: Browser) -> None:
    """Two puzzles with one position but other solutions, themes and levels are the same bytes."""
    for path in ("daily?game=azul", "daily?game=blue", "next?game=azul", "next?game=blue"):
        answer = guest.get(f"/api/v1/puzzle/{path}")
        shown = answer.json()
        puzzle = ALL[shown["id"]]
        assert set(shown) == {"id", "board"}
        position = puzzle.start()
        assert shown["board"]["moves"] == position.legal_moves  # in the order of the rules
        assert shown["board"]["position"] == position.view()
        rest = json.dumps({**shown["board"], "moves": [], "position": {}, "drawing": ""})
        assert not any(theme in rest for theme in puzzle.themes)
        assert "rating" not in answer.text
        assert not any("puzzle" in name or "rating" in name for name in answer.headers)


def test_the_daily_puzzle_is_the_same_for_everybody(running: Running, guest: Browser) -> None:
    stranger = httpx.get(f"{running.url}/api/v1/puzzle/daily").json()
    assert stranger == get(guest, "/puzzle/daily") == get(guest, f"/puzzle/{stranger['id']}")


def test_a_solved_puzzle_is_rated_once_and_told(guest: Browser) -> None:
    before = get(guest, "/puzzle/standing?game=azul")
    puzzle = ALL[get(guest, "/puzzle/next?game=azul")["id"]]
    answer = send(guest, f"/puzzle/{puzzle.id}/answer", move=puzzle.move.lower())
    assert answer["is_solved"]
    assert answer["is_first"]
    assert answer["is_rated"]
    assert answer["solution"]["move"] == puzzle.move
    assert answer["solution"]["themes"] == list(puzzle.themes)
    assert answer["standing"]["rating"] > before["rating"]
    assert answer["standing"]["streak"] == 1
    again = send(guest, f"/puzzle/{puzzle.id}/answer", move=puzzle.move)
    assert not again["is_first"]
    assert again["standing"] == answer["standing"]


@pytest.mark.parametrize("is_solved", [True, False])
def test_an_answer_takes_one_transaction_that_reads_single_rows(
    running: Running, guest: Browser, is_solved: bool
) -> None:
    engine, puzzle = running.parts[Database].engine, next(iter(ALL.values()))
    found: list[tuple[int, str]] = []  # transactions and their statements

    def note(connection: sa.Connection, _cursor: Any, statement: str, *_: Any) -> None:
        if "puzzle_" in statement:
            found.append((id(connection.get_transaction()), statement))

    sa.event.listen(engine, "before_cursor_execute", note)
    move = puzzle.move if is_solved else wrong_move(puzzle)
    send(guest, f"/puzzle/{puzzle.id}/answer", move=move)
    sa.event.remove(engine, "before_cursor_execute", note)
    assert len({transaction for transaction, _ in found}) == 1
    reads = [statement for _, statement in found if statement.startswith("SELECT")]
    assert all("WHERE" in statement for statement in reads)


def test_a_wrong_answer_ends_the_streak_and_is_refuted_without_the_solution(
    guest: Browser,
) -> None:
    puzzle = ALL[get(guest, "/puzzle/next?game=azul")["id"]]
    answer = send(guest, f"/puzzle/{puzzle.id}/answer", move=wrong_move(puzzle))
    assert not answer["is_solved"]
    assert answer["solution"] is None
    assert answer["loss"] > 0.5
    assert answer["line"][0]["data"]["move"] == wrong_move(puzzle)
    assert len(answer["line"]) > 1 or answer["line"][0]["steps"]
    assert answer["standing"]["streak"] == 0
    late = send(guest, f"/puzzle/{puzzle.id}/answer", move=puzzle.move)
    assert late["is_solved"]
    assert not late["is_first"]
    assert late["standing"]["solved"] == 0


def test_a_hint_and_giving_up_count_as_not_solved(guest: Browser) -> None:
    hinted = ALL[get(guest, "/puzzle/next?game=blue")["id"]]
    assert send(guest, f"/puzzle/{hinted.id}/hint")["look"]["text"]["code"].startswith("blue.look.")
    answer = send(guest, f"/puzzle/{hinted.id}/answer", move=hinted.move)
    assert answer["is_solved"]
    assert not answer["is_first"]
    given_up = ALL[get(guest, "/puzzle/next?game=blue")["id"]]
    assert given_up.id != hinted.id
    answer = send(guest, f"/puzzle/{given_up.id}/answer")
    assert answer["solution"]["move"] == given_up.move
    assert answer["standing"]["attempts"] == 2
    assert answer["standing"]["solved"] == 0


def test_puzzles_by_theme_are_not_rated(guest: Browser) -> None:
    themes = get(guest, "/puzzle/themes?game=azul")
    assert [each["puzzles"] for each in themes] == sorted(
        (each["puzzles"] for each in themes), reverse=True
    )
    puzzle = ALL[get(guest, "/puzzle/next?game=azul&theme=deny")["id"]]
    assert "deny" in puzzle.themes
    answer = send(guest, f"/puzzle/{puzzle.id}/answer", move=puzzle.move)
    assert answer["is_first"]
    assert not answer["is_rated"]
    assert answer["standing"]["attempts"] == 0
    none = guest.get("/api/v1/puzzle/next?game=azul&theme=nonsense")
    assert (none.status_code, none.json()["code"]) == (404, "puzzles.none")


def test_a_race_counts_answers_until_three_are_wrong(guest: Browser) -> None:
    race = send(guest, "/puzzle-races", game="azul")
    assert 170 < race["left_s"] <= 180
    puzzle = ALL[race["puzzle"]["id"]]
    race = send(guest, f"/puzzle-races/{race['id']}", move=puzzle.move)
    assert (race["solved"], race["missed"]) == (1, 0)
    for missed in (1, 2, 3):
        puzzle = ALL[race["puzzle"]["id"]]
        race = send(guest, f"/puzzle-races/{race['id']}", move=wrong_move(puzzle))
        assert race["missed"] == missed
    assert race["is_over"]
    assert race["puzzle"] is None
    assert race["standing"]["best_race"] == 1


def test_consent_is_given_and_withdrawn(running: Running, guest: Browser) -> None:
    """A game may become puzzles if all people in it agree; its record has no names."""

    def records() -> list[Record]:
        found: list[Record] = []
        database = running.parts[Database]
        with database.engine.connect() as connection:
            found += consented_records(connection, 100)
        return found

    other, before = running.guest("Somebody"), len(records())
    table = create(guest, FOR_TWO, seating="fixed")["table"]
    ok(other.post(f"/api/v1/tables/{table}/join", json={}))
    view = play_on([guest, other], table)
    for client, expected in ((guest, 0), (other, 1)):
        assert not get(client, "/puzzle/consent")["is_given"]
        assert ok(client.put("/api/v1/puzzle/consent", json={"is_given": True}))["is_given"]
        assert len(records()) == before + expected
    assert records()[-1].headers == {}
    assert len(records()[-1].entries) == view["ply"]
    ok(other.put("/api/v1/puzzle/consent", json={"is_given": False}))
    assert len(records()) == before


def test_no_lesson_tells_about_a_puzzle() -> None:
    """Lessons show positions under a heading, and tell the best move: no puzzle may be one."""
    for game in GAMES.values():
        taught = {each.position for x in lessons(game).values() for each in x.exercises}
        first = first_game(game)
        taught |= {step.position for step in first.steps} if first else set()
        assert not taught & {puzzle.position for puzzle in shipped_puzzles(game).values()}


def test_bad_requests_are_refused_with_a_code(running: Running, guest: Browser) -> None:
    puzzle = next(iter(ALL.values()))
    for path, form, status, code in (
        ("/puzzle/0000000000/answer", {"move": "1B1"}, 404, "puzzles.unknown"),
        (f"/puzzle/{puzzle.id}/answer", {"move": "nonsense"}, 422, None),
        (f"/puzzle/{puzzle.id}/answer", {"move": 3}, 422, "api.form"),
        ("/puzzle-races", {"game": "chess"}, 422, "api.form"),
        ("/puzzle-races/AAAAAAAAAAAA", {"move": "1B1"}, 404, "puzzles.race"),
    ):
        answer = guest.post(f"/api/v1{path}", json=form)
        assert answer.status_code == status, answer.text
        assert code is None or answer.json()["code"] == code
    stranger = httpx.post(
        f"{running.url}/api/v1/puzzle/{puzzle.id}/answer", json={}, headers={"origin": running.url}
    )
    assert (stranger.status_code, stranger.json()["code"]) == (401, "people.sign_in")
