"""Clicks, path and what follows from them, as the reference tools count them."""

from __future__ import annotations

from importlib.util import find_spec
from math import hypot
from typing import TYPE_CHECKING

import pytest
from formats import encoders, toollib
from formats.encoders import film
from samples import folder, videos

from sapper import Status, measure_replay
from sapper.analysis.metrics import Clicks
from sapper.formats import read_replay
from sapper.formats.events import Events
from sapper.formats.recording import play

if TYPE_CHECKING:
    from pathlib import Path

    from sapper import GameMetrics

pytestmark = pytest.mark.kernel

START = [(0, "lc", 56, 120), (0, "lr", 56, 120)]  # opens H4 of the encoders' board


def numbers(*events: tuple[int, str, int, int]) -> GameMetrics:
    """Measure a game on the encoders' board that is left after some events."""
    return measure_replay(play(film(won=None, elapsed=None).replace(events=Events.of([*START, *events]))).replay)


def at(kinds: str, x: int, y: int, since: int = 0) -> list[tuple[int, str, int, int]]:
    return [(since + 10 * number, kind, x, y) for number, kind in enumerate(kinds.split(), 1)]


def test_right_clicks_that_do_nothing_count() -> None:
    found = numbers(*at("rc rr rc rr", 56, 120))
    assert (found.clicks, found.effective, found.has_track) == (Clicks(1, 2, 0), Clicks(1, 0, 0), True)


def test_a_flag_set_twice_counts_three_times() -> None:
    found = numbers(*at("rc rr rc rr rc rr", 24, 24))
    assert (found.clicks.right, found.effective.right, found.flags, found.unflags) == (3, 3, 2, 1)


def test_what_is_released_outside_is_counted_apart() -> None:
    found = numbers((10, "lc", 56, 120), (20, "lr", 56, 125), (30, "lc", 56, 120), (40, "lr", -1, 120))
    assert (found.clicks, found.outside) == (Clicks(2, 0, 0), 1)
    assert numbers((30, "rc", 500, 120), (40, "rr", 500, 120)).outside == 1
    assert numbers((30, "lc", 56, 120), (31, "rc", 56, 120), (32, "lr", -1, 120), (33, "rr", -1, 9)).outside == 0


def test_a_chord_that_opens_nothing_counts_once() -> None:
    found = numbers(*at("lc rc lr rr", 56, 40), *at("mc mr", 56, 40, since=100))
    assert (found.clicks, found.wasted) == (Clicks(1, 0, 2), Clicks(0, 0, 2))


def test_a_chord_that_began_with_a_mark_is_a_click_and_a_half_where_left_ends_it() -> None:
    sliding = [(10, "rc", 24, 24), (20, "lc", 56, 40), (30, "lr", 56, 40), (40, "rr", 56, 40)]
    found = numbers(*sliding)
    assert (found.clicks, found.one_and_a_half) == (Clicks(1, 1, 1), 1)
    right_first = [*sliding[:2], (30, "rr", 56, 40), (40, "lr", 56, 40)]
    assert numbers(*right_first).one_and_a_half == 0
    assert numbers(*at("lc rc lr rr", 56, 40)).one_and_a_half == 0
    later = [(at + 100, kind, x, y) for at, kind, x, y in sliding]
    assert numbers(*at("rc rr", 24, 24), *later).one_and_a_half == 1  # also with the press that takes a flag off


def test_a_flag_next_to_a_chord_that_finds_nothing_left_to_open_is_used() -> None:
    flags = [*at("rc rr", 24, 24), *at("rc rr", 40, 24, 100), *at("rc rr", 56, 24, 200)]
    found = numbers(*flags, *at("lc rc lr rr", 40, 40, 300))
    assert (found.clicks.chord, found.effective.chord, found.flags, found.wasted_flags) == (1, 0, 3, 0)
    assert numbers(*flags, *at("lc rc lr rr", 24, 40, 300)).wasted_flags == 3  # the 3 there has two flags


def test_flags_set_beforehand_are_no_part_of_the_way_along_rows_and_columns() -> None:
    moves = [(0, "mv", 56, 120), *START, (10, "mv", 59, 124)]
    beforehand = [(0, "pf", 8, 24), (0, "pf", 120, 24)]
    made = film(won=None, elapsed=None)
    plain, flagged = (
        measure_replay(play(made.replace(events=Events.of(events))).replay) for events in (moves, [*beforehand, *moves])
    )
    assert (flagged.flags, flagged.path_manhattan) == (2, plain.path_manhattan)


def test_the_path_is_on_the_board_and_after_the_start() -> None:
    before = [(0, "mv", 0, 0)]
    after = [(10, "mv", 59, 124), (20, "mv", 59, 500), (30, "mv", 59, 100)]
    made = film(won=None, elapsed=None).replace(events=Events.of([*before, *START, *after]))
    found = measure_replay(play(made).replay)
    assert found.path == (hypot(3, 4) + 24) / 16
    assert found.path_manhattan == (56 + 120 + 7 + 376 + 400) / 16


needs_toollib = pytest.mark.skipif(find_spec("ms_toollib") is None, reason="ms_toollib is not installed")


def compare(kind: str, data: bytes, name: str = "") -> None:
    """Compare with ms_toollib: it counts clicks released outside, and the one that hits a mine is not effective."""
    theirs, ours = toollib.ask(kind, data), measure_replay(read_replay(data, f"x.{kind}").replay)
    assert theirs is not None
    assert ours.outside is not None
    assert ours.path is not None
    assert ours.bbbv == theirs["bbbv"]
    assert ours.solved == theirs["bbbv_solved"]
    assert ours.clicks.left + ours.clicks.right + ours.outside == theirs["left"] + theirs["right"]
    if name != "wasted_clicks_test.avf":  # there the middle button is pressed while others are down
        assert ours.clicks.chord == theirs["double"]
    hit = 1 if ours.status is Status.LOST else 0
    assert ours.effective.left == theirs["lce"] + hit
    assert ours.effective.chord == theirs["dce"]
    assert ours.path * 16 == pytest.approx(theirs["path"])


@needs_toollib
@pytest.mark.parametrize("write", [encoders.rmv, encoders.mvf])
def test_ms_toollib_counts_the_same(write: object) -> None:
    data = write(film())  # type: ignore[operator]
    compare("rmv" if data[:1] == b"*" else "mvf", data)


@needs_toollib
@pytest.mark.skipif(folder() is None, reason="the samples are not here: set SAPPER_SAMPLES to their folder")
@pytest.mark.parametrize("path", videos(), ids=lambda path: path.name)
def test_ms_toollib_counts_the_same_in_samples(path: Path) -> None:
    compare(path.suffix[1:], path.read_bytes(), path.name)


@pytest.mark.skipif(folder() is None, reason="the samples are not here: set SAPPER_SAMPLES to their folder")
@pytest.mark.parametrize("path", videos(), ids=lambda path: path.name)
def test_a_sample_with_its_track_is_small(path: Path) -> None:
    replay = read_replay(path.read_bytes(), path.name).replay
    assert len(replay.pack()) <= 20_000
    assert len(replay.replace(track=None).pack()) <= 2_000


@pytest.mark.skipif(folder() is None, reason="the samples are not here: set SAPPER_SAMPLES to their folder")
@pytest.mark.parametrize(
    ("name", "one_and_a_half", "wasted_flags"),
    [
        ("arbiter_beg.avf", 3, 0),
        ("arbiter_int.avf", 25, None),
        ("arbiter_exp.avf", 56, 1),
        ("vienna2_preflags.rmv", 11, None),
        ("wasted_clicks_test.avf", 38, None),
    ],
)
def test_the_reference_tool_for_rawvf_counts_the_same(name: str, one_and_a_half: int, wasted_flags: int | None) -> None:
    here = folder()
    assert here is not None
    found = measure_replay(read_replay((here / name).read_bytes(), name).replay)
    assert found.one_and_a_half == one_and_a_half
    assert wasted_flags in (None, found.wasted_flags)
