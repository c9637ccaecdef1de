"""The documentation site in a browser: axe finds nothing, and no other host is asked."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import HERE
from tests.site import build_site

AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
# One of each kind: also its colours, in the dark too, and what surrounds the text; all pages share
# these.
WHOLE = ("index.html", "cookbook.html", "library.html", "rules.html", "search.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    return build_site(tmp_path_factory)


def violations(page: Page, is_whole: bool) -> list[Any]:
    """The faults of a page, or only those of its text without colours."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if not is_whole:
        options["rules"] = {"color-contrast": {"enabled": False}}
    part = "html" if is_whole else "article"
    run = "([part, options]) => axe.run(part, options)"
    found: dict[str, Any] = page.evaluate(run, [part, options])
    return [
        (rule["id"], [node["target"] for node in rule["nodes"]][:3]) for rule in found["violations"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_loaded_from_elsewhere(
    browser: Browser, site: Path, theme: Any
) -> None:
    context = browser.new_context(color_scheme=theme, reduced_motion="reduce")
    asked: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    found = {}
    files = [
        file for file in sorted(site.rglob("*.html")) if theme == "light" or file.name in WHOLE
    ]
    for file in files:
        page.goto(file.as_uri())
        if wrong := violations(page, file.name in WHOLE):
            found[file.name] = wrong
    context.close()
    assert found == {}
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
