"""A client of Azulejos servers, for bots and other programs: typed, blocking and asynchronous.

    from azulejos.client import Client

    with Client("http://localhost:8420", token="…") as client:
        view = client.create_table("azul", [ME, bot_seat(3)])
        client.play(view, view.moves[0])

`Client` and `AsyncClient` have the same methods. Answers and messages are the types of
`azulejos.wire`. `docs/bots.md` is the guide, `docs/api.md`
describes the API itself. Needs `pip install '.[client]'`.

- `accounts`: accounts for bots: create one and get a token, in one call.
- `calls`: the requests of a client as data, which the blocking and the asynchronous one share.
- `errors`: errors between a client and a server.
- `fairness`: a client's part in fair deals: nonces, and what it keeps to check the deals.
- `http`: the clients: `Client` blocks, `AsyncClient` does not; both send the calls of `calls.py`.
- `messages`: messages of the event stream and the WebSocket, read from their lines.
- `socket`: the WebSocket of a server: watch tables, play moves, read messages as they come.
"""

from azulejos.client.accounts import BotAccount, log_in_bot, make_bot
from azulejos.client.calls import ME, OPEN, bot_seat
from azulejos.client.errors import ConnectionLost, Refused
from azulejos.client.fairness import Nonces
from azulejos.client.http import AsyncClient, Client
from azulejos.client.socket import AsyncSocket, Socket
from azulejos.wire.accounts import MeAnswer
from azulejos.wire.analysis import AnalysisAnswer
from azulejos.wire.games import ServerAnswer
from azulejos.wire.messages import (
    Ack,
    Explained,
    Hello,
    MoveInfo,
    Pong,
    Refusal,
    ServerMessage,
    Tables,
    Update,
)
from azulejos.wire.tables import DoneAnswer
from azulejos.wire.tournaments import PlaceAnswer, TournamentAnswer, TournamentSummary
from azulejos.wire.views import (
    ClockView,
    EventView,
    FairView,
    FinishView,
    OfferView,
    SeatView,
    Summary,
    View,
)

__all__ = [
    "ME",
    "OPEN",
    "Ack",
    "AnalysisAnswer",
    "AsyncClient",
    "AsyncSocket",
    "BotAccount",
    "Client",
    "ClockView",
    "ConnectionLost",
    "DoneAnswer",
    "EventView",
    "Explained",
    "FairView",
    "FinishView",
    "Hello",
    "MeAnswer",
    "MoveInfo",
    "Nonces",
    "OfferView",
    "PlaceAnswer",
    "Pong",
    "Refusal",
    "Refused",
    "SeatView",
    "ServerAnswer",
    "ServerMessage",
    "Socket",
    "Summary",
    "Tables",
    "TournamentAnswer",
    "TournamentSummary",
    "Update",
    "View",
    "bot_seat",
    "log_in_bot",
    "make_bot",
]
