"""Channels in virtual time: news of one process reach listeners in another without a hint."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos import Position, Record
from azulejos.server.accounts.people import People
from azulejos.server.analysis.boards import Boards
from azulejos.server.play.lobby import Lobby
from azulejos.server.play.tables import Tables
from azulejos.server.social.challenges import Inbox
from azulejos.server.social.chat import Chat
from azulejos.server.storage.migrations import migrate
from azulejos.server.table import fair
from azulejos.server.table.plan import Plan
from azulejos.server.table.verbs import Newcomer, leave
from azulejos.server.timing import now
from tests.server.virtual import World

POLLED_S = 3.0  # longer than the time between two polls
TABLE = "polledtable1"


class Listener:
    """A connection of a person, which keeps what it gets."""

    def __init__(self, person: str = ""):
        self.person = person
        self.heard: list[Any] = []

    def send(self, message: Any) -> None:
        self.heard.append(message)


class Two:
    """Two processes without hints, and two guests."""

    def __init__(self, world: World):
        migrate(world.url)
        self.world = world
        self.first, self.second = world.start_process(), world.start_process()
        people = self.first.parts[People]
        self.ana, self.bia = (
            world.run(people.make_guest(name, "en")).id for name in ("Ana", "Bia")
        )

    def make_table(self, *people: str, **terms: Any) -> None:
        """Let some people sit down at a table in the first process."""
        seed = fair.make_seed()
        plan = Plan(TABLE, "azul", 2, self.ana, now(), fair.commitment(seed), **terms)
        newcomers: list[Any] = [(Newcomer(person, person), None) for person in people]
        self.world.run(self.first.parts[Tables].create(plan, seed, newcomers))


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    world = World(tmp_path)
    yield Two(world)
    world.close()


def test_a_new_table_reaches_the_lobby_of_another_process(two: Two) -> None:
    lobby, listener = two.second.parts[Lobby], Listener()

    async def start() -> None:
        lobby.start()
        await lobby.listen(listener)

    two.world.run(start())
    assert TABLE not in listener.heard[-1]
    two.make_table(two.ana, is_public=True)
    two.world.wait(POLLED_S)
    assert TABLE in listener.heard[-1]
    lobby.stop()


def test_a_move_on_a_board_reaches_another_process(two: Two) -> None:
    position = Position("azul")
    position.deal()
    record, listener = Record.from_position(position), Listener()
    boards = two.first.parts[Boards]
    board = two.world.run(boards.create(record.to_text(), [], two.ana, now())).id
    two.world.run(two.second.parts[Boards].listen(board, listener))
    position.push(position.legal_moves[0])
    after = Record.from_position(position)
    two.world.run(boards.change(board, "test", [], lambda _: (after, []), now()))
    two.world.wait(POLLED_S)
    assert [message.version for message in listener.heard] == [1, 2]


def test_a_challenge_reaches_another_process_and_is_withdrawn_there(two: Two) -> None:
    listener = Listener(two.bia)
    two.second.parts[Inbox].listen(listener)
    two.make_table(two.ana, invited=two.bia)
    two.world.wait(POLLED_S)
    assert [each.table.table for each in listener.heard[-1].challenges] == [TABLE]
    two.world.run(two.first.parts[Tables].act(TABLE, lambda table, at: leave(table, two.ana, at)))
    two.world.wait(POLLED_S)
    assert listener.heard[-1].challenges == []


def test_a_chat_message_reaches_another_process_once(two: Two) -> None:
    listener = Listener(two.bia)
    two.make_table(two.ana, two.bia)
    two.second.parts[Chat].channel.listen(TABLE, listener)
    two.world.run(two.first.parts[Chat].say(TABLE, two.ana, "hello", ""))
    two.world.wait(2 * POLLED_S)
    assert [message.words.phrase for message in listener.heard] == ["hello"]
