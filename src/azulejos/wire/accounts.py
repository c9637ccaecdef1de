"""People and what belongs to them: accounts, passwords, sessions, tokens, notifications."""

from typing import Annotated, Literal

from pydantic import Field

from azulejos.wire.fields import (
    LINE,
    Answer,
    AnyPassword,
    Language,
    Name,
    Password,
    Request,
    example,
)

Kind = Literal["guest", "account", "program"]
Group = Literal["nobody", "friends", "everybody"]  # friends: those whom the person follows
Scope = Literal["read", "play"]  # of a token
Reason = Literal["words", "name", "leaving", "engine"]  # of a report


class GuestForm(Request):
    """Create a guest; without a name the server chooses one."""

    model_config = example(name="Ana", language="es")

    name: Name | None = None
    language: Language = "en"


class AccountForm(Request):
    """Turn a guest into an account with name and password."""

    model_config = example(name="Ana", password="a long sentence")

    name: Name
    password: Password


class LoginForm(Request):
    """Log in with name and password."""

    model_config = example(name="Ana", password="a long sentence")

    name: Name
    password: AnyPassword


class PasswordForm(Request):
    """Change the password. Sessions end, and tokens too unless they are to be kept."""

    model_config = example(old="a long sentence", new="a longer sentence")

    old: AnyPassword
    new: Password
    keep_tokens: bool = False  # programs go on with the tokens that they have


class RecoveryForm(Request):
    """Make new recovery codes, which replace the old ones."""

    model_config = example(password="a long sentence")

    password: AnyPassword


class RecoverForm(Request):
    """Choose a new password with a recovery code."""

    model_config = example(name="Ana", code="k7wpd-3mzqa-8hx2t", password="a longer sentence")

    name: Name
    code: Annotated[str, Field(min_length=1, max_length=40), LINE]
    password: Password


class DeletionForm(Request):
    """Delete your data; an account needs its password."""

    model_config = example(password="a long sentence")

    password: AnyPassword | None = None


class RecoveryAnswer(Answer):
    """New recovery codes, which are not shown again."""

    codes: list[str]


class CodesAnswer(Answer):
    """How many recovery codes are left."""

    left: int


Endpoint = Annotated[str, Field(min_length=10, max_length=1000, pattern=r"^https?://[!-~]+$")]


class SubscriptionForm(Request):
    """Let a browser be notified: what its push service gave it."""

    model_config = example(
        endpoint="https://fcm.googleapis.com/fcm/send/abc",
        p256dh="BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        auth="tBHItJI5svbpez7KI4CCXg",
    )

    endpoint: Endpoint
    p256dh: Annotated[str, Field(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Field(min_length=16, max_length=50, pattern=r"^[A-Za-z0-9_=-]+$")]


class EndpointForm(Request):
    """A browser that is not to be notified any more."""

    model_config = example(endpoint="https://fcm.googleapis.com/fcm/send/abc")

    endpoint: Endpoint


class KeyAnswer(Answer):
    """The public key with which browsers subscribe."""

    key: str


class ChangeForm(Request):
    """Change display name, language, or what you allow others."""

    model_config = example(language="pt-BR")

    name: Name | None = None
    language: Language | None = None
    allows_text: bool | None = None  # exchange free text with people who want it too
    seen_by: Group | None = None  # who sees that you are online, and what you watch
    challenged_by: Group | None = None  # friends: people whom you follow


class TokenForm(Request):
    """Create a token for a program."""

    model_config = example(name="my bot", scopes=["read", "play"])

    name: Name
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=2)]


class PersonAnswer(Answer):
    """A person's public data."""

    id: str
    name: str
    kind: Kind
    created_at: float


class MeAnswer(PersonAnswer):
    """Your own data."""

    language: str
    allows_text: bool  # you exchange free text at tables with others who want it too
    is_moderator: bool
    seen_by: Group  # who sees that you are online, and what you watch
    challenged_by: Group  # friends: people whom you follow


class WarningAnswer(Answer):
    """A warning by a moderator that you have not confirmed yet."""

    id: str
    reason: Reason


class VisitorAnswer(Answer):
    """The person who is signed in, if any."""

    person: MeAnswer | None  # null if nobody is signed in
    warning: WarningAnswer | None = None  # for the person


class SessionAnswer(Answer):
    """A browser in which you are signed in."""

    id: str
    agent: str  # user-agent header of the browser
    created_at: float
    seen_at: float  # last use
    is_this: bool  # the browser that sent the request


class TokenAnswer(Answer):
    """A token, without its secret."""

    id: str
    name: str
    scopes: list[Scope]
    created_at: float
    used_at: float | None


class NewTokenAnswer(TokenAnswer):
    """A new token with its secret, which is not shown again."""

    secret: str
