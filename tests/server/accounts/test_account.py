"""An account in its owner's hands: another name, recovery, a copy of the data, deletion."""

import json

import pytest
import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.timing import TIMING
from tests.server.running import (
    FOR_TWO,
    ON_ONE_DEVICE,
    Running,
    code,
    create,
    look,
    me,
    ok,
    play_on,
)

PASSWORD = "a long sentence"


def test_an_account_gets_another_name_and_nobody_the_old_one(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    rosa = running.account("Rosa Alba", PASSWORD)
    assert ok(rosa.patch("/api/v1/me", json={"name": "Rosa Branca"}))["name"] == "Rosa Branca"
    again = rosa.patch("/api/v1/me", json={"name": "Rosa Verde"})
    assert code(again) == (409, "people.renamed")
    assert again.json()["args"] == {"n": 30}
    for taken in ("Rosa Alba", "rosa a1ba", "Rosa Branca"):
        assert code(running.client().post("/api/v1/guests", json={"name": taken}))[0] == 409
    login = {"name": "Rosa Branca", "password": PASSWORD}
    ok(running.client().post("/api/v1/sessions", json=login), 201)
    monkeypatch.setattr(TIMING, "rename_s", 0.0)
    assert ok(rosa.patch("/api/v1/me", json={"name": "Rosa Alba"}))["name"] == "Rosa Alba"
    monkeypatch.setattr(TIMING, "reserved_s", 0.0)
    ok(running.client().post("/api/v1/guests", json={"name": "Rosa Branca"}), 201)


def test_a_forgotten_password_is_replaced_with_a_code_once(running: Running) -> None:
    iris = running.account("Iris Clara", PASSWORD)
    wrong = iris.post("/api/v1/account/recovery", json={"password": "not this one"})
    assert code(wrong) == (401, "people.login")
    codes = ok(iris.post("/api/v1/account/recovery", json={"password": PASSWORD}), 201)["codes"]
    assert len(set(codes)) == ok(iris.get("/api/v1/account/recovery"))["left"] == 8
    stored = running.parts[Database].read_now(
        lambda c: set(c.scalars(sa.select(schema.recovery_codes.c.code)))
    )
    assert not stored & set(codes)

    written = codes[3].upper().replace("-", " ")
    form = {"name": "iris clara", "code": written, "password": "another sentence"}
    for wrong_form in (form | {"code": "aaaaa-bbbbb-ccccc"}, form | {"name": "Iris Escura"}):
        refused = running.client().post("/api/v1/account/recover", json=wrong_form)
        assert code(refused) == (401, "people.recovery")
    other = running.client()
    assert ok(other.post("/api/v1/account/recover", json=form), 201)["name"] == "Iris Clara"
    assert code(iris.get("/api/v1/me"))[0] == 401  # all sessions have ended
    assert ok(other.get("/api/v1/account/recovery"))["left"] == 7
    used = running.client().post("/api/v1/account/recover", json=form)
    assert code(used) == (401, "people.recovery")
    login = {"name": "Iris Clara", "password": PASSWORD}
    assert code(running.client().post("/api/v1/sessions", json=login))[0] == 401


def test_people_take_their_data_along_and_delete_it(running: Running) -> None:
    nora, olga = running.account("Nora Fina", PASSWORD), running.guest("Olga")
    table = create(nora, FOR_TWO)["table"]
    ok(olga.post(f"/api/v1/tables/{table}/join", json={}))
    ok(nora.post(f"/api/v1/tables/{table}/words", json={"phrase": "hello"}), 201)
    over = create(nora, ON_ONE_DEVICE)["table"]
    play_on([nora], over)
    person = me(nora)
    answer = nora.get("/api/v1/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    found = json.loads(answer.text)
    assert found["person"]["name"] == "Nora Fina"
    assert found["words"][0]["phrase"] == "hello"
    assert {each["table"] for each in found["tables"]} == {table, over}
    assert "argon2" not in answer.text

    assert code(nora.post("/api/v1/me/deletion", json={}))[0] == 401
    ok(nora.post("/api/v1/me/deletion", json={"password": PASSWORD}), 204)
    assert code(nora.get("/api/v1/me"))[0] == 401
    assert look(olga, table)["finish"]["reason"] == "resigned"
    assert "Nora" not in olga.get(f"/api/v1/tables/{over}/record").text
    assert ok(olga.get(f"/api/v1/people/{person}"))["name"] != "Nora Fina"
    ok(running.client().post("/api/v1/guests", json={"name": "Nora Fina"}), 201)
    ok(olga.post("/api/v1/me/deletion", json={}), 204)
