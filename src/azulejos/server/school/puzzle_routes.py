"""Routes about puzzles: the daily one, the next one, by theme; answers, hints and races.

Answers are checked and rated here. The page knows nothing about a solution before.
"""

from typing import Annotated

from fastapi import Query, Request

from azulejos.contract.game import Game
from azulejos.games import GAMES, find_game
from azulejos.position import Position
from azulejos.search.hint import look_advice
from azulejos.server.accounts.callers import Anybody, Caller, Player
from azulejos.server.errors import refusal
from azulejos.server.feature import Parts, parts_of
from azulejos.server.ratings.ratings import Rating
from azulejos.server.school import puzzles as stored
from azulejos.server.school.lessons import board_position, judge_move
from azulejos.server.school.lines import explain, play_line, texts_of
from azulejos.server.school.puzzles import has_consented, set_consent
from azulejos.server.school.standings import PuzzleStanding
from azulejos.server.storage.database import Database
from azulejos.server.thinking.workers import Workers
from azulejos.server.timing import now
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.teaching.puzzles import Puzzle, daily_puzzle, puzzle_record, puzzles_of
from azulejos.wire.fields import GAME, PersonId, Word
from azulejos.wire.marks import Advice, advice_json
from azulejos.wire.school import (
    AttemptAnswer,
    ConsentAnswer,
    ConsentForm,
    GameName,
    LineEvent,
    LookAnswer,
    PuzzleAnswer,
    PuzzleId,
    RaceAnswer,
    RaceForm,
    SolutionAnswer,
    SolveForm,
    StandingAnswer,
    ThemeAnswer,
    TryForm,
)

router = make_router("puzzles")
InGame = Annotated[GameName, Query()]


def find_puzzle(id: str) -> tuple[Game, Puzzle]:
    """The game and the puzzle of an id."""
    for game in GAMES.values():
        if puzzle := puzzles_of(game).get(id):
            return game, puzzle
    raise refusal("puzzles.unknown")


def show(puzzle: Puzzle) -> PuzzleAnswer:
    return PuzzleAnswer(id=puzzle.id, board=board_position(puzzle.start()))


@router.get("/puzzle/daily", responses=refuses("puzzles.none"))
async def show_daily_puzzle(caller: Anybody, game: InGame = GAME) -> PuzzleAnswer:
    """The puzzle of the day (by universal time), the same for everybody."""
    puzzle = daily_puzzle(find_game(game), now())
    if puzzle is None:
        raise refusal("puzzles.none")
    return show(puzzle)


@router.get("/puzzle/next", responses=refuses("puzzles.none"))
async def show_next_puzzle(
    request: Request,
    caller: Player,
    game: InGame = GAME,
    theme: Annotated[Word | None, Query()] = None,
) -> PuzzleAnswer:
    """A puzzle that you have not tried, near your rating; one chosen by theme is not rated."""
    database, person = parts_of(request)[Database], caller.person.id
    puzzle = await stored.next_puzzle(database, find_game(game), person, theme or "")
    if puzzle is None:
        raise refusal("puzzles.none")
    if theme:
        await stored.note_theme(database, person, puzzle, now())
    return show(puzzle)


@router.get("/puzzle/themes")
async def list_themes(caller: Anybody, game: InGame = GAME) -> list[ThemeAnswer]:
    """The themes of the puzzles of a game, the most frequent first."""
    counts: dict[str, int] = {}
    for puzzle in puzzles_of(find_game(game)).values():
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    ordered = sorted(counts.items(), key=lambda pair: -pair[1])
    return [ThemeAnswer(name=name, puzzles=count) for name, count in ordered]


@router.get("/puzzle/standing")
async def show_standing(request: Request, caller: Player, game: InGame = GAME) -> StandingAnswer:
    """How you do at the puzzles of a game."""
    return await standing(parts_of(request), caller, game)


@router.get("/puzzle/consent")
async def show_consent(request: Request, caller: Player) -> ConsentAnswer:
    """Whether your finished games may become puzzles."""
    is_given = await has_consented(parts_of(request)[Database], caller.person.id)
    return ConsentAnswer(is_given=is_given)


@router.put("/puzzle/consent")
async def change_consent(form: ConsentForm, request: Request, caller: Player) -> ConsentAnswer:
    """Let your finished games become puzzles, without names, or no longer. A game is used only if
    everybody who played it agrees.
    """
    await set_consent(parts_of(request)[Database], caller.person.id, form.is_given)
    return ConsentAnswer(is_given=form.is_given)


@router.get("/puzzle/{id}", responses=refuses("puzzles.unknown"))
async def show_puzzle(id: PuzzleId, caller: Anybody) -> PuzzleAnswer:
    """A puzzle by its id."""
    return show(find_puzzle(id)[1])


@router.post("/puzzle/{id}/answer", responses=refuses("puzzles.unknown", "move.illegal"))
async def answer_puzzle(
    id: PuzzleId, form: SolveForm, request: Request, caller: Player
) -> AttemptAnswer:
    """Answer a puzzle. Your first answer is rated; later ones are not. Without a move you give up
    and are told the solution.
    """
    parts, (game, puzzle) = parts_of(request), find_puzzle(id)
    position = puzzle.start()
    move = legal_move(position, form.move) if form.move is not None else None
    is_solved = move == puzzle.move
    parts[Limits].require("puzzle", caller.person.id)
    answered = await stored.store_answer(
        parts[Database], caller.person.id, game.name, puzzle, is_solved, now()
    )
    loss, line = None, list[LineEvent]()
    if move is not None and not is_solved:
        found = await judge_move(parts[Workers], position, move, puzzle.move)
        loss, line = found["loss"], play_line(position, texts_of(found["line"]))
    is_told = is_solved or move is None
    return AttemptAnswer(
        is_solved=is_solved,
        is_first=answered.is_first,
        is_rated=answered.is_rated,
        loss=loss,
        change=answered.change,
        line=line,
        solution=await solution(parts, puzzle, answered.puzzle) if is_told else None,
        standing=show_numbers(answered.standing),
    )


@router.post("/puzzle/{id}/hint", responses=refuses("puzzles.unknown"))
async def show_puzzle_hint(id: PuzzleId, request: Request, caller: Player) -> LookAnswer:
    """Where to look. If you have not answered yet, the puzzle counts as not solved."""
    parts, (game, puzzle) = parts_of(request), find_puzzle(id)
    parts[Limits].require("puzzle", caller.person.id)
    person = caller.person.id
    await stored.store_answer(parts[Database], person, game.name, puzzle, False, now())
    return LookAnswer(look=Advice(**advice_json(look_advice(puzzle.start(), puzzle.move))))


def legal_move(position: Position, text: str) -> str:
    """A move as the position writes it; an error that names the clause if it is illegal."""
    after = position.copy()
    after.push(text)
    return after.history[-1]


async def standing(parts: Parts, caller: Caller, game: str) -> StandingAnswer:
    return show_numbers(await stored.standing_of(parts[Database], caller.person.id, game))


def show_numbers(standing: PuzzleStanding) -> StandingAnswer:
    return StandingAnswer.of(standing, rating=standing.rating.shown)


async def solution(parts: Parts, puzzle: Puzzle, rating: Rating) -> SolutionAnswer:
    """All about a puzzle that was solved or given up."""
    position = puzzle.start()
    return SolutionAnswer(
        move=puzzle.move,
        themes=list(puzzle.themes),
        rating=rating.shown,
        lead=puzzle.lead,
        win=puzzle.win,
        line=play_line(position, list(puzzle.line or (puzzle.move,))),
        why=await explain(parts[Workers], position, puzzle.move),
        record=puzzle_record(puzzle).to_text(),
    )


# ---- Races


@router.post("/puzzle-races", status_code=201, responses=refuses("puzzles.none"))
async def start_puzzle_race(form: RaceForm, request: Request, caller: Player) -> RaceAnswer:
    """Start a race of three minutes; nothing in it is rated."""
    parts, game = parts_of(request), find_game(form.game)
    parts[Limits].require("puzzle", caller.person.id)
    race = await stored.start_race(parts[Database], caller.person.id, game, now())
    if race is None:
        raise refusal("puzzles.none")
    return await show_race(parts, caller, race)


@router.post("/puzzle-races/{race}", responses=refuses("puzzles.race", "move.illegal"))
async def answer_puzzle_race(
    race: PersonId, form: TryForm, request: Request, caller: Player
) -> RaceAnswer:
    """Answer the puzzle of a race and get the next one."""
    parts = parts_of(request)
    found = await stored.find_race(parts[Database], race, caller.person.id)
    if found is None:
        raise refusal("puzzles.race")
    parts[Limits].require("puzzle", caller.person.id)
    game, puzzle = find_puzzle(found.puzzle)
    if not found.is_over(now()):
        is_solved = legal_move(puzzle.start(), form.move) == puzzle.move
        found = await stored.answer_race(parts[Database], game, found, is_solved, now())
    return await show_race(parts, caller, found)


async def show_race(parts: Parts, caller: Caller, race: stored.Race) -> RaceAnswer:
    is_over = race.is_over(now())
    return RaceAnswer(
        id=race.id,
        left_s=max(0.0, race.started_at + stored.RACE_S - now()),
        solved=race.solved,
        missed=race.missed,
        is_over=is_over,
        puzzle=None if is_over else show(find_puzzle(race.puzzle)[1]),
        standing=await standing(parts, caller, race.game),
    )
