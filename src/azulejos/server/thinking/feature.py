"""The feature `thinking`: the processes that search."""

from azulejos.server.feature import Feature, Parts
from azulejos.server.settings import Settings
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.workers import Pictures, Workers


def make_feature(parts: Parts) -> Feature:
    workers = parts.add(Workers(parts[Settings].workers))
    analysts = parts.add(make_analysts(parts[Settings]))
    parts.add(Pictures(workers))
    return Feature(start=[workers.start, analysts.start], stop=[workers.stop, analysts.stop])


def make_analysts(settings: Settings) -> Analysts:
    """The processes for analyses and reviews: of this machine, or on a Ray cluster."""
    if not settings.ray:
        return Analysts(settings.analysts)
    from azulejos.server.thinking.remote_analysts import open_remote_analysts

    return Analysts(settings.analysts, open_remote_analysts(settings.ray))
