"""A bot that plays one game: `AZULEJOS_TOKEN=… python bot.py http://localhost:8420`.

It joins an open table of the lobby, or opens one and waits, and plays random legal moves. It adds
randomness of its own to the deals and keeps what is needed to check them in kept-TABLE.json. Get a
token with `azulejos token http://localhost:8420 "My bot"`; needs `pip install '.[client]'`.
"""

import os
import random
import sys

from azulejos.client import ME, OPEN, Client, Nonces, Refused, Update


def sit_down(client, nonces):
    """Join an open table; if there is none, open one."""
    for table in client.tables():
        try:
            return client.join(table.table, pledge=nonces.pledge)
        except Refused as refused:  # somebody else was quicker
            print(refused, file=sys.stderr)
    return client.create_table("azul", [ME, OPEN], is_public=True, pledge=nonces.pledge)


with Client(sys.argv[1], os.environ["AZULEJOS_TOKEN"]) as client:
    nonces = Nonces()
    mine = nonces.sit(sit_down(client, nonces)).table
    for message in client.events():
        if isinstance(message, Update) and message.table == mine:
            view = message.view
            nonces.reveal(client, view)
            if view.moves:
                client.play(view, random.choice(view.moves))
            if view.finish:
                print("scores:", view.finish.scores)
                break
