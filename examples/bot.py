"""A bot that plays with a bot account: `AZULEJOS_TOKEN=… python bot.py http://localhost:8420`.

It joins the open tables of the lobby, or opens one and waits, and plays random legal moves. Only
Python is needed; `docs/api.md` says how to get a token.
"""

import json
import os
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = sys.argv[1] + "/api/v1"
HEADERS = {"authorization": f"Bearer {os.environ['AZULEJOS_TOKEN']}"}
TABLE = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "open"}], "is_public": True}


def post(path, form):
    """Send a request and return the answer; an error is printed, and None returned."""
    headers = {**HEADERS, "content-type": "application/json"}
    try:
        return json.load(urlopen(Request(API + path, json.dumps(form).encode(), headers)))
    except HTTPError as refused:
        print(json.load(refused)["title"], file=sys.stderr)


lobby = json.load(urlopen(Request(API + "/tables", headers=HEADERS)))["tables"]
if not any(post(f"/tables/{table['table']}/join", {}) for table in lobby):
    post("/tables", TABLE)
for line in filter(bytes.strip, urlopen(Request(API + "/stream", headers=HEADERS))):
    view = json.loads(line).get("view", {})
    if view.get("moves"):
        move = {"id": f"v{view['version']}", "version": view["version"]}
        post(f"/tables/{view['table']}/moves", {**move, "move": random.choice(view["moves"])})
    if view.get("status") == "over":
        print("scores:", view["finish"]["scores"])
        break
