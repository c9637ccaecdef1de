"""The documentation site: builds without a warning, has no dead link, needs no other host."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from sphinx.util.inventory import InventoryFile

import azulejos
from azulejos import batch, client, envs
from tests.site import build_site

PUBLIC = [
    *(f"azulejos.{name}" for name in azulejos.__all__ if name != "batch"),
    *(f"azulejos.batch.{name}" for name in batch.__all__),
    *(f"azulejos.client.{name}" for name in client.__all__),
    *(f"azulejos.envs.{name}" for name in envs.__all__),
    *(
        f"azulejos.envs.{module}.{name}"
        for module in ("azul_v0", "blue_v0")
        for name in ("env", "raw_env", "parallel_env")
    ),
    *(
        f"azulejos.positions_table.{name}"
        for name in ("positions_table", "table_records", "write_parquet", "read_parquet")
    ),
]


class Links(HTMLParser):
    """The addresses that a page links to and loads, and what can be linked to on it."""

    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given["id"]} if "id" in given else set()
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ("script", "img", "iframe", "source") and "src" in given:
            self.loaded.append(given["src"])
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    return build_site(tmp_path_factory)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    """The links of every page."""
    found = {file: Links(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}
    assert len(found) > 20
    return found


def test_no_link_is_dead(site: Path, pages: dict[Path, Links]) -> None:
    dead = []
    for page, links in pages.items():
        for link in links.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            known = pages.get(target)
            is_dead = not target.exists() or (
                known is not None and parts.fragment and parts.fragment not in known.ids
            )
            if is_dead:
                dead.append((page.name, link))
    assert dead == []


def test_nothing_is_loaded_from_another_host(site: Path, pages: dict[Path, Links]) -> None:
    for page, links in pages.items():
        for address in links.loaded:
            parts = urlsplit(address)
            assert not parts.netloc, (page.name, address)
            if parts.scheme != "data":
                assert (page.parent / unquote(parts.path)).resolve().exists(), (page.name, address)
    for file in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//", file.read_text(encoding="utf-8"))


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    kinds = {kind: set(items) for kind, items in inventory.data.items() if kind.startswith("py:")}
    assert sorted(set(PUBLIC) - set().union(*kinds.values())) == []


def test_the_rules_are_there_in_every_language(site: Path) -> None:
    for ending, word in (("", "floor line"), (".es", "suelo"), (".pt-BR", "chão")):
        assert word in (site / f"rules{ending}.html").read_text(encoding="utf-8")
