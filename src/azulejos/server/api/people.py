"""The API of people: guests, accounts, sessions, tokens."""

from fastapi import Request, Response

from azulejos.server.api.problems import SENDS, SIGNED_IN, answers
from azulejos.server.api.routers import Anybody, Owner, Reader, make_router
from azulejos.server.api.schemas import (
    AccountForm,
    ChangeForm,
    GuestForm,
    LoginForm,
    MeAnswer,
    NewTokenAnswer,
    PasswordForm,
    PersonId,
    SessionAnswer,
    TokenAnswer,
    TokenForm,
    VisitorAnswer,
)
from azulejos.server.people.accounts import Person
from azulejos.server.people.callers import address_of, drop_cookie, set_cookie
from azulejos.server.people.names import name_key
from azulejos.server.services import house_of

router = make_router("people")
NAMES = ("people.name", "people.name_scripts", "people.name_taken")


def me(person: Person) -> MeAnswer:
    return MeAnswer(**vars(person))


async def sign_in(
    request: Request, response: Response, person: Person, instead_of: str = ""
) -> MeAnswer:
    """Open a session for a person and hand it to the browser."""
    agent = "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())
    secret = await house_of(request).sessions.open(person, agent, instead_of)
    set_cookie(response, request, secret)
    return me(person)


@router.post("/guests", status_code=201, responses=answers(*SENDS, *NAMES, "people.token"))
async def make_guest(
    form: GuestForm, request: Request, response: Response, caller: Anybody
) -> MeAnswer:
    """Play at once: a new person with a session, or the one who is signed in already."""
    if caller:
        return me(caller.person)
    house = house_of(request)
    house.limits.require("guest", address_of(request))
    person = await house.people.make_guest(form.name, form.language)
    return await sign_in(request, response, person)


@router.get("/visitor", responses=answers("people.token"))
async def show_visitor(caller: Anybody) -> VisitorAnswer:
    """Who you are, if anybody known: for a page that greets strangers too."""
    return VisitorAnswer(person=me(caller.person) if caller else None)


@router.get("/me", responses=answers(*SIGNED_IN))
async def show_me(caller: Reader) -> MeAnswer:
    """Who you are."""
    return me(caller.person)


@router.patch("/me", responses=answers(*SENDS, *SIGNED_IN, *NAMES, "people.name_fixed"))
async def change_me(form: ChangeForm, request: Request, caller: Owner) -> MeAnswer:
    """Another language; for a guest also another name."""
    return me(await house_of(request).people.change(caller.person, form.name, form.language))


@router.post(
    "/account",
    status_code=201,
    responses=answers(*SENDS, *SIGNED_IN, *NAMES, "people.is_account"),
)
async def claim_account(
    form: AccountForm, request: Request, response: Response, caller: Owner
) -> MeAnswer:
    """A guest becomes an account, with all games and ratings. All older sessions end."""
    house = house_of(request)
    house.limits.require("login_address", address_of(request))
    person = await house.people.claim(caller.person, form.name, form.password)
    await house.sessions.end_all(person)
    return await sign_in(request, response, person)


@router.put(
    "/account/password",
    status_code=204,
    responses=answers(*SENDS, *SIGNED_IN, "people.login", "people.no_account"),
)
async def change_password(
    form: PasswordForm, request: Request, response: Response, caller: Owner
) -> None:
    """Another password. All sessions end but the new one that you get."""
    house = house_of(request)
    house.limits.require("login_account", name_key(caller.person.name))
    await house.people.change_password(caller.person, form.old, form.new)
    await house.sessions.end_all(caller.person)
    await sign_in(request, response, caller.person)


@router.post(
    "/account/program",
    responses=answers(*SENDS, *SIGNED_IN, "people.no_account", "people.played"),
)
async def become_program(request: Request, caller: Owner) -> MeAnswer:
    """The account is a program's from now on, for good; only before its first game."""
    return me(await house_of(request).people.become_program(caller.person))


# ---- Sessions


@router.post("/sessions", status_code=201, responses=answers(*SENDS, "people.login"))
async def log_in(
    form: LoginForm, request: Request, response: Response, caller: Anybody
) -> MeAnswer:
    """Sign in to an account. The session that you had ends."""
    house = house_of(request)
    house.limits.require("login_address", address_of(request))
    house.limits.require("login_account", name_key(form.name))
    person = await house.people.log_in(form.name, form.password)
    return await sign_in(request, response, person, caller.session if caller else "")


@router.get("/sessions", responses=answers(*SIGNED_IN))
async def list_sessions(request: Request, caller: Owner) -> list[SessionAnswer]:
    """The browsers in which you are signed in."""
    found = await house_of(request).sessions.list(caller.person)
    return [SessionAnswer(**vars(each), is_this=each.id == caller.session) for each in found]


@router.delete("/sessions", status_code=204, responses=answers(*SENDS, *SIGNED_IN))
async def log_out(request: Request, response: Response, caller: Owner) -> None:
    """Sign out everywhere, at once. A guest cannot come back."""
    await house_of(request).sessions.end_all(caller.person)
    drop_cookie(response, request)


@router.delete(
    "/sessions/{session}",
    status_code=204,
    responses=answers(*SENDS, *SIGNED_IN, "people.no_session"),
)
async def end_session(session: PersonId, request: Request, caller: Owner) -> None:
    """Sign out in one browser."""
    await house_of(request).sessions.end(caller.person, session)


# ---- Tokens


@router.post(
    "/tokens",
    status_code=201,
    responses=answers(
        *SENDS, *SIGNED_IN, "people.no_account", "people.not_program", "people.many_tokens"
    ),
)
async def make_token(form: TokenForm, request: Request, caller: Owner) -> NewTokenAnswer:
    """A token for a program; its secret is shown this once. `play` is for programs' accounts."""
    made, secret = await house_of(request).tokens.make(caller.person, form.name, form.scopes)
    return NewTokenAnswer(**vars(made), secret=secret)


@router.get("/tokens", responses=answers(*SIGNED_IN))
async def list_tokens(request: Request, caller: Owner) -> list[TokenAnswer]:
    """Your tokens, without their secrets."""
    return [TokenAnswer(**vars(t)) for t in await house_of(request).tokens.list(caller.person)]


@router.delete(
    "/tokens/{token}",
    status_code=204,
    responses=answers(*SENDS, *SIGNED_IN, "people.no_token"),
)
async def end_token(token: PersonId, request: Request, caller: Owner) -> None:
    """Make a token worthless."""
    await house_of(request).tokens.end(caller.person, token)
