"""The HTTP API of tables, players and programs."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from azulejos.record_reader import read_records
from azulejos.server.table import fair_check
from tests.server.running import (
    AGAINST_A_BOT,
    FOR_TWO,
    ON_ONE_DEVICE,
    Browser,
    Running,
    code,
    create,
    look,
    me,
    ok,
    play_on,
)

ROOT = Path(__file__).parents[3]


def seats_of(view: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in view["seats"]]


# ---- Creating


def test_the_first_move_needs_two_requests_before_it(running: Running) -> None:
    client = running.client()
    ok(client.post("/api/v1/guests", json={}), 201)
    view = create(client, AGAINST_A_BOT, seating="fixed")
    assert view["status"] == "playing"
    assert view["turn"] == 0
    assert view["moves"]


def test_a_table_has_the_requested_properties(running: Running) -> None:
    guest = running.guest("Ana")
    form = {
        "game": "azul",
        "edition": "azul-mini",
        "options": {"wall": "gray"},
        "seats": [{"kind": "open"}, {"kind": "me"}, {"kind": "bot", "level": 3}],
        "clock": {"kind": "live", "bank_s": 300, "increment_s": 5},
        "seating": "fixed",
        "is_public": True,
        "text": "mine",
    }
    view = create(guest, form)
    assert (view["game"], view["edition"], view["players"]) == ("azul", "azul-mini", 3)
    assert view["options"] == {"wall": "gray", "first": "0"}
    assert seats_of(view) == ["", "Ana", "level3"]
    assert [seat["is_open"] for seat in view["seats"]] == [True, False, False]
    assert (view["clock"]["kind"], view["clock"]["bank_s"]) == ("live", 300)
    assert (view["is_public"], view["is_rated"], view["status"]) == (True, False, "open")
    assert view["fair"]["texts"] == ["", "mine", ""]
    days = create(guest, FOR_TWO, clock={"kind": "days", "days": 3})
    assert (days["clock"]["kind"], days["clock"]["days"]) == ("days", 3)


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_every_game_number_of_players_and_option_can_be_played(running: Running, game: str) -> None:
    guest = running.guest()
    found = next(g for g in ok(guest.get("/api/v1/server"))["games"] if g["name"] == game)
    for players, options in found["options"].items():
        for option in options:
            for choice in option["choices"]:
                seats = [{"kind": "me", "name": f"Seat {n}"} for n in range(int(players))]
                chosen = {option["name"]: choice}
                view = create(guest, {"game": game, "seats": seats, "options": chosen})
                assert view["status"] == "playing"
                assert view["options"][option["name"]] == choice


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ({"game": "chess"}, (422, "game.unknown")),
        ({"edition": "gold"}, (422, "api.edition")),
        ({"options": {"wall": "pink"}}, (422, "option.unknown")),
        ({"options": {"players": "2"}}, (422, "option.unknown")),
        ({"options": {"game": "blue"}}, (422, "option.unknown")),
        ({"seats": [{"kind": "bot", "level": 1}, {"kind": "open"}]}, (422, "api.no_seat")),
        ({"seats": [{"kind": "me"}]}, (422, "api.form")),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": 9}]}, (422, "api.form")),
        ({"game": "blue", "seats": [{"kind": "me"}] * 4}, (422, "players.number")),
        ({"clock": {"kind": "live"}}, (422, "api.form")),
        ({"clock": {"kind": "live", "bank_s": 1e400}}, (422, "api.form")),
        ({"clock": {"kind": "none", "bank_s": 5}}, (422, "api.form")),
        ({"text": "x" * 65}, (422, "api.form")),
        ({"is_public": "yes"}, (422, "api.form")),
        (AGAINST_A_BOT | {"is_rated": True}, (409, "table.rated_bots")),  # without a clock
        (ON_ONE_DEVICE | {"is_rated": True}, (409, "table.seated")),
        ({"seats": [{"kind": "me", "name": "level3"}] * 2}, (409, "people.name_taken")),
    ],
)
def test_impossible_tables_are_refused(
    running: Running, change: dict[str, Any], answer: tuple[int, str]
) -> None:
    body = json.dumps({**FOR_TWO, **change}).replace("Infinity", "1e400")
    headers = {"content-type": "application/json"}
    assert code(running.guest().post("/api/v1/tables", content=body, headers=headers)) == answer


# ---- Sitting down


def test_joining_fills_a_table_and_starts_it(running: Running) -> None:
    ana, bia, eve = running.guest("Ana"), running.guest("Bia"), running.guest("Eve")
    table = create(ana, FOR_TWO)["table"]
    path = f"/api/v1/tables/{table}/join"
    assert code(ana.post(path, json={})) == (409, "table.seated")
    view = ok(bia.post(path, json={"text": "my luck"}))
    assert view["status"] == "playing"
    assert sorted(seats_of(view)) == ["Ana", "Bia"]
    assert "my luck" in view["fair"]["texts"]
    assert code(eve.post(path, json={})) == (409, "table.not_open")
    assert code(eve.post("/api/v1/tables/abcdefgh/join", json={})) == (404, "table.unknown")


def test_several_seats_on_one_device(running: Running) -> None:
    ana, bia = running.guest("Ana"), running.guest("Bia")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = create(ana, {"game": "azul", "seats": seats, "seating": "fixed"})["table"]
    path = f"/api/v1/tables/{table}/join"
    ok(bia.post(path, json={"place": 2}))
    view = ok(bia.post(path, json={"place": 1, "name": "Her son"}))
    assert seats_of(view) == ["Ana", "Her son", "Bia"]
    assert view["you"] == [1, 2]


def test_rated_games_are_played_under_the_persons_own_name(running: Running) -> None:
    ana, bia = running.guest("Ana"), running.guest("Bia")
    seats = [{"kind": "me", "name": "Not Ana"}, {"kind": "open"}]
    table = create(ana, {"game": "azul", "seats": seats, "is_rated": True})["table"]
    view = ok(bia.post(f"/api/v1/tables/{table}/join", json={"name": "Not Bia"}))
    assert sorted(seats_of(view)) == ["Ana", "Bia"]
    ok(ana.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"}))  # others may get help


def test_leaving_before_the_start_opens_the_seat_again(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = create(ana, {"game": "azul", "seats": seats})["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    ok(bia.post(f"/api/v1/tables/{table}/leave"))
    assert [seat["is_open"] for seat in look(ana, table)["seats"]] == [False, True, True]
    ok(ana.post(f"/api/v1/tables/{table}/leave"))
    assert look(ana, table)["status"] == "closed"
    assert code(bia.post(f"/api/v1/tables/{table}/join", json={})) == (409, "table.not_open")


def test_the_last_place_is_taken_once(running: Running) -> None:
    table = create(running.guest(), FOR_TWO)["table"]
    guests = [running.guest() for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        path = f"/api/v1/tables/{table}/join"
        answers = list(threads.map(lambda g: g.post(path, json={}).status_code, guests))
    assert sorted(answers) == [200] + [409] * 7


# ---- Playing


def test_a_resent_move_is_played_once_and_answered_alike(running: Running) -> None:
    guest = running.guest()
    view = create(guest, ON_ONE_DEVICE)
    path = f"/api/v1/tables/{view['table']}/moves"
    form = {"id": "once", "version": view["version"], "move": view["moves"][0]}
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: ok(guest.post(path, json=form)), range(16)))
    assert answers == [{"table": view["table"], "version": view["version"] + 1}] * 16
    assert look(guest, view["table"])["version"] == view["version"] + 1
    other = {**form, "move": view["moves"][1]}
    assert code(guest.post(path, json=other)) == (409, "table.id_used")


def test_a_stale_move_is_answered_with_the_current_table(running: Running) -> None:
    guest = running.guest()
    view = create(guest, ON_ONE_DEVICE)
    path = f"/api/v1/tables/{view['table']}/moves"
    form = {"id": "a", "version": view["version"], "move": view["moves"][0]}
    ok(guest.post(path, json=form))
    stale = guest.post(path, json={**form, "id": "b"})
    assert code(stale) == (409, "table.stale")
    shown = look(guest, view["table"])
    assert shown["version"] == view["version"] + 1
    assert {**stale.json()["view"], "now": 0} == {**shown, "now": 0}


def test_an_illegal_move_names_its_clause_and_changes_nothing(running: Running) -> None:
    guest = running.guest()
    view = create(guest, ON_ONE_DEVICE)
    path = f"/api/v1/tables/{view['table']}"
    for move, answer in (("CB1", "A8"), ("nonsense", ""), ("🂡", ""), ("\x00", "")):
        form = {"id": "x", "version": view["version"], "move": move}
        refused = guest.post(f"{path}/moves", json=form)
        assert refused.status_code == 422
        assert refused.json()["clause"] == answer
        asked = guest.get(f"{path}/explanation", params={"move": move})
        assert code(asked) == code(refused)
    assert look(guest, view["table"])["version"] == view["version"]


def test_a_move_is_explained_step_by_step(running: Running) -> None:
    guest = running.guest()
    view = create(guest, ON_ONE_DEVICE)
    path = f"/api/v1/tables/{view['table']}/explanation"
    steps = ok(guest.get(path, params={"move": view["moves"][0]}))["steps"]
    assert [steps[0]["kind"], steps[-1]["kind"]] == ["take", "forecast"]
    assert steps[0]["seat"] == view["turn"]


def test_a_move_is_taken_back_by_agreement(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    table = create(ana, FOR_TWO)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    mover, other = (ana, bia) if look(ana, table)["moves"] else (bia, ana)
    before = look(mover, table)["position"]
    play_on([ana, bia], table, moves=1)
    path = f"/api/v1/tables/{table}/acts"
    ok(mover.post(path, json={"act": "offer_takeback"}))
    assert look(other, table)["offer"]["awaits_you"]
    ok(other.post(path, json={"act": "agree"}))
    assert look(mover, table)["position"] == before
    assert len(ok(mover.get(f"/api/v1/tables/{table}/replay"))["steps"]) == 1  # the deal


# ---- Afterwards


@pytest.fixture(scope="module")
def finished(running: Running) -> tuple[Browser, Browser, dict[str, Any]]:
    """Two guests who have played to the end."""
    ana, bia = running.guest("Ana"), running.guest('B"ia\\')
    table = create(ana, FOR_TWO, is_public=True, text="¡suerte!")["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    return ana, bia, play_on([ana, bia], table)


Finished = tuple[Browser, Browser, dict[str, Any]]


def test_a_record_can_be_read_and_its_deals_checked(running: Running, finished: Finished) -> None:
    ana, _, view = finished
    path = f"/api/v1/tables/{view['table']}"
    text, data = ana.get(f"{path}/record").text, ok(ana.get(f"{path}/record.json"))
    for written in (text, json.dumps(data)):
        record = read_records(written)[0]
        assert record.position().scores == tuple(view["finish"]["scores"])
        assert [record.headers[f"seat{i}"] for i in range(2)] == seats_of(view)
        assert fair_check.check(record).deals >= 5
        assert ok(ana.post("/api/v1/fair", json={"record": written}))["deals"] >= 5
    other = text.replace('fair_seed "', 'fair_seed "00', 1)
    assert code(ana.post("/api/v1/fair", json={"record": other})) == (422, "fair.commitment")
    assert code(ana.post("/api/v1/fair", json={"record": "["})) == (422, "record.token")


def test_the_record_of_a_running_game_has_no_seed(running: Running) -> None:
    guest = running.guest()
    view = create(guest, ON_ONE_DEVICE)
    record = read_records(guest.get(f"/api/v1/tables/{view['table']}/record").text)[0]
    assert record.headers["fair_commitment"] == view["fair"]["commitment"]
    assert "fair_seed" not in record.headers
    text = record.to_text()
    assert code(guest.post("/api/v1/fair", json={"record": text})) == (422, "fair.headers")


def test_a_replay_leads_from_the_first_position_to_the_last(
    running: Running, finished: Finished
) -> None:
    _, bia, view = finished
    replay = ok(bia.get(f"/api/v1/tables/{view['table']}/replay"))
    steps = replay["steps"]
    assert [step["ply"] for step in steps] == list(range(1, view["ply"] + 1))
    assert steps[-1]["position"] == view["position"]
    assert all(step["steps"] for step in steps)


def test_a_players_games_and_statistics(running: Running, finished: Finished) -> None:
    ana, _, view = finished
    person = me(ana)
    games = ok(ana.get(f"/api/v1/people/{person}/tables", params={"status": "over"}))["tables"]
    assert [game["table"] for game in games] == [view["table"]]
    before = {"before": games[-1]["moved_at"]}
    assert ok(ana.get(f"/api/v1/people/{person}/tables", params=before))["tables"] == []
    profile = ok(running.client().get(f"/api/v1/people/{person}"))
    found = profile["statistics"]["azul-2"]
    seat = [i for i, each in enumerate(view["seats"]) if each["person"] == person]
    finish = view["finish"]
    assert found["games"] == 1
    assert found["wins"] == finish["shares"][seat[0]]
    assert found["mean_score"] == found["best_score"] == finish["scores"][seat[0]]
    assert found["mean_rank"] == finish["ranks"][seat[0]]


def test_a_rematch_moves_everybody_on_by_one_seat(running: Running) -> None:
    ana, bia, eve = running.guest("Ana"), running.guest("Bia"), running.guest("Eve")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 1}]
    table = create(ana, {"game": "azul", "seats": seats})["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    path = f"/api/v1/tables/{table}"
    assert code(ana.post(f"{path}/rematch")) == (409, "table.not_over")
    for client in (ana, bia):
        ok(client.post(f"{path}/acts", json={"act": "resign"}))
    old = look(ana, table)
    assert code(eve.post(f"{path}/rematch")) == (409, "table.not_seated")
    opened = ok(bia.post(f"{path}/rematch"))
    assert (opened["status"], opened["rematch_of"]) == ("open", table)
    assert look(ana, table)["rematch"] == opened["table"]
    join = f"/api/v1/tables/{opened['table']}/join"
    assert code(eve.post(join, json={})) == (409, "table.reserved")
    assert ok(bia.post(f"{path}/rematch"))["version"] == opened["version"]  # asked twice
    started = ok(ana.post(join, json={}))
    assert started["status"] == "playing"
    assert started["table"] == opened["table"]
    names = seats_of(old)
    assert seats_of(started) == [names[-1], *names[:-1]]


def test_two_concurrent_rematch_requests_lead_to_one_table(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    table = create(ana, FOR_TWO)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    ok(ana.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"}))
    with ThreadPoolExecutor(2) as threads:
        path = f"/api/v1/tables/{table}/rematch"
        views = list(threads.map(lambda client: ok(client.post(path)), (ana, bia)))
    assert views[0]["table"] == views[1]["table"]
    assert look(ana, views[0]["table"])["status"] == "playing"


# ---- Analysis


def test_analysis_of_a_ply_and_of_a_position(running: Running, finished: Finished) -> None:
    ana, _, view = finished
    form = {"table": view["table"], "ply": 3, "seconds": 0.2}
    found = ok(ana.post("/api/v1/analysis", json=form))
    assert found["best"] == found["moves"][0]["move"]
    assert sum(found["win"]) == pytest.approx(1, abs=1e-6)
    replay = ok(ana.get(f"/api/v1/tables/{view['table']}/replay"))
    position = {"position": replay["steps"][2]["position"], "player": "level1", "seconds": 0.2}
    assert ok(ana.post("/api/v1/analysis", json=position))["best"]
    over = {"table": view["table"]}
    assert code(ana.post("/api/v1/analysis", json=over)) == (409, "analysis.nobody")
    both = {**over, **position}
    assert code(ana.post("/api/v1/analysis", json=both)) == (422, "api.form")
    odd = {"position": {"game": "azul", "players": 2}}
    assert ana.post("/api/v1/analysis", json=odd).status_code == 422
    nobody = {**over, "player": "nobody"}
    assert code(ana.post("/api/v1/analysis", json=nobody)) == (422, "player.unknown")
    unknown = running.client().post("/api/v1/analysis", json=over)
    assert code(unknown) == (401, "people.sign_in")


def test_no_analysis_during_rated_games(running: Running) -> None:
    ana, bia, eve = running.guest(), running.guest(), running.guest()
    table = create(ana, FOR_TWO, is_rated=True)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    position = look(ana, table)["position"]
    for client in (ana, bia, eve):
        refused = client.post("/api/v1/analysis", json={"table": table})
        assert code(refused) == (403, "analysis.rated")
    refused = ana.post("/api/v1/analysis", json={"position": position})
    assert code(refused) == (403, "analysis.rated")
    ok(ana.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"}))
    form = {"position": position, "player": "level1"}
    ok(ana.post("/api/v1/analysis", json=form))


# ---- Programs


def test_the_stream_has_tables_joined_before_and_after_it_started(running: Running) -> None:
    program, guest = running.program("Streamer"), running.guest()
    first = create(program, FOR_TWO)["table"]
    schema = ok(guest.get("/api/v1/messages.schema.json"))
    check = jsonschema_rs.validator_for({**schema, "anyOf": [{"$ref": "#/$defs/ServerMessage"}]})
    with program.stream("GET", "/api/v1/stream", params={"lobby": True}) as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        assert next(lines)["type"] == "hello"
        seen: set[str] = set()
        other = ""
        for message in lines:
            check.validate(message)
            seen.add(message.get("table", message["type"]))
            if first in seen and not other:
                other = create(program, FOR_TWO)["table"]
                ok(guest.post(f"/api/v1/tables/{other}/join", json={}))
            if other in seen and message.get("view", {}).get("status") == "playing":
                break
    assert "tables" in seen


def test_the_stream_requires_authentication(running: Running) -> None:
    assert code(running.client().get("/api/v1/stream")) == (401, "people.sign_in")
