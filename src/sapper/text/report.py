"""The report of a game as text and as data."""

from __future__ import annotations

from ..analysis.metrics import seconds_text
from ..analysis.report import MoveQuality
from ..coordinates import cell_name
from ..display.chances import chance
from ..display.columns import left, right, width
from ..display.luck_rows import points
from ..display.wording import message, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..analysis.report import Report, ReportedMove
    from ..replay import Replay


def report_lines(replay: Replay, found: Report, *, with_all: bool = False) -> list[str]:
    """Return a report as text: the sentence, a row for each turning point, and how many moves are of each kind."""
    words = wording()
    result = f"{replay.rules.level}, {words.status(replay.status)}, {words.seconds(seconds_text(replay.elapsed))}"
    lines = [
        result,
        words.phrase(found.phrase),
        message("report.start", chance=words.percent(found.percents[0] / 100)),
        "",
    ]
    moves = [move for move in found.moves if with_all or move.is_turning_point]
    if moves:
        titles = [
            message("report.number"),
            message("report.square"),
            message("report.verdict"),
            message("report.risk"),
            message("report.you"),
            message("report.luck"),
            message("report.best"),
        ]
        rows = [titles, *(_row(move) for move in moves)]
        widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
        lines += [_aligned(row, widths) for row in rows]
    else:
        lines.append(message("report.no-turning-point"))
    lines.append("")
    lines += [
        f"{left(words.words('qualities', quality).name, 16)} {message('report.moves', count=found.count(quality))}"
        for quality in MoveQuality
        if found.count(quality)
    ]
    lines += ["", message("report.adds-up")]
    if not found.is_exact:
        lines.append(message("report.estimated"))
    return lines


def report_json(found: Report) -> dict[str, Any]:
    """Return a report as data: shares of a game, squares as [row, column], kinds as codes."""
    return {
        "start": found.start,
        "end": found.end,
        "given_away": found.given_away,
        "luck": found.luck,
        "exact": found.is_exact,
        "moves": [
            {
                "place": move.place,
                "at": move.at,
                "quality": move.quality,
                "cells": [list(cell) for cell in move.cells],
                "risk": move.risk,
                "before": move.before,
                "expected": move.expected,
                "after": move.after,
                "best": None if move.best is None else list(move.best),
                "exact": move.is_exact,
            }
            for move in found.moves
        ],
    }


def _row(move: ReportedMove) -> list[str]:
    names = " ".join(cell_name(*cell) for cell in move.cells) or message("report.gives-up")
    about = "" if move.is_exact else "~"
    return [
        str(move.place + 1),
        names,
        wording().words("qualities", move.quality).name,
        chance(move.risk) if move.cells else "",
        points(-move.given_away, about),
        points(move.luck, about),
        "" if move.best is None else cell_name(*move.best),
    ]


def _aligned(row: list[str], widths: list[int]) -> str:
    number, square, verdict, *figures, best = row
    first = [right(number, widths[0]), left(square, widths[1]), left(verdict, widths[2])]
    return "  ".join([*first, *map(right, figures, widths[3:-1]), best]).rstrip()
