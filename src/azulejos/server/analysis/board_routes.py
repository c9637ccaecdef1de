"""Routes about shared analysis boards: share, look, add a move, remove a line."""

from functools import partial

from fastapi import Request
from starlette.responses import Response

from azulejos.server.accounts.callers import Caller
from azulejos.server.accounts.dependencies import Anybody, Player
from azulejos.server.analysis.boards import Boards, Change, SharedBoard
from azulejos.server.analysis.position_routes import document, record_of, show_tree
from azulejos.server.analysis.tree import add_move, find, nodes_of, read_record, remove_line
from azulejos.server.errors import refusal
from azulejos.server.feature import parts_of
from azulejos.server.wall_clock import now
from azulejos.server.web.addresses import address_of
from azulejos.server.web.documents import Documents
from azulejos.server.web.encoding import Raw, json_response
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.boards import BoardAnswer, BoardForm, BoardLineForm, BoardMoveForm
from azulejos.wire.fields import TableId

router = make_router("boards")
CHANGES = refuses("board.unknown", "board.full", "board.line", "board.nodes")


@router.post(
    "/boards",
    status_code=201,
    response_model=BoardAnswer,
    responses=refuses("board.full", "board.line", "board.nodes"),
)
async def share_board(form: BoardForm, request: Request, caller: Player) -> Response:
    """Store a tree of variations, so that others with its link see it and add moves."""
    parts, person = parts_of(request), caller.person.id
    parts[Limits].require("board_person", person)
    parts[Limits].require("board_address", address_of(request.scope))

    def check() -> bytes:
        record = record_of(form.tree)
        find(nodes_of(record), form.cursor)
        return record.to_text().encode()

    record = (await document(request, "share", form, check)).decode()
    return await show(
        request, caller, await parts[Boards].create(record, form.cursor, person, now()), 201
    )


@router.get("/boards/{board}", response_model=BoardAnswer, responses=refuses("board.unknown"))
async def show_board(board: TableId, request: Request, caller: Anybody) -> Response:
    """A shared board with all its variations."""
    return await show(request, caller, await parts_of(request)[Boards].get(board, now()))


@router.post("/boards/{board}/additions", response_model=BoardAnswer, responses=CHANGES)
async def add_board_move(
    board: TableId, form: BoardMoveForm, request: Request, caller: Player
) -> Response:
    """Add a move or deal after a line of a shared board. One that is there already is only where
    you look now.
    """
    change = partial(add_move, path=form.path, text=form.move)
    return await change_board(request, caller, board, "add", [form.path, form.move], change)


@router.post(
    "/boards/{board}/removals",
    response_model=BoardAnswer,
    responses=CHANGES | refuses("board.unknown", "board.not_yours", "board.line"),
)
async def remove_board_line(
    board: TableId, form: BoardLineForm, request: Request, caller: Player
) -> Response:
    """Remove the last move of a line and all that follows it, from a board that you shared."""
    stored = await parts_of(request)[Boards].get(board, now())
    if stored.person != caller.person.id:
        raise refusal("board.not_yours")
    change = partial(remove_line, path=form.path)
    return await change_board(request, caller, board, "remove", [form.path], change)


async def change_board(
    request: Request, caller: Caller, board: str, name: str, args: list[object], change: Change
) -> Response:
    parts = parts_of(request)
    parts[Limits].require("board_change", caller.person.id)
    changed = await parts[Boards].change(board, name, args, change, now())
    return await show(request, caller, changed)


async def show(
    request: Request, caller: Caller | None, board: SharedBoard, status: int = 200
) -> Response:
    """A board as the caller may see it."""
    documents = parts_of(request)[Documents]
    tree = await documents.get(
        ("tree", board.id, board.version),
        lambda: show_tree(read_record(board.record)).model_dump_json().encode(),
    )
    own = {
        "board": board.id,
        "version": board.version,
        "cursor": board.cursor,
        "is_yours": caller is not None and caller.person.id == board.person,
    }
    return json_response({**own, "tree": Raw(tree)}, status)
