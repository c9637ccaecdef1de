"""Every page of the project with something on it: games in all their stages, made over HTTP."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext


@dataclass(frozen=True)
class Scenes:
    """Addresses of the pages by name, and the cookies of the person who sees them so."""

    addresses: dict[str, str]
    cookies: list[Any]


def make_scenes(browser: Browser, base: str) -> Scenes:
    """A person with an open table, games that go on and games that are over."""
    context = browser.new_context()
    person = ask(context, base, "guests", {"name": "Inês do Porto", "language": "en"})
    me, two = {"kind": "me"}, [{"kind": "me"}, {"kind": "me", "name": "Beatriz"}]
    three = [*two, {"kind": "me", "name": "João"}]
    plain = ("lobby", "new", "games", "leaders", "friends", "settings", "tournaments")
    addresses = {name: f"/{name}" for name in plain}
    addresses |= {"home": "/", "account": "/account", "lost": "/nowhere"}
    addresses |= {"rules-azul": "/rules/azul#A12", "rules-blue": "/rules/blue"}
    modes = {"explore": "azul", "setup": "azul", "pad": "blue"}
    addresses |= {f"analyse-{mode}": f"/analyse/{game}/{mode}" for mode, game in modes.items()}
    addresses["analyse-text"] = "/analyse/azul/explore/text"
    addresses |= {
        "learn": "/learn/azul",
        "first": "/learn/azul/first",
        "first-blue": "/learn/blue/first",
    }
    addresses |= {
        "puzzles": "/puzzles",
        "puzzle": "/puzzles/daily/azul",
        "moderation": "/moderation",
    }
    addresses["person"] = f"/person/{person['id']}"
    waiting = make_table(context, base, "azul", [me, {"kind": "open"}], is_public=True)
    addresses["waiting"] = f"/table/{waiting}"
    for game, seats, some in (("azul", two, 31), ("azul", three, 40), ("blue", three, 30)):
        name = f"{game}-{len(seats)}"
        addresses[name] = f"/table/{play(context, base, game, seats, some)}"
        addresses[f"{name}-text"] = f"{addresses[name]}/text"
    over = play(context, base, "azul", two, 400)
    addresses |= {"azul-over": f"/table/{over}", "azul-replay": f"/table/{over}?ply=12"}
    addresses["analyse-game"] = f"/analyse/azul?table={over}&ply=30"
    addresses["blue-over"] = f"/table/{play(context, base, 'blue', three, 400)}"
    play_rated(browser, context, base)
    cookies = list(context.cookies())
    context.close()
    return Scenes(addresses, cookies)


def play_rated(browser: Browser, context: BrowserContext, base: str) -> None:
    """Games that count, so that there is a rating to look at; whoever loses gives up at once."""
    other = browser.new_context()
    person = ask(other, base, "guests", {"name": "Beatriz", "language": "en"})["id"]
    seats = [{"kind": "me"}, {"kind": "open"}]
    for game, loses in (*(("azul", lost) for lost in "1101001110"), ("blue", "1"), ("blue", "0")):
        table = make_table(context, base, game, seats, is_rated=True)
        ask(other, base, f"tables/{table}/join", {})
        loser = other if loses == "1" else context
        ask(loser, base, f"tables/{table}/acts", {"act": "resign"})
    context.request.put(f"{base}/api/v1/follows/{person}", headers={"origin": base})
    other.close()


def ask(context: BrowserContext, base: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = context.request.post(f"{base}/api/v1/{path}", data=body, headers={"origin": base})
    assert answer.ok, answer.text()
    told: dict[str, Any] = answer.json()
    return told


def make_table(
    context: BrowserContext, base: str, game: str, seats: list[dict[str, str]], **plan: Any
) -> str:
    body = {"game": game, "seats": seats, "seating": "fixed", **plan}
    return str(ask(context, base, "tables", body)["table"])


def play(
    context: BrowserContext, base: str, game: str, seats: list[dict[str, str]], most: int
) -> str:
    """A table at which so many moves were made, or all there are; every third way is taken."""
    table = make_table(context, base, game, seats)
    for number in range(most):
        view = context.request.get(f"{base}/api/v1/tables/{table}").json()
        if not view["moves"]:
            break
        move = view["moves"][number * 7 % len(view["moves"])]
        body = {"id": str(number), "version": view["version"], "move": move}
        ask(context, base, f"tables/{table}/moves", body)
    return table
