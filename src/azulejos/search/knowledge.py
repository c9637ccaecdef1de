"""What a search knows about a kind of game: the network that came with it, one in a file, or what
is known by hand.
"""

from pathlib import Path

from azulejos.errors import AzulejosError
from azulejos.game import States, game_of
from azulejos.networks import Network, count_head, load
from azulejos.text import Text

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


def read_network(path: Path, states: States) -> Network:
    """The network in a file, if it is one for such states."""
    try:
        network = load(path)
    except (ValueError, KeyError, TypeError):
        raise AzulejosError(Text("network.file", {"file": path})) from None
    return check_network(network, states, path)


def check_network(network: Network, states: States, name: object) -> Network:
    """The network, if it is one for such states: anything else would be read beyond its end."""
    mind = game_of(states).mind
    head = count_head(mind.aspects(int(states[0].players)))
    is_value = len(network.rows) in (0, len(mind.kinship()) + head)
    if not is_value or network.prior.shape != by_hand(states).prior.shape:
        raise AzulejosError(Text("network.misfit", {"file": name}))
    return network
