"""The ratings of the players, measured in one pool for each variant:

    python bench/ratings.py pool azul-2-coloured --games 200   # the rungs of the curve, and greedy
    python bench/ratings.py fit azul-2-coloured --write        # ratings, into levels.json
    python bench/ratings.py levels azul-2-coloured --games 200 # each level against the next lower
    python bench/ratings.py characters azul-2-coloured         # each against the rungs beside it
    python bench/ratings.py check azul-2-coloured              # 20 random pairs, as predicted?

Results are appended to bench/results/ratings.jsonl; what is there is not played again. A rung is
named by its nodes, lapses and oversights (`400/0.3/2`). A result says which rung each player was,
and which network was used; one with another network or curve than the present one does not count.
`best` plays with as many nodes as it has in 200 ms on an idle core, so that a result does not
depend on what else the machine does. `fit` takes the rungs first, then the characters among them.
"""

import argparse
import json
import re
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from azulejos.match.elo import Played, expected_share, fit_ratings
from azulejos.search.players import CHARACTERS, LEVELS, rating_of
from azulejos.search.ratings import ANCHOR, FILE, Curve, Strength, curve_of, variant_of
from rating_matches import measure, read_results, rung_name, start

VARIANTS = ("azul-2-coloured", "azul-2-gray", "blue-2")
CHECKED_PAIRS, MOST_APART = 20, 500  # random pairs; points between the two of a pair

# ---- Pairs


def rung_names(curve: Curve) -> list[str]:
    """The names of all rungs, the last of which is `best`."""
    return [*(rung_name(Strength(*rung[1:])) for rung in curve.rungs[:-1]), "best"]


def pool_pairs(curve: Curve) -> list[tuple[str, str]]:
    """Each rung against the one below it, and the weakest three against `greedy`."""
    names = rung_names(curve)
    return [*((name, "greedy") for name in names[:3]), *((b, a) for a, b in pairwise(names))]


def level_pairs() -> list[tuple[str, str]]:
    """Each level against the one below it."""
    return [(f"level{n + 1}", f"level{n}") for n in range(1, LEVELS)]


def character_pairs(curve: Curve) -> list[tuple[str, str]]:
    """Each character against the two rungs between which it would be without its style."""
    names, pairs = rung_names(curve), []
    for character, (like, _) in curve.characters.items():
        place = sum(rung.rating <= like for rung in curve.rungs[1:-1])
        pairs += [(character, name) for name in names[place : place + 2]]
    return pairs


def random_pairs(variant: str, seed: int) -> list[tuple[str, str]]:
    """Pairs of levels, characters and players of a rating, not too far apart."""
    random, states = Random(seed), start(variant).states
    curve = curve_of(states)
    low, high = int(curve.level_rating(1)), int(curve.best)
    names = [f"level{n}" for n in range(1, LEVELS)] + list(curve.characters)
    names += [f"rating:{random.randrange(low, high)}" for _ in range(10)]
    pairs: list[tuple[str, str]] = []
    while len(pairs) < CHECKED_PAIRS:
        a, b = random.sample(names, 2)
        ratings = rating_of(a, states), rating_of(b, states)
        is_near = None not in ratings and abs(difference(variant, a, b)) <= MOST_APART
        if is_near and (a, b) not in pairs:
            pairs.append((a, b))
    return pairs


def pairs_of(what: str, variant: str, seed: int) -> list[tuple[str, str]]:
    """The pairs of a command."""
    curve = curve_of(start(variant).states)
    if what == "pool":
        return pool_pairs(curve)
    if what == "levels":
        return level_pairs()
    return character_pairs(curve) if what == "characters" else random_pairs(variant, seed)


def difference(variant: str, a: str, b: str) -> int:
    """By how much the first of two players should be the stronger one."""
    states = start(variant).states
    return (rating_of(a, states) or 0) - (rating_of(b, states) or 0)


# ---- Ratings


def fit(variant: str) -> dict[str, float]:
    """The ratings of all rungs, as their games among each other say; then those of the characters,
    among the rungs.
    """
    names = {"greedy", *rung_names(curve_of(start(variant).states)), *CHARACTERS[:-1]}
    results = [
        Played(each["a"], each["b"], each["games"], each["share"])
        for each in read_results(variant)
        if {each["a"], each["b"]} <= names
    ]
    pool = [each for each in results if not {each.first, each.second} & set(CHARACTERS)]
    rungs = fit_ratings(pool, {"greedy": float(ANCHOR)})
    others = [each for each in results if each not in pool]
    return rungs | (fit_ratings(others, rungs) if others else {})


def write_curve(variant: str, ratings: dict[str, float]) -> None:
    """Put the ratings of rungs and characters into the file of the game."""
    position = start(variant)
    curve, folder = curve_of(position.states), position.game.networks
    assert folder
    found = json.loads((folder / FILE).read_text())
    rungs = [
        [round(ratings[name]), *rung[1:]]
        for name, rung in zip(rung_names(curve), curve.rungs, strict=True)
    ]
    characters = {
        name: [like, round(ratings[name]) if name in ratings else None]
        for name, (like, _) in curve.characters.items()
    }
    found[variant_of(position.states)] |= {"rungs": sorted(rungs), "characters": characters}
    (folder / FILE).write_text(layout(found))


def layout(found: dict[str, Any]) -> str:
    """The file with a line for each rung and character."""
    text = json.dumps(found, indent=2)
    row = r"\[\s+([\d.,\snul-]+?)\s+\]"
    return re.sub(row, lambda m: f"[{' '.join(m[1].split())}]", text) + "\n"


def check(variant: str, pairs: list[tuple[str, str]]) -> None:
    """Print what was expected of pairs and what happened."""
    shares = {(each["a"], each["b"]): each["share"] for each in read_results(variant)}
    errors = []
    for a, b in pairs:
        expected = expected_share(difference(variant, a, b))
        errors.append(abs(shares[a, b] - expected))
        print(f"{a} against {b}: {100 * expected:.1f} % expected, {100 * shares[a, b]:.1f} %")
    print(f"mean error {100 * np.mean(errors):.1f} points")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["pool", "fit", "levels", "characters", "check", "pair"])
    parser.add_argument("variant", choices=VARIANTS)
    parser.add_argument("names", nargs="*", help="two players, for `pair`")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the random pairs")
    parser.add_argument("--write", action="store_true", help="write what was fitted")
    asked = parser.parse_args()
    variant = asked.variant
    if asked.what == "fit":
        ratings = fit(variant)
        for name, rating in sorted(ratings.items(), key=lambda pair: pair[1]):
            print(f"{rating:7.0f} {name}")
        if asked.write:
            write_curve(variant, ratings)
        return
    pairs = (
        [tuple(asked.names)] if asked.what == "pair" else pairs_of(asked.what, variant, asked.seed)
    )
    measure(variant, pairs, asked.games)
    if asked.what in ("check", "levels"):
        check(variant, pairs)


if __name__ == "__main__":
    main()
