"""The board for notebooks in a browser, with the real widget behind it: play, refuse, take back.

The host is what anywidget promises to modules: `get`, `on`, `off` and `send` of a model.
"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from azulejos import Position
from azulejos.notebook import FOLDER, Board
from tests.browser.hands import PATIENCE_MS, Hand, lay, take_and_put

HOST = """
window.listeners = {};
window.model = {
  get: (name) => window.state[name],
  on: (event, call) => (window.listeners[event] = call),
  off: () => {},
  send: (message) => window.toPython(JSON.stringify(message)),
};
"""


def show(browser: Browser, board: Board) -> Any:
    """A page with a board."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def to_python(text: str) -> None:
        answers: list[Any] = []
        before = board.shown
        board.send = lambda content, buffers=None: answers.append(content)
        board._handle_custom_msg(json.loads(text), [])
        state = json.dumps({"shown": board.shown, "language": board.language})
        calls = "".join(f"listeners['msg:custom']({json.dumps(a)});" for a in answers)
        changed = "listeners['change:shown']();" if board.shown != before else ""
        page.evaluate(f"setTimeout(() => {{ window.state = {state}; {changed} {calls} }})")

    page.expose_function("toPython", to_python)
    page.set_content('<!doctype html><html lang="en"><main id="cell"></main></html>')
    page.add_style_tag(content=(FOLDER / "board.css").read_text(encoding="utf-8"))
    state = json.dumps({"shown": board.shown, "language": board.language})
    page.evaluate(f"{HOST} window.state = {state};")
    module = (FOLDER / "board.js").read_text(encoding="utf-8")
    page.evaluate(
        """async (code) => {
          const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
          const widget = await import(address);
          await widget.default.render({ model: window.model, el: document.getElementById("cell") });
        }""",
        module,
    )
    return page, errors


TRANSPARENT = "rgba(0, 0, 0, 0)"
STYLES = """(cell) => {
  const of = (element, name) => getComputedStyle(element)[name];
  const all = [...cell.querySelectorAll("*")];
  return {
    ground: of(cell.querySelector(".notebook"), "backgroundColor"),
    corners: of(cell.querySelector(".notebook"), "borderTopLeftRadius"),
    shadows: all.filter((each) => of(each, "boxShadow") !== "none").length,
    unseen: all.filter((each) => each.matches(".unseen") && each.offsetWidth > 1).length,
    paints: [...new Set(all.flatMap((each) => [of(each, "fill"), of(each, "backgroundColor")]))],
  };
}"""
HANDS: dict[str, Hand] = {"azul": take_and_put, "blue": lay}


@pytest.mark.parametrize("game", HANDS)
def test_a_board_plays_by_clicks_and_takes_back(browser: Browser, game: str) -> None:
    board = Board(Position(game), names=["Ana", "Bia", "Caio"][: Position(game).players], seed=1)
    page, errors = show(browser, board)
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_visible(timeout=PATIENCE_MS)
    before, legal = list(board.position.history), board.position.legal_moves
    HANDS[game](page)
    expect(page.get_by_role("status").last).to_contain_text("Ana", timeout=PATIENCE_MS)
    assert board.position.history[:-1] == before
    assert board.position.history[-1] in legal

    back.click()
    ply = len(before)
    page.wait_for_function(f"window.state.shown.view.ply === {ply}", timeout=PATIENCE_MS)
    assert board.position.history == before
    assert errors == []
    page.close()


@pytest.mark.parametrize("game", HANDS)
def test_a_board_has_the_colours_and_measures_of_the_page(browser: Browser, game: str) -> None:
    page, _ = show(browser, Board(Position(game), seed=1))
    page.get_by_role("button", name="Take back").wait_for(timeout=PATIENCE_MS)
    styles = page.locator("#cell").evaluate(STYLES)
    assert styles["ground"] == "rgb(244, 239, 230)"  # the table of the light theme
    assert styles["corners"] == "10px"
    assert styles["shadows"] > 0
    assert styles["unseen"] == 0  # words for screen readers alone
    assert len(set(styles["paints"]) - {TRANSPARENT, "rgb(0, 0, 0)", "none"}) >= 8
    page.close()


def test_every_token_of_the_board_has_a_value() -> None:
    style = (FOLDER / "board.css").read_text(encoding="utf-8")
    script = (FOLDER / "board.js").read_text(encoding="utf-8")
    assert tokens_without_value(style, script) == set()
    assert tokens_without_value("a { margin: var(--s9) }", "") == {"--s9"}


def tokens_without_value(style: str, script: str) -> set[str]:
    """The custom properties that a style reads without a default, and that nobody sets."""
    given = re.findall(r"(--[\w-]+)\s*[:{]", style) + re.findall(r"(--[\w-]+)[:\"`]", script)
    return set(re.findall(r"var\((--[\w-]+)\)", style)) - set(given)


def test_a_move_that_is_refused_says_why(browser: Browser) -> None:
    page, errors = show(browser, Board(Position("azul"), names=["Ana", "Bia"], seed=1))
    page.get_by_role("button", name="Take back").wait_for(timeout=PATIENCE_MS)
    page.evaluate("window.model.send({ type: 'play', move: '9Z9' })")
    expect(page.get_by_role("status").last).to_contain_text("9Z9", timeout=PATIENCE_MS)
    assert errors == []
    page.close()
