"""`/docs` shows the API's description, from our own files, without an error in its script."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.server.services import Server

TALL: Any = {"width": 1280, "height": 20_000}


def test_the_viewer_shows_every_operation_and_asks_no_other_host(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(viewport=TALL)  # the viewer draws what is in the window
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    response = page.goto(f"{server.url}/docs")
    assert response
    assert response.status == 200
    expect(page.get_by_text("/api/v1/records")).to_be_visible()
    assert [url for url in asked if not url.startswith((server.url, "data:"))] == []
    assert wrong == []
    page.close()
    assert "unsafe-inline" in response.headers["content-security-policy"]


def test_other_pages_keep_the_strict_policy(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    response = page.goto(server.url)
    assert response
    assert "unsafe-inline" not in response.headers["content-security-policy"]
    page.close()
