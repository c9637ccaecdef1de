"""`azulejos play`: what a person sees and types, in a pipe and on a terminal."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import psutil  # type: ignore[import-untyped]
import pytest

from azulejos import Record, read_records
from azulejos.cli.play.table import LocalTable, seat_names
from azulejos.errors import AzulejosError
from azulejos.search.settings import Limit
from tests.cli.command import DEAL, ENGLISH, azulejos, call, environment, refused
from tests.patience import PATIENCE_S

PLAIN = {"AZULEJOS_KERNELS": "plain"}  # the rules as plain Python: no compilation
QUICK = ("--seed", "3", "--nodes", "20")
ESCAPES = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]")


# ---- In a pipe


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for saved games: one of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def play(*arguments: str, typed: str) -> str:
    """The output of a game with some lines typed."""
    process = call("play", *arguments, typed=typed)
    assert (process.returncode, process.stderr) == (0, "")
    assert "\x1b" not in process.stdout
    return process.stdout


def record_of(file: Path) -> Record:
    return read_records(file.read_text())[0]


def test_a_whole_game_with_some_invalid_input(tmp_path: Path) -> None:
    file = tmp_path / "game.azul"
    # each line is tried as a move; most are illegal when their turn comes
    moves = [f"{source}{colour}f" for _ in range(20) for source in "12345C" for colour in "BYRKW"]
    told = play("--save", str(file), typed="\n".join(["?", "hello", "9B1", *moves * 4]))
    assert "cannot be read as a move" in told
    assert "The game is over" in told
    assert json.loads(call("show", str(file), "--json").stdout)["phase"] == "over"
    refused(call("play", str(file)), "cli.play.finished")


def test_the_game_ends_when_the_input_ends_and_leaves_no_file(data_folder: Path) -> None:
    assert "You have seat 0" in play(typed="")
    assert not data_folder.exists()


def test_every_command_answers(tmp_path: Path) -> None:
    lines = ("help", "why", "undo", "moves 1b", "1bf", "hint", "why", "score", "board 1", "board 9")
    told = play("greedy", *QUICK, "--save", str(tmp_path / "game"), typed="\n".join(lines))
    assert "1B1 means:\n  Seat 0 takes" in told
    assert "resign give the game up" in told
    assert "No move has been played yet." in told
    assert "There is no move of yours to take back." in told
    assert "6 legal moves:\n1B1 1B2 1B3 1B4 1B5 1BF\n" in told
    assert re.search(r"The engine would play (\w+), and expects: \1 ", told)
    assert re.search(r"Your move: Seat 1 plays \w+\.\n  \w[^\n]+\.\n", told)  # and why
    assert "Seat 0 · you: 0 points; 0 if everything certain" in told
    assert told.count("╭─ Seat 1 · greedy") == 3  # twice with everything, once alone
    assert "There is no seat 9; seats go from 0 to 1." in told


def test_commands_and_moves_are_understood_by_their_beginning_and_in_any_case() -> None:
    told = play("random", *QUICK, typed="MOV 2\n1Bf\nu\nr\nH\nq\n1b1\n")
    assert "legal moves:" in told
    assert "Taken back to before 1BF." in told
    assert "“r” cannot be read as a move" in told  # resigning takes the whole word
    assert told.endswith("quit   stop; the game is saved\nYour move: ")


def test_the_same_seed_gives_the_same_game() -> None:
    typed = "1bf\n2bf\n3bf\n4bf\ncyf\n"
    first, second = (play("level1", "--seed", "11", typed=typed) for _ in range(2))
    assert first == second
    assert first != play("level1", "--seed", "12", typed=typed)


def test_undo_across_a_deal_draws_anew_and_is_refused_among_people(tmp_path: Path) -> None:
    """In the blind variant a tile is drawn before each move."""
    blind = ("--game", "blue", "--option", "draw=blind", "--players", "2", *QUICK)
    file = tmp_path / "game"
    play("you", "random", *blind, "--save", str(file), typed="")
    drawn = record_of(file).position()
    move = drawn.legal_moves[0]
    file.unlink()
    told = play("you", "random", *blind, typed=f"{move}\nundo\n")
    assert f"Taken back to before {move}." in told
    assert "will be drawn anew" in told
    told = play("you", "you", *blind, typed=f"{move}\nundo\n")
    assert "You have seats 0 and 1." in told
    assert "Seat 1, your move: Something has been drawn at random since then" in told


def test_a_saved_game_is_continued_with_its_players_and_deals(tmp_path: Path) -> None:
    file, other = tmp_path / "game.txt", tmp_path / "other.txt"
    lines = [f"{source}{colour}f\n" for source in "12345c" for colour in "bykrw"]
    play("greedy", "--seed", "5", "--save", str(file), typed="".join(lines))
    whole = record_of(file)
    cut = Record.from_position(whole.position(4), **whole.headers)
    cut.entries[1].comment = "kept"
    other.write_text(cut.to_text())
    told = play(str(other), typed="".join(lines))
    assert "Seat 1 is played by greedy." in told
    assert f"Continue it with: azulejos play {other}" in told
    again = record_of(other)
    assert again.headers == whole.headers
    assert again.entries[1].comment == "kept"
    n = min(len(again.entries), len(whole.entries))
    assert n > 10
    assert [entry.text for entry in again.entries[:n]] == [
        entry.text for entry in whole.entries[:n]
    ]


def test_a_record_of_other_people_is_continued_at_the_seat_to_move(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f'[game "azul"] [players "2"] [seat0 "Ann"] [seat1 "Ben"] <{DEAL}> 1B2 *')
    told = play(str(file), "--save", str(tmp_path / "copy"), typed="")
    assert "You have seat 1." in told
    assert "Seat 0 is played by level2." in told


def test_a_command_in_a_file_is_not_started(tmp_path: Path) -> None:
    file, trace = tmp_path / "game.txt", tmp_path / "trace"
    file.write_text(f'[game "azul"] [seat0 "you"] [seat1 "cmd:touch {trace}"] <{DEAL}> *')
    refused(call("play", str(file)), "cli.play.command")
    assert not trace.exists()


def test_an_outside_engine_plays() -> None:
    told = play(f"cmd:{sys.executable} -m azulejos engine", *QUICK, typed="1bf\nundo\n")
    assert re.search(r"Seat 1 plays \w+\.", told)


def test_the_game_is_saved_when_an_engine_dies(tmp_path: Path) -> None:
    file = tmp_path / "game"
    answer = 'print(chr(123) + chr(34) + "id" + chr(34) + ":" + chr(34) + "1" + chr(34) + chr(125))'
    engine = f"cmd:{sys.executable} -uc '{answer}'"
    typed = "1bf\n1yf\n1rf\n1kf\n1wf\n"
    process = call("play", engine, "--save", str(file), typed=typed)
    assert process.returncode == 2
    assert "engine.died" in process.stderr
    assert len(record_of(file).entries) == 2


def test_resigning_is_written_into_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game"
    told = play("random", "--save", str(file), typed="resign\n")
    assert "Seat 0 resigns." in told
    assert "Continue it" not in told
    assert record_of(file).headers["end"] == "resigned"


def test_the_last_opponent_takes_the_remaining_seats() -> None:
    assert seat_names([], 3) == ["you", "level2", "level2"]
    assert seat_names(["best"], 3) == ["you", "best", "best"]
    assert seat_names(["greedy", "you"], 4) == ["greedy", "you", "greedy", "greedy"]
    assert seat_names(["you", "you"], 3) == ["you", "you", "level2"]
    with pytest.raises(AzulejosError, match="3 players do not fit 2 seats"):
        seat_names(["random", "random"], 2)


def test_invalid_arguments_are_refused(tmp_path: Path) -> None:
    refused(call("play", "--players", "7"), "players.number")
    refused(call("play", "--option", "wall=pink"), "option.unknown")
    refused(call("play", "nobody"), "player.unknown")
    refused(call("play", "you", "nobody"), "player.unknown")
    refused(call("play", "no/such.file"), "cli.file")
    refused(call("play", "--seed", "x"), "cli.arguments")
    file = tmp_path / "games.txt"
    file.write_text('[game "azul"] *\n[game "azul"] *\n')
    refused(call("play", str(file)), "cli.play.many")
    refused(call("play", str(file), "--game", "azul"), "cli.play.fixed")


def test_the_entropy_of_a_table_depends_on_seed_and_purpose() -> None:
    position = Record("azul").first()
    one, two = (LocalTable(position, ["you", "random"], seed, Limit()) for seed in (1, 2))
    assert one.entropy("deal", 3) == one.entropy("deal", 3)
    assert len({one.entropy("deal", 3), one.entropy("deal", 4), two.entropy("deal", 3)}) == 3


# ---- On a terminal


class Terminal:
    """The command on a pseudo-terminal of some width."""

    def __init__(self, columns: int, *arguments: str, **more: str):
        self.main, side = pty.openpty()
        termios.tcsetwinsize(side, (60, columns))
        names = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "COLORTERM")
        known = {name: value for name, value in environment(ENGLISH).items() if name not in names}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "azulejos", "play", *arguments],
            stdin=side,
            stdout=side,
            stderr=side,
            env=known | PLAIN | {"TERM": "xterm-256color", **more},
            start_new_session=True,
        )
        os.close(side)
        self.output = ""

    def wait_for(self, text: str) -> str:
        """Everything that was written up to a text that is still to come."""
        end, start = monotonic() + PATIENCE_S, len(self.output)
        while text not in self.output[start:]:
            assert monotonic() < end, self.output[-2000:]
            if select.select([self.main], [], [], 1.0)[0]:
                self.output += os.read(self.main, 65_536).decode(errors="replace")
        return self.output[start:]

    def wait_until_it_reads(self) -> None:
        """Wait until the command, which has asked for something, does nothing any more."""
        end = monotonic() + PATIENCE_S
        while psutil.Process(self.process.pid).status() != psutil.STATUS_SLEEPING:
            assert monotonic() < end
            sleep(0.05)

    def type(self, line: str) -> None:
        os.write(self.main, line.encode())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.main)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


ASK = "Your move: "


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_a_narrow_terminal_is_not_exceeded(terminals: list[Terminal], game: str) -> None:
    terminal = Terminal(50, "random", "--game", game, *QUICK)
    terminals.append(terminal)
    drawn = terminal.wait_for(ASK)
    terminal.type("help\n")
    drawn += terminal.wait_for(ASK)
    terminal.type("moves\n")
    drawn += terminal.wait_for(ASK)
    assert "\x1b[" in drawn
    lines = [ESCAPES.sub("", line) for line in re.split(r"[\r\n]+", drawn)]
    assert max(map(len, lines)) <= 50


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_they_are_not_wanted(
    terminals: list[Terminal], more: dict[str, str]
) -> None:
    terminal = Terminal(100, "random", *QUICK, **more)
    terminals.append(terminal)
    drawn = terminal.wait_for(ASK)
    assert "│ 1           .  │  b y r k w  │" in ESCAPES.sub("", drawn)
    assert not re.search(r"\x1b\[[\d;]*\b[34]8;", drawn)


def test_colours_and_completion(terminals: list[Terminal]) -> None:
    terminal = Terminal(100, "random", *QUICK)
    terminals.append(terminal)
    assert re.search(r"\x1b\[1;38;5;\d+;48;5;\d+mB\x1b\[0m", terminal.wait_for(ASK))
    terminal.type("sco\t\n")
    terminal.wait_for("Seat 1 · random: 0 points")


def test_ctrl_c_saves_the_game_and_it_is_continued(
    terminals: list[Terminal], data_folder: Path
) -> None:
    terminal = Terminal(80, "random", *QUICK)
    terminals.append(terminal)
    terminal.wait_for(ASK)
    terminal.type("1bf\n")
    terminal.wait_for(ASK)
    terminal.wait_until_it_reads()  # an interrupt just before may be lost
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("Continue it with:")
    assert terminal.process.wait(PATIENCE_S) == 130
    (file,) = (data_folder / "azulejos" / "games").iterdir()
    record = record_of(file)
    assert [entry.is_deal for entry in record.entries] == [True, False, False]
    continued = Terminal(80, str(file))
    terminals.append(continued)
    assert "Seat 1 is played by random." in continued.wait_for(ASK)
    continued.type("quit\n")
    continued.wait_for(str(file)[:30])
    assert continued.process.wait(PATIENCE_S) == 0
    assert record_of(file).entries == record.entries


def test_texts_are_in_the_language_of_the_environment() -> None:
    portuguese = {"LANG": "pt_BR.UTF-8", "LC_MESSAGES": "pt_BR.UTF-8"}
    told = azulejos("play", "random", *QUICK, typed="help\n", **PLAIN, **portuguese).stdout
    assert "Você tem o assento 0." in told
    assert "Assento 1 · random" in told
    assert "desenhar a posição" in told
