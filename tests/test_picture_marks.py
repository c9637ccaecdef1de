"""Marks in pictures: every place that a mark names is drawn, and each mark has its sentence."""

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from random import Random

from azulejos import Position
from azulejos.contract.marks import Mark
from azulejos.contract.rules import Json
from azulejos.picture_marks import boxes_at, draw_marks
from azulejos.search.reasons import play_out
from azulejos.text import render
from tests.walk import VARIANTS, Script, walk

POSITIONS = 200
NOT_DRAWN = {"supply"}  # in the library's drawings of BLUE the supply is words


def marked() -> Iterator[tuple[Position, list[Mark], list[Json]]]:
    """Decisions of all variants, with the marks of two moves and of all that is said of them, and
    the views before and after them.
    """
    random = Random(3)
    for variant in VARIANTS:
        walked = walk(variant, Script(choices=(2, 7, 1, 5), entropy=9, options=(1,)))
        decisions = [position.copy() for position in walked if position.turn is not None]
        for position in random.sample(decisions, min(len(decisions), POSITIONS // len(VARIANTS))):
            yield position, *marks_of(position, random)


def marks_of(position: Position, random: Random) -> tuple[list[Mark], list[Json]]:
    reasons, view = position.game.reasons, position.view()
    assert reasons
    move, other = (play_out(position, random.choice(position.legal_moves)) for _ in range(2))
    found = [*reasons.facts(view, move), *reasons.compare(view, move, other)]
    marks = [*reasons.show_source(view, move), *reasons.show_move(view, move, "A")]
    marks += [mark for reason in found for mark in reason.marks]
    return marks, [view, move.after, other.after]


def test_every_place_of_a_mark_is_drawn() -> None:
    number = 0
    for position, marks, views in marked():
        layout = position.game.layout
        assert layout
        number += 1
        drawings = [layout.boxes(view) for view in views]
        for mark in marks:
            places = [*mark.at, *([mark.to] if mark.to else [])]
            assert places
            unknown = {x for x in places if not any(boxes_at(boxes, x) for boxes in drawings)}
            assert {place.partition("-")[0] for place in unknown} <= NOT_DRAWN, (mark, position)
    assert number > 0.8 * POSITIONS


def test_a_picture_shows_marks_with_sentences_and_owners() -> None:
    for position, marks, _ in list(marked())[::20]:
        names = [f"<{seat}>" for seat in range(position.players)]
        picture = str(position.picture(marks=marks, names=names)._repr_svg_())
        layout = position.game.layout
        assert layout
        boxes = layout.boxes(position.view())
        shown = [mark for mark in marks if any(boxes_at(boxes, place) for place in mark.at)]
        assert shown
        for mark in shown:
            said = f"<title>{escape(render(mark.said))}</title>"
            assert f'<g data-mark="{mark.kind}">{said}' in picture
        others = {mark.seat for mark in shown if mark.kind == "danger"} - {position.turn, -1}
        assert all(f"&lt;{seat}&gt;</text>" in picture for seat in others)


def test_one_frame_surrounds_the_boxes_of_a_place() -> None:
    position = Position("azul", 2)
    position.push("BBYR KKWW WRYB YYYY RRKW")
    layout, reasons = position.game.layout, position.game.reasons
    assert layout
    assert reasons
    boxes = layout.boxes(position.view())
    (mark,) = reasons.show_source(position.view(), play_out(position, "1B2"))
    assert len(boxes["offer-1"]) > 1 or len(boxes["offer-1-B"]) > 1
    for place in ("offer-1", "offer-1-B"):
        shown = draw_marks([replace(mark, at=(place,))], boxes, lambda *_: "", "en", {})
        assert shown.count("<rect") == 1
