"""Hints during a game, and the review of a finished one: made once, growing, continued, limited."""

import json
from itertools import pairwise
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos import read_records
from azulejos.server.analysis.reviews import Reviews
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.web.limits import Limits
from tests.server.running import (
    FOR_TWO,
    ON_ONE_DEVICE,
    Browser,
    Running,
    code,
    create,
    look,
    ok,
    play_on,
)
from tests.server.services import wait_for

Finished = tuple[Browser, dict[str, Any]]


@pytest.fixture(scope="module")
def finished(running: Running) -> Finished:
    """A guest who has played a game to its end, and its view."""
    ana = running.guest("Ana")
    return ana, play_on([ana], create(ana, ON_ONE_DEVICE)["table"])


def read_review(client: Browser, table: str, most: int = 1000) -> list[dict[str, Any]]:
    """The lines of a review; the client leaves after some of them."""
    found: list[dict[str, Any]] = []
    with client.stream("POST", f"/api/v1/tables/{table}/review") as response:
        assert response.status_code == 200, response.read()
        for line in response.iter_lines():
            found.append(json.loads(line))
            if len(found) == most:
                break
    return found


# ---- Hints


def test_a_hint_is_given_in_three_depths_and_marked(running: Running) -> None:
    ana = running.guest()
    view = create(ana, ON_ONE_DEVICE)
    table, seat = view["table"], view["turn"]
    path = f"/api/v1/tables/{table}"
    assert view["can_hint"]
    hints = [ok(ana.post(f"{path}/hint", json={"depth": d})) for d in ("look", "move", "why")]
    assert hints[0]["move"] == ""
    assert hints[1]["move"] == hints[2]["move"]
    assert hints[1]["move"] in view["moves"]
    assert [(each["play"] is None, each["why"] is None) for each in hints] == [
        (True, True),
        (False, True),
        (False, False),
    ]
    assert {mark["kind"] for mark in hints[0]["look"]["marks"]} == {"look"}
    assert "ghost" in {mark["kind"] for mark in hints[1]["play"]["marks"]}
    assert hints[2]["why"]["reasons"]
    assert 0 < hints[2]["why"]["win"] < 1
    ok(ana.post(f"{path}/hint", json={"depth": "look"}))  # again: it counts once
    seen = look(running.client(), table)
    assert [each["hints"] for each in seen["seats"]] == [int(n == seat) for n in range(2)]
    assert not seen["can_hint"]
    play_on([ana], table, 1)
    record = read_records(ana.get(f"{path}/record").text)[0]
    assert record.headers["hints"] == "-".join(str(int(n == seat)) for n in range(2))
    assert record.entries[1].comment == "[%hint look] [%hint move] [%hint why]"


def test_hints_are_for_the_player_to_move_and_not_for_rated_games(running: Running) -> None:
    ana, bia, eve = running.guest(), running.guest(), running.guest()
    rated = create(ana, FOR_TWO, is_rated=True, seating="fixed")["table"]
    casual = create(ana, FOR_TWO, seating="fixed")["table"]
    form = {"depth": "look"}
    assert code(ana.post(f"/api/v1/tables/{casual}/hint", json=form)) == (409, "table.not_playing")
    for table in (rated, casual):
        ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    for client, table, problem in (
        (ana, rated, "table.rated_hint"),
        (bia, casual, "table.not_your_turn"),
        (eve, casual, "table.not_seated"),
    ):
        refused = client.post(f"/api/v1/tables/{table}/hint", json=form)
        assert code(refused) == (409, problem)
    refused = ana.post(f"/api/v1/tables/{casual}/hint", json={"depth": "all"})
    assert code(refused) == (422, "api.form")
    ok(ana.post(f"/api/v1/tables/{rated}/acts", json={"act": "resign"}))


# ---- Reviews


def test_a_review_is_made_once_adds_up_and_goes_on_where_it_stopped(
    running: Running, finished: Finished
) -> None:
    ana, view = finished
    table, last = view["table"], view["ply"]
    start, *entries = read_review(ana, table)
    assert (start["type"], start["plies"]) == ("review", last)
    assert [entry["ply"] for entry in entries] == list(range(last + 1))
    assert read_review(running.guest(), table) == [start, *entries]
    assert read_review(running.client(), table) == [start, *entries]  # without a session too
    scores = view["finish"]["scores"]
    assert entries[-1]["points"] == scores
    for seat in range(2):
        leads = [entry["lead"][seat] for entry in entries]
        changes = [after - before for before, after in pairwise(leads)]
        moved = [entry["seat"] is not None for entry in entries[1:]]
        luck = sum(change for change, is_move in zip(changes, moved, strict=True) if not is_move)
        skill = sum(change for change, is_move in zip(changes, moved, strict=True) if is_move)
        assert leads[0] + luck + skill == pytest.approx(scores[seat] - scores[1 - seat], abs=0.01)
    judged = [entry["judgement"] for entry in entries if entry["seat"] is not None]
    assert all(judged)
    assert any(judgement["grade"] for judgement in judged)  # somebody played the first legal move
    for judgement in judged:
        kinds = {mark["kind"] for mark in judgement["marks"]}
        assert kinds >= {"was", "path"} if judgement["grade"] else not kinds
    # what a restart left is continued, with the same result
    rows = schema.review_entries
    cut = sa.delete(rows).where(rows.c.table == table, rows.c.ply > last // 2)
    running.parts[Database].run_now(lambda c: c.execute(cut))
    assert read_review(ana, table) == [start, *entries]


def test_a_review_stops_when_its_last_reader_leaves_and_goes_on_with_the_next(
    running: Running,
) -> None:
    ana, reviews = running.guest(), running.parts[Reviews]
    view = play_on([ana], create(ana, ON_ONE_DEVICE)["table"])
    table, last = view["table"], view["ply"]
    with running.guest().stream("POST", f"/api/v1/tables/{table}/review") as stays:
        lines = stays.iter_lines()
        seen = [json.loads(next(lines)) for _ in range(2)]
        read_review(ana, table, 2)  # she leaves, and another one still reads
        seen.append(json.loads(next(lines)))
    wait_for("end of the work", lambda: not reviews._making, 15)
    rows = schema.review_entries
    query = sa.select(sa.func.count()).where(rows.c.table == table)
    made = running.parts[Database].read_now(lambda c: c.scalar(query)) or 0
    assert len(seen) - 1 <= made < last
    assert [entry["ply"] for entry in read_review(ana, table)[1:]] == list(range(last + 1))


def test_a_better_move_is_judged_and_its_line_shown(running: Running, finished: Finished) -> None:
    ana, view = finished
    table, path = view["table"], f"/api/v1/tables/{view['table']}/review"
    entries = read_review(ana, table)[1:]
    worst = max(entries, key=lambda e: e["judgement"]["loss"] if e["judgement"] else -1)
    best, ply = worst["judgement"]["best"], worst["ply"]
    right = ok(ana.post(f"{path}/attempt", json={"ply": ply, "move": best}))
    assert (right["grade"], right["loss"]) == ("", 0)
    same = ok(ana.post(f"{path}/attempt", json={"ply": ply, "move": worst["text"]}))
    assert same == worst["judgement"]
    line = ok(ana.post(f"{path}/line", json={"ply": ply, "moves": worst["judgement"]["line"]}))
    assert [step["text"] for step in line["steps"]] == worst["judgement"]["line"]
    first = ok(ana.post(f"{path}/line", json={"ply": ply, "moves": []}))
    assert {best, worst["text"]} <= set(first["moves"])
    refused = ana.post(f"{path}/attempt", json={"ply": 1, "move": best})
    assert code(refused) == (409, "analysis.nobody")
    refused = ana.post(f"{path}/attempt", json={"ply": ply, "move": "9Z9"})
    assert refused.status_code == 422


def test_only_finished_games_are_reviewed_and_only_for_known_people(running: Running) -> None:
    ana = running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]
    path = f"/api/v1/tables/{table}/review"
    assert code(ana.post(path)) == (409, "table.not_over")
    ok(ana.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"}))
    assert code(running.client().post(path)) == (401, "people.sign_in")
    assert code(ana.post("/api/v1/tables/nothere12345/review")) == (404, "table.unknown")


def test_a_day_has_so_many_new_reviews(running: Running) -> None:
    ana = running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]
    ok(ana.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"}))
    limits, person = running.parts[Limits], ok(ana.get("/api/v1/me"))["id"]
    limits.is_on = True
    try:
        for _ in range(20):
            limits.require("review_person", person)
        refused = ana.post(f"/api/v1/tables/{table}/review")
        assert code(refused) == (429, "analysis.too_many")
    finally:
        limits.is_on = False
