"""R16, R20, R23: attackers who send arbitrary messages and requests to a real server.

No illegal move is played, every message is answered with a reason, and neither responses nor logs
contain the seed or a future deal. Origins, cookies, floods and slow readers are in
`test_socket.py`, `test_security.py`, `test_sessions.py` and `test_limits.py`.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.table import fair
from azulejos.text import catalogue
from azulejos.wire.messages import SERVER_MESSAGE
from tests.server.clients import Guest, Message, Socket, make_game, make_guest, open_socket
from tests.server.conftest import Deployment
from tests.server.forker import Forked
from tests.server.leaks import spellings

TURNS, JUNK_EACH_TURN = 10, 4
MANGLED = 500  # messages
GAMES: dict[str, dict[str, Any]] = {
    "coloured": {"game": "azul"},
    "gray": {"game": "azul", "options": {"wall": "gray"}},
    "blind": {"game": "blue", "options": {"draw": "blind"}},
}
ACTS = [*("leave", "resign", "offer_takeback", "offer_end"), *("agree", "disagree", "claim")]
ACTS += ["return"]
NEWS = ["update", "tables"]  # come unasked, between a message and its answer
LETTERS = "123456789CBYRKWFwgb,:-<>* \0é{}[]\"'\\%"


class Attacker:
    """A person with a WebSocket and HTTP who keeps every byte received."""

    def __init__(
        self, guest: Guest, socket: Socket, http: httpx.AsyncClient, received: list[bytes]
    ):
        self.guest, self.socket, self.http, self.received = guest, socket, http, received
        self.view: Message = {}

    async def say(self, message: Any) -> Message:
        """Send a message; return its answer."""
        await self.socket.connection.send(
            message if isinstance(message, str | bytes) else json.dumps(message)
        )
        while True:
            answer = await self.hear()
            if answer["type"] not in NEWS:
                return answer

    async def hear(self) -> Message:
        """The next message, which must conform to the message types."""
        async with asyncio.timeout(30):
            raw = await self.socket.connection.recv(decode=False)
        self.received.append(raw)
        message: Message = json.loads(raw)
        SERVER_MESSAGE.validate_json(raw)
        if message["type"] == "update":
            self.view = message["view"]
        return message

    async def see(self, version: int) -> Message:
        """Wait until the table is at a version."""
        while self.view.get("version", -1) < version:
            await self.hear()
        return self.view

    async def post(self, path: str, form: Any) -> httpx.Response:
        return await self.http.post(f"/api/v1{path}", json=form)

    async def look(self, table: str) -> Message:
        """The table by HTTP, without the current time."""
        answer = await self.http.get(f"/api/v1/tables/{table}")
        view: Message = answer.json()
        return {name: view[name] for name in ("version", "position", "turn", "status", "finish")}


@asynccontextmanager
async def attacker(url: str, name: str, received: list[bytes]) -> AsyncIterator[Attacker]:
    """A new attacker."""

    async def keep(response: httpx.Response) -> None:
        received.append(b"\n".join(b": ".join(header) for header in response.headers.raw))
        received.append(await response.aread())

    guest = await make_guest(url, name)
    hooks: Any = {"response": [keep]}
    async with (
        httpx.AsyncClient(
            base_url=url, headers=guest.headers, timeout=60, event_hooks=hooks
        ) as http,
        open_socket(url, guest) as socket,
    ):
        person = Attacker(guest, socket, http, received)
        assert (await person.hear())["type"] == "hello"
        yield person


# ---- Moves that are none


def bad_move(dice: random.Random, legal: list[str]) -> str:
    """A text that is not a legal move, often similar to one."""
    while True:
        text = dice.choice(legal)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(text) + 1)
            cut = at + dice.randint(0, 2)
            text = text[:at] + "".join(dice.choices(LETTERS, k=dice.randint(0, 2))) + text[cut:]
        if text and text not in legal:
            return text[:40]


async def attack_turn(
    dice: random.Random, table: str, players: list[Attacker], stranger: Attacker
) -> int:
    """Try everything that must be refused now; return the number of attempts."""
    turn = players[0].view["turn"]
    mover = players[turn]
    others = [*(p for p in players if p is not mover), stranger]
    version, legal = mover.view["version"], mover.view["moves"]
    before = await stranger.look(table)
    tried = 0
    for n in range(JUNK_EACH_TURN):
        usual = {"id": f"x{version}-{n}", "version": version}
        thief, old = dice.choice(others), dice.randrange(version)
        attempts = [
            (mover, {**usual, "move": bad_move(dice, legal)}),
            (thief, {**usual, "move": dice.choice(legal)}),
            (mover, {**usual, "move": dice.choice(legal), "version": old}),
            (mover, {**usual, "move": dice.choice(legal), "version": version + 1 + n}),
        ]
        for who, form in attempts:
            await refused_both_ways(who, table, form, dice.random() < 0.3)
            tried += 1
    for act in ACTS:
        message = {"type": "act", "table": table, "id": "a", "act": act, "seat": dice.randrange(4)}
        answer = await stranger.say(message)
        assert answer["type"] == "refused"
        tried += 1
    assert await stranger.look(table) == before
    return tried


async def refused_both_ways(who: Attacker, table: str, form: Message, by_http: bool) -> None:
    """Check that a move is refused with a known code, by WebSocket and by HTTP."""
    answer = await who.say({"type": "move", "table": table, **form})
    assert answer["type"] == "refused", (form, answer)
    assert answer["id"] == form["id"]
    assert answer["error"]["code"] in catalogue("en"), answer
    if answer["error"]["code"] == "table.stale":
        assert answer["update"]["view"]["version"] == who.view["version"]
    if by_http:
        problem = await who.post(f"/tables/{table}/moves", form)
        assert problem.status_code in (409, 422), problem.text
        assert problem.json()["code"] == answer["error"]["code"]


# ---- What nobody may know


def seed_of(deployment: Deployment, table: str) -> bytes:
    """The seed of a table, from the database."""
    engine = sa.create_engine(
        deployment.database.replace("postgresql://", "postgresql+psycopg://", 1)
    )
    with engine.connect() as connection:
        query = sa.select(schema.tables.c.seed).where(schema.tables.c.id == table)
        seed = bytes(connection.execute(query).scalar_one())
    engine.dispose()
    return seed


def search(received: list[bytes], secrets: set[str]) -> None:
    """Fail if a secret occurs in anything that was received."""
    text = b"\n".join(received)
    assert not [secret for secret in secrets if secret.encode() in text]


def numbers_of(seed: bytes, view: Message) -> set[str]:
    """The entropy of all past and future deals of a game, and of its seating."""
    texts = view["fair"]["texts"]
    drawn = [fair.entropy(seed, view["table"], texts, number) for number in range(-1, 80)]
    return {str(number) for number in drawn} | {f"{number:x}" for number in drawn}


async def look_everywhere(person: Attacker, table: str) -> None:
    """Request everything about a table and its people, and some nonsense."""
    for path in (
        *("tables", f"tables/{table}", f"tables/{table}/record", f"tables/{table}/record.json"),
        *(f"tables/{table}/replay", f"tables/{table}/explanation?move=1B1", "me", "openapi.json"),
        *(f"tables/{table}/seed", f"tables/{table}/events", f"people/{person.guest.id}/games"),
        *("messages.schema.json", f"tables/{table}/record?format=json", "../../metrics"),
    ):
        answer = await person.http.get(f"/api/v1/{path}")
        assert answer.status_code < 500, (path, answer.text)
    await person.socket.send("lobby", on=True)
    await person.say({"type": "explain", "table": table, "id": "e", "move": "1B1"})


def check_deals(update: list[Message], received: list[bytes]) -> None:
    """Check that no deal was sent before its own event."""
    for event in update:
        if event["kind"] == "dealt" and len(event["data"]["deal"]) > 15:
            assert event["data"]["deal"].encode() not in b"\n".join(received)


# ---- The attack


@pytest.mark.parametrize("name", GAMES)
def test_r16_r20_attacks_change_nothing_and_reveal_no_secret(
    deployment: Deployment, server: Forked, name: str
) -> None:
    asyncio.run(attack(deployment, server, name))


async def attack(deployment: Deployment, server: Forked, name: str) -> None:
    dice, received = random.Random(name), list[bytes]()
    async with (
        attacker(server.url, "Ana", received) as ana,
        attacker(server.url, "Bia", received) as bia,
        attacker(server.url, "Eva", received) as eva,
    ):
        form = {**GAMES[name], "seating": "fixed", "is_public": True}
        table = await make_game(server.url, [ana.guest, bia.guest], **form)
        people, tried = [ana, bia, eva], 0
        for person in people:
            await person.socket.send("watch", table=table, version=0)
            await person.see(1)
        seed = seed_of(deployment, table)
        for turn in range(TURNS):
            tried += await attack_turn(dice, table, [ana, bia], eva)
            await play(dice, [ana, bia], people, received)
            if turn % 4 == 0:
                await look_everywhere(eva, table)
        search(received, spellings(seed) | numbers_of(seed, eva.view))
        assert tried > TURNS * 4 * JUNK_EACH_TURN
        await ana.say({"type": "act", "table": table, "id": "end", "act": "resign"})
        while eva.view["status"] != "over":
            await eva.hear()
        assert eva.view["fair"]["seed"] == seed.hex()
        cookies = {person.guest.cookie.split("=", 1)[1] for person in people}
        search([server.log.encode()], spellings(seed) | cookies)


async def play(
    dice: random.Random, players: list[Attacker], people: list[Attacker], received: list[bytes]
) -> None:
    """Play a legal move; everybody gets it, and no deal before its event."""
    mover = players[players[0].view["turn"]]
    before, view = len(received), mover.view
    move = {"id": f"m{view['version']}", "version": view["version"]}
    answer = await mover.say(
        {"type": "move", "table": view["table"], "move": dice.choice(view["moves"]), **move}
    )
    assert answer["type"] == "ack", answer
    for person in people:
        await person.see(answer["version"])
    for raw in received[before:]:
        message = json.loads(raw)
        check_deals(message.get("events", []), received[:before])


# ---- Messages that are none


def mangle(dice: random.Random, message: Message) -> bytes:
    """A message with a random defect, or something else."""
    wrong: Any = dict(message)
    odd = dice.choice(
        [None, True, -1, 1e308, "", "x" * 500, [], {}, [[[[1]]]], {"a": {"b": 1}}, "\ud800", "\0"]
    )
    match dice.randrange(6):
        case 0:
            wrong[dice.choice(["seed", "person", "__proto__", "is_admin", ""])] = odd
        case 1:
            del wrong[dice.choice(sorted(wrong))]
        case 2:
            wrong[dice.choice(sorted(wrong))] = odd
        case 3:
            wrong = [wrong]
        case 4:
            text = json.dumps(wrong).encode()
            return text[: dice.randrange(len(text))]
        case _:
            return dice.randbytes(dice.randrange(1, 60))
    return json.dumps(wrong).encode()


def test_r23_malformed_messages_are_answered_and_not_obeyed(server: Forked) -> None:
    """Messages that are nearly valid: each is answered, and none is obeyed."""

    async def run() -> None:
        dice, received = random.Random(23), list[bytes]()
        async with attacker(server.url, "Eva", received) as eva:
            form = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "open"}]}
            table = (await eva.post("/tables", form)).json()["table"]
            before = await eva.look(table)
            right: list[Message] = [
                {"type": "watch", "table": table, "version": 3},
                {"type": "move", "table": table, "id": "a", "version": 1, "move": "1B1"},
                {"type": "act", "table": table, "id": "b", "act": "resign", "seat": 0},
                {"type": "explain", "table": table, "id": "c", "move": "1B1"},
                {"type": "lobby", "on": False},
            ]
            answers: dict[str, int] = {}
            for n in range(MANGLED):
                await eva.socket.connection.send(mangle(dice, right[n % len(right)]))
                await eva.socket.connection.send(b'{"type": "ping", "id": "p"}')
                while (answer := await eva.hear())["type"] != "pong":
                    kind = answer["error"]["code"] if answer["type"] == "refused" else "other"
                    answers[kind] = answers.get(kind, 0) + 1
            assert await eva.look(table) == before
            assert answers["api.form"] > MANGLED * 0.7
            assert answers.keys() <= {
                *("api.form", "api.nesting", "table.not_open", "table.not_playing", "other"),
            }
        assert "Traceback" not in server.log

    asyncio.run(run())
