"""The settings of a server: from flags, environment variables, a TOML file, or defaults.

A flag `--bot-pause-s 2` overrides the variable `AZULEJOS_BOT_PAUSE_S=2`, which overrides
`bot_pause_s = 2` in the file. Every setting is described by the text `settings.NAME` in `words/`.
"""

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_config_path, user_data_path
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from azulejos.errors import AzulejosError
from azulejos.text import Text

PREFIX = "AZULEJOS_"
FILE_VARIABLE = "AZULEJOS_SETTINGS"  # the path of the file
OTHER_VARIABLES = (FILE_VARIABLE, "AZULEJOS_KERNELS")  # the second is of the library


class BadSettings(AzulejosError):
    """An unknown setting, a wrong value, or an unreadable file."""


def default_database() -> str:
    """The URL of an SQLite file in the user's data folder."""
    return f"sqlite:///{user_data_path('azulejos') / 'azulejos.db'}"


def default_workers() -> int:
    """One worker process for each core but one."""
    return max(1, (os.cpu_count() or 1) - 1)


def default_analysts() -> int:
    """One worker process for analyses and reviews for every two cores."""
    return max(1, (os.cpu_count() or 1) // 2)


def check_database(url: str) -> str:
    try:
        name = make_url(url).get_backend_name()
    except ArgumentError:
        raise ValueError(url) from None
    if name not in ("sqlite", "postgresql"):
        raise ValueError(name)
    return url


def split_list(value: Any) -> Any:
    """Split a list that is written with commas."""
    return [x.strip() for x in value.split(",") if x.strip()] if isinstance(value, str) else value


def check_network(value: str) -> str:
    return str(ip_network(value, strict=False))


class Settings(BaseModel):
    """All settings of a server."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 8420  # 0 for any free port
    database: Annotated[str, AfterValidator(check_database)] = Field(
        default_factory=default_database
    )
    redis: Annotated[str, Field(pattern=r"^$|^(rediss?|unix)://")] = ""  # "" for a single process
    public_origin: Annotated[str, Field(pattern=r"^$|^https?://[^/]+$")] = ""  # "": the Host header
    trusted_proxies: Annotated[
        tuple[Annotated[str, AfterValidator(check_network)], ...], BeforeValidator(split_list)
    ] = ()  # addresses or networks whose forwarding headers are trusted
    workers: Annotated[int, Field(ge=1, le=256)] = Field(default_factory=default_workers)
    analysts: Annotated[int, Field(ge=1, le=256)] = Field(default_factory=default_analysts)
    ray: Annotated[str, Field(pattern=r"^$|^auto$|^[\w.-]+:\d+$")] = ""  # "": on this machine
    bot_pause_s: Annotated[float, Field(ge=0, le=60)] = 0.8
    stop_s: Annotated[float, Field(gt=0, le=600)] = 5.0
    keep_guests_days: Annotated[int, Field(ge=0, le=36_500)] = 30  # without games; 0 for ever
    keep_open_days: Annotated[int, Field(ge=0, le=36_500)] = 14  # tables without a game
    keep_tokens_days: Annotated[int, Field(ge=0, le=36_500)] = 400  # unused
    keep_boards_days: Annotated[int, Field(ge=0, le=36_500)] = 180  # shared boards, unopened
    keep_analyses_days: Annotated[int, Field(ge=0, le=36_500)] = 30  # answers of searches
    puzzles: str = ""  # a file of puzzles besides those that come with the games
    push_hosts: Annotated[tuple[str, ...], BeforeValidator(split_list)] = (
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    )  # push services that browsers may name, with their subdomains
    smtp: Annotated[str, Field(pattern=r"^$|^smtps?://[^/]+$")] = ""  # "": no mail is sent
    mail_from: Annotated[str, Field(pattern=r"^$|^[!-?A-~]+@[A-Za-z0-9.-]+$")] = ""  # of mails
    limits: bool = True  # rate limits (R22); off only for load tests
    tracing: Annotated[str, Field(pattern=r"^$|^https?://.+$")] = ""  # collector of spans
    connections_per_address: Annotated[int, Field(ge=1, le=100_000)] = 200
    sockets_per_address: Annotated[int, Field(ge=1, le=100_000)] = 100
    busy_lag_s: Annotated[float, Field(gt=0, le=60)] = 0.5  # of the event loop
    busy_requests: Annotated[int, Field(ge=1, le=100_000)] = 64  # for new work, in progress
    busy_writes: Annotated[int, Field(ge=1, le=100_000)] = 200  # transactions that wait
    busy_moves: Annotated[int, Field(ge=1, le=100_000)] = 48  # tables with a move in progress
    metrics_token: Annotated[str, Field(pattern=r"^$|^[!-~]{16,200}$")] = ""  # "": local only
    log_level: Literal["debug", "info", "warning", "error"] = "info"


NAMES = tuple(Settings.model_fields)


def load_settings(
    flags: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Load the settings; flags that are None were not given."""
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    places: dict[str, str] = {}  # where each value comes from, for error messages
    for name, value in read_file(find_file(file, environment)).items():
        values[name], places[name] = value, name
    for variable, value in environment.items():
        if variable.startswith(PREFIX) and variable not in OTHER_VARIABLES:
            name = variable.removeprefix(PREFIX).lower()
            values[name], places[name] = value, variable
    for name, value in (flags or {}).items():
        if value is not None:
            values[name], places[name] = value, flag_of(name)
    try:
        settings = Settings(**values)
    except ValidationError as wrong:
        name = str(wrong.errors()[0]["loc"][0])
        raise bad_setting(name, places[name]) from None
    if settings.smtp and not (settings.mail_from and settings.public_origin):
        raise bad_setting("smtp", places["smtp"])  # mails have a sender, and links to the page
    return settings


def flag_of(name: str) -> str:
    return "--" + name.replace("_", "-")


def bad_setting(name: str, place: str) -> BadSettings:
    """The error for a wrong setting, without its value, which may be a secret."""
    if name not in NAMES:
        return BadSettings(Text("settings.unknown", {"name": place, "names": ", ".join(NAMES)}))
    return BadSettings(Text("settings.wrong", {"name": place, "what": Text(f"settings.{name}")}))


def find_file(file: Path | None, environment: Mapping[str, str]) -> Path | None:
    """The file that was given, or the one in the user's configuration folder if it exists."""
    if file or environment.get(FILE_VARIABLE):
        return file or Path(environment[FILE_VARIABLE])
    default = user_config_path("azulejos") / "settings.toml"
    return default if default.exists() else None


def read_file(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as wrong:  # not TOML, or not UTF-8
        raise BadSettings(Text("settings.file", {"file": file, "reason": str(wrong)})) from None
