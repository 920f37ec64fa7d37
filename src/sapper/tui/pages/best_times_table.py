"""The table of the best times: tabs, rows, and the totals of a configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from ...display.charts import sparkline
from ...display.configuration_words import differing
from ...display.wording import message, wording
from ..drawers.menus import CUSTOM, layout_words, level_of
from ..drawing.formatting import NOTHING, clock, longest_days, per_second, percent, seconds, when, whole_seconds
from ..drawing.lines import Line
from ..drawing.table import Column, Field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...history.statistics import Bin, Statistics
    from ...history.store import Listed
    from ...rules import Rules
    from ..drawing.lines import Part, Writer

COLUMNS = (
    Column("columns.place", 3, to_right=True),
    Column("columns.name", 10),
    Column("columns.time", 7, to_right=True),
    Column("figures.3bv", 4, 3, to_right=True),
    Column("figures.3bv-speed", 5, 2, to_right=True),
    Column("columns.efficiency", 5, 4, to_right=True),
    Column("columns.when", 8, 1, texts=longest_days),
    Column("columns.faster", 14, 5, grows=40),
)
_REACH = 1.35  # the bar ends a little beyond the slowest row
_FAINT = 0.5


def title_of(rules: Rules, dot: str) -> str:
    """Return the name of a configuration: layout, ruleset, other rules, and the size of a custom board."""
    size = [str(rules.level)] if level_of(rules) == CUSTOM else []
    return f" {dot} ".join([*size, layout_words(rules), wording().ruleset(rules.ruleset).name, *differing(rules)])


def tabs(writer: Writer, names: Mapping[str, str], chosen: str, about: str) -> None:
    """Write tabs that can be clicked, and on the right what is shown; short names where there is little room."""
    ink = writer.ink
    is_narrow = writer.width < 48
    parts: list[Part] = []
    spots: list[tuple[int, int, str]] = []
    at = 0
    for level, name in names.items():
        text = f" {name[:6] if is_narrow else name} "
        is_here = level == chosen
        style = ink("onAccent", "accent", bold=True, reverse=ink.depth == "none") if is_here else writer.style("muted")
        parts.append((text, style))
        spots.append((at, at + cell_len(text), f"level:{level}"))
        at += cell_len(text)
    room = writer.width - at - cell_len(about) - 1
    if room > 0:
        parts += [(" " * room, writer.fill), (about, writer.style("muted"))]
        spots.append((at + room, writer.width, "next-list"))
        about = ""
    writer.lines.append(Line(parts, writer.fill, None, tuple(spots)))
    if about:
        writer.line((f" {about}", "muted"), action="next-list")


def fields(game: Listed, place: int | None, now: int, span: tuple[int, int], width: int, writer: Writer) -> list[Field]:
    """Return the fields of a win: ranked ones have a place, the others a dash."""
    summary, glyphs = game.summary, writer.glyphs
    assert summary is not None
    best, worst = span
    reach = (worst - best) * _REACH
    share = 1 - (summary.elapsed - best) / reach if reach else 1.0
    token = "accent" if place == 1 else writer.ink.mix("accent", "page", _FAINT)
    faster = glyphs.bar * max(round(width * share), 1) if place else wording().remarks(summary.remarks)
    return [
        Field(str(place or NOTHING), "accent" if place == 1 else "muted", place == 1),
        Field(summary.name or NOTHING, "text", place == 1),
        Field(seconds(summary.elapsed), "text" if place else "muted", place is not None),
        Field(str(summary.bbbv)),
        Field(per_second(summary.bbbv_per_second)),
        Field(percent(summary.efficiency)),
        Field(when(summary.ended_at, now)),
        Field(faster, token if place else "warn"),
    ]


def standing(writer: Writer, figures: Statistics | None, bins: Sequence[Bin]) -> None:
    """Write wins, rate, streak and median, and how the times are spread."""
    if figures is None:
        writer.line((" ...", "muted"))
        return
    wins = [(f" {message('times.wins-of', count=figures.wins, games=figures.games)}", "text*")]
    rest = [
        (f"   {percent(figures.rate, 1)}", "text*"),
        (f"   {message('times.streak')} ", "muted"),
        (str(figures.streak), "text*"),
        (f"   {message('times.median')} ", "muted"),
        (NOTHING if figures.median is None else clock(figures.median), "text*"),
    ]
    if sum(cell_len(text) for text, _ in wins + rest) > writer.width:
        rest = rest[:1]
    writer.line(*wins, *rest)
    if not bins:
        return
    writer.gap()
    line = sparkline([one.count for one in bins], ascii_only=writer.glyphs.rule == "-")
    start, end = bins[0].start // 1000, -(-bins[-1].end // 1000)
    is_wide = writer.width > len(line) + 40
    words = message("times.spread", start=start, end=end) if is_wide else f"{start} - {whole_seconds(end)}"
    writer.line((f" {line}", "number.1"), (f"   {words}", "number.1"))
