"""Serves the page: the static files that the web build writes to `server/page/`.

Files with a hash in their name never change and are cached for good; all others are revalidated. A
path without a file belongs to the page's own router and gets index.html, with a preload link for
the texts in the reader's language. `security.py` adds the security headers.
"""

import re
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from azulejos.text import LANGUAGES, Text, render

FOLDER = Path(__file__).parents[1] / "page"  # built by `make page` from web/
HASHED = "assets/"  # the build's folder of files with a hash in their name
FOREVER = "public, max-age=31536000, immutable"
WORDS = re.compile(
    r'<meta name="words-([\w-]+)" content="([^"]+)"'
)  # the file of texts of each language


class Page(StaticFiles):
    """The files of a build, and index.html for every path without a file."""

    def __init__(self, folder: Path):
        super().__init__(directory=folder, html=True)
        self._words = dict(WORDS.findall((folder / "index.html").read_text(encoding="utf-8")))

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.split("/")[0] == "api":
            raise HTTPException(404)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as wrong:
            if wrong.status_code != 404 or path.startswith(HASHED) or "." in path.split("/")[-1]:
                raise
            response = await super().get_response("index.html", scope)
        is_hashed = path.startswith(HASHED) and response.status_code in (200, 304)
        response.headers["cache-control"] = FOREVER if is_hashed else "no-cache"
        if response.headers.get("content-type", "").startswith("text/html"):
            self._announce_words(response, Headers(scope=scope).get("accept-language", ""))
        return response

    def _announce_words(self, response: Response, wanted: str) -> None:
        words = self._words.get(pick_language(wanted))
        if words:
            response.headers["link"] = f"<{words}>; rel=modulepreload"
            response.headers.add_vary_header("Accept-Language")


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
    for part in wanted.lower().split(","):
        spoken = (x for x in LANGUAGES if x.split("-")[0] == part.strip()[:2])
        language = next(spoken, None)
        if language:
            return language
    return LANGUAGES[0]


def add_page(app: FastAPI, folder: Path = FOLDER) -> None:
    """Serve the page at every path that no other route matches; must be called last."""
    if (folder / "index.html").exists():
        app.mount("/", GZipMiddleware(Page(folder), minimum_size=1000), "page")
    else:
        app.mount("/", NoPage(), "page")
