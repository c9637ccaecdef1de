"""Records: written strictly, read tolerantly, refused with line and column."""

import json

import pytest

from azulejos import BadRecord, Entry, Position, Record, read_records

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
