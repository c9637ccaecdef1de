"""Assistants: the tools through the official client, in process, by stdio and by HTTP."""

import os
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client, MCPError, StdioServerParameters

from azulejos import read_records
from azulejos.assistants.rules import clauses, find_clauses
from azulejos.assistants.server import make_server
from tests.server.services import wait_for

Answer = dict[str, Any]


def converse(talk: Callable[[Client], Awaitable[None]], server: Any = None) -> None:
    """Let a client talk to a server."""

    async def run() -> None:
        async with Client(server or make_server()) as client:
            await talk(client)

    anyio.run(run)


async def ask(client: Client, tool: str, **given: Any) -> Answer:
    """The answer of a tool that succeeds."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content
    answer: Answer = result.structured_content or {}
    return answer


async def refused(client: Client, tool: str, **given: Any) -> str:
    """The reason of a tool that refuses."""
    result = await client.call_tool(tool, given)
    assert result.is_error
    content: Any = result.content[0]
    return str(content.text)


def test_an_assistant_plays_a_whole_game_and_reviews_it() -> None:
    async def talk(client: Client) -> None:
        seen = await ask(client, "new_game", game="blue", players=2, seed=4)
        game = seen["game_id"]
        first = (await ask(client, "legal_moves", game_id=game))["moves"][0]
        assert (await ask(client, "explain_move", game_id=game, move=first))["effects"]
        seen = await ask(client, "play", game_id=game, move=first)
        assert (seen["played"], seen["turn"]) == (first, 1)
        seen = await ask(client, "take_back", game_id=game)
        assert seen["turn"] == 0
        advice = await ask(client, "ask_engine", game_id=game, seconds=0.2)
        assert advice["why"]
        while seen["state"] == "playing":
            seen = await ask(client, "engine_move", game_id=game, player="greedy")
        assert seen["winners"]
        record = await client.read_resource(f"azulejos://games/{game}/record")
        content: Any = record.contents[0]
        assert list(read_records(content.text)[0].position().scores) == seen["scores"]

    converse(talk)


def test_a_review_names_mistakes_in_the_language_of_the_reader() -> None:
    async def talk(client: Client) -> None:
        game = (await ask(client, "new_game", game="azul", seed=1))["game_id"]
        moves = (await ask(client, "legal_moves", game_id=game))["moves"]
        await ask(client, "play", game_id=game, move=moves[-1])
        found = await ask(client, "review_game", game_id=game, language="es")
        assert found["mistakes"][0]["move"] == moves[-1]
        assert [seat["seat"] for seat in found["seats"]] == [0, 1]
        again = await ask(client, "load_game", record=found["record"])
        assert again["history"][-1] == moves[-1]

    converse(talk)


def test_an_assistant_referees_deals_that_were_drawn_at_a_table() -> None:
    async def talk(client: Client) -> None:
        seen = await ask(client, "new_game", game="azul", deals_given=True)
        game = seen["game_id"]
        assert seen["state"] == "deal"
        await ask(client, "play", game_id=game, move="BBYR KKWW BYRW YYYY RRKW")
        reason = await refused(client, "play", game_id=game, move="1K2")
        assert "A8" in reason
        clause = await ask(client, "look_up_rules", question="A8", language="pt-BR")
        assert list(clause["clauses"]) == ["A8"]

    converse(talk)


def test_what_is_wrong_is_said() -> None:
    async def talk(client: Client) -> None:
        assert "assistant.game" in await refused(client, "show", game_id="g9")
        assert "assistant.no_record" in await refused(client, "review_game", record=" ")
        assert await refused(client, "new_game", game="chess")
        game = (await ask(client, "new_game"))["game_id"]
        assert await refused(client, "ask_engine", game_id=game, seconds=1e9)
        assert await refused(client, "engine_move", game_id=game, player="nobody")
        with pytest.raises(MCPError):
            await client.read_resource("azulejos://games/none/record")

    converse(talk)


def test_resources_are_rules_records_and_pictures() -> None:
    async def talk(client: Client) -> None:
        templates = await client.list_resource_templates()
        assert len(templates.resource_templates) == 3
        game = (await ask(client, "new_game"))["game_id"]
        for address, begins in (("rules/es", "# "), (f"games/{game}/picture", "<svg")):
            read: Any = (await client.read_resource(f"azulejos://{address}")).contents[0]
            assert read.text.startswith(begins)

    converse(talk)


def test_every_tool_is_described() -> None:
    async def talk(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert len(tools) == 11
        assert all(tool.description for tool in tools)
        assert client.instructions

    converse(talk)


@pytest.mark.parametrize("language", ["en", "es", "pt-BR"])
def test_clauses_are_found_by_name_and_by_words(language: str) -> None:
    names = [clause.name for clause in clauses(language)]
    assert names[:2] == ["A1", "A2"]
    assert names[-1] == "B12"
    assert [clause.name for clause in find_clauses("what does a12 say?", language)] == ["A12"]


def test_questions_find_clauses() -> None:
    assert "A21" in [clause.name for clause in find_clauses("what does the floor line cost")]
    assert find_clauses("xyzzy") == []


def test_stdio() -> None:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "azulejos", "mcp"], env=dict(os.environ)
    )

    async def talk(client: Client) -> None:
        assert (await ask(client, "new_game", seed=1))["state"] == "playing"

    converse(talk, command)


def test_http_on_loopback_refuses_other_origins(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/mcp"
    words = [sys.executable, "-m", "azulejos", "mcp", "--http", "--port", str(port)]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log)
    try:
        wait_for("server", lambda: is_listening(port))

        async def talk(client: Client) -> None:
            assert (await ask(client, "new_game", seed=1))["state"] == "playing"

        converse(talk, url)
        for headers in ({"origin": "https://elsewhere.example"}, {"host": "elsewhere.example"}):
            sent = {"accept": "application/json, text/event-stream", **headers}
            answer = httpx.post(url, json={"jsonrpc": "2.0", "id": 1}, headers=sent, timeout=30)
            assert answer.status_code in (403, 421)
    finally:
        process.terminate()
        process.wait(30)


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
