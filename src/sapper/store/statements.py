"""Every SQL statement, and the row that an action is.

Placeholders are `$1`, `$2`, ... in the order in which they stand, each once, so that they can be bound by position in
SQLite and PostgreSQL alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..action import Action, Entry, Kind

if TYPE_CHECKING:
    from typing import Any

# What stands in the database for a kind. A code is never given to another kind.
CODES = {
    "open": 0,
    "flag": 1,
    "question": 2,
    "clear": 3,
    "chord": 4,
    "pause": 5,
    "resume": 6,
    "resign": 7,
    "hint": 8,
    "undo": 9,
    "redo": 10,
}
_KINDS = {CODES[kind]: kind for kind in Kind}

VERSION = "select version from schema_version"
SET_VERSION = "update schema_version set version = $1"

CREATE = "insert into game (rules, seed, created_at, front) values ($1, $2, $3, $4)"

# Alone a transaction. A log only grows until it is packed, so that for a writer who knows that the game once had
# `seq - 1` actions this is the lock: the row goes in unless the game is packed or another was faster.
APPEND = """
insert into action (seq, at_ms, player, kind, row, col, via, x, y, game_id)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, id from game where id = $10 and replay is null
on conflict (game_id, seq) do nothing
"""
# Inside a transaction that has looked at `LENGTH`.
GROW = """
insert into action (seq, at_ms, player, kind, row, col, via, x, y, game_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""
LENGTH = """
select coalesce((select max(seq) from action where game_id = game.id), 0) from game
where id = $1 and replay is null
"""

FINISH = """
update game set replay = $1, length = $2
where id = $3 and replay is null
  and coalesce((select max(seq) from action where game_id = game.id), 0) = $4
"""
FORGET_ACTIONS = "delete from action where game_id = $1"

GAME = "select id, rules, seed, length, created_at, front, replay from game where id = $1"
ACTIONS = "select kind, row, col, at_ms, player, via, x, y from action where game_id = $1 order by seq"
REPLAY = "select replay from game where id = $1"
PACKED = "select id from game where replay is not null order by id"

UNFINISHED = """
select id, rules, coalesce((select max(seq) from action where game_id = game.id), 0), created_at, front
from game
where replay is null
order by id desc
"""
FINISHED = """
select id, rules, length, created_at, front,
  status, level, ruleset, elapsed_ms, ended_at, hints, assisted, practice
from game left join summary on game_id = id
where replay is not null
order by id desc limit $1 offset $2
"""

SUMMARISE = """
insert into summary (game_id, status, level, ruleset, elapsed_ms, ended_at, hints, assisted, practice)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""
DROP_DERIVED = "drop table if exists summary"
NOT_SUMMARISED = """
select id from game
where replay is not null and not exists (select 1 from summary where game_id = id)
"""


def row(game: int, seq: int, entry: Entry) -> tuple[Any, ...]:
    """Give the values of `APPEND` and `GROW` for an action."""
    action = entry.action
    x, y = entry.pointer or (None, None)
    return seq, entry.at, entry.by, CODES[action.kind], action.row, action.col, entry.via, x, y, game


def entry(values: tuple[Any, ...]) -> Entry:
    """Read what `ACTIONS` gives. A code without a kind is a KeyError."""
    code, row, col, at, player, via, x, y = values
    return Entry(Action(_KINDS[code], row, col), at, player, via, None if x is None else (x, y))
