"""Fixtures for tests of the page: a real server, a real Chromium, and people in front of it.

Nothing on a page is looked up but by its role and its accessible name, so every test here is one of
accessibility too. An error in a page's script fails the test that it happened in.
"""

import fcntl
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.hands import PATIENCE_MS
from tests.server.services import Server, start_process

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "src" / "azulejos" / "server" / "page"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}
# What has moved since the page was loaded, as browsers measure it: not what the reader has caused.
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(
  ...list.getEntries().filter((entry) => !entry.hadRecentInput).map(({ value, sources }) => ({
    value, parts: sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? String(node)),
  })),
)).observe({ type: "layout-shift", buffered: true });"""
QUICK = {"confirm": "never", "motion": "off", "scoring": "brief"}  # settings of somebody in a hurry

expect.set_options(timeout=PATIENCE_MS)  # five seconds, as it is by default, are too few


def find_chromium() -> str:
    """A browser of this machine, else the one that comes as a package and unpacks itself once."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return found
    words = "import c from '@sparticuz/chromium'; console.log(await c.executablePath())"
    node = ["node", "--input-type=module", "--eval", words]
    with (HERE / "package.json").open() as lock:  # two test processes must not unpack at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = subprocess.run(node, cwd=HERE, capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium for the tests of this folder: beside it no test can have an event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def built_page() -> Path:
    """The folder of the built page; without it there is nothing to test."""
    assert (PAGE / "index.html").exists(), "the page is not built: make page"
    return PAGE


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, built_page: Path) -> Iterator[Server]:
    """A server whose bots answer at once, for the tests of this folder."""
    running = start_server(tmp_path_factory.mktemp("server"))
    yield running
    running.kill()


def start_server(folder: Path, **settings: Any) -> Server:
    """A server whose bots answer at once."""
    usual: dict[str, Any] = {"database": f"sqlite:///{folder / 'azulejos.db'}", "workers": 1}
    return start_process(folder, **usual | {"bot_pause_s": 0, "limits": "false"} | settings)


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Opens the page for a new person: `visit("/rules", theme="dark")`.

    Takes settings of the page by name, and `screen`, `device` (of Playwright's contexts) or `base`.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(
        address: str = "/",
        *,
        screen: tuple[int, int] = (1280, 800),
        device: dict[str, Any] | None = None,
        base: str = "",
        **settings: Any,
    ) -> Page:
        options: dict[str, Any] = {"viewport": dict(zip(("width", "height"), screen, strict=True))}
        options["service_workers"] = "block"  # so that tests see every request of the page
        context = browser.new_context(**{"locale": "en-GB", **options, **(device or {})})
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(
            "localStorage.getItem('azulejos.settings') ?? "
            f"localStorage.setItem('azulejos.settings', {json.dumps(json.dumps(settings))})"
        )
        context.add_init_script(SHIFTS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((base or server.url) + address)
        page.get_by_role("heading", level=1).first.wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
