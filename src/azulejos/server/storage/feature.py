"""The feature `storage`: the database."""

from azulejos.server.feature import Feature, Job, Parts
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.storage.growth import delete_old
from azulejos.server.storage.store import Store
from azulejos.server.timing import TIMING
from azulejos.server.wall_clock import now
from azulejos.server.web import metrics
from azulejos.server.web.load import Load
from azulejos.server.web.logs import log


def make_feature(parts: Parts) -> Feature:
    settings = parts[Settings]
    database = parts.add(Database(settings.database))
    parts.add(Store(database))
    parts[Load].count_writes = database.count_waiting

    async def delete() -> None:
        deleted = await delete_old(database, settings, now())
        for kind, count in deleted.items():
            metrics.deleted.labels(kind).inc(count)
        if deleted:
            log.info("deleted", **deleted)

    return Feature(jobs=[Job(TIMING.delete_s, delete)], stop=[database.close])
