"""The built page: served at every path but the API's, with the right caching."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from azulejos.server.feature import Preview
from azulejos.server.web.page import FOREVER, add_page

Ask = Callable[..., httpx.Response]


async def describe(path: str, language: str) -> Preview:
    """A page with one table, <b>."""
    if path == "table/abc":
        return Preview(200, "A & <b>", language, "/picture.png")
    return Preview(200 if path in ("", "lobby") else 404, "Azulejos", "")


def asker(folder: Path) -> Ask:
    """A function that requests paths from an app with the page of a folder."""
    app = FastAPI()
    add_page(app, describe, folder=folder)

    async def ask(path: str, method: str, headers: dict[str, str]) -> httpx.Response:
        url = httpx.URL("http://here").copy_with(raw_path=path.encode())
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
            return await client.request(method, url, headers=headers)

    return lambda path, method="GET", **headers: asyncio.run(
        ask(path, method, {name.replace("_", "-"): value for name, value in headers.items()})
    )


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Azulejos</title>")
    (tmp_path / "assets" / "index-a1b2.js").write_text("let x = 1;" * 200)
    (tmp_path / "icon.svg").write_text("<svg/>")
    return asker(tmp_path)


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/lobby", 200), ("/nowhere", 404), ("/people/x/games", 404)]
)
def test_a_path_without_a_file_gets_the_page(ask: Ask, path: str, status: int) -> None:
    answer = ask(path)
    assert (answer.status_code, "<title>Azulejos</title>" in answer.text) == (status, True)
    assert ('name="status" content="404"' in answer.text) == (status == 404)
    assert answer.headers["cache-control"] == "no-cache"
    assert ask(path, "HEAD").status_code == status


def test_a_link_has_a_preview(ask: Ask) -> None:
    said = ask("/table/abc", accept_language="es").text
    assert "<title>A &amp; &lt;b&gt; · Azulejos</title>" in said
    assert '<meta property="og:title" content="A &amp; &lt;b&gt;" />' in said
    assert '<meta property="og:description" content="es" />' in said
    assert '<meta property="og:image" content="http://here/picture.png" />' in said


def test_a_path_of_many_parts_costs_little(ask: Ask) -> None:
    ask("/a")
    start = time.process_time()
    for _ in range(5):
        assert ask("/" + "a/" * 7_500).status_code == 404
    assert time.process_time() - start < 5 * 0.02  # R31; 45 ms each while every part was looked up


def test_hashed_files_are_cached_for_good(ask: Ask) -> None:
    answer = ask("/assets/index-a1b2.js")
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    again = ask("/assets/index-a1b2.js", if_none_match=answer.headers["etag"])
    assert (again.status_code, again.headers["cache-control"]) == (304, FOREVER)


def test_what_the_build_compressed_is_sent_to_those_who_read_it(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("here")
    (tmp_path / "assets" / "both-1.js").write_text("plain")
    (tmp_path / "assets" / "both-1.js.br").write_bytes(b"\x06")  # nothing, compressed
    (tmp_path / "assets" / "alone-2.js").write_text("alone")
    ask = asker(tmp_path)
    answer = ask("/assets/both-1.js", accept_encoding="gzip, br")
    assert (answer.headers["content-encoding"], answer.headers["cache-control"]) == ("br", FOREVER)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "Accept-Encoding" in answer.headers["vary"]
    tag = answer.headers["etag"]
    assert ask("/assets/both-1.js", accept_encoding="br", if_none_match=tag).status_code == 304
    assert ask("/assets/both-1.js", accept_encoding="gzip").text == "plain"
    assert ask("/assets/alone-2.js", accept_encoding="br").text == "alone"


def test_other_files_are_revalidated(ask: Ask) -> None:
    assert ask("/icon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/assets/old-c3d4.js", "/missing.png", "/api/v1/nothing", "/api"])
def test_missing_files_are_not_found(ask: Ask, path: str) -> None:
    assert ask(path).status_code == 404


@pytest.mark.parametrize("up", ["/..", "/%2e%2e", "/assets/../..", "/assets/%2e%2e/%2e%2e", "//"])
def test_files_outside_the_folder_are_not_served(tmp_path: Path, up: str) -> None:
    (tmp_path / "secret.txt").write_text("hush")
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("here")
    assert "hush" not in asker(tmp_path / "page")(f"{up}/secret.txt").text


@pytest.mark.parametrize(
    ("languages", "file"), [("", "en-1"), ("es-AR, en", "es-2"), ("pt-PT", "pt-3"), ("fr", "en-1")]
)
def test_the_texts_in_the_readers_language_are_preloaded(
    tmp_path: Path, languages: str, file: str
) -> None:
    names = {"en": "en-1", "es": "es-2", "pt-BR": "pt-3"}
    metas = [f'<meta name="words-{x}" content="/assets/{names[x]}.js">' for x in names]
    (tmp_path / "index.html").write_text("".join(metas))
    answer = asker(tmp_path)("/table/abc", accept_language=languages)
    assert answer.headers["link"] == f"</assets/{file}.js>; rel=modulepreload"
    assert "Accept-Language" in answer.headers["vary"]


def test_the_page_accepts_no_other_methods(ask: Ask) -> None:
    assert ask("/", "POST").status_code == 405


@pytest.mark.parametrize(
    ("languages", "word"),
    [("", "built"), ("fr, es-AR;q=0.9", "construido"), ("pt", "construída"), ("*", "built")],
)
def test_without_a_build_the_response_says_what_to_do(
    tmp_path: Path, languages: str, word: str
) -> None:
    ask = asker(tmp_path)
    answer = ask("/", accept_language=languages)
    assert answer.status_code == 503
    assert word in answer.text
    assert "make page" in answer.text
    assert ask("/api/v1/nothing").status_code == 404
