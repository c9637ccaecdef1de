"""What a search knows about a kind of game: the network that came with it, or what is known by
hand.
"""

from pathlib import Path

from azulejos.game import States, game_of
from azulejos.networks import Network, load

PACKAGE = Path(__file__).parent.parent
known_by_hand: dict[tuple[str, str], Network] = {}


def shipped(states: States) -> Network:
    """What the strongest player knows: the network of the game that came with this package."""
    game = game_of(states)
    name = game.mind.network_name(states[0])
    path = PACKAGE / game.name / "networks" / f"{name}.net"
    return load(path) if path.exists() else by_hand(states)


def by_hand(states: States) -> Network:
    """What was known before anything was learned."""
    game = game_of(states)
    kind = (game.name, game.mind.network_name(states[0]))
    if kind not in known_by_hand:
        known_by_hand[kind] = game.mind.by_hand(states[0])
    return known_by_hand[kind]
