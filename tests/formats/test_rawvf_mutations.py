"""Damaged RAWVF: changed, dropped, repeated and cut bytes give nothing but clear errors."""

from __future__ import annotations

import random

import pytest
from formats import encoders
from formats.encoders import film
from formats.mutations import mutated
from formats.test_rawvf import BOTH, ordinary, video
from fuzz.target import expect
from strategies import some

from sapper.formats import FormatError, rawvf, write_replay
from sapper.formats.events import Events
from sapper.formats.recording import play
from sapper.replay import ReplayError

pytestmark = pytest.mark.kernel

GOOD = {
    "of another program": lambda: video(BOTH),
    "ours without a track": lambda: write_replay(ordinary(practice=True), "rawvf"),
    "ours with a track": lambda: write_replay(play(film()).replay, "rawvf"),
    "ours on other squares": lambda: write_replay(
        play(film(square=20).replace(events=Events.of(encoders.game(20)))).replay, "rawvf"
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_mutations_give_clear_errors_only(name: str) -> None:
    """Ten thousand in all with SAPPER_EXAMPLES."""
    good = GOOD[name]()
    chance = random.Random(name)
    refused = 0
    for _ in range(some(10_000 // len(GOOD))):
        data = mutated(good, chance, head=len(good) // 2)
        imported = expect((FormatError, ReplayError), lambda data=data: rawvf.read(data))  # type: ignore[misc]
        if imported is None:
            refused += 1
        else:
            imported.replay.verify()
    assert refused
