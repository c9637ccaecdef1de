"""Hints: three depths in three languages that say no more than they should."""

import pytest

from azulejos.search.analysis import analyse
from azulejos.search.explain import points_now
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
        assert hint.best == info.best
        for language in LANGUAGES:
            look, move, why = (render(text, language) for text in (hint.look, hint.move, hint.why))
            assert info.best not in look
            assert info.best in move
            assert len(move.split()) > 8  # what it does, for those who do not read the notation
            assert why.startswith(info.best)
            assert "{" not in look + move + why
            assert "hint." not in look + move + why


def test_what_a_move_gains_at_once_is_said_in_points() -> None:
    decisions = [p.copy() for p in walk("blue-3", Script(choices=(3, 8, 1), entropy=4))][10:-1:5]
    gains = []
    for position in decisions:
        *_, info = analyse(position, Limit(nodes=60))
        after = position.copy()
        after.push(info.best)
        gained = round(points_now(after)[position.actor] - points_now(position)[position.actor])
        gains.append(gained)
        why = render(make_hint(position, info).why)
        assert ("at once" in why) == (gained != 0)
        assert gained <= 0 or f"it makes {gained} point" in why
    assert max(gains) > 0
