"""The filters above a list of games: chips that can be clicked, and the order of the levels in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from ...display import configuration_words
from ...display.wording import message
from ...rules import LEVELS
from ..drawing.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..drawing.lines import Part, Writer


def chips(writer: Writer, shown: Sequence[tuple[str, str]], at: int) -> None:
    """Write a chip for each filter, its key and its value, over as many lines as they need."""
    ink = writer.ink
    parts: list[Part] = []
    spots: list[tuple[int, int, str]] = []
    x = 0
    for place, (key, value) in enumerate(shown):
        size = cell_len(value) + 6
        if x and x + size > writer.width:
            writer.lines.append(Line(parts, writer.fill, None, tuple(spots)))
            parts, spots, x = [], [], 0
        is_here = place == at
        ground = "accent" if is_here else "raised"
        token = "onAccent" if is_here else "text"
        reverse = is_here and ink.depth == "none"
        parts.append((f" {key} ", ink(token if is_here else "muted", ground, reverse=reverse)))
        parts.append((f"{value} ", ink(token, ground, bold=True, reverse=reverse)))
        parts.append(("  ", writer.fill))
        spots.append((x, x + size - 2, f"chip:{place}"))
        x += size
    writer.lines.append(Line(parts, writer.fill, None, tuple(spots)))


def level_title(level: str | None) -> str:
    """Return a level with its name, `Expert 30x16/99`; None stands for all levels."""
    return message("statistics.all-levels") if level is None else configuration_words.level_title(level)


def in_order(levels: Iterable[str]) -> list[str]:
    """Return levels in their usual order, custom ones last."""
    usual = [str(level) for level in LEVELS.values()]
    return sorted(levels, key=lambda level: (usual.index(level) if level in usual else len(usual), level))
