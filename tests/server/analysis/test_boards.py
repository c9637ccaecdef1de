"""Shared analysis boards: everybody with the link sees and adds moves, at the same time as well."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from azulejos.position import Position
from azulejos.server.web.limits import RULES
from tests.server.analysis.test_positions import DEAL, GAME, code_of, form_of
from tests.server.running import Browser, Running, ok, run_server


@pytest.fixture(scope="module")
def tree(running: Running) -> dict[str, Any]:
    return form_of(ok(running.client().post("/api/v1/trees", json={"text": GAME})))


def share(client: Browser, tree: dict[str, Any], cursor: tuple[str, ...] = ()) -> Any:
    return client.post("/api/v1/boards", json={"tree": tree, "cursor": list(cursor)})


def add(client: Browser, board: str, path: list[str], move: str) -> Any:
    return client.post(f"/api/v1/boards/{board}/additions", json={"path": path, "move": move})


def look(client: Browser, board: str) -> Any:
    return ok(client.get(f"/api/v1/boards/{board}"))


def test_a_board_is_shared_by_link(running: Running, tree: dict[str, Any]) -> None:
    ana, stranger = running.guest(), running.client()
    shared = ok(share(ana, tree, (DEAL, "1Y1")), 201)
    assert (shared["version"], shared["cursor"], shared["is_yours"]) == (1, [DEAL, "1Y1"], True)
    seen = look(stranger, shared["board"])
    assert seen == shared | {"is_yours": False}
    assert form_of(seen["tree"]) == tree


def test_two_people_add_moves_and_see_each_others(running: Running, tree: dict[str, Any]) -> None:
    ana, ben = running.guest(), running.guest()
    board = ok(share(ana, tree), 201)["board"]
    after = ok(add(ben, board, [DEAL, "1B2", "CY1"], "2k3"))
    assert after["version"] == 2
    assert after["cursor"] == [DEAL, "1B2", "CY1", "2K3"]
    assert look(ana, board)["tree"]["nodes"][-1]["text"] == "2K3"
    again = ok(add(ana, board, [DEAL, "1B2", "CY1"], "2K3"))
    assert again["version"] == 2  # it is there already


def test_moves_at_the_same_time_are_all_kept(running: Running, tree: dict[str, Any]) -> None:
    people = [running.guest() for _ in range(4)]
    board = ok(share(people[0], tree), 201)["board"]
    moves = ["2K1", "2W1", "3B1", "4Y1"]
    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(add, p, board, [DEAL], m) for p, m in zip(people, moves, strict=True)]
        assert all(job.result().status_code == 200 for job in jobs)
    found = {
        node["text"] for node in look(people[0], board)["tree"]["nodes"] if node["parent"] == 0
    }
    assert found == {"1B2", "1Y1", "1R1", *moves}


def test_only_its_owner_removes_lines(running: Running, tree: dict[str, Any]) -> None:
    ana, ben = running.guest(), running.guest()
    board = ok(share(ana, tree), 201)["board"]
    path = {"path": [DEAL, "1Y1"]}
    assert code_of(ben.post(f"/api/v1/boards/{board}/removals", json=path)) == "board.not_yours"
    after = ok(ana.post(f"/api/v1/boards/{board}/removals", json=path))
    assert [n["text"] for n in after["tree"]["nodes"]] == [DEAL, "1B2", "1R1", "CY1"]
    gone = ana.post(f"/api/v1/boards/{board}/removals", json=path)
    assert (gone.status_code, code_of(gone)) == (409, "board.line")


def test_what_cannot_be_done_is_refused(running: Running, tree: dict[str, Any]) -> None:
    ana = running.guest()
    board = ok(share(ana, tree), 201)["board"]
    assert code_of(share(running.client(), tree)) == "people.sign_in"
    assert code_of(add(ana, board, [DEAL], "1K1")) == "move.illegal"
    assert code_of(add(ana, board, [DEAL, "5W1"], "CB1")) == "board.line"
    assert code_of(add(ana, "abcdefgh1234", [DEAL], "1B1")) == "board.unknown"
    assert code_of(share(ana, tree, (DEAL, "3B3"))) == "board.line"
    assert look(ana, board)["version"] == 1


def test_a_set_up_position_is_shared(running: Running) -> None:
    position = Position("blue", 2)
    position.push(position.legal_moves[0])
    start = Position.from_json(position.to_json()).to_text()
    board = ok(share(running.guest(), {"game": "blue", "start": start}), 201)
    assert board["tree"]["start"] == start
    assert board["tree"]["players"] == 2
    move = board["tree"]["first"]["moves"][0]
    assert ok(add(running.guest(), board["board"], [], move))["cursor"] == [move]


def test_there_are_limits_for_new_boards(tree: dict[str, Any], tmp_path: Path) -> None:
    with run_server(f"sqlite:///{tmp_path}/limits.db", limits=True) as running:
        ana = running.guest()
        codes = [code_of(share(ana, tree)) for _ in range(RULES["board_person"].amount + 1)]
        assert codes[-1] == "api.too_many"
        assert set(codes[:-1]) == {""}


def test_changes_are_announced_on_the_socket(running: Running, tree: dict[str, Any]) -> None:
    ana, ben = running.guest(), running.guest()
    board = ok(share(ana, tree), 201)["board"]

    async def check() -> None:
        async with connect(
            f"{running.url.replace('http', 'ws')}/api/v1/socket",
            origin=Origin(running.url),
            additional_headers={"cookie": ana.cookie},
        ) as socket:
            await socket.send(json.dumps({"type": "board", "board": board, "on": True}))
            assert (await next_board(socket))["version"] == 1
            ok(await asyncio.to_thread(add, ben, board, [DEAL], "2K1"))
            assert (await next_board(socket))["version"] == 2
            await socket.send(json.dumps({"type": "board", "board": "nothere1", "on": True}))
            refused = await next_message(socket, "refused")
            assert refused["error"]["code"] == "board.unknown"

    asyncio.run(check())


async def next_board(socket: ClientConnection) -> Any:
    return await next_message(socket, "board")


async def next_message(socket: ClientConnection, kind: str) -> Any:
    """The next message of a kind."""
    async with asyncio.timeout(30):
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == kind:
                return message
