"""The request bodies and responses about talking, blocking, reports and moderation."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from azulejos.wire.accounts import Kind, Reason
from azulejos.wire.fields import LINE, Answer, PersonId, Request, TableId, example
from azulejos.wire.messages import ChatMessageView, Phrase

BlockKind = Literal["mute", "block"]
MAX_TEXT = 200  # characters of free text


class ChatForm(Request):
    """Say a phrase, or write free text; one of both."""

    model_config = example(phrase="hello")

    phrase: Phrase | None = None
    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT), LINE] | None = None

    @model_validator(mode="after")
    def check_one(self) -> Self:
        """Refuse both at once, and neither."""
        if (self.phrase is None) == (self.text is None):
            raise ValueError("either phrase or text")
        return self


class ChatAnswer(Answer):
    """The chat at a table as far as it reached you, and to whom you may write."""

    words: list[ChatMessageView]  # the last ones
    writable: list[str]  # ids of the people at the table who get free text from you


class BlockForm(Request):
    """Mute or block a person."""

    model_config = example(kind="mute")

    kind: BlockKind


class BlockAnswer(Answer):
    """A person whom you have muted or blocked."""

    person: str  # id
    name: str
    kind: BlockKind
    at: float


class ReportForm(Request):
    """Report a person to the moderators; with the table where it happened, if there is one."""

    model_config = example(person="Kq3mTz8xVb2R", table="7ZkT4mNq9RbW", reason="words")

    person: PersonId
    table: TableId | None = None
    reason: Reason


# ---- Moderation


class ReportAnswer(Answer):
    """A report."""

    id: str
    at: float
    by: str  # id of the person who reports
    by_name: str
    person: str  # id of the person who is reported
    person_name: str
    table: str | None
    reason: Reason
    closed_at: float | None


class WarnedAnswer(Answer):
    """A warning that a person got."""

    id: str
    person: str
    reason: Reason
    at: float
    seen_at: float | None  # when the person confirmed it


class BanAnswer(Answer):
    """A ban of a person."""

    reason: str
    created_at: float
    ends_at: float | None  # null for ever


class ActAnswer(Answer):
    """An act of a moderator or the host."""

    at: float
    by: str
    act: str
    detail: dict[str, Any]


class HistoryAnswer(Answer):
    """The reports, warnings, bans and acts about a person."""

    person: str
    name: str
    kind: Kind
    reports: list[ReportAnswer]
    warnings: list[WarnedAnswer]
    bans: list[BanAnswer]
    acts: list[ActAnswer]


class EngineUseAnswer(Answer):
    """A person who plays the moves of the strongest search more often than a rating explains."""

    person: str  # id
    name: str
    pool: str
    games: int  # reviewed and rated
    moves: int
    share: float  # of these moves that were those of the search
    expected: float  # share that others lead one to expect at this rating


class ReadMessage(ChatMessageView):
    """Words at a table as moderators see them."""

    name: str  # of the speaker
    hearers: list[str]  # ids of the people whom they reached


class WarnForm(Request):
    """Warn a person."""

    model_config = example(reason="words")

    reason: Reason


class BanForm(Request):
    """Ban a person for some days, or for ever."""

    model_config = example(days=7, reason="words")

    days: Annotated[float, Field(gt=0, le=36_500, allow_inf_nan=False)] | None = None
    reason: Reason


State = Literal["open", "all"]
