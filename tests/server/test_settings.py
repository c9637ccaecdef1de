"""Settings come from flags, environment, file and defaults, in this order."""

from pathlib import Path
from typing import Any

import pytest

from azulejos.server.settings import NAMES, BadSettings, Settings, flag_of, load_settings
from azulejos.text import LANGUAGES, Text, render

ROOT = Path(__file__).parent.parent.parent


def test_flags_override_the_environment_which_overrides_the_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('host = "::1"\nport = 1\nbot_pause_s = 1.5\ntrusted_proxies = ["10.0.0.1"]\n')
    environment = {"AZULEJOS_PORT": "2", "AZULEJOS_BOT_PAUSE_S": "2", "HOME": "/"}
    settings = load_settings({"port": "3", "redis": None}, environment, file)
    assert (settings.port, settings.bot_pause_s, settings.host) == (3, 2.0, "::1")
    assert settings.trusted_proxies == ("10.0.0.1/32",)
    assert settings.redis == Settings().redis


def test_the_file_can_be_named_by_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("port = 7")
    assert load_settings({}, {"AZULEJOS_SETTINGS": str(file)}).port == 7


def test_the_default_database_is_a_file_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert load_settings({}, {}).database.startswith("sqlite:///")
    assert load_settings({}, {}).database.endswith("azulejos/azulejos.db")


def test_lists_are_written_with_commas() -> None:
    settings = load_settings({"trusted_proxies": "10.0.0.1, fd00::/8,"}, {})
    assert settings.trusted_proxies == ("10.0.0.1/32", "fd00::/8")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "many"),
        ("port", "65536"),
        ("database", "mysql://somebody:hush@host/name"),
        ("database", "hush"),
        ("redis", "http://hush"),
        ("public_origin", "play.example.org"),
        ("public_origin", "https://play.example.org/"),
        ("trusted_proxies", "hush"),
        ("workers", "0"),
        ("bot_pause_s", "-1"),
        ("stop_s", "0"),
        ("smtp", "http://hush"),
        ("smtp", "smtp://hush.example.org"),  # without a sender and the address of the page
        ("mail_from", "hush"),
        ("limits", "sometimes"),
        ("log_level", "hush"),
    ],
)
def test_a_wrong_value_is_reported_by_its_place_without_the_value(name: str, value: str) -> None:
    for place, flags, environment in (
        (flag_of(name), {name: value}, {}),
        (f"AZULEJOS_{name.upper()}", {}, {f"AZULEJOS_{name.upper()}": value}),
    ):
        with pytest.raises(BadSettings) as caught:
            load_settings(flags, environment)
        assert caught.value.code == "settings.wrong"
        assert place in str(caught.value)
        assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    ("flags", "environment"), [({}, {"AZULEJOS_PROT": "1"}), ({"prot": "1"}, {})]
)
def test_an_unknown_setting_is_refused(flags: dict[str, Any], environment: dict[str, str]) -> None:
    with pytest.raises(BadSettings) as caught:
        load_settings(flags, environment)
    assert caught.value.code == "settings.unknown"


@pytest.mark.parametrize("content", [b"port =", b"\xff", b"[a]\nb = 1", b"prot = 1"])
def test_a_bad_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    with pytest.raises(BadSettings):
        load_settings({}, {}, file)


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_described_in_every_language_and_in_the_documents(name: str) -> None:
    for language in LANGUAGES:
        assert render(Text(f"settings.{name}"), language)
    assert f"`{name}`" in (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
