"""The picture of the page in the documents; `make pictures` takes it anew, of a new game."""

import re
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from azulejos import Position
from azulejos.search.players import find_player
from tests.browser.conftest import FLAGS, find_chromium, start_server
from tests.browser.scenes import ask, make_table
from tests.pictures import PAGE_LOOK, page_look

FILE = Path(__file__).parents[2] / "docs" / "page.png"
SEATS = [{"kind": "me"}, {"kind": "me", "name": "Tomás"}]
COLOURS = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white"}


def is_telling(view: dict[str, Any], move: str) -> bool:
    """Is it the middle of the fourth round, and are tiles taken from a display?"""
    position = view["position"]
    return position["round"] == 4 and position["displays"].count("") == 2 and move[0] != "C"


def take_picture(browser: Browser, base: str) -> None:
    """A game of two who know how to play, and a move that is being thought about."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    ask(context, base, "guests", {"name": "Inês", "language": "en"})
    table, player = make_table(context, base, "azul", SEATS), find_player("level5")
    for number in count():
        view = context.request.get(f"{base}/api/v1/tables/{table}").json()
        move = player.choose(Position.from_json(view["position"]), entropy=number).move
        if is_telling(view, move):
            break
        body = {"id": str(number), "version": view["version"], "move": move}
        ask(context, base, f"tables/{table}/moves", body)
    page = context.new_page()
    page.goto(f"{base}/table/{table}")
    source = re.compile(rf"^Display {move[0]}: .*{COLOURS[move[1]]}")
    page.get_by_role("button", name=source).locator("> *").first.click()
    page.get_by_role("button", name=re.compile(rf"^Line {move[2]}:")).hover()
    page.get_by_text("If the round ended now,").wait_for()
    page.screenshot(path=FILE, animations="disabled")
    PAGE_LOOK.write_text(page_look() + "\n", encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = start_server(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            take_picture(browser, server.url)
            browser.close()
        finally:
            server.kill()
