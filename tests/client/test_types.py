"""The client's types have exactly the fields that the server sends."""

from dataclasses import fields
from typing import Any

import pytest
from pydantic import BaseModel

from azulejos.client import messages, types
from azulejos.client.calls import Act
from azulejos.client.reading import read
from azulejos.server.table import view as server_view
from azulejos.wire import accounts as people_schemas
from azulejos.wire import analysis as analysis_schemas
from azulejos.wire import base as wire
from azulejos.wire import games as game_schemas
from azulejos.wire import messages as server_messages
from azulejos.wire import tables as table_schemas
from azulejos.wire import tournaments as tournament_schemas

PAIRS: list[tuple[type, type[BaseModel]]] = [
    (types.Person, people_schemas.MeAnswer),
    (types.Server, game_schemas.ServerAnswer),
    (types.Seat, server_view.SeatView),
    (types.Clock, server_view.ClockView),
    (types.Offer, server_view.OfferView),
    (types.Finish, server_view.FinishView),
    (types.Fair, server_view.FairView),
    (types.View, server_view.View),
    (types.Event, server_view.EventView),
    (types.Summary, server_messages.Summary),
    (types.TournamentSummary, tournament_schemas.TournamentSummary),
    (types.Standing, tournament_schemas.PlaceAnswer),
    (types.Tournament, tournament_schemas.TournamentAnswer),
    (types.Done, table_schemas.DoneAnswer),
    (types.Analysis, analysis_schemas.AnalysisAnswer),
    (types.AnalysedMove, server_messages.MoveInfo),
    (types.Said, wire.Said),
    (messages.Hello, server_messages.Hello),
    (messages.Update, server_messages.Update),
    (messages.Ack, server_messages.Ack),
    (messages.Refusal, server_messages.Refusal),
    (messages.Explained, server_messages.Explained),
    (messages.Hint, server_messages.Hint),
    (messages.Info, server_messages.Info),
    (messages.BoardChanged, server_messages.BoardChanged),
    (messages.Tables, server_messages.Tables),
    (messages.Words, server_messages.WordsView),
    (messages.Spoken, server_messages.Spoken),
    (messages.Challenge, server_messages.ChallengeView),
    (messages.Challenged, server_messages.Challenged),
    (messages.Pong, server_messages.Pong),
]


@pytest.mark.parametrize(("ours", "sent"), PAIRS, ids=lambda kind: kind.__name__)
def test_a_type_has_the_fields_that_the_server_sends(ours: Any, sent: type[BaseModel]) -> None:
    assert {each.name for each in fields(ours)} == set(sent.model_fields) - {"type"}


def test_every_message_of_the_server_has_a_type() -> None:
    sent = {
        each.model_fields["type"].default
        for each in vars(server_messages).values()
        if isinstance(each, type) and issubclass(each, wire.Sent) and "type" in each.model_fields
    }
    assert set(messages.TYPES) == sent


def test_acts_are_acts_of_the_server() -> None:
    assert set(Act.__args__) <= set(server_messages.PlayerAct.__args__)  # type: ignore[attr-defined]


def test_unknown_fields_are_ignored_and_missing_ones_refused() -> None:
    done = read(types.Done, {"table": "abcdefgh", "version": 3, "more": 1})
    assert done == types.Done("abcdefgh", 3)
    with pytest.raises(ValueError, match="version missing"):
        read(types.Done, {"table": "abcdefgh"})
    with pytest.raises(ValueError, match="object"):
        read(types.Done, [])


def test_a_message_of_an_unknown_type_is_skipped() -> None:
    assert messages.parse_message('{"type": "news"}') is None
    assert messages.parse_message("\n") is None
