"""Engine use: people who stand out among others of the same rating."""

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.feature import Parts
from azulejos.server.host.moderation import Agreement, engine_use_among, expected_share
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from tests.server.running import FOR_TWO, Running, code, create, lose, me, ok


def agreement(person: str, mu: float, agreed: int, moves: int = 100) -> Agreement:
    return Agreement(person, "azul-2", mu, 5, moves, agreed)


USUAL = [agreement("a", 20, 40), agreement("b", 25, 50), agreement("c", 30, 60)]


def test_strong_people_may_agree_more_often() -> None:
    assert expected_share(USUAL, 35) > expected_share(USUAL, 25) > expected_share(USUAL, 15)
    assert engine_use_among([*USUAL, agreement("strong", 38, 78)]) == []


def test_somebody_who_agrees_more_than_the_rating_explains_is_named() -> None:
    found = engine_use_among([*USUAL, agreement("odd", 25, 90)])
    assert [(each.agreement.person, round(each.expected, 2)) for each in found] == [("odd", 0.5)]


def test_few_moves_or_few_others_say_nothing() -> None:
    assert engine_use_among([*USUAL, agreement("odd", 25, 40, moves=40)]) == []
    assert engine_use_among([USUAL[0], USUAL[1], agreement("odd", 25, 99)]) == []


def test_agreement_is_counted_from_reviews_of_rated_games(running: Running) -> None:
    """The database is asked for what reviews store; only moderators get an answer."""
    moderator = running.account("Watchful")
    assert code(moderator.get("/api/v1/moderation/signals")) == (403, "people.not_moderator")
    play_oddly_well(running)
    make_moderator(running.parts, me(moderator))
    found = ok(moderator.get("/api/v1/moderation/signals"))
    assert [(each["name"], each["games"], each["share"]) for each in found] == [
        ("Oddly good", 4, 1.0)
    ]


def play_oddly_well(running: Running) -> None:
    """Let a person win reviewed games by the best moves."""
    odd = running.account("Oddly good")
    for other in [running.guest() for _ in range(4)]:
        table = create(odd, FOR_TWO, is_rated=True)["table"]
        ok(other.post(f"/api/v1/tables/{table}/join", json={}))
        lose(other, odd, table)
        seats = [seat["person"] for seat in ok(odd.get(f"/api/v1/tables/{table}"))["seats"]]
        review(running.parts, table, seats.index(me(odd)))


def review(parts: Parts, table: str, agreeing: int) -> None:
    """Store a review in which one seat always plays the best move, and the other every second."""

    def judged(ply: int) -> Json | None:
        is_best = ply % 2 == agreeing or ply % 4 < 2
        return {"best": "1B1" if is_best else "2R2"} if ply else None  # 0: before the first move

    rows = [
        {
            "table": table,
            "ply": ply,
            "data": {"seat": ply % 2, "text": "1B1", "judgement": judged(ply)},
        }
        for ply in range(60)
    ]
    insert = sa.insert(schema.review_entries)
    parts[Database].run_now(lambda c: c.execute(insert, rows))


def make_moderator(parts: Parts, person: str) -> None:
    update = sa.update(schema.people).where(schema.people.c.id == person)
    parts[Database].run_now(lambda c: c.execute(update, {"is_moderator": True}))
