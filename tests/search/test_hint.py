"""Hints: three depths in three languages that say no more than they should."""

import pytest

from azulejos.search.analysis import analyse
from azulejos.search.hint import make_hint
from azulejos.search.settings import Limit
from azulejos.text import LANGUAGES, render
from tests.walk import VARIANTS, Script, walk


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_depth_is_a_sentence_in_every_language(variant: str) -> None:
    script = Script(choices=(3, 8, 1), entropy=4)
    decisions = [p.copy() for p in walk(variant, script) if p.turn is not None]
    for position in decisions[:: len(decisions) // 4]:
        *_, info = analyse(position, Limit(nodes=60))
        hint = make_hint(position, info)
        assert hint.move == hint.why.move == info.best
        assert hint.why.win == info.moves[0].win[position.actor]
        for language in LANGUAGES:
            look, play = (render(part.text, language) for part in (hint.look, hint.play))
            why = " ".join(hint.why.sentences(language))
            assert info.best not in look + play  # in words
            assert len(play.split()) > 6  # what it does, for those who do not read the notation
            assert 1 <= len(hint.why.reasons) <= 3
            assert "{" not in look + play + why
            assert "reason." not in look + play + why
