"""The feature `web`: limits, load and the pages that belong to no other feature."""

from azulejos.server.feature import Feature, Parts
from azulejos.server.settings import Settings
from azulejos.server.web.addresses import Peers, Sockets
from azulejos.server.web.documents import Documents
from azulejos.server.web.limits import Limits
from azulejos.server.web.load import Load
from azulejos.server.web.page import describe_page
from azulejos.server.web.status import Status


def make_feature(parts: Parts) -> Feature:
    settings = parts[Settings]
    parts.add(Status())
    parts.add(Limits(settings.limits))
    load = parts.add(
        Load(settings.busy_lag_s, settings.busy_writes, settings.busy_requests, settings.busy_moves)
    )
    parts.add(Peers(settings.connections_per_address, settings.limits, settings.trusted_proxies))
    parts.add(Sockets(settings.sockets_per_address, settings.limits))
    documents = parts.add(Documents())
    return Feature(pages=[describe_page], start=[load.start], stop=[load.stop, documents.close])
