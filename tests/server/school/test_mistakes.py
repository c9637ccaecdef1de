"""Mistakes that return: collected from reviewed games, asked when they are due, and scheduled."""

import asyncio
import json
from typing import Any

import pytest

from azulejos.server.school import mistake_routes, mistakes
from azulejos.server.settings import Settings
from azulejos.server.storage.analyses import StoredReviews
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.timing import now
from tests.cli.command import call
from tests.server.running import FOR_TWO, Browser, Running, code, create, me, ok, play_on

DAY_S = 86_400.0
TEXT = {"code": "reason.later", "args": {"n": 9}}
WHY = {"kind": "later", "points": 9.0, "seat": 0, "side": "A", "text": TEXT, "marks": []}
LOSSES = (9.0, 5.0, 3.0)  # of the first moves of the first seat: two return, the third is small


class Clock:
    """The time that the routes read."""

    ahead = 0.0

    def now(self) -> float:
        return now() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(mistake_routes, "now", found.now)
    return found


def play_game(running: Running, ana: Browser, bia: Browser, plies: int | None = None) -> str:
    """A finished game of two people with a review, of which some entries may be missing."""
    table = str(create(ana, FOR_TWO, seating="fixed")["table"])
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    play_on([ana, bia], table)
    entries = asyncio.run(make_review(running, table))
    asyncio.run(StoredReviews(running.parts[Database]).add(table, entries[:plies]))
    return table


async def make_review(running: Running, table: str) -> list[dict[str, Any]]:
    """A review in which the first moves of the first seat are mistakes of some size."""
    found, losses = (await running.parts[Store].load(table))[0], list(LOSSES)
    position, entries = found.position.first(), [entry(0, "", None, None)]
    for ply, text in enumerate(found.position.history, 1):
        seat, judgement = position.turn, None
        if seat is not None:
            loss = losses.pop(0) if seat == 0 and losses else 0.0
            judgement = judge(position.legal_moves[-1] if loss else text, loss)
        entries.append(entry(ply, text, seat, judgement))
        position.push(text)
    return entries


def judge(best: str, loss: float) -> dict[str, Any]:
    grade = "blunder" if loss >= 8 else "mistake" if loss >= 4 else "inaccuracy" if loss else ""
    found = {"best": best, "line": [best], "loss": loss, "grade": grade, "win_lost": 0.25}
    return found | {"reasons": [WHY] if loss else [], "marks": []}


def entry(ply: int, text: str, seat: int | None, judgement: Any) -> dict[str, Any]:
    found = {"ply": ply, "text": text, "seat": seat, "judgement": judgement}
    return found | {"lead": [0.0, 0.0], "win": [0.5, 0.5]}


def due(client: Browser, **query: Any) -> list[tuple[str, int, float]]:
    found = ok(client.get("/api/v1/mistakes", params=query))["mistakes"]
    return [(each["table"], each["ply"], each["loss"]) for each in found]


@pytest.fixture
def ana(running: Running) -> Browser:
    return running.guest("Ana")


@pytest.fixture
def bia(running: Running) -> Browser:
    return running.guest("Bia")


def test_a_mistake_returns_until_it_is_known(
    running: Running, clock: Clock, ana: Browser, bia: Browser
) -> None:
    """A guest is asked a day after the game, and again after three days and a week; signing up
    keeps it; one that is shown begins anew.
    """
    table = play_game(running, ana, bia)
    assert due(ana) == due(bia) == []
    assert ok(ana.get("/api/v1/mistakes"))["next_at"] == pytest.approx(now() + DAY_S, abs=60)
    clock.ahead = DAY_S + 60
    (name, ply, loss), (_, other, _) = sorted(due(ana), key=lambda each: -each[2])
    assert (name, loss, due(bia)) == (table, 9.0, [])
    asked = ok(ana.get(f"/api/v1/mistakes/{table}/{ply}"))
    assert asked["is_yours"]
    assert asked["names"] == ["Ana", "Bia"]
    assert asked["board"]["turn"] == asked["played"]["data"]["seat"] == 0
    assert "best" not in json.dumps(asked)
    best = asked["board"]["moves"][-1]
    for days in (3, 7):
        verdict = ok(ana.post(f"/api/v1/mistakes/{table}/{ply}", json={"move": best}))
        assert (verdict["is_found"], verdict["is_best"], verdict["best"]) == (True, True, best)
        assert verdict["line"][0]["data"]["move"] == best
        assert (verdict["why"]["reasons"], verdict["why"]["win"]) == ([WHY], 0.75)
        assert verdict["line"][0]["board"]["position"] != asked["board"]["position"]
        assert verdict["due_at"] == pytest.approx(clock.now() + days * DAY_S, abs=60)
        assert (table, ply, 9.0) not in due(ana)
        again = ok(ana.post(f"/api/v1/mistakes/{table}/{ply}", json={}))  # before it is due
        assert again["due_at"] == verdict["due_at"]
        clock.ahead += days * DAY_S + 60
        assert due(ana)[0] == (table, ply, 9.0)
    ok(
        ana.post("/api/v1/account", json={"name": "Ana Returns", "password": "a long sentence"}),
        201,
    )
    assert {each[1] for each in due(ana)} == {ply, other}
    shown = ok(ana.post(f"/api/v1/mistakes/{table}/{ply}", json={}))
    assert (shown["is_found"], shown["best"]) == (False, best)
    assert shown["due_at"] == pytest.approx(clock.now() + DAY_S, abs=60)


def test_a_wrong_try_is_refuted_on_the_board_and_tells_no_better_move(
    running: Running, clock: Clock, ana: Browser, bia: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play_game(running, ana, bia)
    clock.ahead = DAY_S + 60
    ply = due(ana)[0][1]
    shown = ok(ana.get(f"/api/v1/mistakes/{table}/{ply}"))
    played = shown["played"]["data"]["move"]
    moves = [move for move in shown["board"]["moves"] if move != played]

    async def find_loss(*_: Any) -> Any:
        event = {"kind": "moved", "data": {"seat": 0, "move": moves[0]}, "steps": []}
        return {"loss": 6.0, "best": moves[-1], "line": [event]}

    monkeypatch.setattr(mistake_routes, "judge_move", find_loss)
    verdict = ok(ana.post(f"/api/v1/mistakes/{table}/{ply}", json={"move": moves[0]}))
    assert not verdict["is_found"]
    assert (verdict["best"], verdict["why"], verdict["loss"]) == ("", None, 6.0)
    assert [each["data"]["move"] for each in verdict["line"]] == [moves[0]]
    assert verdict["line"][0]["steps"]
    assert verdict["due_at"] == pytest.approx(clock.now() + DAY_S, abs=60)
    again = ok(ana.post(f"/api/v1/mistakes/{table}/{ply}", json={"move": played}))
    assert again["loss"] == shown["loss"]  # as in the review, whatever another search finds


def test_the_mistakes_of_a_game_can_be_asked_at_once_by_anybody(
    running: Running, ana: Browser, bia: Browser
) -> None:
    table = play_game(running, ana, bia)
    assert [each[2] for each in due(bia, table=table, seat=0)] == list(LOSSES)
    assert due(bia, table=table, seat=1) == []
    ply = due(bia, table=table, seat=0)[0][1]
    assert not ok(bia.get(f"/api/v1/mistakes/{table}/{ply}"))["is_yours"]
    assert ok(bia.post(f"/api/v1/mistakes/{table}/{ply}", json={}))["due_at"] is None


def test_mistakes_are_collected_when_the_review_is_complete(
    running: Running, clock: Clock, ana: Browser, bia: Browser
) -> None:
    table, clock.ahead = play_game(running, ana, bia, plies=10), DAY_S + 60
    assert due(ana) == []
    entries = asyncio.run(make_review(running, table))
    asyncio.run(StoredReviews(running.parts[Database]).add(table, entries[10:]))
    assert sorted(each[2] for each in due(ana)) == [5.0, 9.0]


def test_many_games_are_collected_in_several_calls(
    running: Running,
    clock: Clock,
    ana: Browser,
    bia: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mistakes, "MOST_COLLECTED", 1)
    tables = {play_game(running, ana, bia) for _ in range(2)}
    due(ana)
    clock.ahead = DAY_S + 60
    assert {each[0] for each in due(ana)} == tables


def test_what_is_no_mistake_is_refused(running: Running, ana: Browser, bia: Browser) -> None:
    table = play_game(running, ana, bia)
    for path in ("AAAAAAAAAAAA/3", f"{table}/0", f"{table}/1", f"{table}/9999"):
        assert code(ana.get(f"/api/v1/mistakes/{path}")) == (404, "mistakes.unknown")
    ply = due(ana, table=table, seat=0)[0][1]
    wrong = ana.post(f"/api/v1/mistakes/{table}/{ply}", json={"move": "nonsense"})
    assert wrong.status_code == 422
    assert code(running.client().get("/api/v1/mistakes")) == (401, "people.sign_in")


def test_they_are_exported_and_deleted_with_a_person(
    running: Running, clock: Clock, ana: Browser, bia: Browser
) -> None:
    play_game(running, ana, bia)
    clock.ahead = DAY_S + 60
    assert len(due(ana)) == 2
    person, url = me(ana), running.parts[Settings].database
    exported = json.loads(call("admin", "export", person, "--database", url).stdout)
    assert sorted(each["loss"] for each in exported["mistakes"]) == [5.0, 9.0]
    call("admin", "delete", person, "--database", url)
    exported = json.loads(call("admin", "export", person, "--database", url).stdout)
    assert exported["mistakes"] == []
