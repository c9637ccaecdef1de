"""Two server processes on one PostgreSQL and one Redis, without sticky sessions."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from tests.server.clients import Guest, Player, ask, make_game, make_guest, open_socket, send
from tests.server.conftest import Deployment
from tests.server.forker import Forked, Forker
from tests.server.services import Postgres, patiently

pytestmark = pytest.mark.realtime


@pytest.fixture
def shared(forker: Forker, postgres: Postgres, redis_url: str) -> Iterator[Deployment]:
    """A PostgreSQL and a Redis for several servers."""
    url = postgres.create()
    settings = {"limits": "false", "bot_pause_s": 0, "database": url, "redis": redis_url}
    yield Deployment(forker, settings)
    forker.stop_all()
    postgres.drop(url)


async def play_across(
    servers: list[Forked], meanwhile: Callable[[list[Player]], None]
) -> list[Player]:
    """Play a game with each player on another server; `event` happens in the middle of it."""
    guests = [await make_guest(servers[0].url, name) for name in ("Ana", "Bia")]
    table = await make_game(servers[0].url, guests)

    def address(number: int) -> Callable[[], str]:
        """The player's own server while it runs, then any that runs."""
        others = servers[number:] + servers[:number]
        return lambda: next(server.url for server in others if server.is_running)

    players = [Player(guest, table, address(i)) for i, guest in enumerate(guests)]
    tasks = [asyncio.create_task(player.play()) for player in players]
    async with asyncio.timeout(120):
        while sum(len(player.acked) for player in players) < 10:
            await asyncio.sleep(0.01)
        meanwhile(players)
        await asyncio.gather(*tasks)
    return players


async def check(shared: Deployment, players: list[Player]) -> None:
    database = Database(shared.database)
    table, events = await patiently(lambda: Store(database).load(players[0].table))
    database.close()
    assert table.status == "over"
    for player in players:
        assert not player.wrong
        assert [e["version"] for e in player.events] == [e.version for e in events]
        assert player.view["finish"] == players[0].view["finish"]
    acked = {(p.guest.id, i): v for p in players for i, v in p.acked.items()}
    stored = {e.client_id: e.version for e in events if e.client_id}
    assert stored == {f"{person}:{i}": version for (person, i), version in acked.items()}


def test_two_players_on_two_processes_play_a_whole_game(shared: Deployment) -> None:
    servers = [shared.start(), shared.start()]

    async def run() -> None:
        players = await play_across(servers, lambda _: None)
        await check(shared, players)
        assert [player.losses for player in players] == [0, 0]

    asyncio.run(run())


def test_a_game_goes_on_when_one_of_the_processes_is_killed(shared: Deployment) -> None:
    servers = [shared.start(), shared.start()]

    async def run() -> None:
        players = await play_across(servers, lambda _: servers[0].kill())
        await check(shared, players)
        assert players[0].losses
        assert not players[1].losses

    asyncio.run(run())


def test_without_redis_events_of_another_process_are_found_by_polling(shared: Deployment) -> None:
    """Hints may be lost: processes also poll the database."""
    servers = [shared.start(redis=""), shared.start(redis="")]

    async def run() -> None:
        guests = [await make_guest(servers[0].url, name) for name in ("Ana", "Bia")]
        table = await make_game(servers[0].url, guests)
        async with (
            open_socket(servers[0].url, guests[0]) as ana,
            open_socket(servers[1].url, guests[1]) as bia,
        ):
            view = (await ana.watch(table))["view"]
            await bia.watch(table)
            ack = await ana.move(view)
            assert (await bia.see(ack["version"]))["turn"] == 1

    asyncio.run(run())


def test_a_person_connected_to_another_process_is_soon_marked_as_back(shared: Deployment) -> None:
    servers = [shared.start(), shared.start()]

    async def run() -> None:
        guests = [await make_guest(servers[0].url, name) for name in ("Ana", "Bia")]
        table = await make_game(servers[0].url, guests)
        async with open_socket(servers[1].url, guests[0]) as stays:
            await stays.watch(table)
            async with open_socket(servers[0].url, guests[0]) as goes:
                await goes.watch(table)
            kinds: list[str] = []
            while "back" not in kinds:
                kinds += [event["kind"] for event in (await stays.next("update"))["events"]]
            assert kinds == ["away", "back"]

    asyncio.run(run())


def test_a_planned_stop_of_one_process_pauses_the_clocks_of_its_people(shared: Deployment) -> None:
    """R6: the only sign of the pause is the clock."""
    servers = [shared.start(), shared.start()]

    async def run() -> None:
        guests = [await make_guest(servers[0].url, name) for name in ("Ana", "Bia")]
        clock = {"kind": "live", "bank_s": 60}
        table = await make_game(servers[0].url, guests, clock=clock)
        async with (
            open_socket(servers[0].url, guests[0]) as ana,
            open_socket(servers[1].url, guests[1]) as bia,
        ):
            await ana.watch(table)
            version = (await bia.watch(table))["version"]
            await asyncio.to_thread(servers[0].stop)
            assert await ana.closed() == 1012
            view = await bia.see(version + 1)
            assert view["clock"]["runs_from"] > view["now"]
            assert view["seats"][0]["left_s"] == 60

    asyncio.run(run())


def test_the_bot_of_a_dead_process_moves_on_another_process(shared: Deployment) -> None:
    servers = [shared.start(bot_pause_s=60), shared.start()]

    async def run() -> None:
        guest = await make_guest(servers[0].url)
        bot = [{"kind": "bot", "level": 1}, {"kind": "me"}]
        table = await make_game(servers[0].url, [guest], seats=bot)
        servers[0].kill()
        async with open_socket(servers[1].url, guest) as socket:
            view = (await socket.watch(table))["view"]
            view = view if view["turn"] else await socket.see(view["version"] + 1)
            assert view["turn"] == 1

    asyncio.run(run())


def test_people_meet_across_processes(shared: Deployment) -> None:
    """News of who is online, challenges, their answers and their ends reach the other process."""
    first, second = (server.url for server in (shared.start(), shared.start()))

    async def run() -> None:
        ana, bia = await make_guest(first, "Ana"), await make_guest(second, "Bia")
        for url, guest in ((first, ana), (second, bia)):
            await ask(url, guest, "PATCH", "/me", {"seen_by": "everybody"})
        async with open_socket(first, ana), open_socket(second, bia) as socket:
            await until_online(first, ana, bia.id, True)
            await until_online(second, bia, ana.id, True)
            form = {"person": bia.id, "game": "azul"}
            declined = await ask(first, ana, "POST", "/challenges", form)
            message = await socket.next("challenged")
            assert [each["by"] for each in message["challenges"]] == [ana.id]
            path = f"/challenges/{declined['table']}/decline"
            await send(second, bia.headers, "POST", path, None)
            assert (await socket.next("challenged"))["challenges"] == []
            table = (await ask(first, ana, "POST", "/challenges", form))["table"]
            assert (await socket.next("challenged"))["challenges"][0]["table"]["table"] == table
            await ask(second, bia, "POST", f"/tables/{table}/join", {})
            assert (await ask(first, ana, "GET", f"/tables/{table}"))["status"] == "playing"
        await until_online(first, ana, bia.id, False)

    asyncio.run(run())


async def until_online(url: str, viewer: Guest, person: str, is_online: bool) -> None:
    """Wait until a process says of a person at another one that they are online, or are not."""
    async with asyncio.timeout(60):
        while (await ask(url, viewer, "GET", f"/people/{person}"))["is_online"] != is_online:
            await asyncio.sleep(0.1)
