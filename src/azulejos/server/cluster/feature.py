"""The feature `cluster`: several processes on one database."""

from contextlib import suppress

from azulejos.server.cluster.channel import Hints, make_hints
from azulejos.server.cluster.heartbeat import BEAT_S, Downtime, Heartbeat
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.errors import Busy
from azulejos.server.feature import Feature, Job, Parts
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.web.status import Status


def make_feature(parts: Parts) -> Feature:
    hints = parts.add(make_hints(parts[Settings].redis), Hints)
    downtime = parts.add(Downtime(parts[Database]))
    heartbeat = parts.add(Heartbeat(parts[Database], downtime))
    parts.add(Periodic(parts[Status]))

    async def unregister() -> None:
        with suppress(Busy):  # the others will see that it does not answer any more
            await heartbeat.unregister()

    return Feature(
        jobs=[Job(BEAT_S, heartbeat.beat, "database")],
        start=[hints.start, heartbeat.register],
        stop=[hints.stop, unregister],
    )
