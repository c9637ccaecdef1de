"""Colours and progress bars, on a terminal and in a pipe."""

import re
from contextlib import redirect_stderr
from io import StringIO

import pytest

from azulejos.cli.console import show_title, track
from azulejos.cli.terminal import Bar, Painter, nearest_in_palette

BLUE = "bold #ffffff on #1d5fa6"


class Terminal(StringIO):
    """A stream that says that it is a terminal; `test_play.py` uses a real one."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        """The text that was written since the last call."""
        written = self.getvalue()
        self.seek(0)
        self.truncate()
        return written


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal of 60 columns and 256 colours."""
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    return Terminal()


def test_each_place_has_its_style_and_later_places_prevail(terminal: Terminal) -> None:
    painter = Painter(terminal)
    assert painter.paint("a BB c", [(0, 6, "dim"), (2, 4, BLUE)]) == (
        "\x1b[2ma \x1b[0m\x1b[1;38;5;231;48;5;25mBB\x1b[0m\x1b[2m c\x1b[0m"
    )
    assert painter.paint("no", [(0, 2, "red")]) == "\x1b[31mno\x1b[0m"
    assert painter.paint("plain", []) == "plain"


def test_all_colours_where_the_terminal_has_them(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    painted = Painter(terminal).paint("B", [(0, 1, BLUE)])
    assert painted == "\x1b[1;38;2;255;255;255;48;2;29;95;166mB\x1b[0m"


def test_no_colours_where_they_are_not_wanted(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert Painter(terminal).paint("B", [(0, 1, BLUE)]) == "\x1b[1mB\x1b[0m"
    assert Painter(terminal).paint("no", [(0, 2, "red")]) == "no"
    monkeypatch.setenv("TERM", "dumb")
    assert Painter(terminal).paint("B", [(0, 1, BLUE)]) == "B"
    assert Painter(StringIO()).paint("B", [(0, 1, BLUE)]) == "B"


def test_the_most_similar_of_256_colours() -> None:
    assert nearest_in_palette((255, 255, 255)) == 231
    assert nearest_in_palette((0, 0, 0)) == 16
    assert nearest_in_palette((95, 135, 215)) == 16 + 1 * 36 + 2 * 6 + 4
    assert nearest_in_palette((129, 127, 128)) == 244  # a gray


def test_a_progress_bar_is_drawn_in_the_width_of_the_terminal_and_removed(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.cli.terminal.REDRAW_S", 0.0)
    with redirect_stderr(terminal):
        assert list(track([1, 2, 3, 4], "Games")) == [1, 2, 3, 4]
    drawn = terminal.shown().split("\r\x1b[K")[1:]
    assert [re.findall(r" (\d+)%", line) for line in drawn] == [["25"], ["50"], ["75"], ["100"], []]
    assert drawn[1].startswith("Games ━━━━━━━━━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  50% 0:0")
    assert drawn[-1] == ""  # removed

    long = "A title of so many letters that there is hardly any room"
    with redirect_stderr(terminal), Bar(long, 2) as bar:
        bar.advance()
    assert max(map(len, terminal.shown().split("\r\x1b[K"))) <= 59


def test_a_title_can_follow_the_work(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.cli.terminal.REDRAW_S", 0.0)
    won: list[int] = []
    with redirect_stderr(terminal):
        for item in track(range(2), lambda: f"Won: {len(won)}"):
            won.append(item)
    assert re.findall(r"Won: \d", terminal.shown()) == ["Won: 1", "Won: 2"]


def test_what_is_going_on_is_shown_and_removed(terminal: Terminal) -> None:
    with redirect_stderr(terminal), show_title("Thinking …"):
        assert terminal.shown() == "\r\x1b[KThinking …"
    assert terminal.shown() == "\r\x1b[K"


def test_a_pipe_gets_no_progress() -> None:
    pipe = StringIO()
    with redirect_stderr(pipe), show_title("Thinking …"):
        assert list(track([1, 2], "Games")) == [1, 2]
    assert pipe.getvalue() == ""
