"""Tokens: hashed, scoped, shown once; only programs play with them (R29, R21)."""

import sqlalchemy as sa

from azulejos.server.accounts.credentials import MAX_TOKENS
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from tests.server.running import FOR_TWO, ON_ONE_DEVICE, Running, code, create, look, ok


def test_a_token_is_shown_once_and_stored_as_a_hash(running: Running) -> None:
    owner = running.account("Owner")
    made = ok(owner.post("/api/v1/tokens", json={"name": "mine", "scopes": ["read"]}), 201)
    listed = owner.get("/api/v1/tokens")
    assert made["secret"] not in listed.text
    assert ok(listed)[0] == {k: v for k, v in made.items() if k != "secret"}
    stored = running.parts[Database].read_now(
        lambda c: c.execute(sa.select(schema.tokens.c.secret)).scalars().all()
    )
    assert made["secret"] not in stored


def test_a_token_allows_only_its_scopes(running: Running) -> None:
    reader = running.program("Reader", ("read",))
    assert ok(reader.get("/api/v1/me"))["kind"] == "program"
    assert code(reader.post("/api/v1/tables", json=FOR_TWO)) == (403, "people.scope")
    player = running.program("Player")
    assert create(player, FOR_TWO)["seats"][0]["is_program"]


def test_a_token_cannot_manage_an_account(running: Running) -> None:
    program = running.program("Programmatic")
    form = {"name": "more", "scopes": ["read"]}
    assert code(program.post("/api/v1/tokens", json=form)) == (403, "people.scope")
    assert code(program.get("/api/v1/sessions")) == (403, "people.scope")
    assert code(program.delete("/api/v1/sessions")) == (403, "people.scope")


def test_only_a_programs_account_gets_a_token_to_play(running: Running) -> None:
    person = running.account("Human")
    form = {"name": "cheat", "scopes": ["play"]}
    assert code(person.post("/api/v1/tokens", json=form)) == (403, "people.not_program")
    guest = running.guest()
    form = {"name": "guest", "scopes": ["read"]}
    assert code(guest.post("/api/v1/tokens", json=form)) == (409, "people.no_account")


def test_a_revoked_token_is_refused(running: Running) -> None:
    owner = running.account("Ender")
    made = ok(owner.post("/api/v1/tokens", json={"name": "x", "scopes": ["read"]}), 201)
    program = running.client(authorization=f"Bearer {made['secret']}")
    assert program.get("/api/v1/me").status_code == 200
    thief = running.account("Thief")
    assert code(thief.delete(f"/api/v1/tokens/{made['id']}")) == (404, "people.no_token")
    assert owner.delete(f"/api/v1/tokens/{made['id']}").status_code == 204
    assert code(program.get("/api/v1/me")) == (401, "people.token")
    for forged in ("Bearer", "Bearer x", "Basic YTpi", f"Bearer {made['secret']}x"):
        assert code(running.client(authorization=forged).get("/api/v1/me")) == (401, "people.token")


def test_an_invalid_token_is_refused_even_with_a_cookie(running: Running) -> None:
    guest = running.guest()
    refused = guest.get("/api/v1/me", headers={"authorization": "Bearer nothing"})
    assert code(refused) == (401, "people.token")


def test_the_number_of_tokens_is_limited(running: Running) -> None:
    owner = running.account("Many")
    form = {"name": "x", "scopes": ["read"]}
    for _ in range(MAX_TOKENS):
        ok(owner.post("/api/v1/tokens", json=form), 201)
    assert code(owner.post("/api/v1/tokens", json=form)) == (409, "people.many_tokens")


def test_programs_join_rated_tables_only_where_they_are_accepted(running: Running) -> None:
    person, program = running.guest(), running.program("Rated bot")
    closed = create(person, FOR_TWO, is_rated=True)["table"]
    refused = program.post(f"/api/v1/tables/{closed}/join", json={})
    assert code(refused) == (409, "table.no_programs")
    accepting = create(person, FOR_TWO, is_rated=True, accepts_bots=True)["table"]
    ok(program.post(f"/api/v1/tables/{accepting}/join", json={}))
    seats = look(person, accepting)["seats"]
    assert sorted(seat["is_program"] for seat in seats) == [False, True]


def test_a_program_may_have_several_seats(running: Running) -> None:
    assert create(running.program("Alone"), ON_ONE_DEVICE)["status"] == "playing"
