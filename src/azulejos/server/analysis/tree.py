"""A tree of variations as a flat list of nodes, and as a record.

Clients get and send the flat list, which is never nested deeply; a record, in which variations are
nested, is what is stored and downloaded. A tree is checked by reading its record.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from azulejos.contract.rules import Json
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.record import Entry, Record
from azulejos.record_reader import iter_records
from azulejos.server.errors import refusal
from azulejos.wire.boards import MAX_CHARACTERS, MAX_LINE, MAX_NODES

MAX_WORDS = 9  # of a deal
COMMENT = re.compile(r"\{(?:[^}\\]|\\.)*+\}?")
WORD = re.compile(r"[^\s()<>]+")
JSON_MOVE = re.compile(r'"(?:move|deal)"')
MAX_DEPTH = 20  # of variations in variations, as the reader of records allows


@dataclass(frozen=True)
class Node:
    """A move or deal after another one."""

    parent: int  # the number of the node before it; -1 for the first position
    text: str
    is_deal: bool
    seat: int | None  # that moves; None for a deal
    comment: str


# ---- Records as nodes


def read_record(text: str) -> Record:
    """The one record of a text: as text or JSON, or a position in either form without moves."""
    stripped = text.strip()
    check_size(stripped)
    if stripped.startswith("{"):
        data = parse_json(stripped)
        if "entries" not in data:
            return Record.from_position(Position.from_json(data))
        stripped = json.dumps(data)  # on one line
    elif stripped.partition(" ")[0] in GAMES:
        return Record.from_position(Position.from_text(stripped))
    elif "[" not in stripped:  # a record has at least the header that names its game
        raise refusal("board.one_record")
    records = list(islice(iter_records(stripped), 2))
    if len(records) != 1:
        raise refusal("board.one_record")
    return records[0]


def check_size(text: str) -> None:
    """Refuse a text with more moves than a tree may have, before they are read one by one."""
    bare = COMMENT.sub(" ", text)
    if max(len(WORD.findall(bare)) // MAX_WORDS, len(JSON_MOVE.findall(text))) > MAX_NODES:
        raise refusal("board.full", most=MAX_NODES)


def parse_json(text: str) -> Json:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise refusal("board.one_record")
    return data


def nodes_of(record: Record) -> list[Node]:
    """The nodes of a record: each after its parent, and a main line before its variations."""
    nodes: list[Node] = []
    add_line(nodes, record.entries, -1, record.first())
    if len(nodes) > MAX_NODES:
        raise refusal("board.full", most=MAX_NODES)
    return nodes


def add_line(nodes: list[Node], entries: list[Entry], parent: int, position: Position) -> None:
    """Add the nodes of a line from a position on, which is pushed along."""
    for entry in entries:
        seat = None if entry.is_deal else position.turn
        nodes.append(Node(parent, entry.text, entry.is_deal, seat, entry.comment))
        number = len(nodes) - 1
        for variation in entry.variations:
            add_line(nodes, variation, parent, position.copy())
        position.push(entry.text)
        parent = number


# ---- Nodes as records


def with_nodes(record: Record, nodes: list[tuple[int, str, str]]) -> Record:
    """A record with the entries of nodes, given as parent, text and comment; checked by reading
    it.
    """
    children: dict[int, list[int]] = {}
    for number, (parent, _, _) in enumerate(nodes):
        if not -1 <= parent < number:
            raise refusal("board.nodes")
        children.setdefault(parent, []).append(number)

    def line(number: int, depth: int) -> Iterator[Entry]:
        """The entries from a node on, along first children."""
        siblings: list[int] = []
        while True:
            others = [list(line(each, depth + 1)) for each in siblings]
            if depth > MAX_DEPTH:
                raise refusal("board.nodes")
            _, text, comment = nodes[number]
            yield Entry(text, False, comment, others)
            if number not in children:
                return
            number, *siblings = children[number]

    first, *others = children.get(-1, [None])
    entries = list(line(first, 0)) if first is not None else []
    if entries:
        entries[0].variations = [list(line(each, 1)) for each in others if each is not None]
    return check(replace(record, entries=mark_deals(record, entries)))


def mark_deals(record: Record, entries: list[Entry]) -> list[Entry]:
    """Say of every entry whether it is a deal; pushes them, so that an illegal one is refused."""

    def mark(line: list[Entry], position: Position) -> None:
        if len(position.history) + len(line) > MAX_LINE:
            raise refusal("board.full", most=MAX_LINE)
        for entry in line:
            for variation in entry.variations:
                mark(variation, position.copy())
            entry.is_deal = position.needs_deal
            position.push(entry.text)
            entry.text = position.history[-1]

    mark(entries, record.first())
    return entries


def check(record: Record) -> Record:
    """A record, if it is not too long to be stored and sent."""
    if len(record.to_text()) > MAX_CHARACTERS:
        raise refusal("board.full", most=MAX_NODES)
    return record


# ---- Changes


def add_move(record: Record, path: list[str], text: str) -> tuple[Record, list[str]]:
    """A record with a move or deal after a line, and the line with it as it is written.

    One that is there already changes nothing.
    """
    nodes = nodes_of(record)
    parent = find(nodes, path)
    position = position_at(record, path)
    position.push(text)
    written = position.history[-1]
    if any(node.parent == parent and node.text == written for node in nodes):
        return record, position.history
    if len(nodes) >= MAX_NODES:
        raise refusal("board.full", most=MAX_NODES)
    plain = [(node.parent, node.text, node.comment) for node in nodes]
    return with_nodes(record, [*plain, (parent, written, "")]), position.history


def remove_line(record: Record, path: list[str]) -> tuple[Record, list[str]]:
    """A record without the last move of a line and all that follows it, and the line before it."""
    nodes = nodes_of(record)
    gone = {find(nodes, path)}
    if -1 in gone:
        raise refusal("board.line")
    kept: list[tuple[int, str, str]] = []
    numbers = {-1: -1}  # of the nodes that are kept
    for number, node in enumerate(nodes):
        if number in gone or node.parent in gone:
            gone.add(number)
            continue
        numbers[number] = len(kept)
        kept.append((numbers[node.parent], node.text, node.comment))
    return with_nodes(record, kept), path[:-1]


def find(nodes: list[Node], path: list[str]) -> int:
    """The number of the node at the end of a line; -1 for the first position."""
    here = -1
    for text in path:
        steps = (n for n, node in enumerate(nodes) if node.parent == here and node.text == text)
        found = next(steps, None)
        if found is None:
            raise refusal("board.line")
        here = found
    return here


def position_at(record: Record, path: list[str]) -> Position:
    """The position at the end of a line."""
    position = record.first()
    for text in path:
        position.push(text)
    return position
