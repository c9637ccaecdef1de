"""The server of the Model Context Protocol: the tools and resources that assistants see.

The descriptions are read by language models. Tools run in a thread, one search at a time. Over
HTTP the server listens on loopback only, and refuses requests that a page of another site sends.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from anyio import CapacityLimiter, to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import Field

from azulejos import __version__
from azulejos.assistants.rules import rules_text
from azulejos.assistants.tools import MAX_SECONDS, Tools
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.search.players import PLAYERS

INSTRUCTIONS = """\
Play, teach and referee board games. Begin with new_game, then show, legal_moves and play; moves are
short texts from the list of legal moves. Seats count from 0. Use engine_move to let the engine play
a seat, ask_engine for advice, review_game after a game, and look_up_rules for clauses; a refused
move names its clause. To referee a game on a real table set deals_given and play the deals as they
were drawn."""
GAME_NAMES = ", ".join(GAMES)
MAX_RECORD = 200_000  # characters of a record

GameId = Annotated[str, Field(max_length=20, description="The id that new_game returned")]
Move = Annotated[str, Field(max_length=400, description="One of the legal moves, or a deal")]
Language = Annotated[Literal["en", "es", "pt-BR"], Field(description="Language of sentences")]
Seconds = Annotated[float, Field(gt=0, le=MAX_SECONDS, description="Time to think")]
RecordText = Annotated[str, Field(max_length=MAX_RECORD, description="A game as text or JSON")]


def make_server(tools: Tools | None = None) -> MCPServer[Any]:
    """A server with games of its own."""
    server: MCPServer[Any] = MCPServer(
        "azulejos", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    tools = tools or Tools()
    add_tools(server, tools)
    add_resources(server, tools)
    return server


def add_tools(server: MCPServer[Any], tools: Tools) -> None:
    one_at_a_time = CapacityLimiter(1)

    async def run(tool: Callable[..., Json], *given: Any) -> Json:
        try:
            return await to_thread.run_sync(tool, *given, limiter=one_at_a_time)
        except AzulejosError as error:
            raise ToolError(f"{error} [{error.code}]") from error

    @server.tool(description=f"Begin a game. Games: {GAME_NAMES}; players 0 is the usual number.")
    async def new_game(
        game: Annotated[str, Field(max_length=40)] = next(iter(GAMES)),
        players: Annotated[int, Field(ge=0, le=4)] = 0,
        options: Annotated[dict[str, str], Field(max_length=8)] = {},  # noqa: B006  # not changed
        seed: int | None = None,
        deals_given: bool = False,
        language: Language = "en",
    ) -> Json:
        return await run(tools.new_game, game, players, options, seed, deals_given, language)

    @server.tool(description="Continue a written game from its last position.")
    async def load_game(record: RecordText, language: Language = "en") -> Json:
        return await run(tools.load_game, record, language)

    @server.tool(description="The board, scores, turn and history of a game.")
    async def show(game_id: GameId, language: Language = "en") -> Json:
        return await run(tools.show, game_id, language)

    @server.tool(description="The legal moves, with what each of the first 40 would do.")
    async def legal_moves(
        game_id: GameId,
        begins_with: Annotated[str, Field(max_length=40)] = "",
        language: Language = "en",
    ) -> Json:
        return await run(tools.legal_moves, game_id, begins_with, language)

    @server.tool(description="What a move would do, or which clause of the rules forbids it.")
    async def explain_move(game_id: GameId, move: Move, language: Language = "en") -> Json:
        return await run(tools.explain_move, game_id, move, language)

    @server.tool(description="Play a move for the seat whose turn it is, or a deal that is due.")
    async def play(game_id: GameId, move: Move, language: Language = "en") -> Json:
        return await run(tools.play, game_id, move, language)

    @server.tool(description=f"Let an engine play this turn. Players: {', '.join(PLAYERS)}.")
    async def engine_move(
        game_id: GameId,
        player: Annotated[str, Field(max_length=40)] = "best",
        seconds: Seconds = 1.0,
        language: Language = "en",
    ) -> Json:
        return await run(tools.engine_move, game_id, player, seconds, language)

    @server.tool(description="Take back the last move or deal.")
    async def take_back(game_id: GameId, language: Language = "en") -> Json:
        return await run(tools.take_back, game_id, language)

    @server.tool(description="What the engine would play, why, and what each seat can expect.")
    async def ask_engine(
        game_id: GameId, seconds: Seconds = 1.0, language: Language = "en"
    ) -> Json:
        return await run(tools.ask_engine, game_id, seconds, language)

    @server.tool(description="Grade every move of a game, by its id or as a record.")
    async def review_game(
        game_id: GameId = "", record: RecordText = "", language: Language = "en"
    ) -> Json:
        return await run(tools.review_game, game_id, record, language)

    @server.tool(description="Clauses of the rules, by name or by the words of a question.")
    async def look_up_rules(
        question: Annotated[str, Field(min_length=1, max_length=400)], language: Language = "en"
    ) -> Json:
        return await run(tools.look_up_rules, question, language)


def add_resources(server: MCPServer[Any], tools: Tools) -> None:
    def read(get: Callable[[], str]) -> str:
        try:
            return get()
        except AzulejosError as error:
            raise ResourceError(str(error)) from error

    @server.resource(
        "azulejos://rules/{language}",
        mime_type="text/markdown",
        description="The rules of all games; language en, es or pt-BR",
    )
    def rules(language: str) -> str:
        return read(lambda: rules_text(language))

    @server.resource(
        "azulejos://games/{game_id}/record", mime_type="text/plain", description="A written game"
    )
    def record(game_id: str) -> str:
        return read(lambda: tools.games.find(game_id).record().to_text())

    @server.resource(
        "azulejos://games/{game_id}/picture",
        mime_type="image/svg+xml",
        description="The position of a game as a picture",
    )
    def picture(game_id: str) -> str:
        return read(lambda: tools.games.find(game_id).position.svg())


def security_of(port: int) -> TransportSecuritySettings:
    """Which Host and Origin headers are accepted: those of this machine."""
    hosts = [f"{host}:{port}" for host in ("127.0.0.1", "localhost", "[::1]")]
    return TransportSecuritySettings(
        allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
    )
