"""The status page tells people what works, also while the database is away."""

import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from azulejos import __version__
from azulejos.server.thinking.workers import Workers
from azulejos.server.web.status import STALE_S, Status
from tests.server.clients import WAIT_S
from tests.server.running import AGAINST_A_BOT, Running, create, look, play_on
from tests.server.services import Postgres, Server, wait_for

LANGUAGES = {
    "en": ("Everything works.", "does not work"),
    "es": ("Todo funciona.", "no funciona"),
    "pt-BR": ("Tudo funciona.", "não funciona"),
}


def states(url: str, language: str = "en") -> list[str]:
    """The states of database, clocks and bots as the page shows them."""
    page = httpx.get(f"{url}/status", headers={"accept-language": language}, timeout=WAIT_S)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}">' in page.text
    return re.findall("<td>([^<]+)</td>", page.text)


def test_everything_works_in_three_languages(running: Running) -> None:
    wait_for("clocks", lambda: "Everything works." in page(running, "en"))
    for language, (works, _) in LANGUAGES.items():
        text = page(running, language)
        assert works in text
        assert __version__ in text
        assert "<script" not in text
        assert "style=" not in text
    assert running.client().get("/status?language=es").text.count('lang="es"') == 1
    style = running.client().get("/status.css")
    assert style.headers["content-type"].startswith("text/css")


def page(running: Running, language: str) -> str:
    return running.client(**{"accept-language": language}).get("/status").text


def test_the_page_is_there_while_the_database_is_away(
    start_server: Callable[..., Server], postgres: Postgres
) -> None:
    url = postgres.create()
    server = start_server(database=url)
    wait_for("database", lambda: states(server.url)[0] == "works", 30)
    postgres.drop(url)
    for language, (_, fails) in LANGUAGES.items():
        wait_for("outage", lambda: states(server.url, language)[:2] == [fails, fails], 60)  # noqa: B023


def test_a_bot_that_cannot_think_is_seen(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise OSError("no workers")

    monkeypatch.setattr(running.parts[Workers], "run", fail)
    guest = running.guest()
    table = create(guest, AGAINST_A_BOT)["table"]
    if look(guest, table)["moves"]:
        play_on([guest], table, moves=1)
    wait_for("failure", lambda: states(running.url)[2] == "does not work", 30)


def test_work_that_hangs_counts_as_failing(monkeypatch: pytest.MonkeyPatch) -> None:
    status, at = Status(), time.time()
    assert status.state("clocks")[0] == "starts"
    monkeypatch.setattr("azulejos.server.web.status.now", lambda: at)
    status.report("clocks", True)
    assert status.state("clocks") == ("works", at)
    monkeypatch.setattr("azulejos.server.web.status.now", lambda: at + STALE_S + 1)
    assert status.state("clocks") == ("fails", at)
    assert status.state("clocks", is_periodic=False) == ("works", at)
