"""Updates: what viewers share is encoded once, and is what `make_view` shows each of them."""

import pytest

from azulejos.server.play.updates import Views, encode_event
from azulejos.server.table import verbs
from azulejos.server.table.view import event_fields, make_view
from azulejos.wire.views import EventView, View
from tests.server.script import LIVE, Script, variant_script
from tests.walk import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_encoded_view_is_the_view_of_its_viewer(variant: str) -> None:
    script = variant_script(variant)
    people = ["ann", "bob", "cat", "dan"][: script.plan.players]
    script.sit(*people)
    for choice in range(6):
        views = Views(script.table)
        for now in (script.now, script.now + 1):
            for person in (*people, "eve", ""):
                encoded = View.model_validate_json(views.encode(person, now))
                assert encoded == make_view(script.table, person, now)
        script.move(choice)


def test_views_show_clocks_offers_and_results_alike() -> None:
    script = Script(clock=LIVE)
    script.sit("ann", "bob").move(1)
    script.do(verbs.offer, "ann", "end")
    check(script)
    script.do(verbs.answer, "bob", True)
    assert script.table.finish
    check(script)


def check(script: Script) -> None:
    for person in ("ann", "bob", ""):
        encoded = View.model_validate_json(Views(script.table).encode(person, script.now))
        assert encoded == make_view(script.table, person, script.now)


def test_an_encoded_event_is_its_view() -> None:
    script = Script()
    script.sit("ann", "bob")
    for event in script.events:
        made = EventView(**event_fields(event, []))
        assert EventView.model_validate_json(encode_event(event, [])) == made
