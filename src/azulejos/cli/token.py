"""`azulejos token URL NAME`: make a bot account and a token on a server.

The token and the password of a new account are shown once, with how to use them; `--json` prints
them for other programs.
"""

import json
import sys
from dataclasses import asdict
from getpass import getpass

from azulejos.cli.console import Parser, say
from azulejos.client.accounts import SCOPES, BotAccount, log_in_bot, make_bot


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos token", description=say("cli.token"))
    parser.add("url", "cli.token.url", metavar="URL")
    parser.add("name", "cli.token.name", metavar="NAME")
    parser.add("--login", "cli.token.login", action="store_true")
    parser.add("--scopes", "cli.token.scopes", nargs="+", choices=SCOPES, default=SCOPES)
    parser.add("--json", "cli.json", action="store_true")
    chosen = parser.parse_args(arguments)
    if chosen.login:
        account = log_in_bot(chosen.url, chosen.name, ask_password(), scopes=chosen.scopes)
    else:
        account = make_bot(chosen.url, chosen.name, scopes=chosen.scopes)
    show(account, is_json=chosen.json, is_new=not chosen.login)
    return 0


def ask_password() -> str:
    """The password typed by a person, or the first line of a pipe."""
    if sys.stdin.isatty():
        return getpass(say("cli.token.password") + " ")
    return sys.stdin.readline().rstrip("\n")


def show(account: BotAccount, is_json: bool, is_new: bool) -> None:
    if is_json:
        print(json.dumps(asdict(account)))
        return
    if is_new:
        print(say("cli.token.made", name=account.name, password=account.password))
    print(say("cli.token.shown", name=account.name, token=account.token))
