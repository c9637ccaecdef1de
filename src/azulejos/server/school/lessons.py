"""Lessons: positions for a board, and judging and answering the moves of learners in a worker."""

from random import SystemRandom
from typing import Any

from azulejos.compiled.rng import make_rng
from azulejos.contract.game import Game
from azulejos.contract.rules import Json
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from azulejos.server.thinking.workers import Workers
from azulejos.teaching.drills import WHOLE, make_drill
from azulejos.teaching.practice import (
    ADAPTIVE,
    Event,
    adapted_level,
    comment_on,
    judge,
    play_on,
    push_event,
    weigh,
)
from azulejos.text import Text
from azulejos.wire.fields import sentence
from azulejos.wire.school import BoardPosition, EventAnswer


def board_position(position: Position) -> BoardPosition:
    """A position to play from."""
    game, data = position.game, position.to_json()
    names = [option.name for option in game.options(position.players) if option.name in data]
    return BoardPosition.of(
        position,
        game=game.name,
        edition=game.editions[0],
        options={name: str(data[name]) for name in names},
        position=position.view(),
        moves=[] if position.turn is None else position.legal_moves,
        drawing=position.draw(),
        scores=list(position.scores),
    )


def events_of(found: list[Json]) -> list[EventAnswer]:
    """The moves and deals that a search has found."""
    return [EventAnswer(**each) for each in found]


# ---- Lessons

BEST_NODES = 4_000  # of the search for the best move, where it is not known


async def judge_move(workers: Workers, position: Position, move: str, best: str) -> Json:
    """The points that a move gives away against the best one, and what follows it; an empty move
    stands for the best one.
    """
    return await workers.run(judge_in_worker, position.to_json(), move, best)


async def practise(
    workers: Workers, position: Position, move: str | None, bot: str, has_deals: bool
) -> Json:
    """Play a learner's move and what follows until it is their turn again, with a comment."""
    return await workers.run(practise_in_worker, position.to_json(), move, bot, has_deals)


async def find_drill(workers: Workers, game: Game, kind: str) -> Json:
    """A position to play out, as JSON, and its goal; of any variant of the game, a whole game for
    as few players as possible.
    """
    fewest = min(players for players, _ in game.variants.values())
    variants = [each for each in game.variants.values() if kind != WHOLE or each[0] == fewest]
    players, options = SystemRandom().choice(variants)
    number = SystemRandom().getrandbits(40)
    return await workers.run(drill_in_worker, game.name, players, dict(options), kind, number)


def event_json(event: Event) -> Json:
    """An event in the form in which tables send theirs."""
    data: dict[str, Any] = {"deal": event.text}
    if event.seat is not None:
        data = {"seat": event.seat, "move": event.text}
    kind = "dealt" if event.seat is None else "moved"
    return {"kind": kind, "data": data, "steps": [step.to_json() for step in event.steps]}


# ---- In a worker


def judge_in_worker(position: Json, move: str, best: str) -> Json:
    """Judge a move; an empty best move is found by a search first, and is judged if there is no
    move.
    """
    start = Position.from_json(position)
    if not best:
        *_, info = analyse(start, Limit(nodes=BEST_NODES), lines=0)
        best = info.best
    verdict = judge(start, move or best, best)
    line = [event_json(event) for event in verdict.line]
    return {"loss": round(verdict.loss, 1), "best": best, "line": line}


def practise_in_worker(position: Json, move: str | None, bot: str, has_deals: bool) -> Json:
    """Play a move, then deals and the bot's moves."""
    now, events, verdict, note = Position.from_json(position), list[Event](), None, None
    seat = max(now.actor, 0)
    if move is not None:
        verdict = weigh(now, move)
        events.append(push_event(now, move))
    if bot == ADAPTIVE:
        level = adapted_level(now, seat)
        bot, note = f"level{level}", Text("practice.level", {"n": level})
    events += play_on(now, seat, find_player(bot), make_rng(None), has_deals=has_deals)
    comment = verdict and comment_on(verdict)
    return {
        "position": now.to_json(),
        "events": [event_json(event) for event in events],
        "comment": comment and sentence(comment).model_dump(),
        "loss": verdict and round(verdict.loss, 1),
        "note": note and sentence(note).model_dump(),
    }


def drill_in_worker(
    game: str, players: int, options: dict[str, str], kind: str, number: int
) -> Json:
    """A position to play out."""
    drill = make_drill(find_game(game), players, options, kind, number)
    return {"position": drill.position.to_json(), "goal": drill.goal}
