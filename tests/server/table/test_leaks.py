"""R16: the output of a table reveals neither its seed nor a future deal."""

import pytest

from azulejos.server.table import fair, verbs
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.view import make_view
from tests.server.leaks import FUZZED, Game, spellings
from tests.server.script import Script

GAMES = 8  # of each variant; `python -m tests.server.leaks 10000` plays more


@pytest.mark.parametrize("variant", FUZZED)
def test_r16_no_secret_leaves_a_table(variant: str) -> None:
    searched = sum(Game(variant, number).play() for number in range(GAMES))
    assert searched > 1000 * GAMES


def test_r16_the_search_finds_a_seed_in_every_spelling() -> None:
    """The search must find a seed that is in a text."""
    game = Game("azul-2-coloured", 1)
    for secret in spellings(game.script.seed):
        with pytest.raises(AssertionError):
            game.search([f"{{'x': {secret}}}"])


def test_r16_the_twin_differs_if_a_view_depends_on_the_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table that reveals one bit of its seed, which a search for texts cannot find."""
    game = Game("azul-2-coloured", 1)
    shows_bit = property(lambda table: [str(table.seed[-1] % 2)])
    monkeypatch.setattr(Table, "texts", shows_bit)
    with pytest.raises(AssertionError):
        game.look()


def test_r16_errors_and_names_of_tables_do_not_show_the_seed() -> None:
    script = Script(seed=3**160).sit("ann", "bob")
    shown = [repr(script.table), str(script.table), repr(script.plan), repr(script.events)]
    assert not any(secret in text for secret in spellings(script.seed) for text in shown)


def test_r16_a_closed_table_does_not_show_its_seed() -> None:
    script = Script().sit("ann")
    script.do(verbs.leave, "ann")
    assert make_view(script.table, "ann", script.now).fair.seed is None


def test_r17_different_tables_deal_differently() -> None:
    plan = {"game": "azul", "players": 2, "created_by": "ann", "created_at": 0.0}
    deals = set()
    for n in range(50):
        seed = fair.make_seed()
        script = Script()
        script.plan = Plan(f"Table{n}Table", commitment=fair.commitment(seed), **plan)  # type: ignore[arg-type]
        script.table = Table(script.plan, seed)
        deals.add(script.sit("ann", "bob").table.position.history[0])
    assert len(deals) == 50
