"""Reasons of Azul: true by a slow reader of positions, in three languages, one by one."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from azulejos import Position
from azulejos.contract.reasons import Reason
from azulejos.games.azul import reasons
from azulejos.games.azul.notation import make_states
from azulejos.search.reasons import play_out
from azulejos.text import LANGUAGES, render
from tests.games.azul.slow_reader import CHECKS, is_true
from tests.games.azul.table import Json, board, table_json

VARIANTS = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "gray")]
Found = tuple[Position, str, str, Reason]
RARE = {"clean", "end.level", "falls.free", "marker.free"}  # clean is said of the other move


def decisions(players: int, wall: str, seed: int) -> Iterator[Position]:
    """The decisions of a game that fills lines when it can, so that walls grow."""
    random, position = Random(seed), Position("azul", players, wall=wall)
    while not position.is_over:
        if position.needs_deal:
            position.deal(random.randrange(1 << 30))
            continue
        yield position
        moves = position.legal_moves
        good = [move for move in moves if not move.endswith("F")] or moves
        scored = sorted(random.sample(good, min(6, len(good))), key=lambda m: gain(position, m))
        position.push(scored[-1])


def gain(position: Position, move: str) -> int:
    step = position.forecast(move)
    return int(step.to_json()["score"])


def found_reasons(players: int, wall: str, seeds: range) -> Iterator[Found]:
    """All candidates for pairs of moves."""
    for seed in seeds:
        random = Random(seed)
        for position in decisions(players, wall, seed):
            view, moves = position.view(), position.legal_moves
            move, other = random.choice(moves), random.choice(moves)
            own, rival = play_out(position, move), play_out(position, other)
            told = [*reasons.facts(view, own), *reasons.compare(view, own, rival)]
            yield from ((position, move, other, reason) for reason in told)


@pytest.fixture(scope="module")
def told() -> list[Found]:
    """The reasons of several hundred positions."""
    games = (found_reasons(*variant, range(n, n + 4)) for n, variant in enumerate(VARIANTS))
    return [(p.copy(), *rest) for game in games for p, *rest in game]  # type: ignore[misc]


def test_every_fact_is_true(told: list[Found]) -> None:
    codes = Counter(reason.text.code for *_, reason in told)
    assert len({position.to_text() for position, *_ in told}) > 300
    missing = {code for code in CHECKS if f"azul.reason.{code}" not in codes}
    assert not missing - RARE, missing
    for position, move, other, reason in told:
        text = reason.text
        assert is_true(position.to_json(), move, other, text.code, text.args), (
            *(position.to_text(), move, other, text),
        )


def test_a_wrong_number_is_found(told: list[Found]) -> None:
    """Each number of each sentence, one too many: it may be true of another line by chance."""
    found: dict[tuple[str, str], list[bool]] = {}
    for position, move, other, reason in told:
        for name, value in reason.text.args.items():
            tried = found.setdefault((reason.text.code, name), [])
            if isinstance(value, int) and len(tried) < 8:
                number = (value + 1) % position.players if name == "seat" else value + 1
                wrong = {**reason.text.args, name: number}
                is_found = not is_true(position.to_json(), move, other, reason.text.code, wrong)
                tried.append(is_found)
    numbers = {key: tried for key, tried in found.items() if tried}
    assert len(numbers) > 60
    for key, tried in numbers.items():
        assert sum(tried) > len(tried) / 2, key


def test_sentences_and_marks_in_every_language(told: list[Found]) -> None:
    for _, _, _, reason in told[::7]:
        for text in (reason.text, *(mark.said for mark in reason.marks)):
            for language in LANGUAGES:
                said = render(text, language)
                assert "{" not in said, text
                assert "azul." not in said, text
                assert len(said) <= 110, said


# ---- One by one


def table(*boards: Json, **changes: Any) -> Position:
    """A position that need not come from a game: seat 0 is to move."""
    return Position.from_states(make_states(table_json(*boards, **{"turn": 0, **changes})))


def said(position: Position, move: str, other: str) -> dict[str, str]:
    """The sentences that speak for a move, by kind."""
    own, rival = play_out(position, move), play_out(position, other)
    found = reasons.compare(position.view(), own, rival)
    return {reason.kind: str(reason.text) for reason in sorted(found, key=lambda x: x.points)}


def test_a_line_that_gets_full() -> None:
    me = board(wall="BY... ..... ..B..")
    found = said(table(me, board(), displays="RRKW BBYY"), "1R1", "2BF")
    assert found["complete"] == "Completes line 1: +3 (3 across)."
    found = said(table(me, board(), displays="RKKW YYRR"), "1R1", "2YF")
    assert found["clean"] == "Nothing falls; otherwise 2 tiles would: −2."


def test_a_tile_with_two_runs_and_its_column() -> None:
    me = board("- - BB", "BY... W.... K....")  # blue of line 3 comes beside and below nothing
    found = said(table(me, board(), displays="BYYY RRKK"), "1B3", "2R4")
    assert found["complete"] == "Completes line 3: +1."
    me = board("- W", "BY... .BY.. KW...")
    found = said(table(me, board(), displays="WYYR KKRB"), "1W2", "2K4")
    assert found["complete"] == "Completes line 2: +6 (3 across, 3 down)."
    assert found["column"] == "Column 1 then has 3 of 5: 2 more for +7."


def test_a_colour_that_gets_complete() -> None:
    me = board("- - - - BBBB", "B.... .B... ..B.. ...B.")
    found = said(table(me, board(), displays="BYYR KKRW"), "1B5", "2K4")
    assert found["colour"] == "All 5 blue are then on the wall: +10 at the end."


def test_a_line_that_is_begun() -> None:
    position = table(board(), board(), displays="BBYR BKKW")
    assert said(position, "1B3", "2W5")["short"] == (
        "Line 3 then lacks 1 blue; 1 can still be taken."
    )
    assert said(position, "1B3", "2W5")["stuck"] == (
        "Otherwise line 5 cannot be filled this round: it lacks 4 white, and none are left."
    )
    assert said(position, "1B3", "2W5")["scarce"] == "Only 3 blue are left this round."


def test_tiles_that_another_seat_needs() -> None:
    position = table(board(), board("- - - KK"), displays="KKBY WWRR")
    assert said(position, "1K5", "2W5")["deny"] == (
        "Takes the black that seat 1 needs for line 4: +1 for seat 1."
    )


def test_tiles_that_the_next_seat_gets() -> None:
    you = board("- - - - KKK")
    position = table(board(floor="M"), you, displays="KBYY WWRR", centre="K", marker=0)
    assert said(position, "2W2", "1B1")["feed"] == (
        "Otherwise 2 black would fill seat 1’s line 5: +1 for seat 1."
    )
    position = table(board(floor="M"), you, displays="KKBY WWRR", centre="K", marker=0)
    assert "feed" not in said(position, "2W2", "1B1")  # two lay there before


def test_tiles_that_must_fall() -> None:
    you = board("B WW YYY RRRR KKKK")
    position = table(board(floor="M"), you, displays="", centre="BWWW", marker=0)
    assert said(position, "CB1", "CW3")["poison"] == (
        "Whatever seat 1 takes, tiles fall: at least −4."
    )
    assert said(position, "CB1", "CWF")["last"] == "1 group is left: seat 1 must take it."


def test_the_marker() -> None:
    position = table(board(), board(), displays="BBYY", centre="R")
    assert said(position, "CR1", "1B2")["marker"] == (
        "Takes the marker and begins the next round: −1 on the floor line."
    )
    assert said(position, "1B2", "CR1")["leave1"] == "Leaves the marker to seat 1."


def test_a_full_floor_line_costs_nothing() -> None:
    position = table(board(floor="RRRRRRR"), board(), displays="BBYY", centre="R")
    facts = reasons.facts(position.view(), play_out(position, "CRF"))
    found = {reason.kind: str(reason.text) for reason in facts}
    assert found["falls"] == "1 tile falls; the floor line is full, so it costs nothing."
    assert found["marker"] == (
        "Takes the marker and begins the next round; on the full floor line it costs nothing."
    )
    for reason in facts:
        text = reason.text
        assert is_true(position.to_json(), "CRF", "1B2", text.code, text.args), text


def test_nothing_is_said_of_a_next_round_that_does_not_come() -> None:
    me = board("W - - - YYYY", "BYRK. .BY.. ..B..")  # white completes row 1
    position = table(me, board(), displays="BBKK WWWW", centre="YR")
    for move in position.legal_moves:
        facts = {
            reason.kind: reason
            for reason in reasons.facts(position.view(), play_out(position, move))
        }
        assert not facts.keys() & {"carry", "beside", "row"}, move
        if "marker" in facts:
            assert str(facts["marker"].text) == "Takes the marker: −1 on the floor line."
        assert not [x for x in facts.values() if x.text.code.endswith((".column", ".colour"))]


def test_tiles_that_come_together_in_the_centre() -> None:
    position = table(board("- - - RR", floor="M"), board(), displays="RWWB", centre="R", marker=0)
    assert said(position, "1W2", "CR4")["gather"] == (
        "Then 2 red lie in the centre: line 4 lacks 2."
    )


def test_tiles_that_can_wait() -> None:
    you = board("B BB BBB BBBB BBBBB")
    position = table(board(), you, displays="RRYY WWKK")
    assert said(position, "1R2", "2W2")["useless"] == (
        "The other tiles can wait: seat 1 cannot place white."
    )
    position = table(board(), board(), displays="RRYY WWKK WYYY")
    assert said(position, "1R2", "2W2")["wait"] == "The white ones can wait: 3 are left."


def test_the_end_of_the_game() -> None:
    me = board(wall="BYRK.", score=10)
    position = table(me, board(), displays="WWRR BB")
    assert said(position, "1W1", "2B2")["end"] == (
        "Completes row 1: the game ends with this round, 16 points ahead as things stand."
    )
    you = board(wall=".YRKW WBYR. KWBY.", score=70)
    position = table(board(wall="BYRK.", score=10), you, displays="WWRR BB")
    assert said(position, "2B2", "1W1")["notyet"] == (
        "Does not end the game; the other move completes row 1, 54 points behind as things stand."
    )


def test_a_space_of_the_gray_side() -> None:
    me = board("W", "BY...")
    tiling = {"seat": 0, "line": 1}
    position = table(me, board(), wall="gray", tiling=tiling, marker=0)
    found = said(position, "1>3", "1>5")
    assert found["place"] == "Scores +3 there (3 across)."


def test_reasons_are_the_same_every_time() -> None:
    position = next(iter(decisions(2, "coloured", 3)))
    move, other = position.legal_moves[:2]
    assert said(position, move, other) == said(position, move, other)
