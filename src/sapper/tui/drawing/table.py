"""Tables: as many columns as the width holds, the least needed left out first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size

from ...display.wording import message
from .lines import Line, chosen_ground

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .glyphs import Glyphs
    from .lines import Part, Writer


class Column(NamedTuple):
    """A column: its title as a message of the catalogue, its width, and how soon it is left out (0 never)."""

    title: str
    width: int
    rank: int = 0
    to_right: bool = False
    grows: int = 0  # how much wider it may get
    texts: Callable[[], list[str]] | None = None  # all that it may show, or the longest of these


class Field(NamedTuple):
    """The content of a column: a text in a token's colour, bold or not."""

    text: str
    token: str = "muted"
    bold: bool = False


def fit(columns: Sequence[Column], width: int) -> list[tuple[int, Column]]:
    """Return the columns that fit, with their places, some of them wider where there is room."""
    chosen = [(place, _wide_enough(column)) for place, column in enumerate(columns)]
    while _total(chosen) > width and any(column.rank for _, column in chosen):
        chosen.remove(max(chosen, key=lambda pair: pair[1].rank))
    for number, (place, column) in enumerate(chosen):
        more = min(column.grows, max(width - _total(chosen), 0))
        chosen[number] = (place, column._replace(width=column.width + more))
    return chosen


def _wide_enough(column: Column) -> Column:
    """Return a column that is wide enough for its title and for all texts that it may have, in this language."""
    own = column.texts() if column.texts else []
    return column._replace(width=max([column.width, *map(cell_len, [message(column.title), *own])]))


def _total(chosen: Sequence[tuple[int, Column]]) -> int:
    return sum(column.width + 2 for _, column in chosen) - 1


def head(writer: Writer, columns: Sequence[tuple[int, Column]]) -> None:
    """Write the titles over a rule."""
    titles = [(_set(message(column.title), column, writer.glyphs) + "  ", "muted*") for _, column in columns]
    writer.line((" ", "muted"), *titles)
    writer.line((" " + writer.glyphs.rule * (writer.width - 2), "line"))


def line(
    writer: Writer, columns: Sequence[tuple[int, Column]], fields: Sequence[Field], is_here: bool, action: str
) -> Line:
    """Return a row; the chosen one has its own ground."""
    ink = writer.ink
    ground = chosen_ground(ink) if is_here else writer.ground
    reverse = is_here and ink.depth == "none"
    parts: list[Part] = [(" ", ink("text", ground, reverse=reverse))]
    for place, column in columns:
        field = fields[place]
        style = ink(field.token, ground, bold=field.bold, reverse=reverse)
        parts.append((_set(field.text, column, writer.glyphs) + "  ", style))
    return Line(parts, ink("text", ground, reverse=reverse), action)


def _set(text: str, column: Column, glyphs: Glyphs) -> str:
    """Return a text as wide as its column, with a sign where something is missing."""
    if cell_len(text) > column.width:
        sign = glyphs.more if column.width > 2 * len(glyphs.more) else ""
        text = set_cell_size(text, column.width - len(sign)).rstrip() + sign
    if column.to_right:
        text = " " * (column.width - cell_len(text)) + text
    return set_cell_size(text, column.width)
