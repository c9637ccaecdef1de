"""Records: written strictly, read tolerantly, refused with line and column."""

import json
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import (
    AzulejosError,
    BadArgument,
    BadRecord,
    Entry,
    Position,
    Record,
    iter_records,
    read_records,
)
from azulejos.compiled.rng import Rng, make_rng
from azulejos.record import RESERVED
from tests.walk import VARIANTS, opening, scripts

BLUES = "BBBB BBBB BBBB BBBB BBBB"
DEAL = "BBYR KKWW BYRW YYYY RRKW"
OPENING = f"""[game "azul"]
[rules "1"]
[players "2"]
[wall "coloured"]
[first "0"]
[seat0 "Ana \\"la reina\\""]

{{A quiet start}} <{DEAL}> 1B2 {{safe \\}}}} (1Y1 {{or}} 2K2 (CB1)) CY1 *
"""


def test_written_text_is_read_back() -> None:
    (record,) = read_records(OPENING)
    assert record.headers == {"seat0": 'Ana "la reina"'}
    assert record.comment == "A quiet start"
    assert [entry.text for entry in record.entries] == [DEAL, "1B2", "CY1"]
    assert record.entries[1].comment == "safe }"
    assert read_records(record.to_text()) == [record]
    assert read_records(json.dumps(record.to_json())) == [record]


def test_variations_branch_from_before_their_entry() -> None:
    (record,) = read_records(OPENING)
    (variation,) = record.entries[1].variations
    assert [entry.text for entry in variation] == ["1Y1", "2K2"]
    assert variation[0].comment == "or"
    assert variation[1].variations == [[Entry("CB1")]]


def test_several_games_and_both_forms_of_a_file() -> None:
    (record,) = read_records(OPENING)
    assert read_records(OPENING * 3) == [record] * 3
    line = json.dumps(record.to_json())
    assert read_records(f"{line}\n\n{line}\n") == [record] * 2
    assert read_records("") == []


@pytest.mark.parametrize(
    "text",
    [
        f'[game "azul"] <{DEAL}> 1B2 CY1',
        f'\ufeff[ game   "azul" ]\r\n\r\n<{DEAL}>\r\n1. 1B2 2... CY1 ; a remark\r\n*',
        f'[game "azul"] <{DEAL.lower()}> 1b2 cy1 *',
        '[game "azul"] <RYBB WKKW WRYB YYYY WKRR> 1B2 CY1 *',
    ],
    ids=["no result", "spaces, numbers, remarks", "small letters", "letters in any order"],
)
def test_reading_is_tolerant(text: str) -> None:
    (record,) = read_records(text)
    assert [entry.text for entry in record.entries] == [DEAL, "1B2", "CY1"]


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        (f'[game "azul"]\n<{DEAL}>\n  1B2 1B3 *', 3, 7, "move.illegal"),
        (f'[game "azul"]\n<{DEAL}>\n  1B2 xyz', 3, 7, "azul.form"),
        ('[game "azul"]\n 1B2', 2, 2, "record.deal"),
        (f'[game "azul"]\n<{DEAL}> <{DEAL}>', 2, 28, "record.deal"),
        ('[game "azul"] <BBBB>', 1, 15, "azul.form.deal"),
        (f'[game "azul"]\n<{BLUES}>\n1B1 2B2 3B3 4B4 5B5 <{BLUES}>', 3, 21, "move.illegal"),
        ('[game "azul"]\n[players "5"]', 2, 1, "players.number"),
        ('[game "azul"]\n[players "many"]', 2, 1, "players.number"),
        ('[game "chess"]', 1, 1, "game.unknown"),
        ('[game "azul"]\n[rules "7"]', 2, 1, "record.rules"),
        ('[game "azul"]\n[start "azul players=2"]', 2, 1, "position.field"),
        (f'[game "azul"] <{DEAL}> 1B2 )', 1, 46, "record.token"),
        (f'[game "azul"] <{DEAL}> 1B2 (1Y1', 1, 46, "record.variation"),
        (f'[game "azul"] <{DEAL}> 1B2 ()', 1, 46, "record.variation"),
        (f'[game "azul"] <{DEAL}> 1B2 {{', 1, 46, "record.token"),
        (f'[game "azul"] <{DEAL}> 1B2 5-3', 1, 46, "record.scores"),
        ('[game "azul"', 1, 1, "record.token"),
        ("\x00\x01", 1, 1, "game.unknown"),
        ('{"record": 1, "game": "azul"', 1, 29, "record.json"),
        ('{"record": 1, "game": "azul"}', 1, 1, "record.field"),
        ('{"record": 1, "game": "azul", "entries": [{"move": "1B2"}]}', 1, 1, "record.deal"),
        ("\n" + '{"a":' * 5000, 2, 1, "record.json"),
    ],
)
def test_faults_are_found_at_their_place(text: str, line: int, column: int, code: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read_records(text)
    assert (caught.value.line, caught.value.column, caught.value.code) == (line, column, code)


def test_deep_variations_are_refused_not_followed() -> None:
    text = f'[game "azul"] <{DEAL}> 1B2' + " (1Y1" * 1000
    with pytest.raises(BadRecord):
        read_records(text)


def test_a_game_from_a_set_up_position() -> None:
    position = Position("azul")
    position.push(DEAL)
    later = Position.from_json(position.to_json())
    later.push("1B2")
    record = Record.from_position(later, event="study")
    assert record.start == position.to_text()
    assert read_records(record.to_text()) == [record]
    assert record.position() == later


def test_positions_step_through_the_game() -> None:
    (record,) = read_records(OPENING)
    assert [position.actor for position in record.positions()] == [-1, 0, 1, 0]
    assert record.position(2).history == [DEAL, "1B2"]


# ---- What is written can be read


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of the beginning of a game, with any headers, comments and variations."""
    script = draw(scripts)
    position = opening(draw(st.sampled_from(sorted(VARIANTS))), script)
    rng, taken = make_rng(script.entropy), {*RESERVED, *(position.options or ()), "result"}
    names = st.from_regex(r"\w{1,8}", fullmatch=True).filter(lambda name: name not in taken)
    record = Record.from_position(position)
    record.headers = draw(st.dictionaries(names, st.text(), max_size=3))
    record.comment = draw(st.text(max_size=20))
    for _ in range(draw(st.integers(0, 12))):
        before = position.copy()
        record.entries.append(draw(entries(position, rng, is_first=True)))
        if draw(st.booleans()):
            record.entries[-1].variations.append([draw(entries(before, rng))])
    return record


@st.composite
def entries(draw: st.DrawFn, position: Position, rng: Rng, is_first: bool = False) -> Entry:
    """An entry from a position, on which it is pushed; sometimes with a variation inside."""
    before, is_deal = position.copy(), position.needs_deal
    position.push(position.draw_deal(rng) if is_deal else draw(st.sampled_from(before.legal_moves)))
    entry = Entry(position.history[-1], is_deal, draw(st.text(max_size=20)))
    if not is_first and draw(st.booleans()):
        entry.variations = [[draw(entries(before, rng))]]
    return entry


@given(records())
def test_what_is_written_is_read_back(record: Record) -> None:
    """In both forms, and several in one file."""
    assert read_records(record.to_text()) == [record]
    assert read_records(record.to_text() * 2) == [record] * 2
    assert read_records(json.dumps(record.to_json())) == [record]


def test_a_record_without_players_or_options_is_of_the_usual_variant() -> None:
    (record,) = read_records(Record("azul").to_text())
    assert (record.players, record.options) == (2, {"wall": "coloured", "first": "0"})
    assert read_records(json.dumps(Record("azul").to_json())) == [record]


def nested(depth: int) -> list[Entry]:
    """Two moves, with as many variations inside each other."""
    variations = [nested(depth - 1)] if depth else []
    return [Entry("1B2" if depth % 2 else "1Y1", variations=variations)]


@pytest.mark.parametrize(
    "changed",
    [
        {"entries": [Entry(DEAL), Entry("1B2", variations=[[]])]},
        {"entries": [Entry(DEAL), Entry("1B2", variations=[[Entry("9Z9")]])]},
        {"entries": [Entry(DEAL), *nested(21)]},
        {"headers": {"result": "5-3"}},
        {"headers": {"two words": ""}},
        {"headers": {"wall": "gray"}},
        {"comment": 3},
        {"start": Position("blue").to_text()},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_could_not_be_read_is_not_written(changed: dict[str, Any]) -> None:
    record = replace(Record("azul", entries=[Entry(DEAL)]), **changed)
    for write in (record.to_text, record.to_json):
        with pytest.raises(AzulejosError):
            write()


def test_entries_are_written_as_the_game_writes_them() -> None:
    record = Record("azul", entries=[Entry(DEAL.lower()), Entry("1b2", is_deal=True)])
    (read,) = read_records(record.to_text())
    assert read.entries == [Entry(DEAL, is_deal=True), Entry("1B2")]


# ---- One by one


def three_games(middle: str) -> str:
    return f"{OPENING}\n{middle}\n{OPENING}"


@pytest.mark.parametrize(
    ("middle", "line"),
    [
        ('[game "azul"]\n1B2 *', 12),
        ('[game "azul"]\n[players "9"]\n*', 12),
        (f'[game "azul"]\n<{DEAL}> 1B2 {{never closed', 12),
        (f'[game "azul"]\n<{DEAL}> 1B2 (1Y1', 12),
        ('[game "azul"]\n\x00 ] [ "', 12),
    ],
    ids=["illegal", "headers", "open comment", "open variation", "no tokens"],
)
def test_one_bad_game_does_not_lose_the_others(middle: str, line: int) -> None:
    (good,) = read_records(OPENING)
    errors: list[BadRecord] = []
    found = list(iter_records(three_games(middle), on_error=errors.append))
    assert found == [good, good]
    assert list(iter_records(three_games(middle), on_error="skip")) == [good, good]
    assert len(errors) == 1
    assert errors[0].line in (line - 1, line)
    assert f"Line {errors[0].line}, column {errors[0].column}: " in str(errors[0])
    with pytest.raises(BadRecord):
        read_records(three_games(middle))


def test_one_bad_line_of_json_does_not_lose_the_others() -> None:
    (good,) = read_records(OPENING)
    line = json.dumps(good.to_json())
    errors: list[BadRecord] = []
    text = f"{line}\n{{broken\n{line}\n"
    assert list(iter_records(text, on_error=errors.append)) == [good, good]
    assert [error.line for error in errors] == [2]


def test_records_are_read_from_paths_files_and_lines(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(OPENING * 2, encoding="utf-8")
    expected = read_records(OPENING * 2)
    assert list(iter_records(file)) == expected
    with file.open(encoding="utf-8") as opened:
        assert list(iter_records(opened)) == expected
    assert list(iter_records(OPENING.splitlines(keepends=True) * 2)) == expected


@pytest.mark.parametrize("game", [OPENING, f'[game "azul"] <{DEAL}> 1B2 CY1 *\n'])
def test_records_are_read_one_at_a_time(game: str) -> None:
    """A source without an end gives its first games: no more is read than they need."""
    records = iter_records(line for line in cycle(game.splitlines(keepends=True)))
    assert [len(next(records).entries) for _ in range(5)] == [3] * 5


def test_a_comment_may_hold_what_looks_like_a_game() -> None:
    (record,) = read_records(OPENING)
    record.entries[1].comment = f'see\n[game "azul"]\n<{DEAL}> 1B2 *'
    assert read_records(record.to_text() + OPENING) == [record, *read_records(OPENING)]


def test_what_is_no_source_is_refused(tmp_path: Path) -> None:
    for source in (3, None, b"[game]", [b"[game]"]):
        with pytest.raises(BadArgument):
            list(iter_records(source))  # type: ignore[arg-type]
    with pytest.raises(BadArgument, match="on_error"):
        list(iter_records(OPENING, on_error="ignore"))  # type: ignore[arg-type]
    (tmp_path / "latin").write_bytes(b'[game "azul"]\n{\xe9}')
    with pytest.raises(BadRecord, match="UTF-8"):
        list(iter_records(tmp_path / "latin"))


# ---- Headers agree with the game


def started() -> str:
    position = Position("azul")
    position.push(DEAL)
    return position.to_text()


@pytest.mark.parametrize(
    "headers",
    [
        '[game "azul"]\n[players "2"]\n[players "3"]',
        '[game "azul"]\n[game "blue"]',
        f'[game "blue"]\n[start "{started()}"]',
        f'[game "azul"]\n[start "{started()}"]\n[players "3"]',
        f'[game "azul"]\n[start "{started()}"]\n[wall "gray"]',
    ],
)
def test_headers_that_contradict_the_game_are_refused(headers: str) -> None:
    with pytest.raises(BadRecord, match="contradicts") as caught:
        read_records(f"{headers}\n*")
    assert caught.value.line in (1, 2, 3)


def test_headers_may_repeat_what_the_game_says() -> None:
    text = f'[game "azul"]\n[start "{started()}"]\n[players "2"]\n[wall "coloured"]\n1B2 *'
    (record,) = read_records(text)
    assert record.headers == {}
    assert (record.players, record.entries) == (2, [Entry("1B2")])


def test_a_result_header_agrees_with_the_moves() -> None:
    assert read_records(f'[game "azul"]\n[result "*"]\n<{DEAL}> 1B2')[0].headers == {"result": "*"}
    with pytest.raises(BadRecord) as caught:
        read_records(f'[game "azul"]\n[result "50-3"]\n<{DEAL}> 1B2')
    assert caught.value.code == "record.scores"


def test_json_headers_cannot_contradict_its_fields() -> None:
    (record,) = read_records(OPENING)
    for name in ("game", "players", "wall"):
        data = record.to_json()
        data["headers"] = {name: "other"}
        with pytest.raises(BadRecord, match="contradicts"):
            read_records(json.dumps(data))
