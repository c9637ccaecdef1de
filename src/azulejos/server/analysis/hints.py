"""Hints for people whose turn it is: the best move of a search, told in three depths.

The event is stored before the hint is sent, so nobody gets one that the record does not show. The
three depths of one position follow from one search. Its nodes are counted and not its time, so the
same position gives the same hint, and move and chance are those of the review of the game.
"""

from collections import OrderedDict

from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.search.hint import look_advice, play_advice
from azulejos.search.info import Info
from azulejos.search.reasons import explain_move
from azulejos.search.review import evaluate
from azulejos.search.settings import Limit
from azulejos.server.analysis.reviews import NODES
from azulejos.server.play.tables import Tables
from azulejos.server.table.verbs.moves import check_hint, hint
from azulejos.server.thinking.workers import Workers
from azulejos.server.web.limits import Limits
from azulejos.wire.marks import advice_json, comparison_json
from azulejos.wire.views import Depth

KEPT = 512  # searches


class HintSearch:
    """Searches positions of tables, and remembers the last answers."""

    def __init__(self, tables: Tables, workers: Workers, limits: Limits):
        self.tables, self.workers, self.limits = tables, workers, limits
        self._found: OrderedDict[tuple[str, int], Json] = OrderedDict()  # by table and version

    async def give(self, table_id: str, person: str, depth: Depth) -> Json:
        """A hint for a person at a table, as far as its depth allows."""
        table = (await self.tables.get_current(table_id)).table
        check_hint(table, person)
        key = (table_id, table.position_version)
        found = self._found.get(key) or await self._search(key, table.position, person)
        if depth == "why" and "why" not in found:
            args = (table.position.to_json(), found["info"])
            found["why"] = await self.workers.run(find_why, *args)
        await self.tables.act(table_id, lambda t, at: hint(t, person, depth, key[1], at))
        return hint_of_depth(found, depth)

    async def _search(self, key: tuple[str, int], position: Position, person: str) -> Json:
        """Search a position; one at a time for each person: bots think in the same workers."""
        with self.limits.exclusive("hint", person):
            self.limits.require("hint_person", person)
            found: Json = await self.workers.run(find_hint, position.to_json())
        self._found[key] = found
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        return found


def hint_of_depth(found: Json, depth: Depth) -> Json:
    """The parts of a hint that may be told at a depth."""
    parts: Json = {"depth": depth, "move": "", "look": found["look"], "play": None, "why": None}
    if depth != "look":
        parts |= {"move": found["move"], "play": found["play"]}
    return parts | ({"why": found["why"]} if depth == "why" else {})


# ---- In a worker


def find_hint(position: Json) -> Json:
    """Search a position; return the best move, its marks and the search. The reasons take longer,
    and are found when they are asked for.
    """
    place = Position.from_json(position)
    info = evaluate(place, Limit(nodes=NODES)).info
    assert info  # a seat decides: the server has checked it
    return {
        "info": info,
        "move": info.best,
        "look": advice_json(look_advice(place, info.best)),
        "play": advice_json(play_advice(place, info.best)),
    }


def find_why(position: Json, info: Info) -> Json:
    """The reasons for the best move of a search, for sending."""
    return comparison_json(explain_move(Position.from_json(position), info.best, info))
