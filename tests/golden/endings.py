"""Finished games as the page scores them: `endings.json`, read by `web/src/games/endings.test.ts`.

Each has the steps that brought points, by move and deal, the position before its last move with all
steps of that move, and the scores. Half of the games are played at random, half by players who
complete lines and close chains as soon as they can, so that rows, columns and colours are full.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from azulejos.compiled.rng import make_rng
from azulejos.contract.steps import Step
from azulejos.position import Position
from azulejos.wire.fields import step_facts
from tests.playthrough import script
from tests.walk import VARIANTS, opening

FILE = Path(__file__).parent / "endings.json"
SEEDS = range(4)  # for each variant
FACTS = ("kind", "seat", "points", "cost", "case")  # of a step that brings points


def worth(position: Position, move: str) -> int:
    """How far a move completes something of the mover's, at once."""
    return sum(map(value_of, position.steps(move)))


def value_of(step: Step) -> int:
    facts: dict[str, Any] = step_facts([step])[0]
    gains = {"complete": 4, "part": 1}.get(facts.get("case", ""), 0)
    return gains - 2 * len(facts.get("spaces", [])) + int(facts.get("points", 0))


def play_on(position: Position, dice: random.Random, hurries: bool) -> Iterator[dict[str, Any]]:
    """Play a game to its end; what each move or deal does."""
    rng = make_rng(dice.getrandbits(64))
    while not position.is_over:
        before = position.copy()
        if position.needs_deal:
            position.deal(rng)
        else:
            moves = dice.sample(position.legal_moves, len(position.legal_moves))
            position.push(max(moves, key=lambda move: hurries and worth(before, move)))
        steps = step_facts(before.steps(position.history[-1]))
        yield {"before": before, "kind": "dealt" if before.needs_deal else "moved", "steps": steps}


def make_ending(variant: str, seed: int) -> dict[str, Any]:
    """A finished game of a variant."""
    position = opening(variant, script(seed))
    events = list(play_on(position, random.Random(f"{variant} {seed}"), hurries=seed % 2 == 1))
    *_, last = events
    scored = [
        {
            "kind": event["kind"],
            "steps": [
                {fact: step[fact] for fact in FACTS if fact in step}
                for step in event["steps"]
                if "points" in step
            ],
        }
        for event in events
    ]
    return {
        "variant": variant,
        "players": position.players,
        "scores": list(position.scores),
        "events": [event for event in scored if event["steps"] or event["kind"] == "dealt"],
        "before": last["before"].view(),
        "last": last["steps"],
        "position": position.view(),
    }


def make_endings() -> str:
    games = [make_ending(variant, seed) for variant in VARIANTS for seed in SEEDS]
    lines = (json.dumps(game, separators=(",", ":")) for game in games)
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(make_endings(), encoding="utf-8")
