"""Measures the page: the time to a usable page on a slow phone, and from a move to another browser.

    python bench/page.py [--visits 10] [--moves 40]

Needs the built page (`make page`). The phone is a Chromium with a four times slower CPU, a network
of 1.6 Mbit/s and 150 ms latency and an empty cache. The page is usable when a game can be started;
it records that time itself, because polling from outside would slow it down. Run it on an idle
machine.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser import hands
from tests.browser.conftest import FLAGS, PHONE, find_chromium, start_server
from tests.browser.test_games import invite, sit_down

SLOWER = 4  # factor of the CPU
# records when the button that starts a game has been painted
RECORD_TIME = """
  const watch = new MutationObserver(() => {
    if (!document.querySelector("main button.play")) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.there = performance.now() }));
  });
  watch.observe(document, {subtree: true, childList: true});
"""
WAIT_MS = 5_000  # longer than it may take; evaluating earlier would slow it down
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}


def visit_by_phone(browser: Browser, url: str) -> float:
    """The seconds until a new visitor can start a game."""
    context = browser.new_context(**PHONE, locale="en-GB")
    page = context.new_page()
    page.add_init_script(f"{{{RECORD_TIME}}}")
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="commit")
    page.wait_for_timeout(WAIT_MS)
    took = page.evaluate("window.there")
    context.close()
    return float(took) / 1000


def open_page(browser: Browser, url: str) -> Page:
    page = browser.new_context(locale="en-GB", base_url=url).new_page()
    page.add_init_script(
        'localStorage.setItem("azulejos.settings", \'{"confirm": "never", "motion": "off"}\')'
    )
    page.goto(url)
    return page


def watch_moves(browser: Browser, url: str, number: int) -> list[float]:
    """The seconds from a player's click to the move in the other browser's list."""
    first, second = open_page(browser, url), open_page(browser, url)
    sit_down(second, invite(first, "Azul", people=2, bots=0))
    took: list[float] = []
    while len(took) < number:
        while not (hands.is_turn(first) or hands.is_turn(second)):
            pass
        mover = first if hands.is_turn(first) else second
        other = second if mover is first else first
        before = hands.moves_seen(other).count()
        hands.take_and_put(mover)
        start = perf_counter()
        while hands.moves_seen(other).count() == before:
            pass
        took.append(perf_counter() - start)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--moves", type=int, default=40)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = start_server(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            visits = [visit_by_phone(browser, server.url) for _ in range(asked.visits)]
            moves = watch_moves(browser, server.url, asked.moves)
        finally:
            browser.close()
            server.kill()
    for what, took in (("a phone's first visit", visits), ("a move in the other browser", moves)):
        print(f"{what}: median {median(took):.3f}, worst {max(took):.3f} s ({len(took)} times)")


if __name__ == "__main__":
    main()
