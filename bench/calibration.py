"""How well the networks predict the results of fresh games, played by weaker and stronger players
than those whose games they were trained on:

    python bench/calibration.py azul-2-coloured blue-3-open [--games 3000]

All seats search with the same number of nodes. The results go to docs/strength/, from which
`strength.py` writes the table.
"""

import argparse
from typing import Any

import strength
from azulejos.contract.rules import Json
from azulejos.games import find_game
from azulejos.learning.selfplay import SelfplayPlan, make_shard
from azulejos.learning.selfplay_game import SelfplaySettings
from azulejos.learning.shards import from_bytes, join
from azulejos.learning.targets import ValueData, outcome_weight
from azulejos.learning.validation import calibration, points_errors, predict
from azulejos.network import Network
from azulejos.search.networks import shipped_network

OPTIONS = {"azul": "wall", "blue": "draw"}  # which a variant's name ends with, by game
SAMPLED: dict[str, dict[str, Any]] = {
    "azul": {},
    "blue": {"sampled_plies": 12, "sampled_share": 0.3, "opening_plies": 5},
}
SEED = 11  # of the games; those of training have another
MIN_PREDICTIONS = 500  # of a tenth or stage; fewer are left out


def plan_of(variant: str, nodes: int) -> SelfplayPlan:
    """Games in which every move is searched with so many nodes. Some of the first moves are
    sampled, as in training, so that games without deals differ.
    """
    game, players, choice = variant.split("-")
    settings = SelfplaySettings(
        nodes=nodes, deep_share=0, deals=1, deal_nodes=2, off_line_share=0, **SAMPLED[game]
    )
    return SelfplayPlan(game, int(players), {OPTIONS[game]: choice}, settings, SEED)


def play_games(plan: SelfplayPlan, network: Network, games: int) -> ValueData:
    """Positions of fresh games with their results."""
    game = find_game(plan.game)
    shards = range(-(-games // plan.shard_games))
    samples = join([from_bytes(make_shard(plan, network, n), game) for n in shards])
    return ValueData(samples, plan.players, outcome_weight(game, plan.players, plan.options))


def errors_of(network: Network, data: ValueData) -> Json:
    """The largest error of the share of the win in any tenth, in points of a hundred, and of the
    mean points at any stage.
    """
    predicted = predict(network, data)
    tenths = calibration(predicted[:, 0].ravel(), data.outcomes[:, 0].ravel())
    shares = [abs(each["predicted"] - each["observed"]) for each in counted(tenths)]
    stages = counted(points_errors(predicted[:, 1] - data.outcomes[:, 1], data.stages))
    return {
        "positions": len(data),
        "share": round(100 * max(shares), 1),
        "points": round(max(abs(each["mean"]) for each in stages), 1),
    }


def counted(groups: list[Any]) -> list[Any]:
    """The groups with enough predictions."""
    return [each for each in groups if each["n"] >= MIN_PREDICTIONS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="+", choices=list(strength.VARIANTS))
    parser.add_argument("--games", type=int, default=3000)
    asked = parser.parse_args()
    for variant in asked.variants:
        row: Json = {}
        for nodes in strength.CALIBRATED_NODES:
            plan = plan_of(variant, nodes)
            network = shipped_network(plan.opening)
            data = play_games(plan, network, asked.games)
            row |= {"network": network.digest, str(nodes): errors_of(network, data)}
        print(variant, row, flush=True)
        strength.keep("calibration", variant, row)


if __name__ == "__main__":
    main()
