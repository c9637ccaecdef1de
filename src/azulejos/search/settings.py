"""Settings of a search: when it stops (`Limit`) and how it searches (`Style`)."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from operator import index
from typing import Any

from azulejos.contract.rules import States
from azulejos.errors import AzulejosError
from azulejos.network import Network
from azulejos.search.networks import shipped_network
from azulejos.text import Text


def never_stopped() -> bool:
    """The default of `Limit.is_stopped`."""
    return False


@dataclass(frozen=True)
class Limit:
    """When a search stops: whatever comes first. Without seconds and nodes only `is_stopped` ends
    it.
    """

    seconds: float | None = None  # of wall time, above 0
    nodes: int | None = None  # simulations of the tree and nodes of the solver, at least 1
    is_stopped: Callable[[], bool] = never_stopped  # asked every few milliseconds
    threads: int = 1  # that search the tree together

    def __post_init__(self) -> None:
        """Raise an error that names the first field with an impossible value."""
        if self.seconds is not None and not _is_positive(self.seconds):
            raise AzulejosError(Text("limit.seconds", {"value": self.seconds}))
        for name in ("nodes", "threads"):
            value = getattr(self, name)
            if name == "threads" or value is not None:
                object.__setattr__(self, name, _at_least_one(name, value))


def _is_positive(value: Any) -> bool:
    try:
        return bool(value > 0)  # False for NaN
    except TypeError:
        return False


def _at_least_one(name: str, value: Any) -> int:
    """A whole number, also one of NumPy's, as an int."""
    try:
        number = index(value)
    except TypeError:
        number = 0
    if number < 1:
        raise AzulejosError(Text("limit.count", {"field": name, "value": value}))
    return number


@dataclass(frozen=True)
class Style:
    """How a player searches."""

    temperature: float = 0.0  # of sampling the move by visits, or by prior; 0: always the best
    has_solver: bool = True  # solves endings exactly
    has_foresight: bool = True  # compares solved moves of similar utility over sampled deals
    is_prior_only: bool = False  # samples the move by its prior, without a search
    find_network: Callable[[States], Network] = shipped_network

    def __post_init__(self) -> None:
        """Raise an error if the temperature is impossible: sampling by prior needs one above 0."""
        is_possible = _is_positive(self.temperature) and self.temperature < inf
        if not is_possible and (self.is_prior_only or self.temperature != 0):
            raise AzulejosError(Text("style.temperature", {"value": self.temperature}))


DEFAULT_STYLE = Style()
