"""The drawing of statistics: cards of figures, and charts side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...analysis.metrics import seconds_text
from ...display import charts
from ...display.wording import message
from ..drawing.formatting import NOTHING, clock, per_second, percent, seconds, when, whole_seconds
from ..drawing.lines import Line, Writer, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...history.statistics import Statistics
    from ..drawing.lines import Part
    from .statistics import Counted

CARD = 13
HEIGHT = 6
TALLEST = 12
LABEL = 7  # columns for the scale of a chart
TWO_ABREAST = 62
LEAST_PERIODS = 3
LEAST_POINTS = 5


def cards(writer: Writer, figures: Statistics, *, is_one_level: bool) -> None:
    """Write the figures as cards: a value over what it is. Times of several levels have no meaning together."""
    rate = message("statistics.win-rate")
    if figures.interval:
        low, high = figures.interval
        rate = message("statistics.win-range", low=f"{low * 100:.0f}", high=percent(high))
    hours, minutes = divmod(figures.played // 60_000, 60)
    speed = figures.bbbv_per_second
    shown = [
        *(
            (seconds(time) if is_one_level else NOTHING, message(name))
            for time, name in (
                (figures.best, "statistics.best"),
                (figures.median, "statistics.median"),
                (figures.mean, "statistics.mean"),
            )
        ),
        (percent(figures.rate, 1), rate),
        (str(figures.streak), message("statistics.streak", longest=figures.longest_streak)),
        (per_second(speed), message("figures.3bv-speed")),
        (percent(figures.efficiency), message("figures.efficiency")),
        (str(figures.games), message("statistics.games")),
        (str(figures.abandoned), message("statistics.given-up")),
        (message("count.time-hours", hours=hours, minutes=minutes), message("statistics.played")),
    ]
    in_row = max(min(writer.width // (CARD + 1), len(shown)), 2)
    in_row = 5 if 5 <= in_row < len(shown) else in_row
    widest = max(cell_len(text) + 1 for texts in shown for text in texts)
    while in_row > 2 and (writer.width - in_row + 1) // in_row < widest:
        in_row -= 1
    for start in range(0, len(shown), in_row):
        writer.gap()
        _cards(writer, shown[start : start + in_row], in_row)
    if not is_one_level:
        writer.gap()
        writer.paragraph(message("statistics.one-level"), "muted")


def _cards(writer: Writer, shown: Sequence[tuple[str, str]], in_row: int) -> None:
    ink = writer.ink
    width = (writer.width - in_row + 1) // in_row
    for place, (token, bold) in enumerate((("text", True), ("muted", False))):
        parts: list[Part] = []
        for texts in shown:
            parts += [(set_cell_size(f" {texts[place]}", width), ink(token, "raised", bold=bold)), (" ", writer.fill)]
        writer.lines.append(Line(parts, writer.fill))


def write_charts(writer: Writer, counted_: Counted, now: int, lines: int, *, is_one_level: bool) -> None:
    """Write the charts, two abreast where there is room, as high as that number of lines lets them be."""
    height = max(HEIGHT, min((lines - len(writer.lines)) // 2 - 3, TALLEST))
    is_wide = writer.width >= TWO_ABREAST
    width = (writer.width - 4) // 2 if is_wide else writer.width
    drawn = []
    for draw in (_medians, _rates, _times, _plane) if is_one_level else (_rates,):
        chart = Writer(writer.ink, writer.glyphs, width)
        if draw(chart, counted_, now, height):
            drawn.append(chart.lines)
    for start in range(0, len(drawn), 2 if is_wide else 1):
        writer.gap()
        writer.lines += abreast(drawn[start : start + (2 if is_wide else 1)], width, writer)


def abreast(blocks: Sequence[Sequence[Line]], width: int, writer: Writer) -> list[Line]:
    """Return blocks of lines next to each other, each with a width."""
    lines = []
    for number in range(max(len(block) for block in blocks)):
        parts: list[Part] = []
        for place, block in enumerate(blocks):
            own = list(block[number].parts) if number < len(block) else []
            size = sum(cell_len(text) for text, _ in own)
            gap = max(width - size, 0) + 4 if place < len(blocks) - 1 else 0
            parts += [*own, (" " * gap, writer.fill)]
        lines.append(Line(parts, writer.fill))
    return lines


def is_ascii(writer: Writer) -> bool:
    """Return whether only ASCII is drawn."""
    return writer.glyphs.rule == "-"


def title(writer: Writer, text: str) -> None:
    """Write the title of a chart."""
    *above, last = wrapped(text, writer.width)
    for line in above:
        writer.line((line, "muted*"))
    rule = writer.glyphs.rule * max(writer.width - cell_len(last) - 1, 0)
    writer.line((f"{last} ", "muted*"), (rule, "line"))


def axis(writer: Writer, left: str, right: str) -> None:
    """Write the ends of an axis below a chart."""
    room = max(writer.width - LABEL - cell_len(left) - cell_len(right), 1)
    writer.line((" " * LABEL + left + " " * room + right, "muted"))


def scaled(writer: Writer, rows: Sequence[str], high: str, low: str, token: str) -> None:
    """Write rows of a chart with the ends of its scale on the left."""
    for number, row in enumerate(rows):
        label = high if number == 0 else low if number == len(rows) - 1 else ""
        writer.line((f"{label:>{LABEL - 1}} ", "muted"), (row, token))


def stretched(values: Sequence[float | None], width: int) -> list[float | None]:
    """Make each value as wide as fits, so that few fill the chart too."""
    return [values[x * len(values) // width] for x in range(width)] if values else []


def _dates(writer: Writer, counted_: Counted, now: int) -> None:
    periods = counted_.periods
    axis(writer, when(periods[0].first, now), when(periods[-1].last, now))


def _grouped(values: Sequence[float | None], most: int) -> list[float | None]:
    """Merge neighbours into their mean until at most `most` are left."""
    size = max(-(-len(values) // max(most, 1)), 1)
    merged: list[float | None] = []
    for start in range(0, len(values), size):
        known = [value for value in values[start : start + size] if value is not None]
        merged.append(sum(known) / len(known) if known else None)
    return merged


def _medians(writer: Writer, counted_: Counted, now: int, height: int) -> bool:
    room = writer.width - LABEL
    medians = _grouped([period.median for period in counted_.periods], room)
    known = [value for value in medians if value is not None]
    if len(counted_.periods) < LEAST_PERIODS or not known:
        return False
    high = max(known)
    title(writer, message("statistics.median-chart"))
    rows = charts.columns(stretched(medians, room), height, 0, high, ascii_only=is_ascii(writer))
    scaled(writer, rows, clock(int(high), 0), "0", "number.1")
    _dates(writer, counted_, now)
    return True


def _rates(writer: Writer, counted_: Counted, now: int, height: int) -> bool:
    if len(counted_.periods) < LEAST_PERIODS:
        return False
    room = writer.width - LABEL
    rates = _grouped([period.wins / period.games for period in counted_.periods], room)
    title(writer, message("statistics.rate-chart"))
    rows = charts.columns(stretched(rates, room), height, 0, 1, ascii_only=is_ascii(writer))
    scaled(writer, rows, percent(1), "0", "number.2")
    _dates(writer, counted_, now)
    return True


def _times(writer: Writer, counted_: Counted, now: int, height: int) -> bool:
    bins = counted_.bins
    if not bins:
        return False
    most = max(one.count for one in bins)
    room = writer.width - LABEL
    counts: list[float | None] = [None] * room
    for number, one in enumerate(bins):
        start, end = number * room // len(bins), (number + 1) * room // len(bins)
        counts[start : end - 1] = [one.count or None] * (end - 1 - start)
    title(writer, message("statistics.times-chart", count=counted_.figures.wins))
    rows = charts.columns(counts, height, 0, most, ascii_only=is_ascii(writer))
    scaled(writer, rows, str(most), "0", "number.1")
    axis(writer, whole_seconds(bins[0].start // 1000), whole_seconds(-(-bins[-1].end // 1000)))
    return True


def _plane(writer: Writer, counted_: Counted, now: int, height: int) -> bool:
    points = counted_.points
    if len(points) < LEAST_POINTS:
        return False
    room = writer.width - LABEL
    cells = charts.plane([(bbbv, time) for time, bbbv in points], room, height)
    most = max(max(row) for row in cells)
    signs = " .:#" if is_ascii(writer) else " ·•■"
    rows = ["".join(signs[-(-count * 3 // most)] for count in row) for row in cells]
    slow, quick = max(time for time, _ in points), min(time for time, _ in points)
    title(writer, message("statistics.scatter-chart"))
    scaled(writer, rows[:-1], clock(slow, 0), "", "number.1")
    low, high = min(bbbv for _, bbbv in points), max(bbbv for _, bbbv in points)
    best = min(points)[1]
    at = int((best - low) / (high - low) * (room - 1) + 0.5) if high > low else 0
    mark = "*" if is_ascii(writer) else signs[2]
    writer.line(
        (f"{seconds_text(quick, 0):>{LABEL - 1}} ", "muted"),
        (rows[-1][:at], "number.1"),
        (mark, "accent*"),
        (rows[-1][at + 1 :], "number.1"),
    )
    axis(writer, f"{low} {message('figures.3bv')}", str(high))
    return True
