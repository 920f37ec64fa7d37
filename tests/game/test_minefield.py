"""Laying mines is uniform, keeps its promises about the first click, and counts right."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from game.test_random import specified_mines
from hypothesis import given
from hypothesis import strategies as st
from oracle import layouts, neighbours
from strategies import levels

from sapper import Level, Minefield, Rules, _kernel

pytestmark = pytest.mark.kernel


def chi_square(counts: Counter[frozenset[tuple[int, int]]], kinds: int) -> float:
    """Standard deviations by which the counts are less even than chance makes them."""
    expected = counts.total() / kinds
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    statistic += (kinds - len(counts)) * expected
    freedom = kinds - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize(
    ("level", "first", "cell"),
    [
        (Level(3, 3, 4), "any", (1, 1)),
        (Level(3, 3, 4), "top-left", (1, 1)),
        (Level(4, 3, 3), "cell", (1, 2)),
        (Level(4, 4, 3), "opening", (0, 0)),
        (Level(5, 3, 8), "opening", (1, 1)),  # two more mines than fit outside the opening
    ],
)
def test_every_allowed_layout_is_equally_likely(level: Level, first: str, cell: tuple[int, int]) -> None:
    free: set[tuple[int, int]] = set()
    if first == "top-left":
        free = {(0, 0)}
    elif first != "any":
        free = {cell}
        if first == "opening":
            free |= set(neighbours(level.width, level.height, cell))
    outside = level.cells - len(free)
    if level.mines <= outside:
        allowed = {frozenset(mines) for mines in layouts(level.width, level.height, level.mines, free)}
    else:
        full = {(r, c) for r in range(level.height) for c in range(level.width)} - free
        excess = combinations(sorted(free - {cell}), level.mines - outside)
        allowed = {frozenset(full | set(mines)) for mines in excess}
    rules = Rules(level, first=first)
    counts: Counter[frozenset[tuple[int, int]]] = Counter()
    for seed in range(40 * len(allowed)):
        counts[frozenset(Minefield.lay(rules, seed, cell).mines())] += 1
    assert counts.keys() <= allowed
    assert abs(chi_square(counts, len(allowed))) < 5


def test_each_cell_of_a_large_board_is_a_mine_equally_often() -> None:
    rules = Rules("expert", first="any")
    counts = [0] * 480
    games = 4000
    for seed in range(games):
        for row, col in Minefield.lay(rules, seed, (0, 0)).mines():
            counts[row * 30 + col] += 1
    share = 99 / 480
    deviations = [(count - games * share) / (games * share * (1 - share)) ** 0.5 for count in counts]
    assert max(map(abs, deviations)) < 5


@given(levels(most=20), st.integers(), st.sampled_from(["any", "top-left", "cell", "opening"]), st.data())
def test_mines_are_counted_and_the_first_click_is_kept_safe(
    level: Level, seed: int, first: str, data: st.DataObject
) -> None:
    cell = data.draw(st.tuples(st.integers(0, level.height - 1), st.integers(0, level.width - 1)))
    field = Minefield.lay(Rules(level, first=first), seed, cell)
    mines = set(field.mines())
    assert len(mines) == level.mines == field.level.mines
    for row in range(level.height):
        for col in range(level.width):
            around = neighbours(level.width, level.height, (row, col))
            assert field.number(row, col) == sum(near in mines for near in around)
            assert field.is_mine(row, col) == ((row, col) in mines)
    if first == "top-left":
        assert (0, 0) not in mines
    if first in ("cell", "opening"):
        assert cell not in mines
    if first == "opening":
        around = neighbours(level.width, level.height, cell)
        room = level.cells - 1 - len(around)
        assert sum(near in mines for near in around) == max(level.mines - room, 0)


@pytest.mark.parametrize("width", [1, 2, 1023, 1024, 1025, 2048, 2050])
def test_numbers_are_right_across_the_blocks_of_a_long_row(width: int) -> None:
    field = _kernel.Minefield.lay(width, 3, width, bytes(16), [])
    for cell in range(3 * width):
        around = neighbours(width, 3, divmod(cell, width))
        assert field.number(cell) == sum(field.is_mine(row * width + col) for row, col in around)


@given(levels(most=15), st.integers())
def test_a_minefield_survives_its_forms(level: Level, seed: int) -> None:
    field = Minefield.lay(Rules(level, first="any"), seed, (0, 0))
    assert Minefield.from_text(field.to_text()) == field
    assert Minefield.from_bytes(level.width, level.height, field.to_bytes()) == field
    assert Minefield.from_mines(level.width, level.height, field.mines()) == field
    assert len(field.to_bytes()) == (level.cells + 7) // 8


def test_a_minefield_does_not_show_itself() -> None:
    assert repr(Minefield.from_text("*.\n..")) == "<Minefield 2x2/1>"


@pytest.mark.parametrize("text", ["", "*.\n.", "*a\n..", "*\n*"])
def test_a_malformed_minefield_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        Minefield.from_text(text)


def test_near_saturation_laying_ends() -> None:
    field = Minefield.lay(Rules(Level(1000, 1000, 999_999)), 1, (500, 500))
    assert not field.is_mine(500, 500)
    assert field.level.mines == 999_999


@pytest.mark.parametrize("share", [0.0, 0.001, 0.05, 0.2, 0.5, 0.97, 1.0])
def test_large_boards_are_laid_as_small_ones_are(share: float) -> None:
    """Whole stretches of a large board are laid at once; the specification knows only single cells."""
    width, height = 700, 100
    cells = width * height
    mines = min(round(cells * share), cells - 1)
    zone = [cells // 2, 3, 4]
    laid = _kernel.Minefield.lay(width, height, mines, bytes(range(16)), zone)
    assert {cell for cell in range(cells) if laid.is_mine(cell)} == specified_mines(
        bytes(range(16)), cells, mines, zone
    )
