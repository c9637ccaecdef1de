"""`azulejos admin` on the database of a running server, which notices what was done."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from azulejos.server.app import personal_rows
from azulejos.server.feature import Personal
from azulejos.server.ratings.ratings import Rating, rate
from azulejos.server.settings import Settings
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from tests.cli.command import call, refused
from tests.patience import PATIENCE_S
from tests.server.running import (
    FOR_TWO,
    ON_ONE_DEVICE,
    Browser,
    Running,
    code,
    create,
    look,
    lose,
    me,
    ok,
    play_on,
    resign,
)
from tests.server.services import wait_for


@pytest.fixture
def admin(running: Running) -> Callable[..., str]:
    """Runs `azulejos admin` on the database of the server; returns what it printed."""
    url = running.parts[Settings].database

    def run(*arguments: str) -> str:
        done = call("admin", *arguments, "--database", url)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def sit(running: Running, *pair: Browser, **form: Any) -> str:
    """The id of a game for two that has begun."""
    table = str(create(pair[0], FOR_TWO, **form)["table"])
    ok(pair[1].post(f"/api/v1/tables/{table}/join", json={}))
    return table


def open_socket(running: Running, client: Browser) -> ClientConnection:
    url = running.url.replace("http", "ws") + "/api/v1/socket"
    headers = {"cookie": client.cookie, "origin": running.url}
    return connect(url, additional_headers=headers)


def close_code(socket: ClientConnection) -> int | None:
    """The code with which the server closes a WebSocket."""
    try:
        while True:
            socket.recv(PATIENCE_S)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


# ---- Tables


def test_a_running_game_is_ended_without_a_rating_and_its_people_see_it(
    running: Running, admin: Callable[..., str]
) -> None:
    ana, bia = running.guest(), running.guest()
    table = sit(running, ana, bia, is_rated=True)
    with open_socket(running, ana) as socket:
        socket.send(json.dumps({"type": "watch", "table": table}))
        admin("end", table)
        update: Any = {"type": ""}
        while update["type"] != "update" or update["view"]["status"] != "over":
            update = json.loads(socket.recv(PATIENCE_S))
    assert update["view"]["finish"]["reason"] == "annulled"
    assert ok(ana.get(f"/api/v1/people/{me(ana)}"))["ratings"] == {}
    refused(call("admin", "end", table, "--database", url_of(running)), "table.not_playing")


def test_an_open_table_is_closed(running: Running, admin: Callable[..., str]) -> None:
    table = create(running.guest(), FOR_TWO)["table"]
    assert admin("end", table) == f"Table {table} has ended.\n"
    listed = json.loads(admin("tables", "--status", "closed", "--json"))
    assert table in [each["table"] for each in listed]


def test_annulling_a_game_leaves_the_ratings_as_if_it_had_not_been_played(
    running: Running, admin: Callable[..., str]
) -> None:
    """The games that follow are rated again, also those of people who did not play in it."""
    ana, bia, eva, leo = (running.guest() for _ in range(4))
    results = [(ana, bia), (bia, eva), (eva, leo), (ana, leo), (bia, ana), (eva, ana)]
    tables = []
    for winner, loser in results:
        tables.append(sit(running, winner, loser, is_rated=True))
        lose(loser, winner, tables[-1])
    apart = running.guest(), running.guest()
    lose(*apart, sit(running, *apart, is_rated=True))
    before = ratings_of(running, *apart)
    admin("annul", tables[1])
    expected = {me(each): Rating() for each in (ana, bia, eva, leo)}
    for winner, loser in results[:1] + results[2:]:
        pair = [me(winner), me(loser)]
        rated = rate([expected[each] for each in pair], [1, 2])
        expected |= dict(zip(pair, rated, strict=True))
    found = ratings_of(running, ana, bia, eva, leo)
    assert found.keys() == expected.keys()
    for person, rating in expected.items():
        assert (found[person].mu, found[person].sigma) == pytest.approx((rating.mu, rating.sigma))
        assert found[person].games == rating.games
    assert ratings_of(running, *apart) == before
    history = ok(eva.get(f"/api/v1/people/{me(eva)}/ratings/azul-2"))
    assert [point["table"] for point in history] == [tables[2], tables[5]]
    assert history[-1]["rating"]["mu"] == pytest.approx(expected[me(eva)].mu)
    url = url_of(running)
    refused(call("admin", "annul", tables[1], "--database", url), "table.annulled")
    refused(call("admin", "annul", "nothing", "--database", url), "table.unknown")


def test_the_only_rated_game_of_two_people_is_annulled(
    running: Running, admin: Callable[..., str]
) -> None:
    ana, bia = running.guest(), running.guest()
    table = sit(running, ana, bia, is_rated=True)
    lose(ana, bia, table)
    admin("annul", table)
    assert ratings_of(running, ana, bia) == {}
    assert ok(ana.get(f"/api/v1/people/{me(ana)}"))["statistics"] == {}
    assert look(ana, table)["status"] == "over"


def url_of(running: Running) -> str:
    return running.parts[Settings].database


def ratings_of(running: Running, *clients: Browser) -> dict[str, Rating]:
    people, rows = [me(each) for each in clients], schema.ratings
    query = sa.select(rows).where(rows.c.person.in_(people))
    found = running.parts[Database].read_now(lambda c: c.execute(query).all())
    return {row.person: Rating(row.mu, row.sigma, row.games) for row in found}


# ---- People


def test_a_person_is_renamed_also_in_games(running: Running, admin: Callable[..., str]) -> None:
    rude, other = running.account("Rude One"), running.guest()
    table = sit(running, rude, other)
    shared = create(rude, ON_ONE_DEVICE)["table"]
    person = me(rude)
    assert admin("rename", "rude one", "Polite One") == "rude one is now called Polite One.\n"
    assert ok(rude.get("/api/v1/me"))["name"] == "Polite One"
    wait_for("name", lambda: "Polite One" in names_at(other, table))
    assert sorted(names_at(rude, shared)) == ["Ana", "Bia"]
    assert "Rude One" not in json.dumps(stored_events(running, table))
    login = {"name": "Polite One", "password": "a long sentence"}
    assert ok(running.client().post("/api/v1/sessions", json=login), 201)["id"] == person
    running.account("Rude One")  # the old name is free
    taken = call("admin", "rename", "Polite One", "Rude One", "--database", url_of(running))
    refused(taken, "people.name_taken")
    assert play_on([rude, other], table)["status"] == "over"


def names_at(client: Browser, table: str) -> list[str]:
    """The names at the seats of a table, as a move makes everybody see them."""
    version = {"version": 0, "id": "x", "move": "nothing"}
    client.post(f"/api/v1/tables/{table}/moves", json=version)  # reads what others have stored
    return [seat["name"] for seat in look(client, table)["seats"]]


def stored_events(running: Running, table: str) -> list[Any]:
    rows = schema.events
    query = sa.select(rows.c.data).where(rows.c.table == table)
    return running.parts[Database].read_now(lambda c: list(c.scalars(query)))


def test_the_data_of_a_person_is_exported_and_deleted(
    running: Running, admin: Callable[..., str]
) -> None:
    gone, other = running.account("Gone Soon"), running.guest()
    person = me(gone)
    over, goes_on = (sit(running, gone, other, is_rated=True) for _ in range(2))
    lose(other, gone, over)
    waiting = create(gone, FOR_TWO)["table"]
    left = create(other, FOR_TWO)["table"]
    ok(gone.post(f"/api/v1/tables/{left}/join", json={}))

    tree = {"game": "azul", "players": 2, "nodes": [], "headers": {"event": "Gone Soon"}}
    ok(gone.post("/api/v1/boards", json={"tree": tree, "cursor": []}), 201)
    puzzle = ok(gone.get("/api/v1/puzzle/daily"))["id"]
    ok(gone.post(f"/api/v1/puzzle/{puzzle}/answer", json={}))
    ok(gone.post("/api/v1/puzzle-races", json={}), 201)

    exported = json.loads(admin("export", "Gone Soon"))
    assert exported["person"]["name"] == "Gone Soon"
    assert {each["table"] for each in exported["tables"]} == {over, goes_on, waiting, left}
    for kind in ("sessions", "ratings", "boards", "puzzle_attempts", "puzzle_races"):
        assert len(exported[kind]) == 1, kind
    records = {each["table"]: each["record"] for each in exported["tables"]}
    assert records[over]["headers"]["fair_seed"]
    assert "fair_seed" not in records[goes_on]["headers"]
    assert "secret" not in json.dumps(exported)
    assert "password" not in json.dumps(exported)

    admin("rename", "Gone Soon", "Going Now")
    assert stored_names(running) == {"Gone Soon", "Going Now"}  # one in the record of acts
    assert admin("delete", person).startswith(f"The data of {person} is deleted")
    assert code(gone.get("/api/v1/me")) == (401, "people.sign_in")
    assert stored_names(running) == set()
    for table in (over, goes_on, left):
        wait_for("end", lambda table=table: is_over(other, table))  # type: ignore[misc]
    assert ok(other.get(f"/api/v1/people/{person}"))["ratings"] == {}
    login = {"name": "Going Now", "password": "a long sentence"}
    assert code(running.client().post("/api/v1/sessions", json=login)) == (401, "people.login")
    acts = json.loads(admin("acts", "--json"))
    about = [(each["act"], each["detail"]) for each in acts if each["subject"] == person]
    assert sorted(about) == [("delete", {}), ("export", {}), ("rename", {})]


def is_over(client: Browser, table: str) -> bool:
    names_at(client, table)
    return bool(look(client, table)["status"] == "over")


def stored_names(running: Running) -> set[str]:
    """Those of the person's two names that are still in the database."""

    def read(connection: sa.Connection) -> str:
        tables = schema.metadata.sorted_tables
        return str([connection.execute(sa.select(table)).all() for table in tables])

    everything = running.parts[Database].read_now(read)
    return {name for name in ("Gone Soon", "Going Now") if name in everything}


def test_a_banned_account_is_thrown_out_and_cannot_return(
    running: Running, admin: Callable[..., str]
) -> None:
    rude = running.account("Banned Soon")
    with open_socket(running, rude) as socket:
        socket.recv(PATIENCE_S)
        admin("ban", "banned soon", "--days", "7", "--reason", "insults")
        assert close_code(socket) == 1008
    login = {"name": "Banned Soon", "password": "a long sentence"}
    wait_for("ban", lambda: running.client().post("/api/v1/sessions", json=login).is_error)
    assert code(running.client().post("/api/v1/sessions", json=login)) == (403, "people.banned")
    assert "insults" in admin("bans")
    admin("unban", "Banned Soon")
    wait_for("unban", lambda: running.client().post("/api/v1/sessions", json=login).is_success)
    again = call("admin", "unban", "Banned Soon", "--database", url_of(running))
    refused(again, "admin.no_ban")


def test_a_banned_address_cannot_sign_in_sit_down_or_open_a_socket(
    running: Running, admin: Callable[..., str]
) -> None:
    guest, table = running.guest(), create(running.guest(), FOR_TWO)["table"]
    with open_socket(running, guest) as socket:
        socket.recv(PATIENCE_S)
        admin("ban", "127.0.0.0/30")
        assert close_code(socket) == 1008
    try:
        banned = (403, "people.banned")
        assert code(running.client().post("/api/v1/guests", json={})) == banned
        assert code(guest.post(f"/api/v1/tables/{table}/join", json={})) == banned
        assert code(guest.post("/api/v1/tables", json=FOR_TWO)) == banned
        with pytest.raises(InvalidStatus) as denied:
            open_socket(running, guest)
        assert denied.value.response.status_code == 403
        assert ok(guest.get("/api/v1/me"))  # looking is allowed
    finally:
        admin("unban", "127.0.0.0/30")
    wait_for("unban", lambda: guest.post("/api/v1/tables", json=FOR_TWO).is_success)


# ---- Quarantine


def test_a_table_in_quarantine_is_repaired_or_ended(
    running: Running, admin: Callable[..., str]
) -> None:
    first, second = running.guest(), running.guest()
    tables = [sit(running, first, second) for _ in range(2)]
    for table in tables:
        admin("quarantine", table)
        assert table in admin("quarantined")
        answer = first.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"})
        assert code(answer) == (409, "table.quarantined")
    assert "0 events" in admin("repair", tables[0])
    resign(first, tables[0])
    admin("end", tables[1])
    assert look(first, tables[1])["finish"]["reason"] == "annulled"
    assert admin("quarantined") == ""
    assert [act["act"] for act in json.loads(admin("acts", "--json", "--limit", "4"))] == [
        "end",
        "repair",
        "quarantine",
        "quarantine",
    ]
    refused(call("admin", "repair", "nowhere", "--database", url_of(running)), "table.unknown")


# ---- The command


def test_lists_and_errors_are_plain(running: Running, admin: Callable[..., str]) -> None:
    person = me(running.account("Zoé the Host"))
    assert person in admin("people", "zoé")
    create(running.guest(), FOR_TWO)
    assert "open" in admin("tables", "--limit", "1")
    nobody = call("admin", "delete", "Nobody Here", "--database", url_of(running))
    refused(nobody, "admin.nobody")
    refused(call("admin", "delete"), "cli.arguments")
    refused(call("admin", "conquer"), "cli.arguments")
    refused(call("admin", "tables", "--database", "sqlite:///no.db"), "backup.not_current")
    for language in ("es", "pt_BR", "en"):
        text = call("admin", "--help", language=language).stdout
        assert "annul" in text


def tables_about_people(personal: Sequence[Personal], metadata: sa.MetaData) -> set[str]:
    """Tables with rows that belong to a person, which no feature names as such."""
    named = {each.table.name for each in personal}
    return {
        table.name
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name == "people" and key.ondelete and table.name not in named
    }


def test_features_name_all_their_rows_about_people() -> None:
    assert tables_about_people(personal_rows(), schema.metadata) == set()
    without_chat = [each for each in personal_rows() if each.table.name != "words"]
    assert tables_about_people(without_chat, schema.metadata) == {"words"}
