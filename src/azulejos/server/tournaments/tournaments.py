"""Tournaments that run: their beginning, rounds, tables and end.

Everything is in the database, so any process can go on where another one stopped. Periodic work
calls `run_due`; which process takes care of a tournament is decided there each time anew.
"""

import asyncio
from dataclasses import dataclass

from azulejos.games import find_game
from azulejos.server.accounts.relations import Blocks
from azulejos.server.errors import Busy
from azulejos.server.play.creation import bot_newcomer
from azulejos.server.play.tables import Tables
from azulejos.server.ratings.ratings import Rating, bot_rating, pool_of, ratings_in
from azulejos.server.storage.store import Conflict
from azulejos.server.table import fair
from azulejos.server.table.plan import Plan, bot_id, bot_name
from azulejos.server.timing import now
from azulejos.server.tournaments import pairings, rotation
from azulejos.server.tournaments.history import Entrant, History, Round, Standing, make_standings
from azulejos.server.tournaments.plan import TournamentPlan
from azulejos.server.tournaments.store import StoredTournaments, TournamentState
from azulejos.server.web.logs import log

STEP_S = 2.0  # between two checks of a tournament
MAX_TABLES = 64  # of an arena that are made at once; the others follow at the next check
MAX_KEPT = 64  # tournaments whose standings are kept in memory


@dataclass(frozen=True)
class Shown:
    """A tournament with its standings."""

    state: TournamentState
    standings: list[Standing]


class Tournaments:
    """Runs tournaments, and shows how they stand."""

    def __init__(self, stored: StoredTournaments, tables: Tables, blocks: Blocks):
        self.stored, self.tables, self.blocks = stored, tables, blocks
        self._kept: dict[str, Shown] = {}
        self._waiting: dict[str, asyncio.Task[Shown]] = {}

    # ---- Showing

    async def show(self, tournament: str) -> Shown:
        """A tournament with its standings; those who ask at the same time share the work."""
        version = (await self.stored.find(tournament)).version
        kept = self._kept.get(tournament)
        if kept and kept.state.tournament.version >= version:
            return kept
        if tournament not in self._waiting:
            task = asyncio.create_task(self._make(tournament))
            self._waiting[tournament] = task
            task.add_done_callback(lambda _: self._waiting.pop(tournament))
        return await asyncio.shield(self._waiting[tournament])

    async def _make(self, tournament: str) -> Shown:
        state = await self.stored.load(tournament)
        shown = Shown(state, await asyncio.to_thread(standings_of, state))
        self._kept.pop(tournament, None)
        self._kept[tournament] = shown
        while len(self._kept) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        return shown

    async def join(self, plan: TournamentPlan, person: str) -> None:
        """Let a person take part."""
        pool = pool_of(plan.game, plan.players)
        found = await ratings_in(self.stored.database, pool, [person])
        rating = found.get(person, Rating()).mu
        await self.stored.join(plan.id, person, rating, now())

    async def join_bot(self, plan: TournamentPlan, bot: str) -> None:
        """Let a built-in bot take part."""
        measured = bot_rating(plan.game, plan.players, plan.options, bot)
        rating = Rating() if measured is None else Rating.of_bot(measured)
        await self.stored.join(plan.id, bot_id(bot), rating.mu, now())

    # ---- Running

    async def run_due(self) -> None:
        """Do what is due in tournaments: begin them, pair people, create tables, end them."""
        for tournament in await self.stored.claim_due(now(), now() + STEP_S):
            try:
                await self.advance(tournament)
            except Busy:
                raise
            except Exception:  # the others go on
                log.exception("tournament", tournament=tournament)

    async def advance(self, tournament: str) -> None:
        """Do what is due in one tournament."""
        state = await self.stored.load(tournament)
        before, at = state.tournament, now()
        if before.status == "open" and at >= before.plan.starts_at:
            can_begin = len(state.members) >= before.plan.players
            if not await self.stored.set_status(before, "running" if can_begin else "closed"):
                return
            if not can_begin:
                return
            state = await self.stored.load(tournament)
        if state.tournament.status != "running":
            return
        await self.stored.settle_damaged(tournament, before.plan.players, at)
        await self._create_tables(state.tournament.plan)
        if is_over(state, at):
            await self.stored.set_status(state.tournament, "over")
            return
        if is_round_due(state, at):
            blocked = await self._blocked(state)
            made = await asyncio.to_thread(make_round, state, at, blocked)
            if made.tables or made.byes or made.walkovers:
                await self.stored.add_round(state.tournament, made)
                await self._create_tables(state.tournament.plan)

    async def _blocked(self, state: TournamentState) -> dict[str, set[str]]:
        """The blocks among the free people of an arena; in rounds everybody may meet anybody."""
        if state.tournament.plan.kind != "arena":
            return {}
        free = [each.person for each in free_people(state)]
        return {person: await self.blocks.blocked_with(person) for person in free}

    async def _create_tables(self, plan: TournamentPlan) -> None:
        """Create the tables of games that are stored without one."""
        for table, people in await self.stored.without_table(plan.id):
            seed = fair.make_seed()
            bots = [(bot_newcomer(plan, bot), None) for each in people if (bot := bot_name(each))]
            try:
                await self.tables.create(plan_game(plan, table, people, seed, now()), seed, bots)
            except Conflict:  # another process has created it meanwhile
                continue


def plan_game(plan: TournamentPlan, table: str, people: list[str], seed: bytes, at: float) -> Plan:
    """The plan of a tournament's game, with places that are reserved for its people and bots."""
    return Plan(
        id=table,
        game=plan.game,
        players=plan.players,
        created_by=plan.created_by,
        created_at=at,
        commitment=fair.commitment(seed),
        edition=find_game(plan.game).editions[0],
        options=plan.options,
        clock=plan.clock,
        seating="fixed",
        is_public=plan.is_public,
        is_rated=plan.is_rated,
        accepts_bots=plan.accepts_bots,
        tournament=plan.id,
        reserved=people,
    )


# ---- Decisions


def standings_of(state: TournamentState) -> list[Standing]:
    plan = state.tournament.plan
    return make_standings(plan.kind, plan.players, state.entrants, History(state.places))


def free_people(state: TournamentState) -> list[Entrant]:
    return [x.entrant for x in state.members if x.entrant.is_active and not x.table]


def is_playing(state: TournamentState) -> bool:
    """Is a game of the tournament in progress?"""
    return any(place.points is None for place in state.places)


def is_over(state: TournamentState, at: float) -> bool:
    """Is there nothing more to play? Games in progress are played to their end."""
    plan, tournament = state.tournament.plan, state.tournament
    if is_playing(state):
        return False
    if plan.ends_at is not None:
        return at >= plan.ends_at
    active = sum(each.is_active for each in state.entrants)
    has_company = active >= plan.players or tournament.round == 0
    return tournament.round >= plan.rounds_for(len(state.members)) or not has_company


def is_round_due(state: TournamentState, at: float) -> bool:
    plan = state.tournament.plan
    if plan.ends_at is not None:
        return at < plan.ends_at and len(free_people(state)) >= plan.players
    return not is_playing(state)


def make_round(state: TournamentState, at: float, blocked: dict[str, set[str]]) -> Round:
    """The next round, by the kind of the tournament."""
    tournament, history = state.tournament, History(state.places)
    plan, number = tournament.plan, tournament.round + 1
    if plan.kind == "arena":
        ranks = {standing.person: i for i, standing in enumerate(standings_of(state))}
        made = pairings.pair_free(free_people(state), history, ranks, at, blocked)
        return Round(made.tables[:MAX_TABLES], [])
    if plan.kind == "swiss":
        return pairings.pair_swiss(state.entrants, history)
    if plan.kind == "rotation":
        return rotation.pair_rotation(state.entrants, history, plan.players, f"{plan.id}-{number}")
    made = rotation.pair_round_robin([each.person for each in state.entrants], number)
    return without_absent(made, {each.person for each in state.entrants if each.is_active})


def without_absent(made: Round, active: set[str]) -> Round:
    """A round of two seats in which those win without a game whose opponents have left."""
    tables = [table for table in made.tables if active.issuperset(table)]
    alone = [active.intersection(table) for table in made.tables if table not in tables]
    walkovers = [person for people in alone for person in people]
    return Round(tables, [person for person in made.byes if person in active], walkovers)
