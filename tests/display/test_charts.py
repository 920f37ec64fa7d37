"""Charts of text: their heights, their gaps, and their ASCII forms."""

from __future__ import annotations

from sapper.display.charts import area, columns, speeds, steps


def test_areas_are_drawn_in_eighths() -> None:
    assert area([0, 0.01, 1, 2], 1) == [" ▁▄█"]
    assert area([1, 2], 2) == [" █", "██"]
    assert area([0, 1], 1, ascii_only=True) == [" @"]
    assert steps([(0, 1.0), (50, 3.0)], 100, 4) == [1.0, 3.0, 3.0, 3.0]
    assert sum(speeds([(0, 1), (999, 5)], 1000, 10)) > 0


def test_columns_keep_their_order_and_their_gaps() -> None:
    assert columns([0, 1, None], 1, 0, 1) == ["▁█ "]
    assert columns([1, 2], 2, 0, 2, ascii_only=True) == [" #", "##"]
    assert columns([5, 5], 1, 5, 5) == ["██"]
