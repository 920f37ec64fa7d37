"""Tables: what does not fit is cut where it can be seen."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from sapper.display import themes
from sapper.tui.drawing import table
from sapper.tui.drawing.glyphs import ASCII, UNICODE, Glyphs
from sapper.tui.drawing.ink import Ink
from sapper.tui.drawing.lines import Writer


def row(text: str, width: int, glyphs: Glyphs, *, to_right: bool = False) -> str:
    columns = [(0, table.Column("times.name", width, to_right=to_right))]
    writer = Writer(Ink(themes.theme("dark")), glyphs, 80)
    return "".join(part for part, _ in table.line(writer, columns, [table.Field(text)], False, "").parts)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_name_that_does_not_fit_ends_in_an_ellipsis(glyphs: Glyphs) -> None:
    shown = row("Wilhelmina of Orange", 10, glyphs)
    assert shown.rstrip().endswith(glyphs.more)
    assert cell_len(shown) == 13
    assert row("Wilhelmina", 10, glyphs) == " Wilhelmina  "
    assert row("Ann", 6, glyphs, to_right=True) == "    Ann  "


def test_signs_of_two_columns_are_counted() -> None:
    shown = row("\u732b\u732b\u732b\u732b\u732b\u732b", 8, UNICODE)
    assert cell_len(shown) == 11
    assert shown.rstrip().endswith("…")
