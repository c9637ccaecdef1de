"""The named players: `random`, `greedy`, `level1` … `level8`, the characters, `eco`, `hand` and
`best`; and players of any rating, such as `rating:1450`.

`best` searches as long as it may; `hand` does the same with the handmade network. `level8` is
`best` at the standard time.
"""

from azulejos.contract.rules import States
from azulejos.errors import BadNotation
from azulejos.search.networks import handmade_network
from azulejos.search.player import Choice, GreedyPlayer, Player, RandomPlayer
from azulejos.search.rated import AdaptivePlayer, Character, LevelPlayer, RatedPlayer
from azulejos.search.ratings import ANCHOR, LEVELS, RATING_PREFIX, measured_curve, parse_rating
from azulejos.search.settings import Style
from azulejos.text import Text

__all__ = [
    "ADAPTIVE",
    "CHARACTERS",
    "LEVELS",
    "OPPONENTS",
    "PLAYERS",
    "Choice",
    "Player",
    "find_player",
    "rating_of",
]

ADAPTIVE = "eco"  # keeps a game close
CHARACTERS = ("tome", "amalia", "ze", "ines", "duarte", "graca", "rosa", "leonor")  # weakest first
OPPONENTS = (*CHARACTERS, ADAPTIVE)  # the players with a name that people have

PLAYERS: dict[str, Player] = {
    "random": RandomPlayer("random"),
    "greedy": GreedyPlayer("greedy"),
    **{f"level{n}": LevelPlayer(f"level{n}", level=n) for n in range(1, LEVELS + 1)},
    **{name: Character(name) for name in CHARACTERS},
    ADAPTIVE: AdaptivePlayer(ADAPTIVE),
    "hand": Player("hand", style=Style(find_network=handmade_network)),
    "best": Player("best"),
}


def find_player(name: str) -> Player:
    """The player with a name or of a rating; the error for an unknown name lists all names."""
    if isinstance(name, str) and name.startswith(RATING_PREFIX):
        return RatedPlayer(name, rating=parse_rating(name))
    player = PLAYERS.get(name) if isinstance(name, str) else None
    if player is None:
        args = {"name": name, "names": ", ".join(PLAYERS)}
        raise BadNotation(Text("player.unknown", args), str(name))
    return player


def rating_of(name: str, states: States) -> int | None:
    """The measured rating of a player in the variant of states[0], at the standard time; None if it
    was not measured with this number of seats, or has none, as `eco`, `random` and `hand`.
    """
    player, curve = find_player(name), measured_curve(states)
    if curve is None:
        return None
    if name == "greedy":
        return ANCHOR
    if name in ("best", CHARACTERS[-1]):
        return round(curve.best)
    match player:
        case LevelPlayer():
            return curve.clamp(curve.level_rating(player.level))
        case Character():
            return curve.characters[name][1]
        case AdaptivePlayer():
            return None
        case RatedPlayer():
            return curve.clamp(player.rating)
    return None
