"""Finished games as CSV: a line for each, with every figure of its summary."""

from __future__ import annotations

import csv
import io

from .summary import Summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .store import Listed


_FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # the first characters of a formula


def header() -> str:
    """Return the line with the names of the columns."""
    return _lines([["game", *Summary.field_names(), "ranked", "together"]])


def rows(games: Iterable[Listed]) -> str:
    """Return a line for each game that has a summary."""
    return _lines(
        [game.id, *map(_harmless, game.summary.field_values()), game.summary.is_ranked, game.together]
        for game in games
        if game.summary
    )


def _harmless(value: object) -> object:
    """Return a value that a spreadsheet does not read as a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in _FORMULAS and value else value


def _lines(values: Iterable[list[object]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(values)
    return written.getvalue()
