"""Games, move counts and search are as in the stored files.

`python -m tests.golden.make` writes them again, `python -m tests.golden.endings` the endings,
`python -m tests.golden.facts` the facts.
"""

import json

import pytest

from azulejos.cli.bench import signature
from azulejos.position import Position
from tests.golden import endings, facts
from tests.golden.make import (
    COUNTS,
    FOLDER,
    SIGNATURES,
    game_file,
    golden_game,
    move_counts,
    read_game,
)
from tests.walk import VARIANTS

every_variant = pytest.mark.parametrize("variant", VARIANTS)


def test_every_variant_has_a_golden_game_and_its_counts() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(VARIANTS)
    assert set(json.loads(COUNTS.read_text(encoding="utf-8"))) == set(VARIANTS)


@every_variant
def test_a_golden_game_is_replayed_event_by_event(variant: str) -> None:
    (_, start), *events = read_game(variant)
    position = Position.from_text(start)
    for event, after in events:
        position.push(event)
        assert position.to_text() == after
    assert position.is_over


@every_variant
def test_the_same_seed_plays_the_golden_game(variant: str) -> None:
    written = game_file(variant).read_text(encoding="utf-8").splitlines()
    assert list(golden_game(variant)) == written


@every_variant
def test_the_numbers_of_move_sequences_are_the_stored_ones(variant: str) -> None:
    assert move_counts(variant) == json.loads(COUNTS.read_text(encoding="utf-8"))[variant]


@every_variant
def test_the_signature_of_search_is_the_stored_one(variant: str) -> None:
    """It changes when play does: with weights, networks, search or rules."""
    assert signature(variant) == json.loads(SIGNATURES.read_text(encoding="utf-8"))[variant]


@every_variant
def test_the_facts_of_games_are_the_stored_ones(variant: str) -> None:
    stored = json.loads(facts.FILE.read_text(encoding="utf-8"))[variant]
    assert [facts.digest(variant, seed) for seed in facts.SEEDS] == stored


def test_the_endings_that_the_page_adds_up_are_those_of_the_rules() -> None:
    assert endings.FILE.read_text(encoding="utf-8") == endings.make_endings()
