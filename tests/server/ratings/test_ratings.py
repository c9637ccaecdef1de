"""Ratings: properties that hold for any ranking, and that a game counts once."""

import itertools
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from azulejos.search.players import LEVELS
from azulejos.server.host.acts import Host, annul_table
from azulejos.server.ratings.rated_results import MAX_GAMES, MIN_MOVES
from azulejos.server.ratings.ratings import (
    MIN_GAMES,
    Rating,
    bot_ratings,
    expected_share,
    rate,
    win_chance,
)
from azulejos.server.ratings.statistics import week_start
from azulejos.server.settings import Settings
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.timing import now
from tests.server.running import (
    AGAINST_A_BOT,
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
from tests.server.services import wait_for

pytestmark = pytest.mark.databases("sqlite", "postgresql")

CLOSE = 1e-9
LONG_S = 60.0
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
    assert (start.deviation, start.is_provisional) == (246, True)
    assert (later.deviation, later.is_provisional) == (74, False)
    assert not Rating.of_bot(1000).is_provisional


def test_everybody_starts_at_1200_and_the_mean_is_shown() -> None:
    assert Rating().shown == 1200
    assert Rating(25.0, 1.0).shown == 1200


def test_400_points_are_ten_to_one() -> None:
    strong, weak = Rating(Rating.of_bot(1600).mu, 1e-6), Rating(Rating.of_bot(1200).mu, 1e-6)
    assert win_chance(strong, weak) == pytest.approx(10 / 11)
    assert Rating.of_bot(1600).shown == 1600
    assert Rating.of_bot(1200).mu == pytest.approx(25.0)


@given(games())
def test_who_scores_as_expected_keeps_the_mean(game) -> None:  # type: ignore[no-untyped-def]
    """The expected share is the model's: what exceeds it raises the mean, with two players."""
    before = game[0][:2]
    expected = expected_share(before, 0)
    win, loss = (rate(before, ranks)[0].mu - before[0].mu for ranks in ([1, 2], [2, 1]))
    assert expected + expected_share(before, 1) == pytest.approx(1)
    assert expected * win + (1 - expected) * loss == pytest.approx(0, abs=1e-3)


def test_a_game_against_a_bot_changes_the_person_only() -> None:
    bot, person = Rating.of_bot(1600), Rating(25.0, 4.0, 20)
    lost, same = rate([person, bot], [2, 1])
    won, _ = rate([person, bot], [1, 2])
    assert same is bot
    assert person.mu - lost.mu < 0.3 < 1.5 < won.mu - person.mu
    assert lost.sigma < person.sigma
    assert (won.games, won.is_fixed) == (21, False)


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
    assert rating_of(ana)["azul-2"] < 1200 < rating_of(bia)["azul-2"]
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
    running.parts[Database].run_now(lambda c: c.execute(old, before))
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
    bounds = [each["rating"]["mu"] - each["rating"]["sigma"] for each in board]
    assert bounds == sorted(bounds, reverse=True)
    bots = {each["name"]: each["rating"]["shown"] for each in board if each["kind"] == "bot"}
    assert bots == bot_ratings("azul", 2, {})
    assert not any(each["rating"]["is_provisional"] for each in board)
    return [each["person"] for each in board]


# ---- Explained


def explained(client: Browser, table: str) -> dict[str, Any]:
    found: dict[str, Any] = ok(client.get(f"/api/v1/tables/{table}/ratings"))
    return found


def test_the_change_of_a_game_is_explained(running: Running) -> None:
    (ana, bia), table = sit(running, is_rated=True)
    assert explained(ana, table) == {"table": table, "reason": "going", "changes": []}
    lose(ana, bia, table)
    told = explained(running.client(), table)
    seats = [seat["person"] for seat in look(ana, table)["seats"]]
    assert told["reason"] is None
    assert [each["seat"] for each in told["changes"]] == [0, 1]
    lost, won = (told["changes"][seats.index(me(each))] for each in (ana, bia))
    assert (lost["expected"], lost["scored"], won["scored"]) == (0.5, 0.0, 1.0)
    assert (lost["before"]["shown"], lost["before"]["games"]) == (1200, 0)
    assert won["after"]["shown"] == rating_of(bia)["azul-2"]
    assert won["after"]["deviation"] < won["before"]["deviation"]
    again = create(bia, FOR_TWO, is_rated=True)["table"]
    ok(ana.post(f"/api/v1/tables/{again}/join", json={}))
    lose(ana, bia, again)
    second = explained(ana, again)["changes"]
    assert {each["before"]["shown"] for each in second} == {
        each["after"]["shown"] for each in told["changes"]
    }
    assert sum(each["expected"] for each in second) == pytest.approx(1)
    assert explained(ana, table) == told  # later games change nothing about it


def test_it_is_said_why_a_game_does_not_count(running: Running) -> None:
    (ana, bia), casual = sit(running)
    resign(ana, casual)
    assert explained(ana, casual)["reason"] == "casual"
    for _ in range(MAX_GAMES + 1):
        table = create(ana, FOR_TWO, is_rated=True)["table"]
        ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
        lose(ana, bia, table)
    assert explained(ana, table) == {"table": table, "reason": "often", "changes": []}
    pair, table = sit(running, is_rated=True)
    resign(pair[0], table)
    assert explained(ana, table)["reason"] == "few_moves"
    pair, table = sit(running, is_rated=True)
    ok(pair[0].post(f"/api/v1/tables/{table}/acts", json={"act": "abort"}))
    assert explained(ana, table)["reason"] == "no_result"
    assert code(ana.get("/api/v1/tables/nothing1/ratings")) == (404, "table.unknown")


# ---- With built-in bots

LIVE = {"kind": "live", "bank_s": 300, "increment_s": 5}
BOT = {"is_rated": True, "clock": LIVE, "seating": "fixed"}


def lose_to_bot(client: Browser) -> str:
    """A rated game with a bot that a person resigns after some moves."""
    table = str(create(client, AGAINST_A_BOT, **BOT)["table"])
    for _ in range(MIN_MOVES):
        wait_for("turn", lambda: bool(look(client, table)["moves"]), LONG_S)
        play_on([client], table, 1)
    wait_for("turn", lambda: bool(look(client, table)["moves"]), LONG_S)
    resign(client, table)
    return table


def test_bots_that_are_measured_are_listed(running: Running) -> None:
    client = running.client()
    bots = ok(client.get("/api/v1/bots/azul-2"))
    assert bots == bot_ratings("azul", 2, {})
    levels = [bots[f"level{n}"] for n in range(1, LEVELS + 1)]
    assert levels == sorted(levels)
    assert not bots.keys() & {"eco", "random", "hand"}
    assert ok(client.get("/api/v1/bots/azul-2?options=wall=gray")) != bots
    assert ok(client.get("/api/v1/bots/azul-3")) == {}
    assert code(client.get("/api/v1/bots/azul-2?options=wall=pink")) == (422, "option.unknown")


def test_a_rated_game_with_a_bot_counts_for_the_person(running: Running) -> None:
    ana, rating = running.guest("Ana"), bot_ratings("azul", 2, {})["level1"]
    table = lose_to_bot(ana)
    assert [seat["rating"] for seat in look(ana, table)["seats"]] == [None, rating]
    mine, bot = explained(ana, table)["changes"]
    assert bot["before"] == bot["after"]
    assert (bot["after"]["shown"], bot["after"]["is_fixed"]) == (rating, True)
    assert mine["after"]["shown"] < mine["before"]["shown"] == 1200
    assert mine["expected"] == pytest.approx(win_chance(Rating(), Rating.of_bot(rating)))
    after = rate([Rating(), Rating.of_bot(rating)], [2, 1])[0]
    assert mine["after"]["mu"] == pytest.approx(after.mu)
    for _ in range(MAX_GAMES):
        last = lose_to_bot(ana)
    assert explained(ana, last)["reason"] == "often"
    assert count_rated(ana) == MAX_GAMES
    with Host(running.parts[Settings].database) as host:
        host.act(annul_table, table)
    expected = Rating()  # as if the first had not been played
    for point in ok(ana.get(f"/api/v1/people/{me(ana)}/ratings/azul-2")):
        expected = rate([expected, Rating.of_bot(rating)], [2, 1])[0]
        assert point["rating"]["mu"] == pytest.approx(expected.mu)
    assert (rating_of(ana)["azul-2"], expected.games) == (expected.shown, MAX_GAMES - 1)
    assert explained(ana, table)["reason"] == "no_result"


def test_a_guest_who_claims_an_account_keeps_the_rating(running: Running) -> None:
    (ana, bia), table = sit(running, is_rated=True)
    lose(ana, bia, table)
    before = rating_of(ana)
    form = {"name": "Keeper", "password": "a long sentence"}
    ok(ana.post("/api/v1/account", json=form), 201)
    assert rating_of(ana) == before
