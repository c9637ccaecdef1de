"""Features: the parts of a server.

A feature is a folder with its store, its live part and its routes. Its file `feature.py` has a
function `make_feature`, which creates the parts of the feature and returns a `Feature`. `app.py`
has the list of features and knows none of them by name.

A part is found by its class: `parts[Tables]`. A feature uses parts of the core and of its own. What
one feature has to tell another goes through a hook in the transaction of a table's events, through
`on_change`, or through a channel (`cluster/channel.py`).
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa
from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from azulejos.errors import AzulejosError
from azulejos.server.table.table import Table
from azulejos.wire.accounts import Scope

Part = TypeVar("Part")
Work = Callable[[], Awaitable[None]]
OnHint = Callable[[str, int], None]  # with a subject's key and a version


class Parts:
    """The objects of a server, by class."""

    def __init__(self) -> None:
        self._parts: dict[type, object] = {}

    def __getitem__(self, kind: type[Part]) -> Part:
        part = self._parts[kind]
        assert isinstance(part, kind)
        return part

    def add(self, part: Part, kind: type[Part] | None = None) -> Part:
        """Add an object, to be found by its class or by one that it is derived from."""
        kind = kind or type(part)
        assert kind not in self._parts, kind
        self._parts[kind] = part
        return part


def parts_of(connection: HTTPConnection) -> Parts:
    """The parts of the server that received a request or a WebSocket."""
    parts: Parts = connection.app.state.parts
    return parts


class Job(NamedTuple):
    """Work that every process repeats; its errors are logged."""

    every_s: float
    work: Work
    status: str = ""  # the line of the status page that says whether it succeeds


class Session(Protocol):
    """The session of one client on the WebSocket, as features see it."""

    person: str  # id; "" if it is not known
    address: str

    def send(self, message: BaseModel | str) -> None:
        """Send a message, given as a model or as JSON."""

    def send_refusal(self, message_id: str, error: AzulejosError) -> None:
        """Answer that a message was refused, and why."""

    def require_caller(self, scope: Scope) -> str:
        """The id of the person, who must be known; a token must have a scope."""


class SessionListener:
    """Hears of the clients on the WebSocket; features override what they need."""

    def begin(self, session: Session) -> None:
        """A client has connected."""

    def watch(self, session: Session, table: Table) -> None:
        """A client watches a table from now on."""

    def unwatch(self, session: Session, table_id: str) -> None:
        """A client watches a table no longer."""

    def end(self, session: Session) -> None:
        """A client has disconnected, after the last `unwatch`."""


class Handler(NamedTuple):
    """The function that does what a message on the WebSocket asks for."""

    handle: Callable[[Any, Any], Awaitable[None]]  # with the session and the message
    cost: int = 1  # compared with a move; messages that cost more are refused at overload


class Preview(NamedTuple):
    """The status of an address, and what a link to it says in the reader's language."""

    status: int
    title: str
    about: str
    picture: str = ""  # the path of a picture; "" for none


Describe = Callable[[list[str], str], Awaitable[Preview | None]]  # by parts of a path, and language


class Subject(Protocol):
    """A channel (`cluster/channel.py`), as the server sees it."""

    name: str

    def on_hint(self, key: str, version: int, /) -> None:
        """Catch up with another process."""

    async def poll(self) -> None:
        """Catch up with what a lost hint has not brought."""


class Expired(NamedTuple):
    """Rows of a database table with a column `id` that are deleted when they are old."""

    table: sa.Table
    is_old: Callable[[float], sa.ColumnElement[bool]]  # at a time


class Personal(NamedTuple):
    """Rows about people in a database table, which are deleted with a person."""

    table: sa.Table
    columns: tuple[str, ...] = (
        "person",
    )  # ids of people; the first is of the one whom it is about
    is_shown: bool = True  # in the copy that people get of what is stored about them
    is_kept: bool = False  # after all: data of other people follow from it


@dataclass(frozen=True)
class Feature:
    """The parts that a feature adds to a server."""

    routers: Sequence[APIRouter] = ()
    messages: Mapping[type[BaseModel], Handler] = field(default_factory=dict)  # by type
    sessions: Sequence[SessionListener] = ()  # hear of clients on the WebSocket
    jobs: Sequence[Job] = ()
    hooks: Sequence[Callable[..., None]] = ()  # called in the transaction of a table's events
    on_change: Sequence[Callable[..., None]] = ()  # called after a table was loaded or has changed
    subjects: Mapping[str, OnHint] = field(default_factory=dict)  # hints of other processes
    channels: Sequence[Subject] = ()  # get hints of other processes and are polled
    expired: Sequence[Expired] = ()  # rows that are deleted after some time
    personal: Sequence[Personal] = ()  # rows about people
    pages: Sequence[Describe] = ()  # say what an address of the page stands for, or None
    start: Sequence[Callable[[], Awaitable[None] | None]] = ()
    stop: Sequence[Callable[[], Awaitable[None] | None]] = ()
