"""The ratings of the players, measured in one pool for each variant:

    python bench/ratings.py pool azul-2-coloured --games 200   # the rungs of the curve, and greedy
    python bench/ratings.py fit azul-2-coloured --write        # ratings, into levels.json
    python bench/ratings.py levels azul-2-coloured --games 200 # each level against the next lower
    python bench/ratings.py characters azul-2-coloured         # each against its neighbours
    python bench/ratings.py check azul-2-coloured              # 20 random pairs, as predicted?

Results are appended to bench/results/ratings.jsonl; what is there is not played again. A rung is
named by its nodes, lapses and oversights (`400/0.3/2`). `best` plays with as many nodes as it has
in 200 ms on an idle core, so that a result does not depend on what else the machine does.
"""

import argparse
import json
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from azulejos import Position, find_player
from azulejos.games import GAMES
from azulejos.match.elo import expected_share
from azulejos.match.openings import opening_position
from azulejos.match.plan import MatchPlan
from azulejos.search.player import Player
from azulejos.search.players import CHARACTERS, LEVELS
from azulejos.search.rated import RatedPlayer
from azulejos.search.ratings import FILE, Curve, Strength, curve_of
from azulejos.search.settings import Limit

RESULTS = Path(__file__).parent / "results" / "ratings.jsonl"
BEST_NODES = {"azul": 60_000, "blue": 35_000}  # of `best` in 200 ms, about
STRONGEST = ("best", f"level{LEVELS}", CHARACTERS[-1])
ANCHOR, ANCHOR_RATING = "greedy", 1000
CHECKED_PAIRS, MOST_APART = 20, 500  # random pairs; points between the two of a pair
KINDS = {"azul-2-coloured": "coloured", "azul-2-gray": "gray", "blue-2": ""}  # in levels.json


@dataclass(frozen=True)
class Rung(RatedPlayer):
    """A player of a given strength."""

    given: Strength | None = None

    def strength(self, position: Position) -> Strength | None:
        return self.given


def make_player(name: str) -> Player:
    """The player of a name, or of a strength."""
    if "/" not in name:
        return find_player(name)
    nodes, lapses, overlooked = name.split("/")
    return Rung(name, given=Strength(int(nodes), float(lapses), float(overlooked)))


def play(variant: str, names: tuple[str, str], games: int, seed: int = 1) -> dict[str, Any]:
    """A match with paired deals and swapped seats; its result as it is stored."""
    game = next(game for game in GAMES.values() if variant in game.variants)
    seats, options = game.variants[variant]
    plan = MatchPlan(game.name, dict(options), ("random", "random"), seats, games, None, None, seed)
    players, strong = [make_player(name) for name in names], Limit(nodes=BEST_NODES[game.name])
    shares, margins = [], []
    for group, rotation in plan.schedule:
        position, seating, deals = opening_position(plan, group), plan.seating(rotation), 0
        while not position.is_over:
            if position.turn is None:
                position.deal(plan.entropy(group, "deal", deals))
                deals += 1
                continue
            mover = seating[position.turn]
            entropy = plan.entropy(group, rotation, len(position.history))
            limit = strong if names[mover] in STRONGEST else None
            position.push(players[mover].choose(position, limit, entropy).move)
        outcome, seat = position.outcome, seating.index(0)
        assert outcome
        shares.append(outcome.shares[seat])
        margins.append(outcome.scores[seat] - outcome.scores[1 - seat])
    share, margin = round(float(np.mean(shares)), 4), round(float(np.mean(margins)), 2)
    return {"variant": variant, "a": names[0], "b": names[1], "games": games} | {
        "share": share,
        "margin": margin,
        "deviation": round(float(np.std(margins)), 2),
    }


def read_results(variant: str) -> list[dict[str, Any]]:
    lines = RESULTS.read_text().splitlines() if RESULTS.exists() else []
    return [each for line in lines if (each := json.loads(line))["variant"] == variant]


def measure(variant: str, pairs: list[tuple[str, str]], games: int) -> None:
    """Play the pairs that were not played yet."""
    known = {(each["a"], each["b"]) for each in read_results(variant)}
    for pair in pairs:
        if pair not in known:
            result = play(variant, pair, few(pair, games))
            RESULTS.parent.mkdir(exist_ok=True)
            with RESULTS.open("a") as file:
                file.write(json.dumps(result) + "\n")
            share = f"{100 * result['share']:.1f} % of {result['games']}"
            print(f"{pair[0]} {share} against {pair[1]}", flush=True)


def few(pair: tuple[str, str], games: int) -> int:
    """The games of a pair: fewer if `best` plays, which takes 100 times as long."""
    return max(24, games // 4) if set(pair) & set(STRONGEST) else games


# ---- The pool


def curve_in(variant: str) -> Curve:
    game = next(game for game in GAMES.values() if variant in game.variants)
    players, options = game.variants[variant]
    return curve_of(Position(game.name, players, **options).states)


def rung_names(curve: Curve) -> list[str]:
    """The names of all rungs, the last of which is `best`."""
    return [f"{nodes}/{lapses:g}/{seen:g}" for _, nodes, lapses, seen in curve.rungs[:-1]] + [
        "best"
    ]


def pool_pairs(curve: Curve) -> list[tuple[str, str]]:
    """Each rung against the one below it, and the weakest three against `greedy`."""
    names = rung_names(curve)
    return [*((name, ANCHOR) for name in names[:3]), *((b, a) for a, b in pairwise(names))]


def fit(results: list[dict[str, Any]]) -> dict[str, float]:
    """The ratings under which the results are most likely (Bradley-Terry), by Newton's method; a
    thousandth of a game lost and won by everybody keeps them finite.
    """
    names = sorted({each[side] for each in results for side in "ab"})
    place = {name: i for i, name in enumerate(names)}
    logits = np.zeros(len(names))
    for _ in range(100):
        gradient, hessian = -1e-3 * logits, 1e-3 * np.eye(len(names))
        for each in results:
            a, b, n = place[each["a"]], place[each["b"]], each["games"]
            expected = 1 / (1 + np.exp(logits[b] - logits[a]))
            share = (each["share"] * n + 0.5) / (n + 1)
            gradient[[a, b]] += n * (share - expected) * np.array([1, -1])
            weight = n * expected * (1 - expected)
            hessian[np.ix_([a, b], [a, b])] += weight * np.array([[1, -1], [-1, 1]])
        logits += np.clip(np.linalg.solve(hessian, gradient), -1, 1)
    ratings = 400 / np.log(10) * logits
    ratings += ANCHOR_RATING - ratings[place[ANCHOR]] if ANCHOR in place else 0
    return dict(zip(names, map(float, ratings), strict=True))


def write_curve(variant: str, ratings: dict[str, float]) -> None:
    """Put the ratings of rungs and characters into the file of the game."""
    game = next(game for game in GAMES.values() if variant in game.variants)
    assert game.networks
    path, curve = game.networks / FILE, curve_in(variant)
    found = json.loads(path.read_text())
    rungs = [
        [round(ratings[name]), *rung[1:]]
        for name, rung in zip(rung_names(curve), curve.rungs, strict=True)
    ]
    names = curve.characters.items()
    characters = {name: [like, round(ratings.get(name, own))] for name, (like, own) in names}
    found[KINDS[variant]] |= {"rungs": sorted(rungs), "characters": characters}
    path.write_text(layout(found))


def layout(found: dict[str, Any]) -> str:
    """The file with a line for each rung and character."""
    text = json.dumps(found, indent=2)
    return re.sub(r"\[\s+([\d.,\s-]+?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text) + "\n"


def predicted(variant: str, name: str) -> float:
    """The rating that a player claims."""
    curve = curve_in(variant)
    if name.startswith("rating:"):
        return float(name.removeprefix("rating:"))
    if name.startswith("level"):
        return curve.level_rating(int(name.removeprefix("level")))
    return curve.character_rating(name)


def random_pairs(variant: str, seed: int) -> list[tuple[str, str]]:
    """Pairs of levels, characters and players of a rating, not too far apart."""
    random, curve = Random(seed), curve_in(variant)
    low, high = int(curve.level_rating(1)), int(curve.best)
    names = [f"level{n}" for n in range(1, LEVELS)] + list(curve.characters)
    names += [f"rating:{random.randrange(low, high)}" for _ in range(10)]
    pairs: list[tuple[str, str]] = []
    while len(pairs) < CHECKED_PAIRS:
        a, b = random.sample(names, 2)
        if abs(predicted(variant, a) - predicted(variant, b)) <= MOST_APART:
            pairs.append((a, b))
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["pool", "fit", "levels", "characters", "check", "pair"])
    parser.add_argument("variant", choices=list(KINDS))
    parser.add_argument("names", nargs="*", help="of two players, for `pair`")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the random pairs")
    parser.add_argument("--write", action="store_true", help="write what was fitted")
    asked = parser.parse_args()
    variant, curve = asked.variant, curve_in(asked.variant)
    if asked.what == "pool":
        measure(variant, pool_pairs(curve), asked.games)
    elif asked.what == "levels":
        pairs = [(f"level{n + 1}", f"level{n}") for n in range(LEVELS - 1, 0, -1)]
        measure(variant, pairs[::-1], asked.games)
    elif asked.what == "characters":
        names = list(curve.characters)
        like = [(name, f"rating:{curve.characters[name][0]}") for name in names]
        measure(variant, like, asked.games)
    elif asked.what == "pair":
        measure(variant, [(asked.names[0], asked.names[1])], asked.games)
    elif asked.what == "fit":
        ratings = fit([each for each in read_results(variant) if "/" in each["a"] + each["b"]])
        for name, rating in sorted(ratings.items(), key=lambda pair: pair[1]):
            print(f"{rating:7.0f} {name}")
        if asked.write:
            write_curve(variant, ratings)
    else:
        pairs = random_pairs(variant, asked.seed)
        measure(variant, pairs, asked.games)
        shares = {(each["a"], each["b"]): each["share"] for each in read_results(variant)}
        errors = []
        for a, b in pairs:
            expected = expected_share(predicted(variant, a) - predicted(variant, b))
            errors.append(shares[a, b] - expected)
            print(f"{a} against {b}: {100 * expected:.1f} % expected, {100 * shares[a, b]:.1f} %")
        print(f"mean error {100 * np.mean(np.abs(errors)):.1f} points")


if __name__ == "__main__":
    main()
