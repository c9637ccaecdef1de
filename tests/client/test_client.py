"""Both clients against a real server: accounts, tables, moves, streams, sockets, export."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.client import (
    ME,
    Ack,
    AsyncClient,
    BotAccount,
    Client,
    ConnectionLost,
    Hello,
    Nonces,
    Refusal,
    Refused,
    ServerMessage,
    Tables,
    Update,
    View,
    bot_seat,
    log_in_bot,
    make_bot,
)
from azulejos.server.play import export_routes as exports
from azulejos.server.table.fair_check import check, read_kept
from azulejos.server.timing import TIMING
from azulejos.server.web.limits import Limits
from tests.cli.command import azulejos, call, refused
from tests.server.running import Running, create, play_on

BOTS = [ME, bot_seat(1)]


def updates(messages: Iterator[ServerMessage], table: str) -> Iterator[View]:
    """The views of one table in a stream of messages."""
    return (m.view for m in messages if isinstance(m, Update) and m.table == table)


# ---- Accounts


def test_a_bot_account_gets_a_token_over_http(running: Running, bot: BotAccount) -> None:
    with Client(running.url, bot.token) as client:
        me = client.me()
    assert (me.id, me.name, me.kind) == (bot.person, "Client bot", "program")
    again = log_in_bot(running.url, "Client bot", bot.password)
    assert again.person == bot.person
    assert again.token != bot.token


def test_names_and_passwords_are_refused_with_their_codes(
    running: Running, bot: BotAccount
) -> None:
    with pytest.raises(Refused, match="belongs to somebody else") as taken:
        make_bot(running.url, bot.name)
    assert (taken.value.code, taken.value.status) == ("people.name_taken", 409)
    with pytest.raises(Refused) as wrong:
        log_in_bot(running.url, bot.name, "not this one")
    assert wrong.value.code == "people.login"


def token_in(shown: str) -> str:
    return shown.partition("export AZULEJOS_TOKEN=")[2].strip()


def test_the_command_says_what_the_token_is_and_how_to_use_it(running: Running) -> None:
    made = azulejos("token", running.url, "Shell bot")
    assert made.returncode == 0, made.stderr
    with Client(running.url, token_in(made.stdout)) as client:
        assert client.me().name == "Shell bot"
    password = made.stdout.splitlines()[0].split()[-1]
    again = azulejos("token", running.url, "Shell bot", "--login", "--json", typed=password + "\n")
    assert json.loads(again.stdout)["token"].startswith("azj_")
    made = azulejos("token", running.url, "Reader", "--scopes", "read")
    with Client(running.url, token_in(made.stdout)) as client, pytest.raises(Refused) as no:
        client.create_table("azul", BOTS)
    assert no.value.code == "people.scope"


def test_the_command_says_what_is_wrong(running: Running, bot: BotAccount) -> None:
    refused(call("token", "http://127.0.0.1:9", "Nobody"), "client.lost")
    refused(azulejos("token", running.url, bot.name), "people.name_taken")
    refused(call("token", running.url), "cli.arguments")


# ---- Playing


def test_a_game_by_http_and_stream(client: Client) -> None:
    view = client.create_table("azul", BOTS, seating="fixed")
    stream = client.events()
    assert isinstance(next(stream), Hello)
    for seen in updates(stream, view.table):
        if seen.moves:
            assert seen.to_position().legal_moves == seen.moves
            assert client.explain(seen.table, seen.moves[0])
            client.play(seen, seen.moves[-1])
        if seen.finish:
            break
    assert client.table(view.table).status == "over"
    record = client.record(view.table)
    assert list(record.position().scores) == client.table(view.table).finish.scores  # type: ignore[union-attr]
    assert client.rematch(view.table).rematch_of == view.table


def test_refusals_say_why(client: Client) -> None:
    view = client.create_table("azul", BOTS, seating="fixed")
    with pytest.raises(Refused) as illegal:
        client.play(view, "9Z9")
    assert illegal.value.status == 422
    played = client.play(view, view.moves[0])
    assert played.version > view.version
    with pytest.raises(Refused) as stale:
        client.play(view, view.moves[0])
    assert stale.value.code in ("table.stale", "table.not_your_turn")
    client.act(view.table, "resign")
    with pytest.raises(Refused) as unknown:
        client.table("nosuchtable")
    assert unknown.value.code == "table.unknown"


def test_a_lost_connection_is_an_error_of_its_own() -> None:
    with Client("http://127.0.0.1:9") as client:
        with pytest.raises(ConnectionLost, match="127"):
            client.server()
        with pytest.raises(ConnectionLost):
            next(client.events(reconnects=False))
        with pytest.raises(ConnectionLost), client.connect():
            pass


def test_a_socket_plays_and_is_answered(client: Client) -> None:
    view = client.create_table("azul", BOTS, seating="fixed")
    with client.connect() as socket:
        socket.watch(view.table)
        messages = iter(socket)
        seen = next(updates(messages, view.table))
        sent = socket.play(seen, seen.moves[0])
        answered = next(m for m in messages if isinstance(m, Ack | Refusal))
        assert isinstance(answered, Ack)
        assert answered.id == sent
        socket.send({"type": "lobby", "on": True})
        assert any(isinstance(m, Tables) for m in messages)


def test_the_asynchronous_client_does_the_same(running: Running, bot: BotAccount) -> None:
    async def play() -> str:
        async with AsyncClient(running.url, bot.token) as client:
            view = await client.create_table("azul", BOTS, seating="fixed")
            async with client.connect() as socket:
                await socket.watch(view.table)
                async for message in socket:
                    if isinstance(message, Update) and message.view.moves:
                        sent = await socket.play(message.view, message.view.moves[0])
                    if isinstance(message, Ack):
                        assert message.id == sent
                        break
            async for message in client.events():
                if isinstance(message, Update) and message.table == view.table:
                    await client.act(view.table, "resign")
                    break
            return (await client.table(view.table)).status

    assert asyncio.run(play()) == "over"


def test_what_a_client_keeps_proves_the_deals(
    running: Running, client: Client, tmp_path: Path
) -> None:
    nonces = Nonces(tmp_path)
    form = {"pledge": nonces.pledge, "seating": "fixed"}
    view = nonces.sit(client.create_table("azul", BOTS, **form))
    nonces.reveal(client, view)
    started = client.table(view.table)
    assert started.status == "playing"
    client.play(started, started.moves[0])
    client.act(view.table, "resign")
    kept = json.loads((tmp_path / f"kept-{view.table}.json").read_text())
    assert check(client.record(view.table), read_kept(kept)).proof == "whole"


# ---- Export


@pytest.fixture
def ended(running: Running, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables of three public games and a private one that have just ended, in this order."""
    monkeypatch.setattr(TIMING, "settled_s", -1.0)  # nobody else stores games here
    monkeypatch.setattr(exports, "RECORDS_PER_S", 1e6)
    guest = running.guest()
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bia"}]
    made = []
    for is_public in (True, True, True, False):
        view = create(guest, {"game": "blue", "seats": seats}, is_public=is_public)
        play_on([guest], view["table"], 4)
        for _ in range(2):
            guest.post(f"/api/v1/tables/{view['table']}/acts", json={"act": "resign"})
        made.append(view["table"])
    return made


def test_an_export_has_public_games_in_order_and_goes_on_after_one(
    client: Client, ended: list[str]
) -> None:
    records = list(client.records(game="blue"))
    tables = [record.headers["table"] for record in records]
    assert tables[-3:] == ended[:3]
    assert len(records[-1].entries) == 4
    rest = list(client.records(game="blue", after=ended[0]))
    assert [record.headers["table"] for record in rest] == ended[1:3]
    assert len(list(client.records(game="blue", after=ended[0], most=1))) == 1
    assert list(client.records(game="azul", after=ended[2])) == []


def test_only_those_who_sat_there_export_private_games(
    running: Running, client: Client, bot: BotAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "settled_s", -1.0)
    view = client.create_table("azul", BOTS, seating="fixed")
    client.play(view, view.moves[0])
    client.act(view.table, "resign")
    mine = {record.headers["table"] for record in client.records(person=bot.person)}
    assert view.table in mine
    with Client(running.url, make_bot(running.url, "Curious bot").token) as other:
        seen = {record.headers["table"] for record in other.records(person=bot.person)}
    assert view.table not in seen


def test_an_export_is_refused_to_strangers_and_after_nothing(
    running: Running, client: Client
) -> None:
    with Client(running.url) as stranger, pytest.raises(Refused) as unknown:
        next(stranger.records())
    assert unknown.value.code == "people.sign_in"
    with pytest.raises(Refused) as nothing:
        next(client.records(after="nosuchtable"))
    assert nothing.value.code == "table.unknown"
    with pytest.raises(Refused) as many:
        next(client.records(most=10**9))
    assert many.value.code == "api.form"


def test_one_export_at_a_time_and_it_waits_for_games_to_settle(
    running: Running, client: Client, ended: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.parts[Limits], "is_on", True)
    monkeypatch.setattr(exports, "RECORDS_PER_S", 2.0)
    first = client.records(game="blue")
    assert next(first)
    with pytest.raises(Refused) as second:
        next(client.records())
    assert second.value.code == "api.one_at_a_time"
    first.close()  # type: ignore[attr-defined]
    monkeypatch.setattr(running.parts[Limits], "is_on", False)
    monkeypatch.setattr(TIMING, "settled_s", 3600.0)
    assert list(client.records()) == []


def test_an_asynchronous_export(running: Running, bot: BotAccount, ended: list[str]) -> None:
    async def export() -> list[str]:
        async with AsyncClient(running.url, bot.token) as client:
            records = client.records(game="blue", after=ended[0])
            return [record.headers["table"] async for record in records]

    assert asyncio.run(export()) == ended[1:3]


# ---- Tournaments


def test_a_bot_takes_part_in_a_tournament(running: Running, bot: BotAccount) -> None:
    host = running.account("Client host")
    clock = {"kind": "live", "bank_s": 300, "increment_s": 5}
    form = {"kind": "swiss", "game": "azul", "clock": clock, "accepts_bots": True}
    made = host.post("/api/v1/tournaments", json=form).json()["tournament"]

    async def look() -> list[str]:
        async with AsyncClient(running.url, bot.token) as client:
            shown = await client.tournament(made)
            assert shown
            assert shown.you == shown.standings[0]
            await client.leave_tournament(made)
            await client.join_tournament(made)
            return [each.tournament for each in await client.tournaments()]

    with Client(running.url, bot.token) as client:
        client.join_tournament(made)
        assert made in [each.tournament for each in client.tournaments()]
        assert made in asyncio.run(look())
        shown = client.tournament(made)
        assert shown
        assert [(each.name, each.kind) for each in shown.standings] == [("Client bot", "program")]
        assert client.tournament(made, shown.version) is None
        client.leave_tournament(made)
        after = client.tournament(made)
        assert after
        assert (after.you, after.entrants) == (None, 0)
