"""Tournaments on a running server: taking part, rounds, results, records; and servers that die."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.timing import TIMING
from azulejos.server.tournaments import pairings
from azulejos.server.tournaments.history import History
from tests.server.conftest import Deployment
from tests.server.contests import CLOCK, Contest, byes, check_contest, meetings, standing
from tests.server.running import Browser, Running, code, look, me, ok, play_on, resign
from tests.server.services import wait_for

pytestmark = pytest.mark.databases("sqlite", "postgresql")

API = "/api/v1/tournaments"
LONG_S = 60.0


def create(host: Browser, **form: Any) -> str:
    usual = {"kind": "swiss", "game": "azul", "clock": CLOCK, "starts_in_s": 3600, "rounds": 3}
    return str(ok(host.post(API, json=usual | form), 201)["tournament"])


def show(client: Browser, tournament: str) -> dict[str, Any]:
    found: dict[str, Any] = ok(client.get(f"{API}/{tournament}"))
    return found


def enter(tournament: str, *clients: Browser) -> None:
    for client in clients:
        ok(client.post(f"{API}/{tournament}/join"))


def begin(running: Running, tournament: str) -> None:
    """Let a tournament begin now."""
    rows = schema.tournaments
    query = sa.select(rows.c.plan).where(rows.c.id == tournament)

    def work(connection: sa.Connection) -> None:
        plan: dict[str, Any] = connection.execute(query).scalar_one()
        plan |= {"starts_at": 0.0, "minutes": 10**9}
        update = sa.update(rows).where(rows.c.id == tournament)
        connection.execute(update, {"plan": plan, "wake_at": 0.0})

    running.parts[Database].run_now(work)


def table_of(client: Browser, tournament: str, other_than: str = "") -> str:
    """The table of a client's game, once there is one."""

    def find() -> str:
        found = str(show(client, tournament)["you"]["table"])
        return found if found != other_than and is_table(client, found) else ""

    wait_for("table", lambda: bool(find()), LONG_S)
    return find()


def is_table(client: Browser, table: str) -> bool:
    return bool(table) and client.get(f"/api/v1/tables/{table}").status_code == 200


def sit(client: Browser, table: str) -> dict[str, Any]:
    view: dict[str, Any] = ok(client.post(f"/api/v1/tables/{table}/join", json={}))
    return view


def wait_until(client: Browser, tournament: str, is_so: Callable[[dict[str, Any]], bool]) -> None:
    shown: dict[str, Any] = {}

    def is_there() -> bool:
        shown.update(show(client, tournament))
        return is_so(shown)

    try:
        wait_for("tournament", is_there, LONG_S)
    except AssertionError:
        pytest.fail(f"the tournament did not go on: {json.dumps(shown)}")


def test_only_accounts_create_tournaments(running: Running) -> None:
    guest = running.guest()
    form = {"kind": "swiss", "game": "azul", "clock": CLOCK}
    assert code(guest.post(API, json=form)) == (403, "tournament.account")


def test_kind_number_of_players_and_clock_must_fit(running: Running) -> None:
    host = running.account("Fit host")
    form = {"kind": "swiss", "game": "azul", "clock": CLOCK}
    assert code(host.post(API, json=form | {"players": 3})) == (422, "tournament.players")
    assert code(host.post(API, json=form | {"kind": "rotation"})) == (422, "tournament.players")
    slow = {"kind": "arena", "clock": {"kind": "days", "days": 1}}
    assert code(host.post(API, json=form | slow)) == (422, "tournament.clock")
    assert code(host.post(API, json=form | {"game": "chess"})) == (422, "game.unknown")
    assert code(host.get(f"{API}/nothing11")) == (404, "tournament.unknown")


def test_public_ones_are_listed_and_others_have_a_link(running: Running) -> None:
    host, guest = running.account("List host"), running.guest()
    public, private = create(host, name=" Friday  night "), create(host, is_public=False)
    shown = {each["tournament"]: each for each in ok(guest.get(API))["tournaments"]}
    assert shown[public]["name"] == "Friday night"
    assert private not in shown
    assert show(guest, private)["status"] == "open"
    mine = [each["tournament"] for each in ok(host.get(API))["mine"]]
    assert {public, private} <= set(mine)
    assert code(guest.post(f"{API}/{public}/close")) == (403, "tournament.not_yours")
    ok(host.post(f"{API}/{public}/close"), 204)
    assert show(guest, public)["status"] == "closed"
    assert code(guest.post(f"{API}/{public}/join")) == (409, "tournament.over")
    ok(host.post(f"{API}/{private}/close"), 204)


def test_programs_take_part_where_they_are_allowed(running: Running) -> None:
    host, program = running.account("Bot host"), running.program("Contest bot")
    closed, opened = create(host), create(host, accepts_bots=True)
    assert code(program.post(f"{API}/{closed}/join")) == (403, "tournament.no_programs")
    enter(opened, program)
    assert [row["kind"] for row in show(program, opened)["standings"]] == ["program"]


def test_a_bot_of_the_house_takes_part_where_it_is_allowed(running: Running) -> None:
    host, ana = running.account("House host"), running.guest("Ana")
    closed, opened = create(host), create(host, kind="arena", accepts_bots=True, is_public=False)
    form = {"bot": "level1"}
    assert code(host.post(f"{API}/{closed}/bots", json=form)) == (403, "tournament.no_programs")
    assert code(ana.post(f"{API}/{opened}/bots", json=form)) == (403, "tournament.not_yours")
    assert code(host.post(f"{API}/{opened}/bots", json={"bot": "best"}))[0] == 422
    for _ in range(2):
        ok(host.post(f"{API}/{opened}/bots", json=form))
    ok(host.post(f"{API}/{opened}/bots", json={"bot": "level2"}))
    ok(host.post(f"{API}/{opened}/bots", json={"bot": "level2", "takes_part": False}))
    enter(opened, ana)
    begin(running, opened)
    view = sit(ana, table_of(ana, opened))
    assert view["status"] == "playing"
    assert sorted(view["reserved"]) == sorted([me(ana), "bot:level1"])
    resign(ana, view["table"])
    wait_until(ana, opened, lambda shown: shown["you"]["games"] == 1)
    rows = {row["person"]: row for row in show(ana, opened)["standings"]}
    assert rows.keys() == {me(ana), "bot:level1"}
    bot = rows["bot:level1"]
    assert (bot["kind"], bot["name"], bot["points"], bot["is_active"]) == ("bot", "level1", 2, True)
    ok(ana.post(f"{API}/{opened}/leave"))


def test_an_answer_is_empty_while_nothing_changes(running: Running) -> None:
    host, guest = running.account("Quiet host"), running.guest()
    tournament = create(host)
    version = show(guest, tournament)["version"]
    path = f"{API}/{tournament}?version={version}"
    assert guest.get(path).status_code == 204
    enter(tournament, guest)
    assert ok(guest.get(path))["entrants"] == 1
    ok(guest.post(f"{API}/{tournament}/leave"))
    assert show(guest, tournament)["entrants"] == 0


def test_with_too_few_people_it_does_not_take_place(running: Running) -> None:
    host = running.account("Lonely host")
    tournament = create(host)
    enter(tournament, host)
    begin(running, tournament)
    wait_until(host, tournament, lambda shown: shown["status"] == "closed")


def test_a_swiss_from_beginning_to_end(running: Running) -> None:
    host = running.account("Swiss host")
    people = [running.guest(name) for name in ("Ana", "Bia", "Eva")]
    tournament = create(host, rounds=5, is_public=False)
    enter(tournament, *people)
    begin(running, tournament)
    wait_until(host, tournament, lambda shown: shown["round"] == 1)
    shown = show(host, tournament)
    assert (shown["status"], shown["rounds"], len(shown["meetings"])) == ("running", 1, 2)
    (bye,) = [each for each in shown["meetings"] if not each["table"]]
    assert (len(bye["seats"]), bye["seats"][0]["points"]) == (1, 1.0)
    playing = [x for x in people if me(x) != bye["seats"][0]["person"]]
    table = table_of(playing[0], tournament)
    check_reserved(running, table, playing)
    play_on(playing, table, 4)
    check_offers(playing[0], table)
    resign(playing[0], table)
    wait_until(host, tournament, lambda shown: shown["status"] == "over")
    shown = show(playing[1], tournament)
    assert (shown["you"]["points"], shown["you"]["wins"], shown["you"]["games"]) == (1.0, 1, 1)
    assert standing(shown, me(playing[0]))["points"] == 0.0
    lines = playing[0].get(f"{API}/{tournament}/records").text.splitlines()
    assert [json.loads(line)["game"] for line in lines] == ["azul"]
    assert code(playing[0].post(f"{API}/{tournament}/join")) == (409, "tournament.over")


def check_reserved(running: Running, table: str, playing: list[Browser]) -> None:
    """The places are for those who were paired, in the order of the pairing."""
    stranger = running.guest()
    refused = stranger.post(f"/api/v1/tables/{table}/join", json={})
    assert code(refused) == (409, "table.reserved")
    views = [sit(client, table) for client in playing]
    assert views[1]["status"] == "playing"
    assert [seat["person"] for seat in views[1]["seats"]] == views[0]["reserved"]
    again = playing[0].post(f"/api/v1/tables/{table}/join", json={})
    assert code(again) == (409, "table.not_open")


def check_offers(client: Browser, table: str) -> None:
    """Nothing ends by agreement, and nobody gets help."""
    for act in ("offer_end", "offer_takeback"):
        refused = client.post(f"/api/v1/tables/{table}/acts", json={"act": act})
        assert code(refused) == (409, "table.tournament")
    view = look(client, table)
    assert (view["can_take_back"], view["can_abort"], view["can_hint"]) == (False, False, False)


def test_who_does_not_come_loses_and_is_not_paired_again(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "start_s", 1.0)
    host, ana, bia = running.account("Late host"), running.guest("Ana"), running.guest("Bia")
    tournament = create(host, kind="arena", is_public=False)
    enter(tournament, ana, bia)
    begin(running, tournament)
    sit(ana, table_of(ana, tournament))
    wait_until(ana, tournament, lambda shown: shown["you"]["games"] == 1)
    shown = show(ana, tournament)
    assert (shown["you"]["points"], shown["you"]["is_active"]) == (2.0, True)
    late = standing(shown, me(bia))
    assert (late["points"], late["is_active"]) == (0.0, False)
    enter(tournament, bia)
    assert show(bia, tournament)["you"]["is_active"]


def test_three_at_a_table_change_places(running: Running) -> None:
    host = running.account("Rotation host")
    people = [running.guest(f"Player {i}") for i in range(4)]
    tournament = create(host, kind="rotation", players=3, rounds=2, game="blue")
    enter(tournament, *people)
    begin(running, tournament)
    table = ""

    def at_the_next_table() -> list[Browser]:
        """The people of the round that has begun; one of the four waits."""
        return [x for x in people if show(x, tournament)["you"]["table"] not in ("", None, table)]

    for number in (1, 2):
        wait_until(host, tournament, lambda shown, n=number: shown["round"] == n)  # type: ignore[misc]
        wait_for("players", lambda: len(at_the_next_table()) == 3, LONG_S)
        seated = at_the_next_table()
        table = table_of(seated[0], tournament, table)
        for client in seated:
            sit(client, table)
        for client in seated[:2]:
            resign(client, table)
    wait_until(host, tournament, lambda shown: shown["status"] == "over")
    shown = show(host, tournament)
    assert sum(row["points"] for row in shown["standings"]) == 2 * (3 + 1)
    assert shown["standings"][0]["points"] >= shown["standings"][-1]["points"]


# ---- Servers that die


@pytest.mark.databases("sqlite")
def test_a_swiss_of_17_goes_on_after_kills(deployment: Deployment) -> None:
    """R5: 5 rounds with correct byes, no repeated pairing, and no move lost."""

    async def run() -> None:
        server = await asyncio.to_thread(deployment.start)
        running = [server]
        contest = Contest(lambda: running[0].url, resigns_after=2)
        await contest.create(kind="swiss", rounds=5, starts_in_s=5)
        await contest.enter(17)
        playing = asyncio.create_task(contest.play())
        for games in (12, 30):
            while len(contest.games) < games:
                assert not playing.done() or playing.result() is None
                await asyncio.sleep(0.01)
            running[0].kill()
            running[0] = await asyncio.to_thread(deployment.start)
        async with asyncio.timeout(240):
            await playing
        running[0].kill()
        state = await check_contest(deployment.database, contest)
        assert max(meetings(state).values()) == 1
        found = byes(state)
        assert [number for number, _ in found] == [1, 2, 3, 4, 5]
        assert len({person for _, person in found}) == 5
        for number, person in found:
            before = History(place for place in state.places if place.round < number)
            ranked = [x.person for x in pairings.rank(state.entrants, before)]
            assert person == [x for x in ranked if not before.byes[x]][-1]

    asyncio.run(run())


@pytest.mark.databases("postgresql")
def test_an_arena_goes_on_on_another_process(deployment: Deployment) -> None:
    """Two processes pair the same people; one is killed, and nobody is paired twice."""

    async def run() -> None:
        running = [await asyncio.to_thread(deployment.start) for _ in range(2)]
        contest = Contest(lambda: contest.rng.choice(running).url, resigns_after=2)
        await contest.create(kind="arena", minutes=1, starts_in_s=3)
        await contest.enter(10)
        playing = asyncio.create_task(contest.play())
        while len(contest.games) < 20:
            await asyncio.sleep(0.01)
        killed = running.pop()
        killed.kill()
        while len(contest.games) < 40:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(end_soon, deployment.database, contest.id)
        async with asyncio.timeout(120):
            await playing
        running[0].kill()
        state = await check_contest(deployment.database, contest)
        assert max(meetings(state).values()) >= 1

    asyncio.run(run())


def end_soon(database: str, tournament: str) -> None:
    """Let an arena pair nobody any more."""
    engine = sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    rows = schema.tournaments
    with engine.begin() as connection:
        query = sa.select(rows.c.plan).where(rows.c.id == tournament)
        changed: dict[str, Any] = connection.execute(query).scalar_one() | {"starts_at": 0.0}
        connection.execute(sa.update(rows).where(rows.c.id == tournament), {"plan": changed})
    engine.dispose()
