"""Logs are JSON lines and contain no secrets, whatever goes wrong."""

import json
import subprocess
import sys

SECRET = "hush-1234"
START = """
import logging, structlog, sqlalchemy as sa
from azulejos.server.web.logs import log, set_up_logs
set_up_logs("debug")
SECRET = "hush-" + "1234"
"""


def logged(program: str) -> list[dict[str, object]]:
    """The lines that a program logs."""
    process = subprocess.run(
        [sys.executable, "-c", START + program], capture_output=True, text=True, check=True
    )
    assert SECRET not in process.stderr
    return [json.loads(line) for line in process.stderr.splitlines()]


def test_each_line_is_a_json_object() -> None:
    (line,) = logged('log.info("moved", table="T1", version=7)')
    assert (line["event"], line["level"], line["table"], line["version"]) == (
        *("moved", "info", "T1"),
        7,
    )
    assert str(line["timestamp"]).endswith("Z")


def test_other_libraries_log_in_the_same_format() -> None:
    (line,) = logged('logging.getLogger("anything").warning("slow %s", "disk")')
    assert (line["event"], line["level"]) == ("slow disk", "warning")


def test_libraries_that_see_cookies_do_not_log_them() -> None:
    assert logged('logging.getLogger("uvicorn.error").debug("cookie: %s", SECRET)') == []


def test_secret_fields_are_masked() -> None:
    names = ["password", "session_cookie", "Authorization", "seed", "token"]
    lines = logged(f'for name in {names}: log.info("login", **{{name: SECRET}})')
    assert [line[name] for line, name in zip(lines, names, strict=True)] == ["…"] * len(names)


FAILING = [
    'e.execute(sa.text("SELECT :x FROM nowhere"), {"x": SECRET})',
    'e.execute(sa.text("INSERT INTO t VALUES (:x), (:x)"), {"x": SECRET})',
    "__import__('azulejos.wire.messages').server.socket.messages.CLIENT_MESSAGE.validate_python("
    "{'type': SECRET})",
]


def test_an_error_is_logged_with_type_and_place_but_without_values() -> None:
    lines = logged(
        f"""
with sa.create_engine("sqlite://").connect() as e:
    e.execute(sa.text("CREATE TABLE t (x TEXT UNIQUE)"))
    for fails in {FAILING}:
        try:
            exec(fails)
        except Exception:
            log.exception("broken")
"""
    )
    assert len(lines) == len(FAILING)
    for line in lines:
        assert "Error" in str(line["error"])
        assert line["trace"]
