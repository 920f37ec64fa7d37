"""Every SQL statement, and the row that an action is.

Placeholders are `$1`, `$2`, ... in the order in which they stand, each once, so that they can be bound by position in
SQLite and PostgreSQL alike.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ..action import Action, Kind, LogEntry

if TYPE_CHECKING:
    from typing import Any

    from .rows import Filter, Summary

_ALWAYS = 1 << 62

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

CREATE = "insert into game (rules, seed, created_at, front, chosen) values ($1, $2, $3, $4, $5)"
# An empty seed is one that is not known.
KEEP = """
insert into game (rules, seed, created_at, front, chosen, length, replay) values ($1, $2, $3, $4, $5, $6, $7)
"""
SAME = "select game_id from summary where digest = $1"
SIGN = "update game set replay = $1 where id = $2 and replay is not null"

DELETE = "delete from game where id = $1"
DELETE_ALL = ("delete from action", "delete from summary", "delete from round", "delete from game")

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

BEGIN_ROUND = "insert into round (game_id, public_id, room, player, salt) values ($1, $2, $3, $4, $5)"
FORGET_ROUND = "delete from round where game_id = $1"
_ROUND = "select game_id, public_id, room, player, salt from round"
ROUND = f"{_ROUND} where game_id = $1"
LAST_ROUND = f"{_ROUND} where room = $1 order by game_id desc limit 1"
ROUNDS_IN_PLAY = f"""
{_ROUND} join game on id = game_id where player = $1 and replay is null order by game_id desc limit $2
"""
NUMBERS_OF = "select game_id from round where player = $1"
NAME = """
insert into player (key, name, created_at) values ($1, $2, $3)
on conflict (key) do update set name = excluded.name
"""
NAME_OF = "select name from player where key = $1"

GAME = "select id, rules, seed, length, created_at, front, replay, chosen from game where id = $1"
ACTIONS = "select kind, row, col, at_ms, player, via, x, y from action where game_id = $1 order by seq"
REPLAY = "select replay from game where id = $1"
PACKED = "select id from game where replay is not null order by id"

UNFINISHED = """
select id, rules, coalesce((select max(seq) from action where game_id = game.id), 0), created_at, front
from game
where replay is null
order by id desc
"""
SUMMARY = (
    "status, level, ruleset, elapsed_ms, ended_at, hints, assisted, practice, configuration, layout, name, "
    "undone, pauses, known, bbbv, solved, left_clicks, right_clicks, chords, effective"
)
# The values of a filter, in this order. A condition on what is derived leaves out games that lack it.
MATCHES = """
level = coalesce($1, level) and ruleset = coalesce($2, ruleset) and layout like coalesce($3, layout)
and configuration = coalesce($4, configuration) and ended_at >= $5 and ended_at < $6 and plain >= $7
and status = coalesce($8, status)
"""
_LISTED = f"select id, rules, length, created_at, front, {SUMMARY} from game"
FINISHED = f"{_LISTED} left join summary on game_id = id where replay is not null order by id desc limit $1 offset $2"
FINISHED_BY = f"""
{_LISTED} left join summary on summary.game_id = id join round on round.game_id = id
where player = $1 and replay is not null order by id desc limit $2 offset $3
"""
FINISHED_ONE = f"{_LISTED} left join summary on game_id = id where id = $1 and replay is not null"
FINISHED_MEANT = f"{_LISTED} join summary on game_id = id where {MATCHES} order by id desc limit $9 offset $10"
FINISHED_COUNT = f"select count(*) from summary where {MATCHES}"
FASTEST = f"""
{_LISTED} join summary on game_id = id
where configuration = $1 and ranked = $2 and status = 'won'
  and bbbv >= $3 and game_id > $4 and ended_at >= $5 and ended_at < $6
order by elapsed_ms, game_id limit $7
"""
PLAYED = f"""
select game_id, status, elapsed_ms, ended_at, bbbv, solved, left_clicks + right_clicks + chords, ranked
from summary where {MATCHES} order by ended_at, game_id
"""
CONFIGURATIONS = f"""
select configuration, level, max(game_id) from summary where {MATCHES}
group by configuration, level order by max(game_id) desc
"""

SUMMARISE = f"""
insert into summary (game_id, {SUMMARY}, ranked, plain, digest)
values ($1, {", ".join(f"${number}" for number in range(2, 25))})
"""
FORGET_SUMMARY = "delete from summary where game_id = $1"
DERIVED = f"select game_id, {SUMMARY}, ranked, plain, digest from summary limit 0"
DROP_DERIVED = "drop table if exists summary"
NOT_SUMMARISED = """
select id from game
where replay is not null and not exists (select 1 from summary where game_id = id)
"""
COUNTS = "select (select count(*) from game where replay is not null), (select count(*) from summary)"


def row(game: int, seq: int, entry: LogEntry) -> tuple[Any, ...]:
    """Give the values of `APPEND` and `GROW` for an action."""
    action = entry.action
    x, y = entry.pointer or (None, None)
    return seq, entry.at, entry.by, CODES[action.kind], action.row, action.col, entry.device, x, y, game


def entry(values: tuple[Any, ...]) -> LogEntry:
    """Read what `ACTIONS` gives. A code without a kind is a KeyError."""
    code, row, col, at, player, device, x, y = values
    return LogEntry(Action(_KINDS[code], row, col), at, player, device, None if x is None else (x, y))


def summary_row(game: int, summary: Summary, replay: bytes) -> tuple[Any, ...]:
    """Give the values of `SUMMARISE`."""
    plain = not (summary.hints or summary.undone or summary.assisted)
    return game, *summary._fields(), summary.is_ranked, plain, digest(replay)


def digest(replay: bytes) -> bytes:
    """Give what tells a replay from every other."""
    return sha256(replay).digest()[:16]


def meant(only: Filter) -> tuple[Any, ...]:
    """Give the values of `MATCHES`."""
    layout = None if only.layout is None else f"{only.layout}%"
    return only.level, only.ruleset, layout, only.rules, *period(only.since, only.until), only.plain, only.status


def period(since: int | None, until: int | None) -> tuple[int, int]:
    """Give a period that begins and ends, however far away."""
    return -_ALWAYS if since is None else since, _ALWAYS if until is None else until
