"""What a search knows about a kind of game: the network that came with it, one in a file, or what
is known by hand.
"""

from pathlib import Path

from azulejos.errors import AzulejosError
from azulejos.game import States, game_of
from azulejos.network import Network, head_rows, load
from azulejos.text import Text

PACKAGE = Path(__file__).parent.parent
known_by_hand: dict[tuple[str, str], Network] = {}


def shipped(states: States) -> Network:
    """What the strongest player knows: the network of the game that came with this package."""
    game = game_of(states)
    name = game.evaluator.network_name(states[0])
    path = PACKAGE / "games" / game.name / "networks" / f"{name}.net"
    return load(path) if path.exists() else by_hand(states)


def by_hand(states: States) -> Network:
    """What was known before anything was learned."""
    game = game_of(states)
    kind = (game.name, game.evaluator.network_name(states[0]))
    if kind not in known_by_hand:
        known_by_hand[kind] = game.evaluator.handmade(states[0])
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
    evaluator = game_of(states).evaluator
    head = head_rows(evaluator.perspectives(int(states[0].players)))
    is_value = len(network.weights) in (0, len(evaluator.coarse_features()) + head)
    if not is_value or network.prior.shape != by_hand(states).prior.shape:
        raise AzulejosError(Text("network.misfit", {"file": name}))
    return network
