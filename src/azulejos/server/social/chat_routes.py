"""Routes of the chat at tables, and of mutes, blocks and reports."""

from fastapi import Request

from azulejos.server.accounts.callers import Owner, Player, Reader
from azulejos.server.accounts.conduct import Reports
from azulejos.server.accounts.relations import Blocks
from azulejos.server.feature import parts_of
from azulejos.server.play.tables import Tables
from azulejos.server.social.chat import Chat
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.chat import BlockAnswer, BlockForm, ReportForm, TalkAnswer, WordsForm
from azulejos.wire.fields import PersonId, TableId
from azulejos.wire.messages import WordsView

router = make_router("talk")


@router.get("/tables/{table}/words", responses=refuses("table.unknown"))
async def list_words(table: TableId, request: Request, caller: Reader) -> TalkAnswer:
    """The chat at a table, as far as it reached you. Spectators get nothing."""
    parts, person = parts_of(request), caller.person.id
    people = (await parts[Tables].get_current(table)).table.people()
    if person not in people:
        return TalkAnswer(words=[], writable=[])
    messages = parts[Chat].messages
    heard = await messages.heard(table, person)
    writable = await messages.writable(person, people)
    return TalkAnswer(words=[WordsView.of(message) for message in heard], writable=writable)


@router.post(
    "/tables/{table}/words",
    status_code=201,
    responses=refuses("table.unknown", "table.not_seated", "talk.closed", "talk.length"),
)
async def say_words(table: TableId, form: WordsForm, request: Request, caller: Player) -> WordsView:
    """Say something at a table at which you sit: a phrase, or free text to those who exchange it
    with you. People who have muted or blocked you do not get it.
    """
    parts, person = parts_of(request), caller.person.id
    parts[Limits].require("talk", person)
    message = await parts[Chat].say(table, person, form.phrase or "", form.text or "")
    return WordsView.of(message)


@router.get("/blocks")
async def list_blocks(request: Request, caller: Owner) -> list[BlockAnswer]:
    """The people whom you have muted or blocked."""
    found = await parts_of(request)[Blocks].list(caller.person.id)
    return [BlockAnswer(**vars(each)) for each in found]


@router.put(
    "/blocks/{person}", status_code=204, responses=refuses("people.unknown", "people.many_blocks")
)
async def put_block(person: PersonId, form: BlockForm, request: Request, caller: Owner) -> None:
    """Mute a person: you do not get their messages. Or block: you are also not paired with them,
    and they can neither join a table at which you sit nor ask you for a rematch. They are not told.
    """
    parts = parts_of(request)
    parts[Limits].require("block", caller.person.id)
    await parts[Blocks].put(caller.person.id, person, form.kind)


@router.delete("/blocks/{person}", status_code=204)
async def remove_block(person: PersonId, request: Request, caller: Owner) -> None:
    """End the mute or block of a person."""
    await parts_of(request)[Blocks].remove(caller.person.id, person)


@router.post("/reports", status_code=204, responses=refuses("people.unknown", "table.unknown"))
async def report_person(form: ReportForm, request: Request, caller: Owner) -> None:
    """Report a person to the moderators of this server, who see the chat at the table."""
    parts = parts_of(request)
    parts[Limits].require("report", caller.person.id)
    await parts[Reports].make(caller.person.id, form.person, form.table, form.reason)


@router.post("/warnings/{warning}", status_code=204)
async def confirm_warning(warning: PersonId, request: Request, caller: Owner) -> None:
    """Confirm that you have read a warning."""
    await parts_of(request)[Reports].confirm(caller.person.id, warning)
