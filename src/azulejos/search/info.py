"""The answer of a search: `Info`, the same for library, engine protocol, command line and page."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class MoveInfo:
    """The result of a search for one move."""

    move: str
    visits: int
    win: tuple[float, ...]  # expected win share of each seat
    points: tuple[float, ...]  # expected final points of each seat
    line: list[str] = field(default_factory=list)  # principal variation, beginning with the move


@dataclass(frozen=True)
class Info:
    """The result of a search so far."""

    best: str  # the move to play; "" if a deal is due
    win: tuple[float, ...]  # expected win share of each seat
    points: tuple[float, ...]  # expected final points of each seat
    nodes: int  # simulations of the tree and nodes of the solver
    seconds: float  # since the search began
    moves: list[MoveInfo]  # best first; the deals that were looked at, if one is due
    is_exact: bool = False  # solved, not estimated
    is_final: bool = False  # the last answer of the search
    network: str = ""  # digest of the network
