"""Metrics of boards: worked by hand, a naive reference, and ms_toollib."""

from __future__ import annotations

import random

import pytest
from analysis.reference import numbers_of, reference, scattered
from hypothesis import given
from strategies import levels, many, minefields

from sapper import Minefield
from sapper.analysis import metrics
from sapper.analysis.metrics import BoardMetrics

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # One safe cell: one number, or one zero.
        (".", BoardMetrics(1, 1, 0, 1, 1)),
        ("*.", BoardMetrics(1, 0, 1, 1, 1)),
        ("*** *.* ***", BoardMetrics(1, 0, 1, 1, 1)),
        # No mines: one opening.
        ("..... ..... .....", BoardMetrics(1, 1, 0, 1, 1)),
        # 1 1 0 1 *    The zeros in the middle open three columns. The two corners are left, each an island. Opening
        # * 1 0 1 1    one by a chord takes a flag and the chord: a click more than clicking it.
        ("....* *....", BoardMetrics(3, 1, 2, 3, 3)),
        # 1 1 1    Eight numbers, one island. The four cells beside the mine have the premium 5 - 1 - 1 - 1 = 2, the
        # 1 * 1    corners 3 - 1 - 1 - 1 = 0. The leftmost of the four is clicked, the mine flagged, a chord opens
        # 1 1 1    four: 3 clicks. Two more chords open two cells and the last one: 5. People click the corner first,
        #          flag, chord two cells open, and need three more chords: 6.
        ("... .*. ...", BoardMetrics(8, 0, 1, 5, 6)),
        # 0 1 * 1 0    The number column left and right of the mines borders on an opening each; nothing else is left.
        # 0 1 1 1 0    The 1 below the mine borders on neither: its neighbours are all numbers.
        ("..*.. .....", BoardMetrics(3, 2, 1, 3, 3)),
        # * 1 1 * 1 0    The two 1s between the mines are an island, the last two cells an opening.
        ("*..*..", BoardMetrics(3, 1, 1, 3, 3)),
    ],
)
def test_boards_worked_by_hand(rows: str, expected: BoardMetrics) -> None:
    minefield = Minefield.from_text(rows)
    assert metrics.measure(minefield) == expected
    assert metrics.bbbv(minefield) == expected.bbbv
    assert reference(minefield).metrics() == expected


def test_the_highest_efficiency_is_by_the_better_zini() -> None:
    assert metrics.measure(Minefield.from_text("... .*. ...")).max_efficiency == 8 / 5
    assert BoardMetrics(8, 0, 1, 6, 5).max_efficiency == 8 / 5
    assert BoardMetrics(0, 0, 0, 0, 0).max_efficiency is None


@many(400)
@given(levels(most=9).flatmap(minefields))
def test_boards_as_the_naive_reference_measures_them(minefield: Minefield) -> None:
    assert metrics.measure(minefield) == reference(minefield).metrics()


@pytest.mark.parametrize(
    ("width", "height", "mines"),
    [(30, 16, 99), (63, 6, 60), (64, 6, 60), (65, 6, 60), (128, 4, 60), (129, 4, 60), (200, 3, 40), (70, 12, 70)],
)
def test_large_boards_as_the_naive_reference_measures_them(width: int, height: int, mines: int) -> None:
    for seed in range(2):
        minefield = scattered(width, height, mines, random.Random(seed))
        assert metrics.measure(minefield) == reference(minefield).metrics()


def test_zini_of_a_board_of_many_blocks() -> None:
    # Copies of one board within walls of mines, so thick that no number sees into the next: each costs what it costs
    # alone.
    one = ["*" * 14] + [
        "**" + "".join("*" if (r * 7 + c * 5) % 11 < 3 else "." for c in range(10)) + "**" for r in range(8)
    ]
    one.append("*" * 14)
    alone = metrics.measure(Minefield.from_text(" ".join(one)))
    wide = metrics.measure(Minefield.from_text(" ".join(row * 50 for row in one)))
    tall = metrics.measure(Minefield.from_text(" ".join(one * 50)))
    for many_copies in (wide, tall):
        assert many_copies.field_values() == tuple(50 * value for value in alone.field_values())  # type: ignore[operator]


def test_a_zini_is_left_out_where_nobody_asks() -> None:
    field = Minefield.from_text("*.... ....*")
    assert metrics.measure(field, with_zini=False) == BoardMetrics(3, 1, 2, None, None)
    assert metrics.measure(field, with_zini=False).max_efficiency is None


@pytest.mark.parametrize(("width", "height"), [(5, 80), (7, 129), (1, 70), (64, 65), (66, 64), (100, 100)])
def test_mirrored_and_turned_boards_have_the_same_3bv(width: int, height: int) -> None:
    chance = random.Random(width)
    for density in (0.02, 0.1, 0.2, 0.5):
        minefield = scattered(width, height, round(width * height * density), chance)
        survey = metrics.survey_many(minefield.to_bytes(), width, height)
        places = minefield.mines()
        for turned in (
            Minefield.from_mines(width, height, [(row, width - 1 - col) for row, col in places]),
            Minefield.from_mines(width, height, [(height - 1 - row, col) for row, col in places]),
            Minefield.from_mines(height, width, [(col, row) for row, col in places]),  # wide boards become narrow
        ):
            level = turned.level
            assert metrics.survey_many(turned.to_bytes(), level.width, level.height) == survey


@pytest.mark.parametrize("width", [1, 2, 7, 8, 9, 30, 31, 57, 58, 59, 63, 64, 65, 127, 128, 130])
def test_many_boards_are_measured_like_each(width: int) -> None:
    chance = random.Random(width)
    for height in (1, 2, 5, 11):
        boards = [scattered(width, height, chance.randrange(width * height), chance) for _ in range(40)]
        packed = b"".join(board.to_bytes() for board in boards)
        each = [metrics.measure(board) for board in boards]
        assert metrics.bbbv_many(packed, width, height) == [board.bbbv for board in each]
        assert metrics.survey_many(packed, width, height) == [(b.bbbv, b.openings, b.islands) for b in each]


def test_many_boards_must_be_whole() -> None:
    assert metrics.bbbv_many(b"", 30, 16) == []
    with pytest.raises(ValueError, match="multiple of 60 bytes"):
        metrics.bbbv_many(bytes(61), 30, 16)
    with pytest.raises(ValueError, match="from 1 to"):
        metrics.survey_many(bytes(60), 0, 16)


@pytest.mark.parametrize(
    ("width", "height", "mines", "boards"),
    [
        (8, 8, 10, 1500),
        (16, 16, 40, 500),
        (30, 16, 99, 300),
        (9, 9, 35, 500),
        (4, 4, 3, 1500),
        (5, 3, 2, 1000),
        (20, 20, 25, 300),
        (70, 20, 200, 40),
        (130, 7, 150, 40),
        (1, 9, 2, 100),
        (9, 1, 2, 100),
        (3, 3, 8, 20),
        (6, 6, 0, 1),
    ],
)
def test_ms_toollib_measures_the_same(width: int, height: int, mines: int, boards: int) -> None:
    toollib = pytest.importorskip("ms_toollib")
    chance = random.Random(width * height + mines)
    for _ in range(boards):
        minefield = scattered(width, height, mines, chance)
        numbers = numbers_of(minefield)
        peer = toollib.Board(numbers)
        theirs = BoardMetrics(
            toollib.cal_bbbv(numbers), peer.op, peer.isl, toollib.cal_zini(numbers), toollib.cal_hzini(numbers)
        )
        assert metrics.measure(minefield) == theirs, minefield.to_text()
