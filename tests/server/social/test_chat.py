"""Talking at tables: whom words reach, and that a block holds whatever the other one tries."""

import asyncio
import json
import random
from typing import Any

import httpx
import pytest

from azulejos.server.app import make_app
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.timing import TIMING
from tests.server.clients import ask, make_game, make_guest, open_socket
from tests.server.conftest import Deployment
from tests.server.running import FOR_TWO, Browser, Running, code, create, lose, me, ok

MARK = "Zorro mudo"  # a text by which the words of a blocked person are recognised
TOWARDS_OTHERS = (  # operations that may
    *("/tables", "/pairing", "/reports", "/boards", "/people"),
    *("/follows", "/challenges"),
)
ALONE = ("/review",)  # what concerns the asker only, and takes long
ROUNDS = 3  # of the fuzzer: with form and content of its messages chosen anew


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """People without a connection are not marked as away."""
    monkeypatch.setattr(TIMING, "leave_s", 3600.0)


def sit(*people: Browser, **form: Any) -> str:
    """The id of a table at which some people play."""
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(people) - 1)]
    table = str(create(people[0], FOR_TWO | {"seats": seats}, **form)["table"])
    for person in people[1:]:
        ok(person.post(f"/api/v1/tables/{table}/join", json={}))
    return table


def say(client: Browser, table: str, **words: str) -> dict[str, Any]:
    said: dict[str, Any] = ok(client.post(f"/api/v1/tables/{table}/words", json=words), 201)
    return said


def heard(client: Browser, table: str) -> list[str]:
    """The phrases and texts at a table that a person gets."""
    found = ok(client.get(f"/api/v1/tables/{table}/words"))
    return [each["phrase"] or each["text"] for each in found["words"]]


def block(client: Browser, other: Browser, kind: str = "block") -> None:
    ok(client.put(f"/api/v1/blocks/{me(other)}", json={"kind": kind}), 204)


def allow_text(*clients: Browser) -> None:
    for client in clients:
        ok(client.patch("/api/v1/me", json={"allows_text": True}))


def test_phrases_reach_the_players_and_nobody_else(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    table = sit(ana, bia, is_public=True)
    assert say(ana, table, phrase="hello")["phrase"] == "hello"
    say(bia, table, phrase="thumb")
    assert heard(ana, table) == heard(bia, table) == ["hello", "thumb"]
    assert heard(eva, table) == []
    refused = eva.post(f"/api/v1/tables/{table}/words", json={"phrase": "hello"})
    assert code(refused) == (409, "table.not_seated")
    lose(ana, bia, table)
    say(bia, table, phrase="played")
    for path in ("replay", "record", "record.json", ""):
        shown = eva.get(f"/api/v1/tables/{table}/{path}".rstrip("/")).text
        assert "thumb" not in shown
        assert "played" not in shown.replace('"reason": "played"', "")


def test_free_text_passes_only_between_people_who_both_allow_it(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    table = sit(ana, bia, eva)
    text = {"text": "<b>Olá</b>  a\u200btodas"}
    assert code(ana.post(f"/api/v1/tables/{table}/words", json=text)) == (409, "talk.closed")
    allow_text(ana)
    assert code(ana.post(f"/api/v1/tables/{table}/words", json=text)) == (409, "talk.closed")
    allow_text(bia)
    assert ok(ana.get(f"/api/v1/tables/{table}/words"))["writable"] == [me(bia)]
    assert say(ana, table, **text)["text"] == "<b>Olá</b> atodas"
    assert heard(bia, table) == ["<b>Olá</b> atodas"]
    assert heard(eva, table) == []
    allow_text(eva)  # what was written before was not for her
    assert heard(eva, table) == []
    for wrong in ({}, {"text": "a", "phrase": "hello"}, {"text": "x" * 201}, {"phrase": "rude"}):
        assert ana.post(f"/api/v1/tables/{table}/words", json=wrong).status_code == 422


def test_whoever_is_muted_is_not_heard_and_not_told(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    table = sit(ana, bia)
    allow_text(ana, bia)
    say(bia, table, phrase="hello")
    block(ana, bia, "mute")
    say(bia, table, phrase="luck")
    say(bia, table, text="Boa sorte")
    assert heard(ana, table) == []
    assert heard(bia, table) == ["hello", "luck", "Boa sorte"]
    say(ana, table, phrase="thanks")
    assert heard(bia, table)[-1] == "thanks"
    assert ok(ana.get("/api/v1/blocks"))[0]["person"] == me(bia)
    ok(ana.delete(f"/api/v1/blocks/{me(bia)}"), 204)
    assert heard(ana, table) == ["hello", "thanks"]  # what did not reach her is not shown later
    assert code(ana.put(f"/api/v1/blocks/{me(ana)}", json={"kind": "mute"}))[0] == 404


def test_who_is_blocked_is_not_met(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    block(ana, bia)
    table = create(ana, FOR_TWO)["table"]
    assert code(bia.post(f"/api/v1/tables/{table}/join", json={})) == (403, "people.blocked")
    ok(eva.post(f"/api/v1/tables/{table}/join", json={}))

    seeking = {"game": "azul", "clock": {"kind": "live", "bank_s": 77}}
    waiting = ok(bia.post("/api/v1/pairing", json=seeking))
    for seeker in (ana, bia):
        assert ok(seeker.post("/api/v1/pairing", json=seeking))["status"] == "open"
    assert ok(eva.post("/api/v1/pairing", json=seeking))["table"] == waiting["table"]

    carla, dora = running.guest(), running.guest()
    table = sit(carla, dora)
    lose(dora, carla, table)
    block(carla, dora)
    again = dora.post(f"/api/v1/tables/{table}/rematch", json={})
    assert code(again) == (403, "people.blocked")
    assert not ok(carla.get(f"/api/v1/tables/{table}"))["rematch"]


def test_a_report_is_made_once(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    form = {"person": me(bia), "table": sit(ana, bia), "reason": "words"}
    for _ in range(2):
        ok(ana.post("/api/v1/reports", json=form), 204)
    reports = running.parts[Database].read_now(
        lambda c: c.exec_driver_sql("SELECT person FROM reports").all()
    )
    assert [row.person for row in reports].count(me(bia)) == 1
    assert code(ana.post("/api/v1/reports", json=form | {"table": "T4bleT4bleT4"}))[0] == 404
    assert code(ana.post("/api/v1/reports", json=form | {"person": me(ana)}))[0] == 404


# ---- Several processes, and a fuzzer


def test_words_reach_other_processes_and_words_of_the_blocked_none(deployment: Deployment) -> None:
    first, second = deployment.start(), deployment.start()

    async def run() -> None:
        ana, bia = await make_guest(first.url), await make_guest(second.url, "Bia")
        table = await make_game(first.url, [ana, bia])
        async with open_socket(first.url, ana) as hers, open_socket(second.url, bia) as his:
            await hers.watch(table)
            await his.watch(table)
            await ask(first.url, ana, "POST", f"/tables/{table}/words", {"phrase": "hello"})
            assert (await his.next("spoken"))["words"]["person"] == ana.id
            await fuzz(first.url, ana, bia, table)
            await his.send("ping", id="end")
            await hers.send("ping", id="end")
            await hers.next("pong")
        received = json.dumps(hers.inbox)
        assert MARK not in received
        assert '"rematched"' not in received
        assert "challenged" not in {message["type"] for message in hers.inbox}
        friends = await ask(first.url, ana, "GET", "/follows")
        assert friends == {"following": [], "followers": []}
        speakers = [each["words"]["person"] for each in hers.inbox if each["type"] == "spoken"]
        assert speakers == [ana.id]  # her own words

    asyncio.run(run())
    first.kill()
    second.kill()


async def fuzz(url: str, blocker: Any, blocked: Any, table: str) -> None:
    """Let a blocked person try every operation that sends something, with texts in all its
    fields; whatever the server answers, the blocker must not notice.
    """
    async with httpx.AsyncClient(base_url=url, timeout=60, headers={"origin": url}) as http:
        for guest in (blocker, blocked):
            allowed = {"allows_text": True}
            await http.patch("/api/v1/me", json=allowed, headers=guest.headers)
        form = {"kind": "block"}
        await http.put(f"/api/v1/blocks/{blocked.id}", json=form, headers=blocker.headers)
        rng, tried = random.Random(1), 0
        for method, path, form in operations() * ROUNDS:
            filled = path.replace("{table}", table).replace("{person}", blocker.id)
            body = scramble(form, rng, {"table": table, "person": blocker.id})
            answer = await http.request(method, filled, json=body, headers=blocked.headers)
            assert answer.status_code != 500, (path, answer.text)
            tried += answer.is_success
        assert tried >= ROUNDS  # some of it was accepted


def operations() -> list[tuple[str, str, Any]]:
    """Every operation that sends something, with an example of its form."""
    described = make_app(Settings(database="sqlite://")).openapi()
    parts, found = described["components"]["schemas"], []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            is_meant = path.removeprefix("/api/v1").startswith(TOWARDS_OTHERS)
            if method == "get" or not is_meant or any(part in path for part in ALONE):
                continue
            form = {}
            if "requestBody" in operation:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                name = schema.get("$ref", schema.get("anyOf", [{}])[0].get("$ref", "")) or ""
                form = parts.get(name.split("/")[-1], {}).get("examples", [{}])[0]
            found.append((method, path, form))
    found.append(("post", "/api/v1/tables/{table}/words", {"text": MARK}))
    return found


def scramble(form: Any, rng: random.Random, known: dict[str, str]) -> Any:
    """A form with the text that is looked for in some of its fields."""
    if not isinstance(form, dict):
        return MARK if isinstance(form, str) and rng.random() < 0.3 else form
    return {
        name: known[name] if name in known else scramble(value, rng, known)
        for name, value in form.items()
    }
