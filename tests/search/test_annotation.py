"""Reviews written into records: what is written is read back, and what was there stays."""

import pytest

from azulejos.position import Position
from azulejos.record import Entry, Record
from azulejos.record_reader import read_records
from azulejos.search.annotation import annotate, read_annotation
from azulejos.search.review import review
from azulejos.search.settings import Limit
from azulejos.text import LANGUAGES
from tests.walk import VARIANTS, Script, play

QUICK = Limit(nodes=60)


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_annotated_record_is_read_back(variant: str) -> None:
    record = Record.from_position(play(variant, Script(choices=(4, 1, 7), entropy=2, events=14)))
    entries = list(review(record, QUICK))
    for language in LANGUAGES:
        annotated = annotate(record, entries, language)
        assert read_records(annotated.to_text()) == [annotated]
        assert [entry.text for entry in annotated.entries] == [
            entry.text for entry in record.entries
        ]
        for entry, reviewed in zip(annotated.entries, entries, strict=True):
            found = read_annotation(entry.comment)
            assert found
            assert found.grade == (reviewed.judgement.grade if reviewed.judgement else "")
            assert found.win == pytest.approx(reviewed.after.win, abs=1e-4)
            assert found.points == pytest.approx(reviewed.after.points, abs=1e-2)
            if found.grade and reviewed.judgement:
                assert entry.variations[0][0].text == reviewed.judgement.best
                assert f" {reviewed.judgement.best}" in entry.comment
            else:
                assert not entry.variations


def test_comments_and_variations_stay() -> None:
    position = Position("azul")
    position.deal(1)
    position.push(position.legal_moves[-1])
    record = Record.from_position(position)
    before = record.position(1)
    said = Entry(before.legal_moves[0])
    record.entries[-1].comment = "bold"
    record.entries[-1].variations = [[said]]
    annotated = annotate(record, list(review(record, QUICK)), "en")
    assert annotated.entries[-1].comment.endswith(" bold")
    assert annotated.entries[-1].variations[-1] == [said]
    assert len(annotated.entries[-1].variations) == 2
    assert record.entries[-1].comment == "bold"  # the record itself is unchanged


@pytest.mark.parametrize(
    "comment", ["", "?? a blunder", "[%eval ]", "[%eval 0.5]", "x [%eval 0.5/1.0]"]
)
def test_other_comments_are_no_annotations(comment: str) -> None:
    assert read_annotation(comment) is None
