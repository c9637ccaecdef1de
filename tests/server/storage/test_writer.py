"""SQLite's writer: functions are committed in batches and fail independently."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, wait
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server.storage.database import make_engine
from azulejos.server.storage.writer import MAX_BATCH, Writer


@pytest.fixture
def engine(sqlite_url: str) -> Iterator[sa.Engine]:
    engine = make_engine(sa.make_url(sqlite_url))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE t (n INTEGER PRIMARY KEY)"))
    yield engine
    engine.dispose()


@pytest.fixture
def writer(engine: sa.Engine) -> Iterator[Writer]:
    writer = Writer(engine)
    yield writer
    writer.stop()


def add(*numbers: int) -> Any:
    """A function that inserts rows and returns the last number."""

    def work(connection: sa.Connection) -> int:
        for n in numbers:
            connection.execute(sa.text("INSERT INTO t VALUES (:n)"), {"n": n})
        return numbers[-1]

    return work


def stored(engine: sa.Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.execute(sa.text("SELECT n FROM t ORDER BY n")).scalars())


def together(writer: Writer, works: list[Any]) -> list["Future[Any]"]:
    """Submit functions that are queued while another one runs."""
    gate = keep_busy(writer)
    futures = [writer.submit(work) for work in works]
    gate.set()
    wait(futures)
    return futures


def keep_busy(writer: Writer) -> threading.Event:
    """Keep the writer busy until the returned event is set."""
    begun, gate = threading.Event(), threading.Event()

    def work(connection: sa.Connection) -> None:
        begun.set()
        gate.wait()

    writer.submit(work)
    begun.wait()
    return gate


def test_queued_functions_are_committed_together(engine: sa.Engine, writer: Writer) -> None:
    commits: list[object] = []
    sa.event.listen(engine, "commit", commits.append)
    futures = together(writer, [add(n) for n in range(20)])
    assert [future.result() for future in futures] == list(range(20))
    assert len(commits) == 2
    assert stored(engine) == list(range(20))


def test_more_functions_than_fit_in_one_batch_are_all_committed(
    engine: sa.Engine, writer: Writer
) -> None:
    together(writer, [add(n) for n in range(3 * MAX_BATCH)])
    assert stored(engine) == list(range(3 * MAX_BATCH))


def test_a_function_that_fails_is_rolled_back_alone(engine: sa.Engine, writer: Writer) -> None:
    def refuse(connection: sa.Connection) -> None:
        add(7)(connection)
        raise LookupError

    one, doubled, refused, two = together(writer, [add(1), add(3, 1), refuse, add(2)])
    assert (one.result(), two.result()) == (1, 2)
    assert isinstance(doubled.exception(), sa.exc.IntegrityError)
    assert isinstance(refused.exception(), LookupError)
    assert stored(engine) == [1, 2]


def test_results_are_delivered_after_the_commit(engine: sa.Engine, writer: Writer) -> None:
    """If the commit fails, every function of the batch fails."""

    def fail(connection: sa.Connection) -> None:
        raise OSError("disk")

    sa.event.listen(engine, "commit", fail)
    futures = together(writer, [add(1), add(2)])
    sa.event.remove(engine, "commit", fail)
    assert [type(future.exception()) for future in futures] == [OSError, OSError]
    assert stored(engine) == []


def test_when_the_transaction_is_rolled_back_nothing_is_stored(
    engine: sa.Engine, writer: Writer
) -> None:
    """As SQLite does when the disk is full."""

    def end_it(connection: sa.Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")
        raise sa.exc.OperationalError("", {}, Exception("full"))

    futures = together(writer, [add(1), end_it, add(2)])
    assert all(future.exception() for future in futures)
    assert stored(engine) == []
    assert writer.submit(add(3)).result() == 3


def test_cancelled_functions_are_not_run(engine: sa.Engine, writer: Writer) -> None:
    gate = keep_busy(writer)
    given_up, other = writer.submit(add(1)), writer.submit(add(2))
    assert given_up.cancel()
    gate.set()
    assert other.result() == 2
    assert stored(engine) == [2]


def test_queued_functions_are_run_before_the_writer_stops(engine: sa.Engine) -> None:
    writer = Writer(engine)
    futures = [writer.submit(add(n)) for n in range(200)]
    writer.stop()
    assert all(future.done() for future in futures)
    assert stored(engine) == list(range(200))
