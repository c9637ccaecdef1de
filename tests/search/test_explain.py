"""The reasons for a chosen move: in every language, and true."""

import pytest

from azulejos.search.explain import explain_choice, points_now
from azulejos.search.players import find_player
from azulejos.text import LANGUAGES, render
from tests.walk import VARIANTS, Script, play


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_choice_has_reasons(variant: str) -> None:
    for events in (1, 8, 20):
        position = play(variant, Script(choices=(2, 9, 4), entropy=events, events=events))
        if position.needs_deal:
            position.deal(3)
        choice = find_player("level3").choose(position, entropy=1)
        reasons = explain_choice(position, choice.move, choice.info)
        assert reasons
        for text in reasons:
            assert all(choice.move in render(text, language) for language in LANGUAGES)


def test_points_made_at_once_are_those_that_are_counted() -> None:
    position = play("blue-3", Script(choices=(2, 9, 4), entropy=1, events=20))
    for move in position.legal_moves:
        after = position.copy()
        after.push(move)
        gained = points_now(after)[position.actor] - points_now(position)[position.actor]
        codes = [text.code for text in explain_choice(position, move)]
        assert ("reason.gains" in codes) == (gained >= 1)
        assert codes == ["reason.nothing"] or gained != 0
