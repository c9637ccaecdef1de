"""`azulejos mcp`: tools and resources for assistants, on standard input and output or by HTTP."""

import sys

from azulejos.assistants.server import make_server, security_of
from azulejos.cli.console import Parser, say

DEFAULT_PORT = 8421


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos mcp", description=say("cli.mcp"))
    parser.add("--http", "cli.mcp.http", action="store_true")
    parser.add("--port", "cli.mcp.port", within=(1, 65_535), default=DEFAULT_PORT)
    chosen = parser.parse_args(arguments)
    server = make_server()
    if not chosen.http:
        server.run("stdio")
        return 0
    address = f"http://127.0.0.1:{chosen.port}/mcp"
    print(say("cli.mcp.address", address=address), file=sys.stderr, flush=True)
    security = security_of(chosen.port)
    server.run("streamable-http", port=chosen.port, transport_security=security)
    return 0
