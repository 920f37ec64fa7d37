"""Skill and luck on the page of statistics: a table by level, and how both changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...display import charts
from ...display.columns import left, right, width
from ...display.luck_rows import luck_rows, signed_share, unsigned_share
from ...display.wording import message
from ...history import luck
from ..drawing.formatting import when
from ..drawing.lines import Writer
from .statistics_charts import LABEL, TWO_ABREAST, abreast, axis, is_ascii, scaled, stretched, title

if TYPE_CHECKING:
    from ...history.luck import LuckPeriod
    from ...history.store import Filter, Store
    from ...history.store.balances import Balanced

HEIGHT = 5


class Looked(NamedTuple):
    """Skill and luck in the games that are shown, and how many games are left to look at."""

    balances: list[Balanced]
    left: int


def look_further(store: Store, only: Filter) -> Looked:
    """Look at some more games."""
    next(luck.look_at(store, only), None)
    return Looked(store.balances(luck.VERSION, only), store.count_unbalanced(luck.VERSION, only))


def write_luck(writer: Writer, looked: Looked, now: int) -> None:
    """Write the table and the charts; nothing where no game has a report."""
    whole = luck.total(looked.balances)
    if whole is None:
        return
    levels = luck.by_level(looked.balances)
    shown = [(level, one.games, one.thousandths) for level, one in levels.items()]
    if len(levels) > 1:
        shown.append(("", whole.games, whole.thousandths))
    writer.gap()
    title(writer, message("luck.title"))
    rows = luck_rows(shown)
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for number, (name, *figures) in enumerate(rows):
        text = "  ".join([left(name, widths[0]), *map(right, figures, widths[1:])])
        writer.line((text, "text" if number else "muted"))
    periods = luck.over_time(looked.balances)
    if periods:
        writer.gap()
        _charts(writer, periods, now)
    writer.gap()
    notes = [message("luck.adds-up")]
    if whole.exact < whole.games:
        notes.append(message("luck.estimated", count=whole.games - whole.exact))
    if looked.left:
        notes.append(message("luck.left", count=looked.left))
    for note in notes:
        writer.paragraph(note, "muted")


def _charts(writer: Writer, periods: list[LuckPeriod], now: int) -> None:
    """Write what was given away and luck over time, two abreast where there is room."""
    totals = [one.total.thousandths for one in periods]
    is_wide = writer.width >= TWO_ABREAST
    room = (writer.width - 4) // 2 if is_wide else writer.width
    drawn = []
    for name, part, token, label in (
        ("luck.given", 1, "flag", unsigned_share),
        ("luck.fate", 2, "number.2", signed_share),
    ):
        values: list[float | None] = [one[part] for one in totals]
        low, high = (edge(0, *(one[part] for one in totals)) for edge in (min, max))
        chart = Writer(writer.ink, writer.glyphs, room)
        title(chart, message(name))
        lines = charts.columns(stretched(values, room - LABEL), HEIGHT, low, high, ascii_only=is_ascii(writer))
        scaled(chart, lines, label(high, 0), label(low, 0), token)
        axis(chart, when(periods[0].first, now), when(periods[-1].last, now))
        drawn.append(chart.lines)
    for start in range(0, len(drawn), 2 if is_wide else 1):
        writer.lines += abreast(drawn[start : start + (2 if is_wide else 1)], room, writer)
