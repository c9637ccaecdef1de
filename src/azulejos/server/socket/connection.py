"""The WebSocket `/api/v1/socket`: how messages of clients come, and what they are told goes.

One loop receives and does one thing after another; one task sends what waits. A client that reads
too slowly, sends too much, or whose session was ended, is dropped. What a message does is in
`desk.py`.
"""

import asyncio
from contextlib import suppress

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from azulejos import __version__
from azulejos.errors import AzulejosError
from azulejos.server.api.problems import refusal, respond
from azulejos.server.ids import make_id
from azulejos.server.ops import metrics
from azulejos.server.ops.security import has_bearer, is_from_us
from azulejos.server.people.callers import Caller, address_of, find_caller
from azulejos.server.services import House, house_of
from azulejos.server.socket.messages import Hello
from azulejos.server.socket.session import Desk
from azulejos.server.wall_clock import now

MOST_WAITING = 256  # messages for a client that reads too slowly
POLICY = 1008  # close codes: too much, or not any more
TOO_SLOW = 1013

router = APIRouter()


@router.websocket("/api/v1/socket")
async def serve(websocket: WebSocket) -> None:
    """Talk with one client until one of both ends it."""
    house = house_of(websocket)
    try:
        caller = await admit(house, websocket)
    except AzulejosError as error:
        await websocket.send_denial_response(respond(error))
        return
    await websocket.accept()
    await Connection(house, caller, websocket).run()


async def admit(house: House, websocket: WebSocket) -> Caller | None:
    """Who knocks. A page of another site may not, whatever cookies a browser adds (R24)."""
    headers, origin = websocket.headers, house.settings.public_origin
    if not is_from_us(headers, origin, is_required=not has_bearer(headers)):
        raise refusal("api.origin")
    house.limits.require("request", address_of(websocket))
    return await find_caller(house.sessions, house.tokens, websocket)


class Connection:
    """One client, while it is there."""

    def __init__(self, house: House, caller: Caller | None, websocket: WebSocket):
        self.house, self.caller, self.websocket = house, caller, websocket
        self.id = make_id()
        self.desk = Desk(house, caller, self.put)
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._receiver: asyncio.Task[None] | None = None
        self._close_code = 0

    async def run(self) -> None:
        """Send and receive, until either ends."""
        person = self.desk.person
        self.put(Hello(server=__version__, person=person, now=now()).model_dump_json())
        self._receiver = asyncio.current_task()
        sender = asyncio.create_task(self._send())
        self.house.sockets.add(self)
        metrics.sockets.inc()
        try:
            await self._receive()
        except asyncio.CancelledError:
            if not self._close_code:
                raise
        finally:
            metrics.sockets.dec()
            self.house.sockets.discard(self)
            self.desk.leave()
            sender.cancel()
        if self._close_code:
            metrics.dropped.labels(str(self._close_code)).inc()
            with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                async with asyncio.timeout(1.0):  # one who reads nothing does not read this either
                    await self.websocket.close(self._close_code)

    async def _receive(self) -> None:
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            rule = "playing" if self.desk.is_playing else "watching"
            if not self.house.limits.allows(rule, self.id):
                self._close_code = POLICY
                return
            data = message.get("bytes") or (message.get("text") or "").encode()
            await self.desk.receive(data)

    async def _send(self) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # gone; the receiver hears of it
            while True:
                await self.websocket.send_text(await self._waiting.get())

    def put(self, message: str) -> None:
        """Let a message wait for its turn; one that nobody fetches is the last."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.drop(TOO_SLOW)

    def drop(self, code: int) -> None:
        """End it from our side."""
        if self._receiver and not self._close_code:
            self._close_code = code
            self._receiver.cancel()
