"""Documents are made once for all who ask, outside the event loop, and kept up to a size (R32)."""

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

from azulejos.errors import AzulejosError
from azulejos.server.web.documents import MAX_WAITING, Documents
from tests.server.running import ON_ONE_DEVICE, Running, create, ok


@pytest.fixture
def documents() -> Iterator[Documents]:
    made = Documents(max_bytes=10_000)
    yield made
    made.close()


def test_simultaneous_askers_get_one_computation(documents: Documents) -> None:
    made: list[str] = []

    def make() -> bytes:
        made.append(threading.current_thread().name)
        time.sleep(0.05)
        return b"document"

    async def run() -> None:
        asked = [documents.get("key", make) for _ in range(50)]
        assert await asyncio.gather(*asked) == [b"document"] * 50
        assert await documents.get("key", make) == b"document"

    asyncio.run(run())
    assert len(made) == 1
    assert made[0].startswith("documents")


def test_the_last_used_are_kept_up_to_a_size(documents: Documents) -> None:
    made: list[int] = []

    async def get(n: int) -> None:
        await documents.get(n, lambda: made.append(n) or b"x" * 4_000)  # type: ignore[func-returns-value]

    async def run() -> None:
        for n in (1, 2, 1, 3, 1, 2):  # two fit
            await get(n)

    asyncio.run(run())
    assert made == [1, 2, 3, 2]


def test_errors_are_not_kept_and_a_long_queue_is_refused(documents: Documents) -> None:
    def fail() -> bytes:
        raise ValueError("wrong")

    async def run() -> None:
        for _ in range(2):
            with pytest.raises(ValueError, match="wrong"):
                await documents.get("key", fail)
        gate = threading.Event()
        waiting = [
            asyncio.create_task(documents.get(n, lambda: (gate.wait() and b"") or b""))
            for n in range(MAX_WAITING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(AzulejosError, match="too much to do"):
            await documents.get("one more", fail)
        gate.set()
        await asyncio.gather(*waiting)
        with pytest.raises(ValueError, match="wrong"):
            await documents.get("one more", fail)

    asyncio.run(run())


def test_a_document_is_that_of_the_present_version(running: Running) -> None:
    guest = running.guest()
    view = create(guest, ON_ONE_DEVICE)
    table = f"/api/v1/tables/{view['table']}"
    before = ok(guest.get(f"{table}/replay"))
    move = {"id": "m", "version": view["version"], "move": view["moves"][0]}
    ok(guest.post(f"{table}/moves", json=move))
    after = ok(guest.get(f"{table}/replay"))
    assert len(after["steps"]) == len(before["steps"]) + 1
    assert after["steps"][-1]["text"] == move["move"]
    assert move["move"] in guest.get(f"{table}/record").text
    assert ok(guest.get(f"{table}/record.json"))["entries"][-1]["move"] == move["move"]
