"""R36 against a real server: commitments, pledges and nonces before the first deal."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from azulejos.record_reader import read_records
from azulejos.server.table.fair_check import check, read_kept
from azulejos.server.timing import TIMING
from tests.cli.command import call
from tests.server.fair_client import FairClient
from tests.server.running import AGAINST_A_BOT, FOR_TWO, Browser, Running, code, create, look, ok
from tests.server.services import wait_for

LIVE = {"kind": "live", "bank_s": 300}


class Player:
    """A guest with a fair client."""

    def __init__(self, running: Running):
        self.http, self.fair = running.guest(), FairClient()

    def create(self, form: dict[str, Any], **more: Any) -> dict[str, Any]:
        view = create(self.http, form, pledge=self.fair.pledge, **more)
        self.fair.sit(view)
        return view

    def join(self, table: str) -> dict[str, Any]:
        form = {"pledge": self.fair.pledge}
        view: dict[str, Any] = ok(self.http.post(f"/api/v1/tables/{table}/join", json=form))
        self.fair.sit(view)
        return view

    def reveal(self, table: str) -> dict[str, Any]:
        form = self.fair.reveal(look(self.http, table))
        view: dict[str, Any] = ok(self.http.post(f"/api/v1/tables/{table}/reveal", json=form))
        return view

    def resign(self, table: str) -> None:
        ok(self.http.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"}))

    def proof(self, table: str) -> str:
        """The proof of the record, by our verifier and by the server's."""
        text = self.http.get(f"/api/v1/tables/{table}/record").text
        found = ok(self.http.post("/api/v1/fair", json={"record": text, "kept": self.fair.kept}))
        assert check(read_records(text)[0], read_kept(self.fair.kept)).proof == found["proof"]
        return str(found["proof"])


def dealt(client: Browser, table: str) -> int:
    """The number of deals so far."""
    return len(ok(client.get(f"/api/v1/tables/{table}/replay"))["steps"])


def test_against_a_bot_nothing_is_dealt_before_the_commitment_is_known(running: Running) -> None:
    ana = Player(running)
    view = ana.create(AGAINST_A_BOT)
    table = view["table"]
    assert (view["status"], view["moves"], view["fair"]["nonces"]) == ("open", [], ["", ""])
    assert dealt(ana.http, table) == 0
    started = ana.reveal(table)
    assert started["status"] == "playing"
    assert started["fair"]["commitment"] == view["fair"]["commitment"]
    again = {"nonce": ana.fair.kept["nonces"][0], "commitment": view["fair"]["commitment"]}
    repeated = ok(ana.http.post(f"/api/v1/tables/{table}/reveal", json=again))
    assert repeated["status"] == "playing"
    ana.resign(table)
    assert ana.proof(table) == "whole"


def test_two_players_and_their_rematch(running: Running) -> None:
    ana, bia = Player(running), Player(running)
    table = ana.create(FOR_TWO, is_public=True)["table"]
    early = {"nonce": "ab" * 32, "commitment": ana.fair.kept["commitment"]}
    refused = ana.http.post(f"/api/v1/tables/{table}/reveal", json=early)
    assert code(refused) == (409, "table.early_reveal")
    assert bia.join(table)["status"] == "open"
    listed = ok(ana.http.get("/api/v1/tables"))["tables"]
    assert table not in {each["table"] for each in listed}  # nobody else can join it
    assert ana.reveal(table)["status"] == "open"
    assert bia.reveal(table)["status"] == "playing"
    bia.resign(table)
    assert (ana.proof(table), bia.proof(table)) == ("whole", "whole")

    ana.fair, bia.fair = FairClient(), FairClient()
    form = {"pledge": ana.fair.pledge}
    again = ok(ana.http.post(f"/api/v1/tables/{table}/rematch", json=form))
    ana.fair.sit(again)
    assert again["fair"]["commitment"] != look(ana.http, table)["fair"]["commitment"]
    table = again["table"]
    bia.join(table)
    with ThreadPoolExecutor(2) as threads:  # both at once
        list(threads.map(lambda player: player.reveal(table), (ana, bia)))
    assert look(ana.http, table)["status"] == "playing"
    ana.resign(table)
    assert (ana.proof(table), bia.proof(table)) == ("whole", "whole")


def test_a_client_without_randomness_waits_for_those_that_have_some(running: Running) -> None:
    ana, guest = Player(running), running.guest()
    table = ana.create(FOR_TWO)["table"]
    assert ok(guest.post(f"/api/v1/tables/{table}/join", json={}))["status"] == "open"
    assert ana.reveal(table)["status"] == "playing"


def test_the_seat_of_a_client_that_withholds_is_freed(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "reveal_s", 0.5)
    ana, eve, bia = Player(running), Player(running), Player(running)
    table = ana.create(FOR_TWO, clock=LIVE)["table"]
    eve.join(table)
    ana.reveal(table)
    wait_for("seat", lambda: any(s["is_open"] for s in look(ana.http, table)["seats"]), 20)
    assert dealt(ana.http, table) == 0
    late = {"nonce": eve.fair.nonces[eve.fair.pledge], "commitment": eve.fair.kept["commitment"]}
    refused = eve.http.post(f"/api/v1/tables/{table}/reveal", json=late)
    assert code(refused) == (409, "table.not_seated")
    monkeypatch.setattr(TIMING, "reveal_s", 60.0)
    bia.join(table)
    ana.reveal(table)
    assert bia.reveal(table)["fair"]["retries"] == 1
    ana.resign(table)
    assert (ana.proof(table), bia.proof(table)) == ("whole", "whole")


def test_a_lost_nonce_is_pledged_again(running: Running) -> None:
    ana = Player(running)
    table = ana.create(AGAINST_A_BOT)["table"]
    ana.fair = FairClient()
    path = f"/api/v1/tables/{table}/pledge"
    ana.fair.sit(ok(ana.http.post(path, json={"pledge": ana.fair.pledge})))
    assert ok(ana.http.post(path, json={"pledge": ana.fair.pledge}))["status"] == "open"  # twice
    assert ana.reveal(table)["status"] == "playing"
    ana.resign(table)
    assert ana.proof(table) == "whole"


def test_the_command_says_what_is_proven(running: Running, tmp_path: Path) -> None:
    ana = Player(running)
    table = ana.create(AGAINST_A_BOT)["table"]
    ana.reveal(table)
    ana.resign(table)
    record, kept = tmp_path / "game.txt", tmp_path / "kept.json"
    record.write_text(ana.http.get(f"/api/v1/tables/{table}/record").text, encoding="utf-8")
    kept.write_text(json.dumps(ana.fair.kept))
    promised = ana.fair.kept["commitment"]
    ways: dict[str, list[str]] = {
        "record": [],
        "mixed": ["--commitment", promised],
        "whole": ["--kept", str(kept)],
    }
    for proof, words in ways.items():
        told = call("fair", "--json", *words, str(record))
        assert (told.returncode, json.loads(told.stdout)["proof"]) == (0, proof)
    told = call("fair", "--commitment", "00" * 32, str(record))
    assert told.returncode == 1
    assert "not the one that you kept" in told.stdout
    assert "Nobody alone" in call("fair", "--kept", str(kept), str(record)).stdout
    assert "Not proven" in call("fair", str(record)).stdout
    assert call("fair", "--commitment", "abc", str(record)).returncode == 2
