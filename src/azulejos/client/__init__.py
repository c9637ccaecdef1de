"""A client of Azulejos servers, for bots and other programs: typed, blocking and asynchronous.

    from azulejos.client import Client

    with Client("http://localhost:8420", token="…") as client:
        view = client.create_table("azul", [ME, bot_seat(3)])
        client.play(view, view.moves[0])

`Client` and `AsyncClient` have the same methods. `docs/bots.md` is the guide, `docs/api.md`
describes the API itself. Needs `pip install 'azulejos[client]'`.
"""

from azulejos.client.accounts import BotAccount, log_in_bot, make_bot
from azulejos.client.calls import ME, OPEN, bot_seat
from azulejos.client.errors import ConnectionLost, Refused
from azulejos.client.fairness import Nonces
from azulejos.client.http import AsyncClient, Client
from azulejos.client.messages import (
    Ack,
    Explained,
    Hello,
    Message,
    Pong,
    Refusal,
    Tables,
    Update,
)
from azulejos.client.socket import AsyncSocket, Socket
from azulejos.client.types import (
    AnalysedMove,
    Analysis,
    Clock,
    Done,
    Event,
    Fair,
    Finish,
    Offer,
    Person,
    Said,
    Seat,
    Server,
    Standing,
    Summary,
    Tournament,
    TournamentSummary,
    View,
)

__all__ = [
    "ME",
    "OPEN",
    "Ack",
    "AnalysedMove",
    "Analysis",
    "AsyncClient",
    "AsyncSocket",
    "BotAccount",
    "Client",
    "Clock",
    "ConnectionLost",
    "Done",
    "Event",
    "Explained",
    "Fair",
    "Finish",
    "Hello",
    "Message",
    "Nonces",
    "Offer",
    "Person",
    "Pong",
    "Refusal",
    "Refused",
    "Said",
    "Seat",
    "Server",
    "Socket",
    "Standing",
    "Summary",
    "Tables",
    "Tournament",
    "TournamentSummary",
    "Update",
    "View",
    "bot_seat",
    "log_in_bot",
    "make_bot",
]
