"""The request bodies and responses about mail as types."""

from typing import Annotated, Literal

from pydantic import Field

from azulejos.wire.fields import Answer, AnyPassword, Name, Password, Request, example

Address = Annotated[
    str,
    Field(max_length=254, pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,180}$"),
]
Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{20,100}$")]
SECRET = "k2jq0pXn8uVf3rT6yB1mC4sD7wE9zA5gH0iJ2lK4nO6"  # used in examples


class MailAnswer(Answer):
    """Whether this server sends mail, and your address."""

    is_on: bool
    address: str | None  # null if you are not signed in or have none
    is_confirmed: bool
    digest_h: int  # least hours between digests of slow games; 0: none


class MailForm(Request):
    """Give your account an address; a link to confirm it is sent there."""

    model_config = example(address="ana@example.org", password="a long sentence")

    address: Address
    password: AnyPassword


class DigestForm(Request):
    """How often you want a digest of slow games at most, in hours; 0 for none."""

    model_config = example(hours=24)

    hours: Literal[0, 6, 24, 168]


class LinkForm(Request):
    """The secret of a link that was sent by mail."""

    model_config = example(secret=SECRET)

    secret: Secret


class ForgottenForm(Request):
    """Ask for a link with which to choose a new password."""

    model_config = example(name="Ana")

    name: Name


class NewPasswordForm(Request):
    """Choose a new password with a link that was sent by mail."""

    model_config = example(secret=SECRET, password="a longer sentence")

    secret: Secret
    password: Password
