"""Passkeys (WebAuthn): accounts sign in with a key that a device keeps, without a password.

A challenge is made for every attempt and can be answered once, by any process. The library verifies
answers in a thread, because it is slow to import and parses what strangers send.
"""

import asyncio
import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.contract.rules import Json
from azulejos.server.accounts.people import People, PeopleError, Person, read_person
from azulejos.server.ids import hash_secret, make_id, make_secret
from azulejos.server.storage import schema
from azulejos.server.timing import TIMING, now
from azulejos.text import Text

T = TypeVar("T")

MAX_PASSKEYS = 20  # of one account
rows, challenges, people = schema.passkeys, schema.passkey_challenges, schema.people


class Site(NamedTuple):
    """Where passkeys are used: a key works only at the host for which it was made."""

    host: str
    origin: str


class NewKey(NamedTuple):
    """The answer of an authenticator that makes a key; all in base64url."""

    id: str
    client_data: str
    attestation: str


class Proof(NamedTuple):
    """The proof of an authenticator that it has a key; all in base64url."""

    id: str
    client_data: str
    authenticator_data: str
    signature: str


@dataclass(frozen=True)
class Passkey:
    """A passkey of an account."""

    id: str
    name: str
    created_at: float
    used_at: float | None


class Passkeys:
    """Makes challenges, and reads and writes passkeys."""

    def __init__(self, accounts: People):
        self.accounts, self.database = accounts, accounts.database

    async def start_adding(self, person: Person, password: str, site: Site) -> dict[str, Any]:
        """Options with which a browser makes a key for an account; the password is required."""
        await self.accounts.require_password(person, password)
        query = sa.select(rows.c.credential).where(rows.c.person == person.id)
        known = await self.database.read(lambda c: list(c.scalars(query)))
        if len(known) >= MAX_PASSKEYS:
            raise PeopleError(Text("people.many_passkeys", {"most": MAX_PASSKEYS}))
        challenge = await self._make_challenge(person.id)
        return await asyncio.to_thread(creation_options, person, challenge, known, site)

    async def add(self, person: Person, name: str, key: NewKey, site: Site) -> Passkey:
        """Add the key that a browser has made for an account."""
        challenge = await self._take_challenge(key.client_data, person.id)
        made = await verified(lambda: verify_new_key(key, challenge, site))
        passkey = Passkey(make_id(), name, now(), None)
        values = {**vars(passkey), "person": person.id, "credential": key.id}
        values |= {"public_key": encode(made.credential_public_key), "uses": made.sign_count}
        try:
            await self.database.run(lambda c: c.execute(sa.insert(rows), values))
        except IntegrityError:  # the same key once more
            raise wrong() from None
        return passkey

    async def start_signing_in(self, site: Site) -> dict[str, Any]:
        """Options with which a browser asks for any passkey of this host."""
        challenge = await self._make_challenge("")
        return await asyncio.to_thread(request_options, challenge, site)

    async def sign_in(self, proof: Proof, site: Site) -> Person:
        """The account whose passkey a browser has."""
        challenge = await self._take_challenge(proof.client_data, "")
        query = (
            sa.select(people, rows.c.public_key, rows.c.uses, rows.c.id.label("passkey"))
            .join(rows, rows.c.person == people.c.id)
            .where(rows.c.credential == proof.id)
        )
        row = await self.database.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            raise wrong()
        uses = await verified(lambda: verify_proof(proof, challenge, site, row))
        is_same = sa.and_(rows.c.id == row.passkey, rows.c.uses == row.uses)
        update = sa.update(rows).where(is_same).values(uses=uses, used_at=now())
        if await self.database.run(lambda c: c.execute(update).rowcount) != 1:
            raise wrong()  # used elsewhere or removed meanwhile
        return read_person(row)

    async def list(self, person: Person) -> list[Passkey]:
        """The passkeys of a person, the oldest first."""
        columns = [rows.c[each.name] for each in fields(Passkey)]
        query = sa.select(*columns).where(rows.c.person == person.id).order_by(rows.c.created_at)
        return await self.database.read(lambda c: [Passkey(*row) for row in c.execute(query)])

    async def rename(self, person: Person, passkey: str, name: str) -> None:
        await self._change(sa.update(rows).values(name=name).where(is_own(person, passkey)))

    async def remove(self, person: Person, passkey: str) -> None:
        await self._change(sa.delete(rows).where(is_own(person, passkey)))

    async def _change(self, statement: sa.Update | sa.Delete) -> None:
        if not await self.database.run(lambda c: c.execute(statement).rowcount):
            raise PeopleError(Text("people.no_passkey"))

    async def _make_challenge(self, person: str) -> bytes:
        """A challenge, to which one answer will be accepted."""
        challenge = make_secret()
        values: Json = {"id": hash_secret(challenge), "person": person}
        values["expires_at"] = now() + TIMING.challenge_s
        await self.database.run(lambda c: c.execute(sa.insert(challenges), values))
        return challenge.encode()

    async def _take_challenge(self, client_data: str, person: str) -> bytes:
        """The challenge to which an answer belongs, if it was made for a person; it is used up."""
        challenge = answered_challenge(client_data)
        used = sa.delete(challenges).where(
            challenges.c.id == hash_secret(challenge.decode(errors="replace")),
            challenges.c.person == person,
            challenges.c.expires_at > now(),
        )
        if await self.database.run(lambda c: c.execute(used).rowcount) != 1:
            raise wrong()
        return challenge


def is_own(person: Person, passkey: str) -> sa.ColumnElement[bool]:
    return sa.and_(rows.c.id == passkey, rows.c.person == person.id)


def wrong() -> PeopleError:
    return PeopleError(Text("people.passkey"))


# ---- What the library does, in threads


def creation_options(
    person: Person, challenge: bytes, known: list[str], site: Site
) -> dict[str, Any]:
    """Options for `navigator.credentials.create`: a key that is found without a name."""
    import webauthn
    from webauthn.helpers import structs

    made = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name="Azulejos",
        user_id=person.id.encode(),
        user_name=person.name,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(decode(id)) for id in known],
    )
    found: dict[str, Any] = json.loads(webauthn.options_to_json(made))
    return found


def request_options(challenge: bytes, site: Site) -> dict[str, Any]:
    """Options for `navigator.credentials.get`."""
    import webauthn
    from webauthn.helpers import structs

    made = webauthn.generate_authentication_options(
        rp_id=site.host,
        challenge=challenge,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    found: dict[str, Any] = json.loads(webauthn.options_to_json(made))
    return found


def verify_new_key(key: NewKey, challenge: bytes, site: Site) -> Any:
    """The key that an authenticator has made, with its count of uses."""
    import webauthn

    response = {"clientDataJSON": key.client_data, "attestationObject": key.attestation}
    made = webauthn.verify_registration_response(
        credential={"id": key.id, "rawId": key.id, "type": "public-key", "response": response},
        expected_challenge=challenge,
        expected_rp_id=site.host,
        expected_origin=site.origin,
        require_user_verification=True,
    )
    if encode(made.credential_id) != key.id:
        raise wrong()
    return made


def verify_proof(proof: Proof, challenge: bytes, site: Site, row: sa.Row[Any]) -> int:
    """How often a key was used, if an authenticator has proved to have it."""
    import webauthn

    response = {
        "clientDataJSON": proof.client_data,
        "authenticatorData": proof.authenticator_data,
        "signature": proof.signature,
    }
    found = webauthn.verify_authentication_response(
        credential={"id": proof.id, "rawId": proof.id, "type": "public-key", "response": response},
        expected_challenge=challenge,
        expected_rp_id=site.host,
        expected_origin=site.origin,
        credential_public_key=decode(row.public_key),
        credential_current_sign_count=row.uses,
        require_user_verification=True,
    )
    return found.new_sign_count


async def verified(verify: Callable[[], T]) -> T:
    """The result of a verification. It fails in many ways with what strangers send."""
    try:
        return await asyncio.to_thread(verify)
    except Exception:
        raise wrong() from None


def answered_challenge(client_data: str) -> bytes:
    """The challenge that the client data of an answer name."""
    try:
        return decode(str(json.loads(decode(client_data))["challenge"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise wrong() from None


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
