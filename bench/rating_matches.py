"""Matches between players of a rating, for `ratings.py`, and their results in a file.

A result names two players and what they did: a rung, which is named by its nodes, lapses and
oversights (`400/0.3/2`). `best` has as many nodes as in 200 ms on an idle core, so that a result
does not depend on what else the machine does.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import Position, find_player
from azulejos.games import GAMES
from azulejos.match.openings import opening_position
from azulejos.match.plan import MatchPlan
from azulejos.search.networks import shipped_network
from azulejos.search.player import Player
from azulejos.search.players import CHARACTERS, LEVELS
from azulejos.search.rated import RatedPlayer
from azulejos.search.ratings import Strength
from azulejos.search.settings import Limit

RESULTS = Path(__file__).parent / "results" / "ratings.jsonl"
BEST_NODES = {"azul": 60_000, "blue": 35_000}  # of `best` in 200 ms, about
STRONGEST = ("best", f"level{LEVELS}", CHARACTERS[-1])
LEAST_OF_BEST = 40  # games of a pair in which one of these plays


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


def start(variant: str) -> Position:
    """The position in which a game begins."""
    game = next(game for game in GAMES.values() if variant in game.variants)
    players, options = game.variants[variant]
    return Position(game.name, players, **options)


# ---- Results


def play(variant: str, names: tuple[str, str], games: int) -> dict[str, Any]:
    """A match with paired deals and swapped seats; its result as it is stored."""
    first = start(variant)
    game, seats, options = first.game, first.players, dict(first.game.variants[variant][1])
    plan = MatchPlan(game.name, options, ("random", "random"), seats, games, None, None, 1)
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
    return conditions(variant, names) | {
        "games": games,
        "share": round(float(np.mean(shares)), 4),
        "margin": round(float(np.mean(margins)), 2),
        "deviation": round(float(np.std(margins)), 2),
    }


def conditions(variant: str, names: tuple[str, str]) -> dict[str, Any]:
    """The conditions of a result: both players, what they do, and the network if one searches."""
    position = start(variant)
    rungs = [rung_of(make_player(name), position) for name in names]
    is_searched = any(not rung.startswith(("0/", "greedy")) for rung in rungs)
    network = shipped_network(position.states).digest if is_searched else ""
    return {"variant": variant, "a": names[0], "b": names[1], "rungs": rungs, "network": network}


def rung_of(player: Player, position: Position) -> str:
    """The behaviour of a player, as a rung is named; a character has a style besides."""
    if not isinstance(player, RatedPlayer):
        return player.name
    strength, style = player.strength(position), player.style_in(position.game)
    return (rung_name(strength) if strength else "best") + (f" {style}" if style else "")


def rung_name(strength: Strength) -> str:
    return "/".join(f"{value:g}" for value in strength)


def read_results(variant: str) -> list[dict[str, Any]]:
    """The results that count: those whose players and network are the present ones."""
    lines = RESULTS.read_text().splitlines() if RESULTS.exists() else []
    found = [each for line in lines if (each := json.loads(line))["variant"] == variant]
    return [each for each in found if each | conditions(variant, (each["a"], each["b"])) == each]


def measure(variant: str, pairs: list[tuple[str, str]], games: int) -> None:
    """Play the pairs that were not played yet."""
    known = {(each["a"], each["b"]) for each in read_results(variant)}
    for pair in pairs:
        if pair not in known:
            has_best = bool(set(pair) & set(STRONGEST))  # which takes 100 times as long
            number = max(LEAST_OF_BEST, games // 4) if has_best else games
            result = play(variant, pair, number)
            RESULTS.parent.mkdir(exist_ok=True)
            with RESULTS.open("a") as file:
                file.write(json.dumps(result) + "\n")
            print(
                f"{pair[0]} {100 * result['share']:.1f} % of {number} against {pair[1]}", flush=True
            )
