"""Real recordings: what we compute from them is what is known about them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from samples import broken, folder, videos

from sapper import Replay, Status
from sapper.analysis.metrics import measure
from sapper.formats import FormatError, read_replay, write_replay

if TYPE_CHECKING:
    from pathlib import Path

HERE = folder()
pytestmark = pytest.mark.skipif(HERE is None, reason="the samples are not here: set SAPPER_SAMPLES to their folder")
EXPECTED: dict[str, Any] = {} if HERE is None else json.loads((HERE / "expected.json").read_text("utf-8"))["files"]


@pytest.mark.parametrize("path", videos(), ids=lambda path: path.name)
def test_a_sample(path: Path) -> None:
    facts = EXPECTED[path.name]
    imported = read_replay(path.read_bytes(), path.name)
    replay = imported.replay
    assert imported.notes == ()
    level = replay.rules.level
    assert (level.width, level.height, level.mines) == (facts["width"], facts["height"], facts["mines"])
    assert replay.status is (Status.WON if facts["won"] else Status.LOST)
    assert replay.elapsed == round(facts["time_s"] * 1000)
    assert replay.minefield is not None
    numbers = measure(replay.minefield)
    assert (numbers.bbbv, numbers.openings, numbers.islands) == (facts["3bv"], facts["openings"], facts["islands"])
    assert replay.players
    assert replay.played_at > 10**9
    replay.verify()
    assert Replay.unpack(replay.pack()) == replay


@pytest.mark.parametrize("path", videos(), ids=lambda path: path.name)
def test_a_sample_survives_our_own_formats(path: Path) -> None:
    replay = read_replay(path.read_bytes(), path.name).replay
    for kind in ("rawvf", "text", "packed"):
        again = read_replay(write_replay(replay, kind))
        assert again.replay == replay
        assert again.notes == ()


@pytest.mark.parametrize("path", videos(), ids=lambda path: path.name)
def test_a_sample_is_told_by_its_content(path: Path) -> None:
    assert read_replay(path.read_bytes()).replay.status.is_over


@pytest.mark.parametrize("path", broken(), ids=lambda path: path.name)
def test_a_broken_file_is_refused_with_its_place(path: Path) -> None:
    with pytest.raises(FormatError, match=r"line \d+|empty") as caught:
        read_replay(path.read_bytes(), path.name)
    assert "\n" not in str(caught.value)


def test_preflags_are_marks_at_the_beginning() -> None:
    assert HERE is not None
    entries = read_replay((HERE / "vienna2_preflags.rmv").read_bytes()).replay.entries
    assert [(entry.at, entry.action.kind) for entry in entries[:13]] == [(0, "flag")] * 12 + [(0, "open")]
