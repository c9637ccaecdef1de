"""Self-play plans for tests, with as little search as gives samples of every kind."""

from azulejos.games import find_game
from azulejos.learning.selfplay import SelfplayPlan, make_shard
from azulejos.learning.selfplay_game import Samples, SelfplaySettings
from azulejos.learning.shards import from_bytes

QUICK = SelfplaySettings(8, 16, deep_share=0.3, deal_nodes=8)
AZUL = SelfplayPlan("azul", 2, settings=QUICK, shard_games=3)
BLUE = SelfplayPlan("blue", 3, settings=QUICK, shard_games=2)


def make_samples(plan: SelfplayPlan, number: int = 0) -> Samples:
    """The samples of one shard, played with the handmade network."""
    return from_bytes(make_shard(plan, plan.network(None), number), find_game(plan.game))
