"""Routes about the state of the server: the status page, health, readiness and metrics.

The status page for people, at `/status`: plain HTML that needs neither database nor script.
"""

from datetime import UTC, datetime
from hmac import compare_digest
from html import escape

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from azulejos import __version__
from azulejos.games.palette import PALETTE
from azulejos.server.errors import Busy
from azulejos.server.feature import Parts, parts_of
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.storage.migrations import is_current
from azulejos.server.web.limits import is_local
from azulejos.server.web.page import pick_language
from azulejos.server.web.status import State, Status
from azulejos.text import LANGUAGES, Text, render

REFRESH_S = 30
RULES = """\
:root { color-scheme: light dark; font: 1.0625rem/1.5 var(--board-sans); }
body { margin: 2rem auto; max-width: 42rem; padding: 0 1rem; background: var(--board-table);
  color: var(--board-ink); }
main { padding: 1.25rem 1.5rem; border: 1px solid var(--board-rule); border-radius: 16px;
  background: var(--board-surface); }
h1 { margin: 0; color: var(--board-act); font: 600 1.75rem/1.2 var(--board-serif); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--board-rule); padding: 0.5rem 0.5rem 0.5rem 0;
  text-align: start; }
thead th { color: var(--board-faint); font-weight: 400; }
a { color: var(--board-act); }
"""


def palette_of(theme: str) -> str:
    """The page's colours in a theme, as declarations."""
    return " ".join(f"--{name}: {value};" for name, value in PALETTE[theme].items())


STYLE = f"""\
:root {{ {palette_of("light")} }}
@media (prefers-color-scheme: dark) {{ :root {{ {palette_of("dark")} }} }}
{RULES}"""

router = APIRouter(include_in_schema=False)


@router.get("/status")
async def show_status(request: Request) -> HTMLResponse:
    """The state of this server, in the language that the reader's browser asks for."""
    language = request.query_params.get("language", "")
    if language not in LANGUAGES:
        language = pick_language(request.headers.get("accept-language", ""))
    html = status_page(states_of(parts_of(request)), language)
    headers = {"cache-control": "no-store", "vary": "Accept-Language"}
    return HTMLResponse(html, headers=headers)


@router.get("/status.css")
async def show_style() -> Response:
    """The style of the page, which must not contain one itself (R25)."""
    return Response(STYLE, media_type="text/css")


def states_of(parts: Parts) -> dict[str, tuple[State, float]]:
    """The state of each part of the server, and since when."""
    status = parts[Status]
    bots = status.state("bots", is_periodic=False)
    if bots[0] == "starts":
        bots = "works", status.started_at  # none has had to move yet
    return {"database": status.state("database"), "clocks": status.state("clocks"), "bots": bots}


def status_page(states: dict[str, tuple[State, float]], language: str) -> str:
    """The page as HTML."""

    def say(code: str) -> str:
        return escape(render(Text(f"status.{code}"), language))

    rows = "".join(
        f"<tr><th scope=row>{say(part)}</th><td>{say(state)}</td><td>{time_html(since)}</td></tr>\n"
        for part, (state, since) in states.items()
    )
    found = {state for state, _ in states.values()}
    headline = next(say(f"all.{state}") for state in ("fails", "starts", "works") if state in found)
    return f"""<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="{REFRESH_S}">
<title>{say("title")}</title>
<link rel="stylesheet" href="/status.css">
<main>
<h1>{say("title")}</h1>
<p role="status">{headline}</p>
<table>
<thead><tr><th scope=col>{say("part")}</th><th scope=col>{say("state")}</th>
<th scope=col>{say("since")}</th></tr></thead>
<tbody>
{rows}</tbody>
</table>
<p>Azulejos {escape(__version__)} · <a href="/">{say("page")}</a></p>
</main>
</html>
"""


def time_html(at: float) -> str:
    """A time as HTML, to the second, in UTC."""
    text = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return f'<time datetime="{text.replace(" ", "T")}Z">{text} UTC</time>'


# ---- Health and metrics

PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip")  # headers of a request through a proxy


@router.get("/metrics")
def show_metrics(request: Request) -> Response:
    """The metrics of this process, for requests from this machine and with the token."""
    if not (is_from_here(request) or has_token(request)):
        raise HTTPException(404)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def is_from_here(request: Request) -> bool:
    """Was a request sent by this machine, and not forwarded by a proxy?"""
    peer = request.scope["state"]["peer"]
    return is_local(peer) and not any(name in request.headers for name in PROXIED)


def has_token(request: Request) -> bool:
    """Does a request carry the token of the settings, if there is one?"""
    token = parts_of(request)[Settings].metrics_token
    sent = request.headers.get("authorization", "")
    return bool(token) and compare_digest(sent.encode(), f"Bearer {token}".encode())


@router.get("/healthz")
async def show_health() -> Response:
    """Liveness: this process answers."""
    return Response("ok\n", media_type="text/plain")


@router.get("/readyz")
async def show_readiness(request: Request) -> Response:
    """Readiness: the database is reachable and migrated."""
    parts = parts_of(request)
    try:
        is_ready = await parts[Database].read(is_current)
    except Busy:
        is_ready = False
    return Response("ready\n" if is_ready else "not ready\n", 200 if is_ready else 503)
