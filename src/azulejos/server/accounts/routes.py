"""Routes about people: guests, accounts, sessions, tokens."""

from fastapi import Request, Response

from azulejos.server.accounts.callers import Anybody, Owner, Reader, delete_cookie, set_cookie
from azulejos.server.accounts.conduct import Bans, Reports
from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.accounts.devices import known_device, set_mark
from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.people import Changes, People, Person
from azulejos.server.feature import parts_of
from azulejos.server.web.addresses import address_of
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.accounts import (
    AccountForm,
    ChangeForm,
    GuestForm,
    LoginForm,
    MeAnswer,
    NewTokenAnswer,
    PasswordForm,
    SessionAnswer,
    TokenAnswer,
    TokenForm,
    VisitorAnswer,
    WarningAnswer,
)
from azulejos.wire.fields import PersonId

router = make_router("people")
NAMES = ("people.name", "people.name_scripts", "people.name_taken")


def me(person: Person) -> MeAnswer:
    return MeAnswer(**vars(person))


async def sign_in(
    request: Request, response: Response, person: Person, instead_of: str = ""
) -> MeAnswer:
    """Create a session for a person and set its cookie; an account's device is then known."""
    parts = parts_of(request)
    agent = "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())
    secret = await parts[Sessions].open(person, agent, instead_of)
    set_cookie(response, request, secret)
    if person.kind != "guest":
        password = await parts[People].password_of(person.name)
        set_mark(response, request, password or "")
    return me(person)


@router.post("/guests", status_code=201, responses=refuses(*NAMES, "people.banned"))
async def make_guest(
    form: GuestForm, request: Request, response: Response, caller: Anybody
) -> MeAnswer:
    """Create a guest with a session; if you are signed in already, return who you are."""
    if caller:
        return me(caller.person)
    parts = parts_of(request)
    parts[Limits].require("guest", address_of(request.scope))
    parts[Bans].require_none(request)
    person = await parts[People].make_guest(form.name, form.language)
    return await sign_in(request, response, person)


@router.get("/visitor")
async def show_visitor(request: Request, caller: Anybody) -> VisitorAnswer:
    """Your person, or null if you are not signed in."""
    if not caller:
        return VisitorAnswer(person=None)
    found = await parts_of(request)[Reports].unread_warning(caller.person.id)
    warning = WarningAnswer(id=found[0], reason=found[1]) if found else None
    return VisitorAnswer(person=me(caller.person), warning=warning)


@router.get("/me")
async def show_me(caller: Reader) -> MeAnswer:
    """Your person: name, kind, language and settings."""
    return me(caller.person)


@router.patch("/me", responses=refuses(*NAMES, "people.renamed"))
async def change_me(form: ChangeForm, request: Request, caller: Owner) -> MeAnswer:
    """Change your name, your language, or what you allow others: free text, to see that you are
    online, to challenge you. The name of an account can be changed every 30 days; for a year nobody
    else gets the old one.
    """
    changes = Changes(**form.model_dump())
    return me(await parts_of(request)[People].change(caller.person, changes))


@router.post("/account", status_code=201, responses=refuses(*NAMES, "people.is_account"))
async def claim_account(
    form: AccountForm, request: Request, response: Response, caller: Owner
) -> MeAnswer:
    """Turn your guest into an account; games and ratings stay. All older sessions are revoked."""
    parts = parts_of(request)
    parts[Limits].require("login_address", address_of(request.scope))
    person = await parts[People].claim(caller.person, form.name, form.password)
    await parts[Sessions].end_all(person)
    return await sign_in(request, response, person)


@router.put(
    "/account/password", status_code=204, responses=refuses("people.login", "people.no_account")
)
async def change_password(
    form: PasswordForm, request: Request, response: Response, caller: Owner
) -> None:
    """Change your password. All sessions are revoked, and you get a new one. Tokens are revoked
    too, unless you ask to keep them.
    """
    parts = parts_of(request)
    parts[Limits].require("login_device", caller.session)
    await parts[People].change_password(caller.person, form.old, form.new)
    await parts[Sessions].end_all(caller.person)
    if not form.keep_tokens:
        await parts[Tokens].end_all(caller.person)
    await sign_in(request, response, caller.person)


@router.post("/account/program", responses=refuses("people.no_account", "people.played"))
async def become_program(request: Request, caller: Owner) -> MeAnswer:
    """Turn your account into a program's account, permanently; only before its first game."""
    return me(await parts_of(request)[People].become_program(caller.person))


# ---- Sessions


@router.post("/sessions", status_code=201, responses=refuses("people.login", "people.banned"))
async def log_in(
    form: LoginForm, request: Request, response: Response, caller: Anybody
) -> MeAnswer:
    """Log in with name and password. Your previous session in this browser is revoked."""
    parts = parts_of(request)
    parts[Limits].require("login_address", address_of(request.scope))
    device = known_device(request, await parts[People].password_of(form.name))
    if device:
        parts[Limits].require("login_device", device)
    else:
        parts[Limits].require("login_account", name_key(form.name))
    person = await parts[People].log_in(form.name, form.password)
    parts[Bans].require_none(request, person.id)
    return await sign_in(request, response, person, caller.session if caller else "")


@router.get("/sessions")
async def list_sessions(request: Request, caller: Owner) -> list[SessionAnswer]:
    """The browsers in which you are signed in."""
    found = await parts_of(request)[Sessions].list(caller.person)
    return [SessionAnswer(**vars(each), is_this=each.id == caller.session) for each in found]


@router.delete("/sessions", status_code=204)
async def log_out(request: Request, response: Response, caller: Owner) -> None:
    """Sign out in all browsers. A guest cannot sign in again."""
    await parts_of(request)[Sessions].end_all(caller.person)
    delete_cookie(response, request)


@router.delete("/sessions/{session}", status_code=204, responses=refuses("people.no_session"))
async def end_session(session: PersonId, request: Request, caller: Owner) -> None:
    """Sign out in one browser."""
    await parts_of(request)[Sessions].end(caller.person, session)


# ---- Tokens


@router.post(
    "/tokens",
    status_code=201,
    responses=refuses("people.no_account", "people.not_program", "people.many_tokens"),
)
async def make_token(form: TokenForm, request: Request, caller: Owner) -> NewTokenAnswer:
    """Create a token; its secret is shown only now. `play` requires a program's account."""
    made, secret = await parts_of(request)[Tokens].make(caller.person, form.name, form.scopes)
    return NewTokenAnswer(**vars(made), secret=secret)


@router.get("/tokens")
async def list_tokens(request: Request, caller: Owner) -> list[TokenAnswer]:
    """Your tokens, without their secrets."""
    return [TokenAnswer(**vars(t)) for t in await parts_of(request)[Tokens].list(caller.person)]


@router.delete("/tokens/{token}", status_code=204, responses=refuses("people.no_token"))
async def end_token(token: PersonId, request: Request, caller: Owner) -> None:
    """Revoke a token."""
    await parts_of(request)[Tokens].end(caller.person, token)
