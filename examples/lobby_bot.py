"""A bot that lives in the lobby: `AZULEJOS_TOKEN=… python lobby_bot.py http://localhost:8420`.

It joins every table that a person opens, plays several games at once as `level3`, and goes on after
a restart of the server. Ctrl-C ends it. Needs `pip install '.[client]'`.
"""

import os
import sys

from azulejos import find_player
from azulejos.client import Client, Nonces, Refused, Tables, Update

MOST = 8  # games at once
player, nonces = find_player("level3"), {}  # nonces by table


def join_tables(client, tables):
    """Join the tables that people have opened."""
    for table in tables:
        is_bot = any(seat.is_program for seat in table.seats)
        if not is_bot and table.table not in nonces and len(nonces) < MOST:
            own = nonces[table.table] = Nonces()
            own.sit(client.join(table.table, pledge=own.pledge))


def play(client, view):
    """Do what a table waits for."""
    if view.status in ("over", "closed"):
        nonces.pop(view.table, None)
    elif view.table in nonces:
        nonces[view.table].reveal(client, view)
    if view.moves:
        client.play(view, player.choose(view.to_position()).move)


with Client(sys.argv[1], os.environ["AZULEJOS_TOKEN"]) as client:
    for message in client.events(lobby=True):
        try:
            if isinstance(message, Tables):
                join_tables(client, message.tables)
            if isinstance(message, Update):
                play(client, message.view)
        except Refused as refused:  # the table has changed meanwhile; its next update is on the way
            print(refused, file=sys.stderr)
