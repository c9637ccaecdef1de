"""Ratings: properties that hold for any ranking, and that a game counts once."""

import itertools
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from azulejos.server.people.leaderboards import week_start
from azulejos.server.people.ratings import MAX_GAMES, MIN_GAMES, MIN_MOVES, Rating, rate
from azulejos.server.storage import schema
from azulejos.server.wall_clock import now
from tests.server.running import (
    FOR_TWO,
    Browser,
    Running,
    code,
    create,
    look,
    lose,
    me,
    ok,
    play_on,
    resign,
)

CLOSE = 1e-9
ratings = st.builds(
    Rating, st.floats(0, 50), st.floats(1, 25 / 3), st.integers(min_value=0, max_value=99)
)


@st.composite
def games(draw: st.DrawFn) -> tuple[list[Rating], list[int]]:
    """Ratings of two to four people and their ranks, with ties."""
    before = draw(st.lists(ratings, min_size=2, max_size=4))
    marks = draw(st.lists(st.integers(0, 3), min_size=len(before), max_size=len(before)))
    return before, [1 + sum(other < mark for other in marks) for mark in marks]


@given(games(), st.randoms())
def test_the_order_of_the_seats_does_not_matter(game, random) -> None:  # type: ignore[no-untyped-def]
    before, ranks = game
    order = list(range(len(before)))
    random.shuffle(order)
    after = rate(before, ranks)
    shuffled = rate([before[i] for i in order], [ranks[i] for i in order])
    for new, i in zip(shuffled, order, strict=True):
        assert new.mu == pytest.approx(after[i].mu, abs=CLOSE)
        assert new.sigma == pytest.approx(after[i].sigma, abs=CLOSE)


@given(games())
def test_the_only_winner_never_loses_and_the_only_last_never_gains(game) -> None:  # type: ignore[no-untyped-def]
    before, ranks = game
    after = rate(before, ranks)
    if ranks.count(1) == 1:
        winner = ranks.index(1)
        assert after[winner].mu >= before[winner].mu - CLOSE
    if ranks.count(max(ranks)) == 1:
        last = ranks.index(max(ranks))
        assert after[last].mu <= before[last].mu + CLOSE


@given(ratings, st.integers(2, 4))
def test_a_tie_between_equals_keeps_the_mean(rating: Rating, people: int) -> None:
    for after in rate([rating] * people, [1] * people):
        assert after.mu == pytest.approx(rating.mu, abs=CLOSE)
        assert after.sigma <= rating.sigma + 0.1  # a little doubt comes with every game


@pytest.mark.parametrize("people", [2, 3, 4])
def test_among_equals_a_better_rank_gains_more_and_equal_ranks_gain_the_same(people: int) -> None:
    for marks in itertools.product(range(people), repeat=people):
        ranks = [1 + sum(other < mark for other in marks) for mark in marks]
        after = rate([Rating()] * people, ranks)
        for i, k in itertools.combinations(range(people), 2):
            if ranks[i] == ranks[k]:
                assert after[i].mu == pytest.approx(after[k].mu, abs=CLOSE)
            else:
                better, worse = (i, k) if ranks[i] < ranks[k] else (k, i)
                assert after[better].mu > after[worse].mu + 0.1, ranks


def test_a_tie_brings_unequal_ratings_closer() -> None:
    strong, weak = rate([Rating(30, 4), Rating(20, 4)], [1, 1])
    assert strong.mu < 30
    assert weak.mu > 20


@given(games())
def test_every_game_is_counted_and_ratings_stay_finite(game) -> None:  # type: ignore[no-untyped-def]
    before, ranks = game
    for old, new in zip(before, rate(before, ranks), strict=True):
        assert new.games == old.games + 1
        assert 0 < new.sigma <= old.sigma + 0.1
        assert abs(new.mu) < 1000


def test_a_rating_is_provisional_until_a_leaderboard_lists_it() -> None:
    start, later = Rating(), Rating(30.0, 2.5, MIN_GAMES)
    assert (start.deviation, start.is_provisional) == (333, True)
    assert (later.deviation, later.is_provisional) == (100, False)


def test_everybody_starts_at_a_thousand() -> None:
    assert Rating().shown == 1000


# ---- In the database


def sit(running: Running, **form: object) -> tuple[list[Browser], str]:
    """Two guests at a table that has started."""
    pair = [running.guest(), running.guest()]
    table = create(pair[0], FOR_TWO, **form)["table"]
    ok(pair[1].post(f"/api/v1/tables/{table}/join", json={}))
    return pair, table


def rating_of(client: Browser) -> dict[str, int]:
    found = ok(client.get(f"/api/v1/people/{me(client)}"))["ratings"]
    return {pool: rating["shown"] for pool, rating in found.items()}


def test_a_rated_game_counts_once_and_is_in_the_history(running: Running) -> None:
    (ana, bia), table = sit(running, is_rated=True)
    lose(ana, bia, table)
    assert list(rating_of(bia)) == ["azul-2"]
    assert rating_of(ana)["azul-2"] < 1000 < rating_of(bia)["azul-2"]
    before = rating_of(bia)
    again = ana.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"})
    assert again.status_code == 409
    assert rating_of(bia) == before
    history = ok(bia.get(f"/api/v1/people/{me(bia)}/ratings/azul-2"))
    assert [(point["table"], point["rating"]["shown"]) for point in history] == [
        (table, before["azul-2"])
    ]


def test_ratings_of_several_people_are_listed_at_once(running: Running) -> None:
    (ana, bia), table = sit(running, is_rated=True)
    lose(ana, bia, table)
    people = [me(ana), me(bia), me(running.guest())]
    found = ok(running.client().get(f"/api/v1/ratings/azul-2?people={','.join(people)}"))
    assert found.keys() == set(people[:2])
    assert found[me(bia)]["shown"] > found[me(ana)]["shown"]
    for wrong in ("", "?people=", "?people=a,b", f"?people={','.join(people * 40)}"):
        assert code(running.client().get(f"/api/v1/ratings/azul-2{wrong}"))[0] == 422


def test_a_played_game_is_ranked_as_it_ended(running: Running) -> None:
    pair, table = sit(running, is_rated=True)
    finish = play_on(pair, table)["finish"]
    assert finish["reason"] == "played"
    seats = look(pair[0], table)["seats"]
    ranks = {seat["person"]: rank for seat, rank in zip(seats, finish["ranks"], strict=True)}
    ana, bia = (rating_of(each)["azul-2"] for each in pair)
    first, second = (ranks[me(each)] for each in pair)
    assert (ana > bia) == (first < second)


def test_casual_games_and_agreed_ends_do_not_count(running: Running) -> None:
    (ana, bia), table = sit(running)
    resign(ana, table)
    assert rating_of(ana) == {} == rating_of(bia)
    (ana, bia), table = sit(running, is_rated=True)
    for client, act in ((ana, "offer_end"), (bia, "agree")):
        ok(client.post(f"/api/v1/tables/{table}/acts", json={"act": act}))
    assert look(ana, table)["finish"]["reason"] == "agreed"
    assert rating_of(ana) == {} == rating_of(bia)


def test_a_game_in_which_somebody_has_hardly_moved_does_not_count(running: Running) -> None:
    (ana, bia), table = sit(running, is_rated=True)
    play_on([ana, bia], table, 2 * MIN_MOVES - 1)
    resign(ana, table)
    assert look(ana, table)["finish"]["reason"] == "resigned"
    assert rating_of(ana) == {} == rating_of(bia)


def test_games_that_are_given_away_at_once_change_nothing(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    for _ in range(10):
        table = create(ana, FOR_TWO, is_rated=True)["table"]
        ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
        resign(ana, table)
        assert look(bia, table)["finish"]["reason"] == "resigned"
    assert rating_of(ana) == {} == rating_of(bia)


def test_only_some_games_a_day_count_between_the_same_two_people(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    for loser, winner in [(ana, bia), (bia, ana)] * 2:
        table = create(loser, FOR_TWO, is_rated=True)["table"]
        ok(winner.post(f"/api/v1/tables/{table}/join", json={}))
        lose(loser, winner, table)
    assert count_rated(ana) == MAX_GAMES == count_rated(bia)
    table = create(ana, FOR_TWO, is_rated=True)["table"]
    ok(eva.post(f"/api/v1/tables/{table}/join", json={}))
    lose(ana, eva, table)
    assert count_rated(ana) == MAX_GAMES + 1


def count_rated(client: Browser) -> int:
    return len(ok(client.get(f"/api/v1/people/{me(client)}/ratings/azul-2")))


def test_the_leaderboard_lists_the_strongest_who_have_played_enough(running: Running) -> None:
    loser, winner = running.guest("Loser"), running.account("Champion")
    others = [running.guest() for _ in range(MIN_GAMES - MAX_GAMES)]
    games = [(loser, winner)] * MAX_GAMES + [(loser, other) for other in others]
    for beaten, by in games + [(other, winner) for other in others]:
        assert me(winner) not in leaders(running)
        table = create(beaten, FOR_TWO, is_rated=True)["table"]
        ok(by.post(f"/api/v1/tables/{table}/join", json={}))
        lose(beaten, by, table)
    board = leaders(running)
    assert board.index(me(winner)) < board.index(me(loser))


def test_the_leaderboard_of_a_week_counts_its_wins(running: Running) -> None:
    (ana, bia), table = sit(running, is_rated=True)
    lose(ana, bia, table)
    board = ok(running.client().get("/api/v1/leaderboards/azul-2?period=week"))
    mine = {each["person"]: (each["wins"], each["games"]) for each in board}
    assert mine[me(bia)] == (1, 1)
    assert me(ana) not in mine
    order = [(-each["wins"], each["games"]) for each in board]
    assert order == sorted(order)
    changes = schema.rating_changes
    old = sa.update(changes).where(changes.c.table == table)
    before = {"at": week_start(now()) - 1}
    running.services.database.run_now(lambda c: c.execute(old, before))
    board = ok(running.client().get("/api/v1/leaderboards/azul-2?period=week"))
    assert me(bia) not in {each["person"] for each in board}


@pytest.mark.parametrize(
    ("day", "start"), [("2026-11-16", "2026-11-16"), ("2026-11-22", "2026-11-16")]
)
def test_a_week_begins_on_monday(day: str, start: str) -> None:
    noon = datetime.fromisoformat(f"{day}T12:00:00+00:00").timestamp()
    assert datetime.fromtimestamp(week_start(noon), UTC) == datetime.fromisoformat(
        f"{start}T00:00:00+00:00"
    )


def leaders(running: Running) -> list[str]:
    board = ok(running.client().get("/api/v1/leaderboards/azul-2"))
    assert [each["place"] for each in board] == list(range(1, len(board) + 1))
    shown = [each["rating"]["shown"] for each in board]
    assert shown == sorted(shown, reverse=True)
    return [each["person"] for each in board]


def test_a_guest_who_claims_an_account_keeps_the_rating(running: Running) -> None:
    (ana, bia), table = sit(running, is_rated=True)
    lose(ana, bia, table)
    before = rating_of(ana)
    form = {"name": "Keeper", "password": "a long sentence"}
    ok(ana.post("/api/v1/account", json=form), 201)
    assert rating_of(ana) == before
