"""Marks explained: a list of signs, and names of squares in the style of their marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...coordinates import cell_name
from ...display.wording import message

if TYPE_CHECKING:
    from rich.style import Style

    from ..drawing.lines import Writer
    from .marks import Marks

_NAME = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,3}[0-9]{1,4}(?![A-Za-z0-9])")


def legend(writer: Writer, rows: list[tuple[str, Style, str]]) -> None:
    """Write what each sign means."""
    if rows:
        writer.heading(message("legend.title"))
        for sign, style, words in rows:
            writer.hanging((f" {sign} ", style), ("  ", "muted"), text=words, style="muted")


def named(marks: Marks, text: str, writer: Writer) -> dict[str, Style]:
    """Return the style of each cell name in a sentence: that of its mark on the board."""
    styles: dict[str, Style] = {}
    for word in _NAME.findall(text):
        wrong = {marks.wrong_flag} if marks.wrong_flag else set()
        kinds = (
            (marks.reason, "hint.reason"),
            (marks.safe | marks.best, "hint.safe"),
            (marks.mine | wrong, "hint.mine"),
        )
        for cells, token in kinds:
            if word in {cell_name(*cell) for cell in cells}:
                styles[word] = writer.ink(token, writer.ground, bold=True, underline=token == "hint.reason")
    return styles
