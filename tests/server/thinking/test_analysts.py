"""Analysts stream, can be stopped, give way to urgent calls, and are replaced when they die."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import aclosing
from time import sleep
from typing import Any

import pytest

from azulejos.server.errors import Busy
from azulejos.server.thinking.analysts import MAX_WAITING, Analysts


def count(least: int, is_stopped: Callable[[], bool]) -> Iterator[int]:
    """Count until stopped, but at least up to a number."""
    number = 0
    while number < least or not is_stopped():
        number += 1
        yield number
        sleep(0.01)


def count_to(last: int, is_stopped: Callable[[], bool]) -> Iterator[int]:
    yield from range(1, last + 1)


def fail(is_stopped: Callable[[], bool]) -> Iterator[int]:
    yield 1
    raise ValueError("no")


def name_process(is_stopped: Callable[[], bool]) -> Iterator[int]:
    yield os.getpid()
    yield os.nice(0)


def use(check: Callable[[Analysts], Any], number: int = 1) -> None:
    async def run() -> None:
        analysts = Analysts(number)
        try:
            await check(analysts)
        finally:
            analysts.stop()

    asyncio.run(run())


async def collect(analysts: Analysts, work: Any, *args: Any, **how: Any) -> list[Any]:
    return [answer async for answer in analysts.stream(work, *args, **how)]


def test_answers_arrive_while_the_work_goes_on_and_errors_are_raised() -> None:
    async def check(analysts: Analysts) -> None:
        assert await collect(analysts, count_to, 3) == [1, 2, 3]
        with pytest.raises(ValueError, match="no"):
            await collect(analysts, fail)
        first = await collect(analysts, name_process)
        assert first == await collect(analysts, name_process)  # the same process, used again
        assert first[1] >= min(19, os.nice(0) + 15)

    use(check)


def test_a_reader_that_leaves_stops_the_work() -> None:
    async def check(analysts: Analysts) -> None:
        async with aclosing(analysts.stream(count, 0)) as numbers:
            assert await anext(numbers) == 1
        assert await asyncio.wait_for(collect(analysts, count_to, 2), 10) == [1, 2]

    use(check)


def test_an_urgent_call_stops_one_that_is_not() -> None:
    async def check(analysts: Analysts) -> None:
        await collect(analysts, count_to, 1)  # the process has started
        patient = asyncio.create_task(collect(analysts, count, 1, is_urgent=False))
        await asyncio.sleep(0.1)
        other = asyncio.create_task(collect(analysts, count_to, 1, is_urgent=False))
        assert await asyncio.wait_for(collect(analysts, count_to, 2), 10) == [1, 2]
        assert patient.done()
        assert (await patient)[0] == 1
        assert await other == [1]

    use(check)


def test_a_dead_process_is_replaced_and_its_call_fails() -> None:
    async def check(analysts: Analysts) -> None:
        process = (await collect(analysts, name_process))[0]
        async with aclosing(analysts.stream(count, 0)) as numbers:
            await anext(numbers)
            os.kill(process, signal.SIGKILL)
            with pytest.raises(Busy):
                _ = [number async for number in numbers]
        assert (await collect(analysts, name_process))[0] != process

    use(check)


def test_waiting_calls_are_bounded_and_those_cancelled_leave_the_queue() -> None:
    async def check(analysts: Analysts) -> None:
        async with aclosing(analysts.stream(count, 0)) as numbers:
            await anext(numbers)
            waiting = [
                asyncio.create_task(collect(analysts, count_to, 1)) for _ in range(MAX_WAITING)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await collect(analysts, count_to, 1)
            waiting.pop().cancel()
            await asyncio.sleep(0)
            waiting.append(asyncio.create_task(collect(analysts, count_to, 1)))
            await asyncio.sleep(0)
        assert await asyncio.gather(*waiting) == [[1]] * MAX_WAITING

    use(check)
