"""Finished games as CSV: a line for each, with every figure of its summary."""

from __future__ import annotations

import csv
import io

from .summary import Summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .store import Listed


def header() -> str:
    """Return the line with the names of the columns."""
    return _lines([["game", *Summary.field_names(), "ranked", "together"]])


def rows(games: Iterable[Listed]) -> str:
    """Return a line for each game that has a summary."""
    return _lines(
        [game.id, *game.summary.field_values(), game.summary.is_ranked, game.together] for game in games if game.summary
    )


def _lines(values: Iterable[list[object]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(values)
    return written.getvalue()
