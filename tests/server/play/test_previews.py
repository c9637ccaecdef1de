"""The addresses of the page: which there are, and what links to them say."""

import re
from pathlib import Path

import pytest

from azulejos.games import GAMES
from azulejos.teaching.drills import kinds_of
from azulejos.teaching.lessons import lessons
from azulejos.teaching.puzzles import puzzles_of
from tests.server.running import Running, ok

APP = Path(__file__).parents[3] / "web" / "src" / "App.svelte"
WITH_ID = {"table", "person", "board", "tournament", "mail"}  # pages that are about something

PNG = b"\x89PNG\r\n"


def status(running: Running, path: str) -> int:
    return running.client().get(path).status_code


@pytest.mark.parametrize("path", ["/", "/lobby", "/new", "/rules", "/learn/azul/floors"])
def test_pages_are_found(running: Running, path: str) -> None:
    assert status(running, path) == 200


def test_every_page_can_be_loaded_again(running: Running) -> None:
    """A page with an address of its own is no 404 for a person who comes there first."""
    pages = set(re.findall(r"^    (\w+): \(\) => import", APP.read_text(), re.MULTILINE))
    assert pages >= WITH_ID
    for page in pages - WITH_ID:
        assert status(running, f"/{page}") == 200, page
    for name, game in GAMES.items():
        drills = (f"drill/{kind}" for kind in kinds_of(game))
        for part in ("first", "rest", *lessons(game), *drills):
            assert status(running, f"/learn/{name}/{part}") == 200, part
        assert status(running, f"/puzzles/{next(iter(puzzles_of(game)))}") == 200


@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/lobby/more", "/rules/chess", "/table", "/table/abc", "/person/x"),
        *("/table/123456789abc", "/person/123456789abc", "/table/123456789abc/text"),
        *("/board/123456789abc", "/learn/azul/chess", "/puzzles/theme/azul/chess"),
        "/puzzles/0123456789",
    ],
)
def test_other_addresses_are_not_found(running: Running, path: str) -> None:
    answer = running.client().get(path)
    assert answer.status_code == 404
    assert 'name="status" content="404"' in answer.text


def test_a_link_to_a_table_says_who_plays_and_shows_the_position(running: Running) -> None:
    ann = running.guest("Ann")
    seats = [{"kind": "me"}, {"kind": "me", "name": "Ben <b>"}]
    form = {"game": "azul", "seats": seats, "seating": "fixed"}
    table = ok(ann.post("/api/v1/tables", json=form), 201)["table"]
    said = running.client(**{"accept-language": "es"}).get(f"/table/{table}").text
    assert "<title>Azul: Ann, Ben &lt;b&gt; · Azulejos</title>" in said
    assert '<meta property="og:description" content="La partida está en marcha' in said
    picture = f"/api/v1/tables/{table}/picture"
    assert f'<meta property="og:image" content="{running.url}{picture}.png" />' in said
    assert running.client().get(f"{picture}.png").content.startswith(PNG)
    assert running.client().get(f"{picture}.svg").text.startswith("<svg")
    assert status(running, f"/table/{table}/text") == 200
    person = ok(ann.get("/api/v1/visitor"))["person"]["id"]
    assert "<title>Ann · Azulejos</title>" in running.client().get(f"/person/{person}").text


def test_a_record_is_named_after_its_game_and_day(running: Running) -> None:
    seats = [{"kind": "me"}, {"kind": "me", "name": "Ben"}]
    ann = running.guest("Ann")
    table = ok(ann.post("/api/v1/tables", json={"game": "blue", "seats": seats}), 201)["table"]
    for name, end in (("record", "txt"), ("record.json", "json")):
        shown = ann.get(f"/api/v1/tables/{table}/{name}").headers["content-disposition"]
        assert shown.startswith('inline; filename="blue-20')
        assert shown.endswith(f'.{end}"')
