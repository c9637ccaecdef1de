"""The request bodies and responses about passkeys (WebAuthn) as types."""

from typing import Annotated, Any

from pydantic import Field

from azulejos.wire.fields import Answer, AnyPassword, Name, Request, example


def base64url(most: int) -> Any:
    return Field(min_length=1, max_length=most, pattern=r"^[A-Za-z0-9_-]+$")


class PasskeyStartForm(Request):
    """Begin to add a passkey; the password is required."""

    model_config = example(password="a long sentence")

    password: AnyPassword


class PasskeyForm(Request):
    """Add a passkey: what the browser's authenticator answered, in base64url."""

    model_config = example(
        name="My phone", id="xV8bRQ", client_data="eyJ0eXBlIjoi", attestation="o2NmbXRk"
    )

    name: Name
    id: Annotated[str, base64url(1400)]  # of the credential
    client_data: Annotated[str, base64url(4_000)]  # clientDataJSON
    attestation: Annotated[str, base64url(32_000)]  # attestationObject


class PasskeyLoginForm(Request):
    """Sign in with a passkey: what the browser's authenticator answered, in base64url."""

    model_config = example(
        id="xV8bRQ", client_data="eyJ0eXBlIjoi", authenticator_data="SZYN5YgO", signature="MEUCIQ"
    )

    id: Annotated[str, base64url(1400)]  # of the credential
    client_data: Annotated[str, base64url(4_000)]  # clientDataJSON
    authenticator_data: Annotated[str, base64url(8_000)]  # authenticatorData
    signature: Annotated[str, base64url(4_000)]


class PasskeyNameForm(Request):
    """Give a passkey another name."""

    model_config = example(name="My phone")

    name: Name


class PasskeyOptionsAnswer(Answer):
    """Options for `navigator.credentials` of the browser, with a challenge."""

    options: dict[str, Any]


class PasskeyAnswer(Answer):
    """A passkey of yours."""

    id: str
    name: str
    created_at: float
    used_at: float | None
