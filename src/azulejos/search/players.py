"""The named players: `random`, `greedy`, `level1` … `level8`, the characters, `eco`, `hand` and
`best`; and players of any rating, such as `rating:1450`.

`best` searches as long as it may; `hand` does the same with the handmade network. `level8` is
`best` at the standard time.
"""

from azulejos.errors import BadNotation
from azulejos.search.networks import handmade_network
from azulejos.search.player import Choice, GreedyPlayer, Player, RandomPlayer
from azulejos.search.rated import AdaptivePlayer, Character, LevelPlayer, RatedPlayer
from azulejos.search.ratings import LEVELS, RATING_PREFIX, parse_rating
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
