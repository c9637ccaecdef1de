"""Which network a search uses: the one shipped with a game, one in a file, or the handmade one."""

from pathlib import Path

from azulejos.contract.rules import States
from azulejos.contract.verbs import game_of
from azulejos.errors import AzulejosError
from azulejos.network import Network, head_rows, load
from azulejos.text import Text

SUFFIX = ".net"
_handmade: dict[tuple[str, str], Network] = {}  # by game and network name


def shipped_network(states: States) -> Network:
    """The network in the game's own `networks` folder for the variant of states[0]; the handmade
    one if there is none.
    """
    game = game_of(states)
    if game.networks is None:
        return handmade_network(states)
    path = game.networks / f"{game.evaluator.network_name(states[0])}{SUFFIX}"
    return load(path) if path.exists() else handmade_network(states)


def handmade_network(states: States) -> Network:
    """The network without learned weights for the variant of states[0]."""
    game = game_of(states)
    key = (game.name, game.evaluator.network_name(states[0]))
    if key not in _handmade:
        _handmade[key] = game.evaluator.handmade(states[0])
    return _handmade[key]


def read_network(path: Path, states: States) -> Network:
    """The network in a file; an error if it does not fit the variant of states[0]."""
    try:
        network = load(path)
    except (ValueError, KeyError, TypeError):
        raise AzulejosError(Text("network.file", {"file": path})) from None
    return check_network(network, states, path)


def check_network(network: Network, states: States, name: object) -> Network:
    """Return the network if its shapes fit the variant of states[0].

    Compiled code would read beyond the end of a network with other shapes.
    """
    evaluator = game_of(states).evaluator
    head = head_rows(evaluator.perspectives(int(states[0].players)))
    fits_value = len(network.weights) in (0, len(evaluator.coarse_features()) + head)
    if not fits_value or network.prior.shape != handmade_network(states).prior.shape:
        raise AzulejosError(Text("network.misfit", {"file": name}))
    return network
