"""Pairings of tournaments: laws for any number of people, and simulations with 1,000."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos.server.tournaments import pairings, rotation
from azulejos.server.tournaments.history import (
    Entrant,
    History,
    Place,
    arena_points,
    make_standings,
    points_of,
)
from azulejos.server.tournaments.plan import TournamentPlan
from tests.server.tournaments.simulation import Arena, Simulation, check_round, meetings

few = settings(max_examples=30, deadline=None)


def firsts(simulation: Simulation) -> list[int]:
    history = simulation.history
    return [abs(history.firsts(person)) for person in simulation.strength]


def in_order(simulation: Simulation, order: list[str], top: int) -> int:
    """How many of the strongest people are among the first of the standings."""
    best = sorted(simulation.strength, key=simulation.strength.__getitem__, reverse=True)
    return len(set(best[:top]) & set(order[:top]))


# ---- Swiss


@few
@given(st.integers(2, 40), st.integers(0, 1000), st.data())
def test_a_swiss_never_repeats_a_pairing_and_gives_nobody_two_byes(
    count: int, seed: int, data: st.DataObject
) -> None:
    plan = TournamentPlan("", "", "swiss", "", 2, "", 0.0, 0.0, rounds=15)
    rounds = data.draw(st.integers(1, plan.rounds_for(count)))
    simulation = Simulation(count, seed)
    simulation.play_swiss(rounds)
    for made in simulation.rounds:
        check_round(made, set(simulation.strength), 2)
        assert len(made.byes) == count % 2
    assert max(meetings(simulation)) <= 1
    assert max(simulation.history.byes.values(), default=0) <= 1


def test_a_swiss_of_33_in_6_rounds_has_correct_byes() -> None:
    simulation = Simulation(33)
    for number in range(6):
        before = simulation.history
        ranked = pairings.rank(simulation.entrants, before)
        simulation.play_swiss(1)
        (bye,) = simulation.rounds[-1].byes
        without = [each.person for each in ranked if not before.byes[each.person]]
        assert bye == without[-1], number
    assert max(meetings(simulation)) == 1
    assert sum(simulation.history.points.values()) == 6 * 17
    assert max(firsts(simulation)) <= 2


def test_a_swiss_of_1000_pairs_equal_points_and_finds_the_best() -> None:
    simulation = Simulation(1000)
    simulation.play_swiss(10)
    assert max(meetings(simulation)) == 1
    points: Counter[str] = Counter()
    apart = 0
    for number, made in enumerate(simulation.rounds, 1):
        check_round(made, set(simulation.strength), 2)
        differences = [abs(points[a] - points[b]) for a, b in made.tables]
        assert max(differences) <= 1
        apart += sum(difference > 0 for difference in differences)
        for place in simulation.places:
            if place.round == number:
                points[place.person] += place.points or 0  # type: ignore[assignment]
    assert apart < 0.1 * 5000
    assert max(firsts(simulation)) <= 2
    assert in_order(simulation, simulation.order("swiss"), 100) >= 55


def test_in_the_first_round_the_upper_half_meets_the_lower() -> None:
    entrants = [Entrant(f"p{i}", rating=100 - i, number=i) for i in range(8)]
    made = pairings.pair_swiss(entrants, History([]))
    assert {frozenset(table) for table in made.tables} == {
        frozenset((f"p{i}", f"p{i + 4}")) for i in range(4)
    }


def test_who_has_left_is_not_paired() -> None:
    entrants = [Entrant(f"p{i}", number=i, is_active=i != 2) for i in range(5)]
    made = pairings.pair_swiss(entrants, History([]))
    assert not made.byes
    assert "p2" not in {person for table in made.tables for person in table}


def test_with_too_few_people_as_few_pairings_as_possible_repeat() -> None:
    simulation = Simulation(4)
    simulation.play_swiss(6)
    assert sorted(meetings(simulation)) == [2] * 6


# ---- Round robin


@pytest.mark.parametrize("count", range(2, 25))
def test_everybody_meets_everybody_once(count: int) -> None:
    simulation = Simulation(count)
    simulation.play_round_robin()
    for made in simulation.rounds:
        check_round(made, set(simulation.strength), 2)
    assert set(meetings(simulation)) == {1}
    assert max(firsts(simulation)) <= 1
    assert set(simulation.history.byes.values()) <= {1}


# ---- Rotation


@pytest.mark.parametrize(
    ("count", "seats", "rounds", "most"),
    [(12, 4, 11, 2), (16, 4, 5, 2), (13, 4, 13, 3), (9, 3, 4, 1), (20, 3, 10, 2), (30, 4, 8, 2)],
)
def test_every_two_people_meet_about_equally_often(
    count: int, seats: int, rounds: int, most: int
) -> None:
    simulation = Simulation(count, seats=seats)
    simulation.play_rotation(rounds)
    for made in simulation.rounds:
        check_round(made, set(simulation.strength), seats)
    found = meetings(simulation)
    assert max(found) - min(found) <= most
    history = simulation.history
    byes = [history.byes[person] for person in simulation.strength]
    assert max(byes) - min(byes) <= 1
    for person in simulation.strength:
        times = [history.seats[person].count(seat) for seat in range(seats)]
        assert max(times) - min(times) <= 2


def test_a_rotation_of_400_repeats_no_meeting() -> None:
    simulation = Simulation(400, seats=4, bye_points=1.5)
    simulation.play_rotation(6)
    assert max(meetings(simulation)) == 1


def test_too_few_for_a_table_all_have_a_bye() -> None:
    entrants = [Entrant("a"), Entrant("b", number=1)]
    made = rotation.pair_rotation(entrants, History([]), 3, "")
    assert (made.tables, made.byes) == ([], ["a", "b"])


# ---- Arena


def test_an_arena_of_1000_leaves_nobody_waiting() -> None:
    run = Arena(Simulation(1000))
    run.run(8 * 60)
    assert run.longest_wait_s <= 45
    assert run.repeats == 0
    games = Counter(place.person for place in run.simulation.places)
    assert min(games[person] for person in run.simulation.strength) >= 1


def test_a_small_arena_repeats_pairings_only_after_a_while() -> None:
    run = Arena(Simulation(3))
    run.run(3600)
    assert run.longest_wait_s <= 600 + pairings.AGAIN_S + 3
    assert len(run.simulation.places) >= 2 * 4


def test_people_who_have_blocked_each_other_are_not_paired() -> None:
    free = [Entrant("a"), Entrant("b", number=1)]
    made = pairings.pair_free(free, History([]), {}, 100.0, {"a": {"b"}})
    assert not made.tables


@pytest.mark.parametrize(("people", "bots"), [(1, 3), (2, 1), (3, 1), (3, 4), (5, 2), (0, 4)])
def test_bots_meet_people_only_and_wait_first(people: int, bots: int) -> None:
    """No person is left out because of a bot that has waited longer."""
    free = [Entrant(f"p{i}", number=i, free_since=50.0 + i) for i in range(people)]
    free += [Entrant(f"bot:level{i + 1}", number=10 + i) for i in range(bots)]
    tables = pairings.pair_free(free, History([]), {}, 100.0).tables
    paired = [person for table in tables for person in table]
    assert all(not all(who.startswith("bot:") for who in table) for table in tables)
    assert sum(who.startswith("p") for who in paired) == people


def test_after_two_wins_points_count_twice() -> None:
    results = [1.0, 1.0, 1.0, 0.5, 1.0, 0.0, None]
    places = [Place(i, "a", f"t{i}", 0, points) for i, points in enumerate(results)]
    assert arena_points(places) == (2 + 2 + 4 + 2 + 2, 0)
    assert arena_points(places[:3]) == (8, 3)


# ---- Points and standings


def test_points_are_the_seats_that_were_beaten() -> None:
    assert points_of([1, 2]) == [1.0, 0.0]
    assert points_of([1, 1]) == [0.5, 0.5]
    assert points_of([1, 3, 2, 3]) == [3.0, 0.5, 2.0, 0.5]


def test_ties_are_broken_by_the_points_of_opponents() -> None:
    places = [
        *(Place(1, "a", "t1", 0, 1.0), Place(1, "b", "t1", 1, 0.0)),
        *(Place(1, "c", "t2", 0, 1.0), Place(1, "d", "t2", 1, 0.0)),
        *(Place(2, "b", "t3", 0, 1.0), Place(2, "d", "t3", 1, 0.0)),
    ]
    entrants = [Entrant(person, number=i) for i, person in enumerate("cabd")]
    made = make_standings("swiss", 2, entrants, History(places))
    shown = [(x.person, x.place, x.points, x.tie_break) for x in made]
    assert shown == [("a", 1, 1.0, 1.0), ("b", 1, 1.0, 1.0), ("c", 3, 1.0, 0.0), ("d", 4, 0.0, 2.0)]


def test_a_round_robin_needs_no_more_rounds_than_people() -> None:
    people = ["a", "b", "c"]
    byes = [rotation.pair_round_robin(people, number).byes for number in (1, 2, 3)]
    assert sorted(byes) == [["a"], ["b"], ["c"]]
