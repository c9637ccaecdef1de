"""The example bot is short, and two of them play a whole game against each other."""

import ast
import os
import subprocess
import sys
from pathlib import Path

from tests.server.running import Running, ok
from tests.server.services import wait_for

BOT = Path(__file__).parents[3] / "examples" / "bot.py"
MAX_LINES = 40
MAX_GAME_S = 180


def test_the_example_is_short_and_uses_the_standard_library_only() -> None:
    source = BOT.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= MAX_LINES
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
        )
    }
    assert imported <= sys.stdlib_module_names


def test_two_example_bots_play_a_game(running: Running) -> None:
    bots = []
    for name in ("Example one", "Example two"):
        token = running.program(name).headers["authorization"].removeprefix("Bearer ")
        environment = {**os.environ, "AZULEJOS_TOKEN": token}
        words = [sys.executable, str(BOT), running.url]
        bots.append(
            subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        )
        if len(bots) == 1:
            wait_for_table(running)
    outputs = [bot.communicate(timeout=MAX_GAME_S) for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0], outputs
    assert outputs[0] == outputs[1]
    assert outputs[0][0].startswith(b"scores: [")


def wait_for_table(running: Running) -> None:
    """Wait until the first bot has opened a table, so that the second one finds it."""
    client = running.client()
    wait_for("table", lambda: bool(ok(client.get("/api/v1/tables"))["tables"]), 60)
