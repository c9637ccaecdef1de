"""The board for notebooks in a browser, with the real widget behind it: play, refuse, take back.

The host is what anywidget promises to modules: `get`, `on`, `off` and `send` of a model.
"""

import json
from typing import Any

from playwright.sync_api import Browser, expect

from azulejos import Position
from azulejos.notebook import FOLDER, Board

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
        board.send = lambda content, buffers=None: answers.append(content)
        board._handle_custom_msg(json.loads(text), [])
        state = json.dumps({"shown": board.shown, "language": board.language})
        calls = "".join(f"listeners['msg:custom']({json.dumps(a)});" for a in answers)
        page.evaluate(
            f"setTimeout(() => {{ window.state = {state}; listeners['change:shown'](); {calls} }})"
        )

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


def test_a_board_plays_and_takes_back(browser: Browser) -> None:
    board = Board(Position("azul"), names=["Ana", "Bia"], seed=1)
    page, errors = show(browser, board)
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_visible()
    page.evaluate("window.model.send({ type: 'play', move: '2W3' })")
    expect(page.get_by_role("status").last).to_contain_text("Ana")
    assert board.position.history[-1] == "2W3"

    back.click()
    page.wait_for_function("window.state.shown.view.ply === 1")
    assert len(board.position.history) == 1
    page.evaluate("window.model.send({ type: 'play', move: '9Z9' })")
    expect(page.get_by_role("status").last).to_contain_text("9Z9")
    assert errors == []
    page.close()
