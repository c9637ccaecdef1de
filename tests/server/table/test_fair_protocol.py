"""R36: nobody alone can choose a deal; what a client kept shows whether a seat tried."""

import secrets
from pathlib import Path
from typing import Any

import pytest

from azulejos.record import Record
from azulejos.record_reader import read_records
from azulejos.server.table import fair, verbs
from azulejos.server.table.fair_check import FairVerdict, Unfair, check, read_commitment, read_kept
from azulejos.server.table.replay import make_record
from azulejos.server.table.verbs import Newcomer
from azulejos.server.table.view import make_view
from azulejos.server.timing import TIMING
from tests.server.fair_client import FairClient, sha256
from tests.server.script import LIVE, Script, code_of, refused

FACES = 16  # of the die that a cheater wants to fall on its first face


def sit(script: Script, **clients: FairClient) -> Script:
    """Let people join with their clients' pledges."""
    for name, client in clients.items():
        script.do(verbs.join, Newcomer(name, name, pledge=client.pledge))
        client.sit(view_of(script, name))
    return script


def view_of(script: Script, name: str) -> dict[str, Any]:
    return make_view(script.table, name, script.now).model_dump()


def reveal(script: Script, name: str, client: FairClient) -> list[str]:
    form = client.reveal(view_of(script, name))
    return script.do(verbs.reveal, name, form["nonce"], form["commitment"])


def record_of(script: Script) -> Record:
    """The record of a finished game after a round trip through text."""
    return read_records(make_record(script.table).to_text())[0]


def played(ann: FairClient, bob: FairClient, seed: int = 1) -> Script:
    """A whole game of two fair clients."""
    script = sit(Script(seed=seed), ann=ann, bob=bob)
    assert reveal(script, "ann", ann) == ["revealed"]
    assert reveal(script, "bob", bob) == ["revealed", "started", "dealt"]
    return script.finish((3, 1, 4))


def verdict(record: Record, client: FairClient) -> str:
    """The proof that a client has of a record, or the code of what it finds wrong."""
    try:
        return check(record, read_kept(client.kept)).proof
    except Unfair as wrong:
        return wrong.code


def forged(seed: int, clients: dict[str, FairClient]) -> Record:
    """The record of another game with its own seed, said to be the one that clients sat at."""
    script = sit(Script(seed=seed))
    for name, client in clients.items():
        script.do(verbs.join, Newcomer(name, name, pledge=client.pledge))
    for name, client in clients.items():
        nonce = client.nonces[client.pledge]
        script.do(verbs.reveal, name, nonce, script.plan.commitment)
    return record_of(script.finish((3, 1, 4)))


# ---- Honest games


def test_a_game_of_fair_clients_is_proven_to_both() -> None:
    ann, bob = FairClient(), FairClient()
    record = record_of(played(ann, bob))
    assert (verdict(record, ann), verdict(record, bob)) == ("whole", "whole")
    assert check(record).proof == "record"
    assert check(record, read_commitment(ann.kept["commitment"])).proof == "mixed"
    found = check(record)
    assert (found.seats, found.retries) == (2, 0)


def test_the_record_says_when_each_client_had_the_commitment() -> None:
    record = record_of(played(FairClient(), FairClient()))
    assert "null" not in record.headers["fair_seen"] + record.headers["fair_revealed"]


def test_clients_without_randomness_play_at_once_and_trust() -> None:
    script = Script().sit("ann", "bob").finish()
    record = record_of(script)
    assert check(record, read_commitment(script.plan.commitment)).proof == "seed"
    assert "fair_nonces" not in record.headers


def test_one_fair_client_suffices() -> None:
    ann = FairClient()
    script = sit(Script(), ann=ann).sit("bob")
    assert script.table.status == "open"
    reveal(script, "ann", ann)
    assert verdict(record_of(script.finish()), ann) == "whole"


def test_a_game_against_a_bot_is_dealt_after_the_commitment_was_kept() -> None:
    ann = FairClient()
    script = sit(Script(), ann=ann).sit("level1")
    assert script.table.deals == 0
    assert reveal(script, "ann", ann) == ["revealed", "started", "dealt"]
    assert verdict(record_of(script.finish()), ann) == "whole"


def test_a_record_of_the_first_release_proves_what_it_could_prove_then() -> None:
    file = Path(__file__).parent / "golden" / "v0.1.0.txt"
    record = read_records(file.read_text(encoding="utf-8"))[0]
    assert check(record) == FairVerdict(deals=7, seats=0, retries=0, proof="record")
    assert check(record, read_commitment(record.headers["fair_commitment"])).proof == "seed"


# ---- A cheating server


def test_a_server_that_exchanges_its_seed_is_found() -> None:
    """The forged record is consistent in itself: only what was kept tells."""
    ann, bob = FairClient(), FairClient()
    played(ann, bob)
    record = forged(2, {"ann": ann, "bob": bob})
    assert check(record).proof == "record"
    assert verdict(record, ann) == "fair.other_commitment"


def test_a_server_that_exchanges_the_other_players_randomness_is_found() -> None:
    ann, bob = FairClient(), FairClient()
    played(ann, bob)
    record = forged(1, {"ann": ann, "eve": FairClient()})
    assert check(record, read_commitment(ann.kept["commitment"])).proof == "mixed"
    assert verdict(record, ann) == "fair.other_contributions"


def test_a_server_that_leaves_a_clients_randomness_out_is_found() -> None:
    ann, bob = FairClient(), FairClient()
    played(ann, bob)
    script = sit(Script()).sit("ann", "bob")
    assert verdict(record_of(script.finish()), ann) == "fair.other_contributions"


def test_a_nonce_that_was_not_pledged_is_found() -> None:
    record = record_of(played(FairClient(), FairClient()))
    record.headers["fair_nonces"] = record.headers["fair_nonces"].replace("a", "b", 1)
    with pytest.raises(Unfair) as wrong:
        check(record)
    assert code_of(wrong) == "fair.pledge"


def test_a_server_that_asks_again_until_it_likes_the_deal_is_found() -> None:
    """It says that a player left, and gets another nonce; its record must admit that."""
    ann, bob = FairClient(), FairClient()
    script = played(ann, bob)
    view = view_of(script, "ann")
    place = script.table.order.index(0)
    view["fair"] |= {"awaited": [place], "pledges": script.table.nonces}
    view["you"] = [place]
    ann.reveal(view)  # the next nonce, for the same table
    record = forged(1, {"ann": ann, "bob": bob})
    ann.kept["nonces"] = [ann.nonces[ann.pledge]]
    ann.kept["pledges"] = [ann.pledge, bob.pledge]
    assert verdict(record, ann) == "fair.hidden_retries"


def test_grinding_seeds_before_the_nonces_are_known_chooses_nothing() -> None:
    """A server that tries 40 seeds against its guess of the nonces rolls an honest die."""
    hits = 0
    for _ in range(600):
        guess, pledge = ["00" * 32, ""], sha256(secrets.token_hex(32))
        seeds = (secrets.token_bytes(32) for _ in range(40))
        best = next((s for s in seeds if face(s, guess, pledge) == 0), b"\0" * 32)
        hits += face(best, [secrets.token_hex(32), ""], pledge) == 0
    assert hits < 600 / FACES + 5 * (600 / FACES) ** 0.5  # of 600 when it succeeds


def test_grinding_the_last_text_or_nonce_chooses_nothing() -> None:
    """A last joiner who knows everything but the seed rolls an honest die."""
    hits = 0
    for _ in range(600):
        seed, mine = secrets.token_bytes(32), secrets.token_hex(32)
        tries = ([mine, secrets.token_hex(32)] for _ in range(40))
        best = next((n for n in tries if face(b"\0" * 32, n, "T") == 0), [mine, mine])
        hits += face(seed, best, "T") == 0
    assert hits < 600 / FACES + 5 * (600 / FACES) ** 0.5


def face(seed: bytes, nonces: list[str], table: str) -> int:
    """The face of a die that falls by the entropy of a first deal."""
    return fair.entropy(seed, table, ["", ""], 0, nonces) % FACES


# ---- A cheating player


def test_nothing_can_be_revealed_but_what_was_pledged() -> None:
    ann, bob = FairClient(), FairClient()
    script = sit(Script(), ann=ann)
    promised = script.plan.commitment
    nonce = ann.nonces[ann.pledge]
    assert refused(script, verbs.reveal, "ann", nonce, promised) == "table.early_reveal"
    sit(script, bob=bob)
    other = secrets.token_hex(32)
    assert refused(script, verbs.reveal, "bob", other, promised) == "table.other_pledge"
    assert refused(script, verbs.reveal, "bob", nonce, promised) == "table.other_pledge"
    assert refused(script, verbs.reveal, "bob", nonce, other) == "table.other_commitment"
    assert refused(script, verbs.reveal, "eve", nonce, promised) == "table.not_seated"
    assert script.table.deals == 0


def test_who_withholds_a_nonce_loses_the_seat_and_no_deal_exists() -> None:
    ann, bob, eve = FairClient(), FairClient(), FairClient()
    script = sit(Script(clock=LIVE), ann=ann, eve=eve)
    reveal(script, "ann", ann)
    assert script.wait(TIMING.reveal_s - 1).do(verbs.check_time) == []
    assert script.wait(1).do(verbs.check_time) == ["left"]
    assert script.table.people() == {"ann"}
    sit(script, bob=bob)
    assert script.table.awaited == [0, 1]  # what ann has revealed is not used
    reveal(script, "ann", ann)
    assert reveal(script, "bob", bob) == ["revealed", "started", "dealt"]
    assert len(ann.revealed) == 2
    record = record_of(script.finish())
    assert (verdict(record, ann), verdict(record, bob)) == ("whole", "whole")
    assert check(record).retries == 1  # visible to everybody


def test_after_a_downtime_nobody_is_late() -> None:
    script = sit(Script(clock=LIVE), ann=FairClient(), bob=FairClient()).wait(TIMING.reveal_s + 5)
    assert script.do(verbs.check_time, down_until=script.now - 1) == []
    assert script.do(verbs.check_time) == ["left", "left", "closed"]


def test_a_client_that_lost_its_nonce_pledges_again() -> None:
    ann, bob, found = FairClient(), FairClient(), FairClient()
    script = sit(Script(), ann=ann, bob=bob)
    reveal(script, "bob", bob)
    assert script.do(verbs.pledge, "ann", found.pledge) == ["pledged"]
    found.sit(view_of(script, "ann"))
    reveal(script, "ann", found)
    reveal(script, "bob", bob)
    record = record_of(script.finish())
    assert (verdict(record, found), verdict(record, bob)) == ("whole", "whole")
    assert check(record).retries == 1


def test_pledges_cannot_be_replaced_for_ever() -> None:
    bob = FairClient(verbs.MAX_RETRIES)
    script = sit(Script(), ann=FairClient(), bob=bob)
    for _ in range(verbs.MAX_RETRIES):
        reveal(script, "bob", bob)
        script.do(verbs.pledge, "ann", FairClient().pledge)
    assert refused(script, verbs.pledge, "ann", FairClient().pledge) == "table.late_pledge"


# ---- What was kept


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        {},
        {"table": "T4bleT4bleT4"},
        {"table": "T", "commitment": "ab"},
        {"table": "T", "commitment": "ab" * 32, "nonces": ["x"]},
        {"table": "T", "commitment": "ab" * 32, "nonces": 7},
        {"table": "T", "commitment": "ab" * 32, "reveals": "many"},
    ],
)
def test_what_is_not_a_kept_file_is_refused(kept: Any) -> None:
    with pytest.raises(Unfair) as wrong:
        read_kept(kept)
    assert code_of(wrong) == "fair.unreadable"
