"""Filters of finished games as conditions in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...rules import Grade, LayoutKind
from ..together import ALONE
from .rows import Filter
from .seals import IS_OPEN

if TYPE_CHECKING:
    from typing import Any

# How the field of a filter selects summaries. Every field of `Filter` has its condition; `{}` is its values.
_CONDITIONS = {
    "level": "summary.level in ({})",
    "not_level": "summary.level not in ({})",
    "ruleset": "summary.ruleset = {}",
    "layout": "summary.layout like {}",
    "rules": "summary.rules = {}",
    "since": "summary.ended_at >= {}",
    "until": "summary.ended_at < {}",
    "plain": "summary.plain = {}",
    "status": "summary.status = {}",
    "unpaused": "(summary.pauses = 0) = {}",
    "player": "summary.name = {}",
    "device": "summary.device in ({})",
    "imported": "summary.imported = {}",
    "me": "(not summary.imported or summary.name = {})",
    "owner": "summary.owner = {}",
    "together": "summary.together in ({})",
}
_LISTS = ("level", "not_level", "device", "together")  # whose values are separated by commas
# The games of a player that another one may have begun: needed only where games played together are asked for.
_OWNER_OR_PLAYER = "(summary.owner = $ or summary.game_id in (select game_id from game_player where player = $))"


class Query(NamedTuple):
    """A statement and its values."""

    text: str
    values: tuple[Any, ...]


def query(template: str, only: Filter, *values: object) -> Query:
    """Return a statement with the conditions of a filter and other values.

    In the template a `$` is one of the values in their order, and each `{matches}` the conditions.
    """
    conditions, given = _matches(only)
    parts = template.split("{matches}")
    bound_values: list[object] = []
    rest = iter(values)
    for number, part in enumerate(parts):
        if number:
            bound_values += given
        bound_values += [next(rest) for _ in range(part.count("$"))]
    text = conditions.join(parts).split("$")
    return Query(text[0] + "".join(f"${n}{word}" for n, word in enumerate(text[1:], 1)), tuple(bound_values))


def _matches(only: Filter) -> tuple[str, list[object]]:
    """Return the conditions that summaries fulfil, and their values."""
    conditions = [f"summary.game_id {IS_OPEN}"]
    values: list[object] = []
    for field in Filter.field_names():
        value = getattr(only, field)
        if value is None or (value is False and field in ("plain", "unpaused")):
            continue
        if field == "owner" and only.together != ALONE:
            conditions.append(_OWNER_OR_PLAYER)
            values += [value, value]
            continue
        given = value.split(",") if field in _LISTS else [_layouts(value)] if field == "layout" else [value]
        conditions.append(_CONDITIONS[field].format(", ".join("$" * len(given))))
        values += given
    return " and ".join(conditions), values


def _layouts(given: str) -> str:
    """Return the pattern of layouts: `no-guess` is every grade, and `no-guess-full` the one that is stored as that."""
    given = given.lower()
    return str(LayoutKind.of(Grade.FULL)) if given == f"{LayoutKind.NO_GUESS}-{Grade.FULL}" else f"{given}%"
