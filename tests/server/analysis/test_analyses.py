"""Analyses: streams over HTTP and the WebSocket, one at a time, stored, and limited."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from azulejos.server.web.limits import RULES, Limits
from azulejos.wire.messages import SERVER_MESSAGE
from tests.server.clients import Guest, Socket, open_socket
from tests.server.running import ON_ONE_DEVICE, Browser, Running, code, create, me, ok, run_server

PATH = "/api/v1/analysis/stream"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server at which nobody at this address plays a rated game."""
    with run_server(f"sqlite:///{tmp_path_factory.mktemp('analyses') / 'azulejos.db'}") as server:
        yield server


def read_lines(client: Browser, form: dict[str, Any], most: int = 1000) -> list[dict[str, Any]]:
    """The messages of a stream; the client leaves after some of them."""
    found: list[dict[str, Any]] = []
    with client.stream("POST", PATH, json=form) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"] == "application/x-ndjson"
        for line in response.iter_lines():
            found.append(json.loads(line))
            SERVER_MESSAGE.validate_python(found[-1])
            if len(found) == most:
                break
    return found


def test_a_stream_grows_and_its_last_answer_is_stored(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    form = {"table": create(ana, ON_ONE_DEVICE)["table"], "seconds": 1.2}
    infos = read_lines(ana, form)
    assert len(infos) >= 2
    assert [info["is_final"] for info in infos] == [False] * (len(infos) - 1) + [True]
    nodes = [info["nodes"] for info in infos]
    assert nodes == sorted(nodes)
    assert read_lines(bia, form) == infos[-1:]
    assert ok(bia.post("/api/v1/analysis", json=form))["nodes"] == nodes[-1]
    other = ok(bia.post("/api/v1/analysis", json={**form, "nodes": 300, "lines": 1}))
    assert other["nodes"] == 300
    again = ok(ana.post("/api/v1/analysis", json={**form, "nodes": 300, "lines": 1}))
    assert again == other  # also the seconds that it took: it was stored


def test_before_a_deal_the_answer_is_the_average_over_deals(running: Running) -> None:
    ana = running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]
    form = {"table": table, "ply": 0, "seconds": 5.0, "nodes": 480}
    found = read_lines(ana, form)[-1]
    assert (found["best"], found["is_final"], len(found["moves"])) == ("", True, 24)
    assert found["win"][0] == pytest.approx(sum(m["win"][0] for m in found["moves"]) / 24)


def test_a_new_analysis_ends_the_one_before(running: Running) -> None:
    ana = running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]
    with ThreadPoolExecutor(1) as thread:
        form = {"table": table, "seconds": 10.0}
        long = thread.submit(ana.post, "/api/v1/analysis/stream", json=form)
        time.sleep(1.0)
        second = running.client(cookie=ana.cookie)
        assert read_lines(second, {"table": table, "seconds": 0.3})[-1]["is_final"]
        ended = long.result().text  # a last line of the stream, or a problem if none had begun
    assert "analysis.replaced" in ended


def test_a_stream_ends_with_its_session(running: Running) -> None:
    ana = running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]
    reader = running.client(cookie=ana.cookie)
    with reader.stream("POST", PATH, json={"table": table, "seconds": 10.0}) as response:
        lines = response.iter_lines()
        assert not json.loads(next(lines))["is_final"]
        assert ana.delete("/api/v1/sessions").status_code == 204
        last = json.loads(list(lines)[-1])
    assert last["error"]["code"] == "people.sign_in"


def test_leaving_frees_the_analyst(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]
    read_lines(ana, {"table": table, "seconds": 9.0}, most=1)
    began = time.monotonic()
    assert read_lines(bia, {"table": table, "seconds": 0.3})[-1]["is_final"]
    assert time.monotonic() - began < 8.0


def test_refusals_are_problems_and_not_streams(running: Running) -> None:
    ana = running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]
    for form, problem in (
        ({}, (422, "api.form")),
        ({"table": table, "seconds": 11}, (422, "api.form")),
        ({"table": table, "nodes": 0}, (422, "api.form")),
        ({"table": table, "lines": 6}, (422, "api.form")),
        ({"table": table, "player": "nobody"}, (422, "player.unknown")),
        ({"table": "nothere12345"}, (404, "table.unknown")),
        ({"table": table, "ply": 0, "player": "greedy"}, (409, "analysis.nobody")),
    ):
        assert code(ana.post(PATH, json=form)) == problem, form
    assert code(running.client().post(PATH, json={"table": table})) == (401, "people.sign_in")


def test_a_day_has_so_many_analyses_and_stored_ones_cost_nothing(running: Running) -> None:
    ana = running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]
    limits, form = running.parts[Limits], {"table": table, "seconds": 0.1}
    limits.is_on = True
    try:
        for _ in range(RULES["analysis_person"].amount - 1):
            limits.require("analysis_person", me(ana))
        read_lines(ana, form)
        refused = ana.post(PATH, json={**form, "seconds": 0.2})
        assert code(refused) == (429, "analysis.too_many")
        assert refused.json()["args"] == {"n": 1440, "most": 40}
        assert int(refused.headers["retry-after"]) > 86_000
        read_lines(ana, form)
    finally:
        limits.is_on = False


def test_the_socket_streams_cancels_and_replaces(running: Running) -> None:
    ana = running.guest()
    table = create(ana, ON_ONE_DEVICE)["table"]

    async def talk(socket: Socket) -> None:
        await socket.next("hello")
        await socket.send("analyse", id="a", table=table, seconds=9.5)
        assert (await socket.next("info"))["id"] == "a"
        await socket.send("cancel", id="a")
        await socket.send("ping", id="p")
        await socket.next("pong")
        socket.inbox.clear()
        await socket.send("analyse", id="b", table=table, seconds=9.4)
        assert (await socket.next("info"))["id"] == "b"
        await socket.send("analyse", id="c", table=table, nodes=500)
        while not (last := await socket.next("info"))["is_final"]:
            continue
        assert (last["id"], last["nodes"]) == ("c", 500)
        await socket.send("analyse", id="d", table=table, ply=0, player="greedy")
        refused = await socket.next("refused")
        assert (refused["id"], refused["error"]["code"]) == ("d", "analysis.nobody")

    async def run() -> None:
        async with open_socket(running.url, Guest(me(ana), ana.cookie)) as socket:
            await talk(socket)

    asyncio.run(run())
