"""A deal that is due: the answer is the average over deals, and its moves are the deals."""

import pytest

from azulejos import Position, analyse
from azulejos.search.deals import SAMPLED, listed_deals
from azulejos.search.info import Info
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from tests.search.test_players import undecided

QUICK = Limit(nodes=20 * SAMPLED)


def last(position: Position, limit: Limit = QUICK) -> Info:
    *_, info = analyse(position, limit)
    return info


@pytest.mark.parametrize("variant", ["azul-2-coloured", "azul-3-gray", "blue-2"])
def test_the_answer_is_the_mean_over_deals(variant: str) -> None:
    position = undecided(variant, is_over=False)
    info, listed = last(position), listed_deals(position)
    assert (info.best, info.is_final) == ("", True)
    assert len(info.moves) == (len(listed) or SAMPLED)
    chances = {deal.text: deal.chance for deal in listed}
    weights = [chances.get(move.move, 1 / SAMPLED) for move in info.moves]
    assert sum(weights) == pytest.approx(1)
    for seat in range(position.players):
        parts = zip(weights, info.moves, strict=True)
        assert info.points[seat] == pytest.approx(sum(w * m.points[seat] for w, m in parts))
    assert info.win == pytest.approx(
        [
            sum(w * m.win[seat] for w, m in zip(weights, info.moves, strict=True))
            for seat in range(position.players)
        ]
    )
    for move in info.moves:
        after = position.copy()
        for text in move.line:
            after.push(text)
        assert after.history[len(position.history)] == move.move


def test_the_best_deal_for_the_next_seat_comes_first() -> None:
    position = Position("azul")
    leads = [move.points[0] - move.points[1] for move in last(position).moves]
    assert leads == sorted(leads, reverse=True)
    assert [info.moves for info in position.analyse(QUICK)] == [last(position).moves]


def test_a_player_that_searches_averages_and_a_stream_grows() -> None:
    position = Position("azul")
    infos = list(find_player("best").think(position, Limit(nodes=480), every=1e-9))
    assert [len(info.moves) for info in infos] == [*range(1, SAMPLED + 1), SAMPLED]
    assert [info.is_final for info in infos] == [False] * SAMPLED + [True]
    stopped = Limit(nodes=480, is_stopped=lambda: True)
    assert len(last(position, stopped).moves) == 1
