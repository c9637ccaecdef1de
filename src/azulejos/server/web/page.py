"""The page: the static files that the web build writes to `server/page/`, and previews of links.

Files with a hash in their name never change and are cached for good; all others are revalidated.
Browsers that read Brotli get scripts and styles as the build has compressed them. A path without a
file belongs to the page's own router and gets index.html, with a preload link for the texts in the
reader's language and with a preview of the address: its status, and a title, a
description and a picture for programs that show links. `security.py` adds the security headers.

The page finds its way by itself in the browser. The server only has to know which addresses there
are, so that others are answered with 404, and what a link says to programs that show links. Each
feature describes its own addresses (`Feature.pages`).
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from html import escape
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from azulejos.games import GAMES
from azulejos.server.feature import Describe, Preview
from azulejos.text import LANGUAGES, Text, has_sentence, render

ID = re.compile(r"[A-Za-z0-9]{8,32}")
DescribePath = Callable[[str, str], Awaitable[Preview]]  # by path and language


def make_describe(pages: Sequence[Describe]) -> DescribePath:
    """The function that describes the addresses of a server's page."""

    async def describe(path: str, language: str) -> Preview:
        words = [word for word in path.split("/") if word]
        for page in pages:
            if found := await page(words, language):
                return found
        return Preview(404, "Azulejos", render(Text("page.lost"), language))

    return describe


async def describe_page(words: list[str], language: str) -> Preview | None:
    """The first page, the rules and the settings."""
    match words:
        case [] | ["rules"] | ["settings"] | ["share"]:
            return home(language)
        case ["rules", game] if game in GAMES:
            title = Text("page.rules", {"game": game_name(game)})
            return Preview(200, render(title, language), render(Text("page.about"), language))
    return None


def home(language: str) -> Preview:
    """The preview of a page that has none of its own."""
    return Preview(200, "Azulejos", render(Text("page.about"), language))


def game_name(game: str) -> Text:
    """The name of a game as a sentence; a game without one is called by its code."""
    code = f"{game}.name"
    return Text(code) if has_sentence(code) else Text(game)


# ---- The page

FOLDER = Path(__file__).parents[1] / "page"  # built by `make page` from web/
HASHED = "assets/"  # the build's folder of files with a hash in their name
MAX_PATH = 500  # letters of an address of the page
MAX_LANGUAGES = 200  # characters of an Accept-Language header that are read
VIEWER = "docs"  # the page that shows the OpenAPI document
VIEWER_CSP = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "form-action 'none'",
    )
)
FOREVER = "public, max-age=31536000, immutable"
TITLE = re.compile(r"<title>.*?</title>")
WORDS = re.compile(
    r'<meta name="words-([\w-]+)" content="([^"]+)"'
)  # the file of texts of each language


class Page(StaticFiles):
    """The files of a build, and index.html for every path without a file."""

    def __init__(self, folder: Path, describe: DescribePath, origin: str):
        super().__init__(directory=folder)
        self._index = folder / "index.html"
        self._describe = describe
        self._origin = origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if len(scope["path"]) > MAX_PATH:  # looking for a file takes time for each of its parts
            raise HTTPException(404)
        await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.split("/")[0] == "api":
            raise HTTPException(404)
        if path == ".":
            return await self._show_document("", scope)
        if path == VIEWER:
            return await self._show_viewer(scope)
        try:
            response = await self._show_compressed(path, scope) or await super().get_response(
                path, scope
            )
        except HTTPException as wrong:
            if wrong.status_code != 404 or path.startswith(HASHED) or "." in path.split("/")[-1]:
                raise
            return await self._show_document(path, scope)
        is_hashed = path.startswith(HASHED) and response.status_code in (200, 304)
        response.headers["cache-control"] = FOREVER if is_hashed else "no-cache"
        return response

    async def _show_compressed(self, path: str, scope: Scope) -> Response | None:
        """A file as the build has compressed it; None without one, or if the browser reads none."""
        wanted = Headers(scope=scope).get("accept-encoding", "")
        if not path.startswith(HASHED) or "br" not in re.split(r"[ ,;]+", wanted):
            return None
        try:
            response = await super().get_response(f"{path}.br", scope)
        except HTTPException:
            return None
        response.headers["content-encoding"] = "br"
        response.headers["vary"] = "Accept-Encoding"
        response.headers["content-type"] = guess_type(path)[0] or "text/plain"
        return response

    async def _show_viewer(self, scope: Scope) -> Response:
        """The viewer of the API's description, which sets styles of its own."""
        response = await super().get_response(f"{VIEWER}/index.html", scope)
        response.headers["cache-control"] = "no-cache"
        response.headers["content-security-policy"] = VIEWER_CSP
        return response

    async def _show_document(self, path: str, scope: Scope) -> Response:
        """index.html, with what is said about an address of the page."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        language = pick_language(Headers(scope=scope).get("accept-language", ""))
        preview = await self._describe(path, language)
        origin = self._origin or str(Request(scope).base_url).rstrip("/")
        text = self._index.read_text(encoding="utf-8")
        words = dict(WORDS.findall(text)).get(language)
        headers = {"cache-control": "no-cache", "vary": "Accept-Language"}
        headers |= {"link": f"<{words}>; rel=modulepreload"} if words else {}
        return HTMLResponse(insert_preview(text, preview, origin), preview.status, headers)


def insert_preview(document: str, preview: Preview, origin: str) -> str:
    """An HTML document with the title, description and picture of an address.

    The page reads `status` to know at once that there is nothing at the address.
    """
    large = "summary_large_image" if preview.picture else "summary"
    named = {"description": preview.about, "twitter:card": large}
    named |= {"status": str(preview.status)} if preview.status != 200 else {}
    properties = {
        "og:site_name": "Azulejos",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.about,
    }
    properties |= {"og:image": origin + preview.picture} if preview.picture else {}
    site = "" if preview.title == "Azulejos" else " · Azulejos"
    lines = [f"<title>{escape(preview.title)}{site}</title>"]
    for kind, tags in (("name", named), ("property", properties)):
        lines += [f'<meta {kind}="{x}" content="{escape(tags[x])}" />' for x in tags]
    return TITLE.sub(lambda _: "\n    ".join(lines), document, count=1)


class NoPage:
    """Answers with an explanation while the page has not been built."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith("/api/"):
            raise HTTPException(404)
        wanted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
        sentence = render(Text("page.missing"), pick_language(wanted))
        await PlainTextResponse(f"{sentence}\n", 503)(scope, receive, send)


def pick_language(wanted: str) -> str:
    """The first language of an Accept-Language header that we have; English if none."""
    for part in wanted[:MAX_LANGUAGES].lower().split(","):
        spoken = (x for x in LANGUAGES if x.split("-")[0] == part.strip()[:2])
        language = next(spoken, None)
        if language:
            return language
    return LANGUAGES[0]


def add_page(app: FastAPI, describe: DescribePath, origin: str = "", folder: Path = FOLDER) -> None:
    """Serve the page at every path that no other route matches; must be called last.

    `origin` is the address of the server in pictures of previews; "" for that of the request.
    """
    if (folder / "index.html").exists():
        page = Page(folder, describe, origin)
        app.mount("/", GZipMiddleware(page, minimum_size=1000), "page")
    else:
        app.mount("/", NoPage(), "page")
