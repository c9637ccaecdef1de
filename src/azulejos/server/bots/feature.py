"""The feature `bots`: built-in bots at tables, and programs from outside."""

from azulejos.server.bots import routes
from azulejos.server.bots.bots import Bots
from azulejos.server.feature import Feature, Parts
from azulejos.server.play.tables import Tables
from azulejos.server.settings import Settings
from azulejos.server.thinking.workers import Workers
from azulejos.server.web.status import Status


def make_feature(parts: Parts) -> Feature:
    pause_s = parts[Settings].bot_pause_s
    bots = parts.add(Bots(parts[Tables].act, parts[Workers], parts[Status], pause_s))
    return Feature(routers=[routes.router], on_change=[bots.on_change], stop=[bots.stop])
