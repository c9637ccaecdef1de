"""R3: of concurrent moves exactly one is accepted, on one process and on two."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.server.clients import Message, Socket, make_game, make_guest, open_socket
from tests.server.conftest import Deployment

pytestmark = pytest.mark.databases("sqlite", "postgresql")

RACERS = 100


async def race(urls: list[str]) -> list[Message]:
    """Send moves, equal or different ones, over many WebSockets of the person to move at once."""
    guests = [await make_guest(urls[0], name) for name in ("Ana", "Bia")]
    table = await make_game(urls[0], guests)
    async with AsyncExitStack() as stack:
        sockets: list[Socket] = []
        for number in range(RACERS):
            url = urls[number % len(urls)]
            sockets.append(await stack.enter_async_context(open_socket(url, guests[0])))
        views = [(await socket.watch(table))["view"] for socket in sockets]
        moves = views[0]["moves"]
        answers = await asyncio.gather(
            *(
                socket.move(view, moves[i % len(moves)])
                for i, (socket, view) in enumerate(zip(sockets, views, strict=True))
            )
        )
        version = next(each["version"] for each in answers if each["type"] == "ack")
        seen = await asyncio.gather(*(socket.see(version) for socket in sockets))
        assert all(view["position"] == seen[0]["position"] for view in seen)
        return answers


def check_race(answers: list[Message]) -> None:
    accepted = [each for each in answers if each["type"] == "ack"]
    refused = [each for each in answers if each["type"] == "refused"]
    assert (len(accepted), len(refused)) == (1, RACERS - 1)
    for each in refused:
        assert each["error"]["code"] == "table.stale"
        versions = [event["version"] for event in each["update"]["events"]]
        assert accepted[0]["version"] in versions
        assert versions == list(range(versions[0], each["update"]["version"] + 1))


def test_one_of_a_hundred_concurrent_moves_is_accepted(deployment: Deployment) -> None:
    servers = [deployment.start(), deployment.start()]
    for urls in ([servers[0].url], [server.url for server in servers]):
        check_race(asyncio.run(race(urls)))
