"""Facts as compiled code writes them: compact JSON, in a buffer of any size."""

import json
from itertools import islice

import numpy as np
import pytest

from azulejos import kernels, written
from tests.playthrough import script
from tests.walk import VARIANTS, legal_moves, walk

every_variant = pytest.mark.parametrize("variant", VARIANTS)


@every_variant
def test_what_is_written_is_compact_json(variant: str) -> None:
    for position in islice(walk(variant, script(4)), 0, None, 5):
        states = position.states
        texts = [
            written.text_of(write, states) for write in (kernels.write_position, kernels.write_view)
        ]
        if position.turn is not None:
            for move in legal_moves(position)[::9]:
                after = np.empty_like(states)
                texts.append(written.text_of(kernels.write_steps, states, move, after))
                texts.append(written.text_of(kernels.write_forecast, states, move))
        for text in texts:
            assert json.dumps(json.loads(text), separators=(",", ":")) == text


@every_variant
@pytest.mark.parametrize("room", [0, 1, 2, 40, 200])
def test_a_text_that_does_not_fit_is_written_again(
    variant: str, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, position = islice(walk(variant, script(4)), 12)
    expected = position.view(), position.legal_moves
    monkeypatch.setattr(written, "ROOM", room)
    assert (position.view(), position.legal_moves) == expected


@every_variant
def test_nothing_is_written_behind_the_end_of_a_buffer(variant: str) -> None:
    *_, position = islice(walk(variant, script(4)), 12)
    for room in range(0, 300, 7):
        data = np.full(1000, 42, np.uint8)
        assert kernels.write_view(position.states, data[:room]) >= 300
        assert (data[room:] == 42).all()
