"""Actions of games in play as rows, and the ids of the messages that they answer."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING

from ...action import Action, LogEntry, new_entry
from ...kernel_rules import KIND_CODES
from ...phrase import Phrase
from .errors import StoreError
from .rows import MessageId, Tail, new_id
from .sql import Sql

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    _Row = tuple[Any, ...]

_KINDS = {code: kind for kind, code in KIND_CODES.items()}
_NOTHING = (None, None)

#: The columns that `tail_of` reads; the pointers and the time come last.
LOGGED = ("kind", "row", "col", "at_ms", "player", "device", "tab", "number")
COLUMNS = f"{', '.join(LOGGED)}, x, y, played_at"
_GROW = """
insert into action (seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at, game_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
"""
#: Adds an action, inside a transaction that has checked the length of the game.
GROW = Sql(sqlite=_GROW, postgres=f"with grown as (update game set length = length + 1 where id = $13){_GROW}")


def action_row(
    game: int, seq: int, entry: LogEntry, message: MessageId | None = None, played_at: int | None = None
) -> _Row:
    """Return the values of `GROW` for an action."""
    (kind, place, col), at, by, device, pointer = entry
    tab, number = message or _NOTHING
    x, y = pointer or _NOTHING
    return seq, at, by, KIND_CODES[kind], place, col, device, x, y, tab, number, played_at, game


def tail_of(game: int, rows: Sequence[_Row]) -> Tail:
    """Return actions from rows of `COLUMNS`; raise `StoreError` for those of a newer version."""
    return tail_of_columns(game, zip(*rows, strict=True)) if rows else Tail()


def tail_of_columns(game: int, columns: Iterable[Sequence[Any]]) -> Tail:
    """Return actions from the values of each of `COLUMNS`: a server that starts reads hundreds of thousands."""
    kinds, places, cols, times, players, devices, tabs, numbers, xs, ys, played_at = columns
    pointers: Iterable[tuple[float, float] | None] = repeat(None)
    if any(x is not None for x in xs):
        pointers = [None if x is None else (x, y) for x, y in zip(xs, ys, strict=True)]
    actions = map(_action, kinds, places, cols)
    try:
        entries = tuple(map(new_entry, zip(actions, times, players, devices, pointers)))  # noqa: B905
    except KeyError as error:
        raise StoreError(Phrase("machine-error.unknown-action", game=game)) from error
    ids: Iterable[MessageId | None]
    ids = map(message_id, tabs, numbers) if None in tabs else map(new_id, zip(tabs, numbers, strict=True))
    return Tail(entries, tuple(ids), played_at[-1])


@lru_cache(maxsize=1 << 14)
def _action(code: int, row: int, col: int) -> Action:
    """Return an action from its columns: many games have the same ones."""
    return Action(_KINDS[code], row, col)


def message_id(tab: str | None, number: int | None) -> MessageId | None:
    """Return the id of a message from its columns, None if an action has none."""
    return None if tab is None or number is None else MessageId(tab, number)


def pack_ids(ids: Sequence[MessageId | None]) -> str:
    """Return the ids of consecutive actions as JSON: most tabs count on, so a run of numbers is one item."""
    runs: list[list[Any]] = []
    for one in ids:
        tab, number = one or (None, 0)
        if runs and runs[-1][0] == tab and (tab is None or number == runs[-1][1] + runs[-1][2]):
            runs[-1][2] += 1
        else:
            runs.append([tab, number, 1])
    return json.dumps(runs, separators=(",", ":"))


def unpack_ids(runs: str) -> tuple[MessageId | None, ...]:
    """Return the ids that `pack_ids` packed."""
    ids: list[MessageId | None] = []
    for tab, first, count in json.loads(runs):
        ids += [None if tab is None else MessageId(tab, first + number) for number in range(count)]
    return tuple(ids)
