"""Every SQL statement, and the rows that actions and summaries become.

The lists of columns are made from the fields of the values in `rows.py` and `summary.py`. Placeholders are `$1`, `$2`,
... in order, each used once, so that both SQLite and PostgreSQL can bind them by position.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ..action import Action, Kind, LogEntry
from . import summary
from .rows import Filter, Played, Round, Summary

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_ALWAYS = 1 << 62

# How a kind is stored. A code is never reused for another kind.
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
    "completion-clear": 11,
    "completion-mark": 12,
    "completion-both": 13,
    "completion-either": 14,
}
_KINDS = {CODES[kind]: kind for kind in Kind}


def _placeholders(count: int) -> str:
    return ", ".join(f"${number}" for number in range(1, count + 1))


def _insert(table: str, columns: Iterable[str]) -> str:
    """Return an insert of one row, with a placeholder for each column."""
    quoted = [f'"{column}"' for column in columns]
    return f"insert into {table} ({', '.join(quoted)}) values ({_placeholders(len(quoted))})"


VERSION = "select version from schema_version"
SET_VERSION = "update schema_version set version = $1"

_NEW_GAME = ("rules", "seed", "created_at", "source", "known_board")
CREATE = _insert("game", _NEW_GAME)
# An empty seed is one that is not known.
ADD = _insert("game", (*_NEW_GAME, "length", "replay"))
SAME_REPLAY = "select game_id from summary where digest = $1"
SIGN = "update game set replay = $1 where id = $2 and replay is not null"

DELETE = "delete from game where id = $1"
DELETE_ALL = (
    "delete from action",
    "delete from summary",
    "delete from round",
    "delete from custom_level",
    "delete from game",
)

SET_CUSTOM_LEVEL = """
insert into custom_level (owner, level, last_game) values ($1, $2, (select coalesce(max(id), 0) from game))
on conflict (owner) do update set level = excluded.level, last_game = excluded.last_game
"""
CUSTOM_LEVEL = "select level, last_game from custom_level where owner = $1"

# A transaction of its own. A log only grows until it is packed. So for a writer who knows that the game once had
# `seq - 1` actions this is the lock: the row is inserted unless the game is packed or another writer was faster.
APPEND = """
insert into action (seq, at_ms, player, kind, row, col, device, x, y, game_id)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, id from game where id = $10 and replay is null
on conflict (game_id, seq) do nothing
"""
# Inside a transaction that has checked `LENGTH`.
GROW = """
insert into action (seq, at_ms, player, kind, row, col, device, x, y, game_id)
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
DELETE_ACTIONS = "delete from action where game_id = $1"

_ROUND_COLUMNS = ["game_id" if field == "game" else field for field in Round.field_names()]
BEGIN_ROUND = _insert("round", _ROUND_COLUMNS)
DELETE_ROUND = "delete from round where game_id = $1"
_ROUND = f"select {', '.join(_ROUND_COLUMNS).replace('game_id', 'game_id as game')} from round"
ROUND = f"{_ROUND} where game_id = $1"
LAST_ROUND = f"{_ROUND} where room = $1 order by game_id desc limit 1"
ROUNDS_IN_PLAY = f"""
{_ROUND} join game on id = game_id where player = $1 and replay is null order by game_id desc limit $2
"""
ROUNDS_UNFINISHED = "select game_id from round join game on id = game_id where replay is null"
NUMBERS_OF = "select game_id from round where player = $1"
NAME = """
insert into player (key, name, created_at) values ($1, $2, $3)
on conflict (key) do update set name = excluded.name
"""
NAME_OF = "select name from player where key = $1"
PLAYERS = "select key from player union select player from round"
FORGET_PLAYER = ("delete from player where key = $1", "delete from custom_level where owner = $1")

GAME = "select id, rules, seed, length, created_at, source, replay, known_board from game where id = $1"
ACTIONS = "select kind, row, col, at_ms, player, device, x, y from action where game_id = $1 order by seq"
REPLAY = "select replay from game where id = $1"
PACKED = "select id from game where replay is not null order by id"

UNFINISHED = """
select id, rules, coalesce((select max(seq) from action where game_id = game.id), 0) as seq, created_at, source
from game
where replay is null
order by id desc
"""

# How the field of a filter selects summaries. Every field of `Filter` has its condition, `{}` is its value.
_CONDITIONS = {
    "level": "',' || coalesce({}, summary.level) || ',' like '%,' || summary.level || ',%'",
    "ruleset": "summary.ruleset = coalesce({}, summary.ruleset)",
    "layout": "summary.layout like coalesce({}, summary.layout)",
    "rules": "summary.rules = coalesce({}, summary.rules)",
    "since": "summary.ended_at >= {}",
    "until": "summary.ended_at < {}",
    "plain": "summary.plain >= {}",
    "status": "summary.status = coalesce({}, summary.status)",
    "unpaused": "summary.pauses <= {}",
    "player": "summary.name = coalesce({}, summary.name)",
    "device": "',' || coalesce({}, summary.device) || ',' like '%,' || summary.device || ',%'",
    "imported": "summary.imported = coalesce({}, summary.imported)",
    "owner": "coalesce(summary.owner, x'') = coalesce({}, summary.owner, x'')",
}
_MATCHES = " and ".join(_CONDITIONS[field].format(f"${n}") for n, field in enumerate(Filter.field_names(), 1))

_SUMMARY = ", ".join(f'summary."{field}" as {column}' for field, column in summary.LISTED_AS.items())
_LISTED = f"select id, game.rules as rules, length as seq, created_at, source, {_SUMMARY} from game"
FINISHED = f"{_LISTED} left join summary on game_id = id where replay is not null order by id desc limit $1 offset $2"
FINISHED_BY = f"""
{_LISTED} left join summary on summary.game_id = id join round on round.game_id = id
where player = $1 and replay is not null order by id desc limit $2 offset $3
"""
FINISHED_ONE = f"{_LISTED} left join summary on game_id = id where id = $1 and replay is not null"
_LAST = len(_CONDITIONS)
FINISHED_MATCHING = f"""
{_LISTED} join summary on game_id = id where {_MATCHES} order by id desc limit ${_LAST + 1} offset ${_LAST + 2}
"""
FINISHED_COUNT = f"select count(*) from summary where {_MATCHES}"
FASTEST = f"""
{_LISTED} join summary on game_id = id
where {_MATCHES} and summary.rules = ${_LAST + 1} and ranked = ${_LAST + 2} and status = 'won'
  and bbbv >= ${_LAST + 3} and game_id > ${_LAST + 4}
order by elapsed, game_id limit ${_LAST + 5}
"""
_COMPUTED = {"id": "game_id as id", "clicks": '"left" + "right" + chords as clicks'}
PLAYED = f"""
select {", ".join(_COMPUTED.get(field, field) for field in Played._fields)}
from summary where {_MATCHES} order by ended_at, game_id
"""
CONFIGURATIONS = f"""
select rules, level, max(game_id) from summary where {_MATCHES} group by rules, level order by max(game_id) desc
"""

# The table of summaries is never migrated: it is dropped and computed from the replays again.
_TYPES = {"str": "text", "int": "bigint", "bool": "boolean"}
_SUMMARY_TABLE = ",\n  ".join(
    [
        "game_id integer primary key references game (id)",
        *(f'"{field}" {_TYPES[kind]} not null' for field, kind in summary.FIELDS.items()),
        "ranked boolean not null",
        "plain boolean not null",
        "digest blob not null",  # of the replay: the same one is not stored twice
        "imported boolean not null",
        "owner blob",  # the player of a server
    ]
)
CREATE_SUMMARIES = (
    f"create table summary (\n  {_SUMMARY_TABLE}\n)",
    "create index summary_times on summary (rules, ranked, elapsed) where status = 'won'",
    "create index summary_digest on summary (digest)",
    "create table summary_version (version integer not null)",
)
DROP_SUMMARIES = ("drop table if exists summary", "drop table if exists summary_version")
SUMMARY_VERSION = "select version from summary_version"
SET_SUMMARY_VERSION = "insert into summary_version (version) values ($1)"
_SUMMARY_COLUMNS = ("game_id", *summary.FIELDS, "ranked", "plain", "digest", "imported", "owner")
PROBE_SUMMARIES = f"""select {", ".join(f'summary."{column}"' for column in _SUMMARY_COLUMNS)} from summary limit 0"""
_GIVEN = len(_SUMMARY_COLUMNS) - 2
SUMMARISE = f"""
insert into summary ({", ".join(f'"{column}"' for column in _SUMMARY_COLUMNS)}) values ({_placeholders(_GIVEN)},
  (select source = 'import' from game where id = ${_GIVEN + 1}),
  (select player from round where game_id = ${_GIVEN + 2}))
"""
DELETE_SUMMARY = "delete from summary where game_id = $1"
NOT_SUMMARISED = """
select id from game
where replay is not null and not exists (select 1 from summary where game_id = id)
"""
COUNTS = "select (select count(*) from game where replay is not null), (select count(*) from summary)"


def action_row(game: int, seq: int, entry: LogEntry) -> tuple[Any, ...]:
    """Return the values of `APPEND` and `GROW` for an action."""
    action = entry.action
    x, y = entry.pointer or (None, None)
    return seq, entry.at, entry.by, CODES[action.kind], action.row, action.col, entry.device, x, y, game


def log_entry(values: tuple[Any, ...]) -> LogEntry:
    """Return the entry in a row of `ACTIONS`, or raise KeyError for a code without a kind."""
    code, row, col, at, player, device, x, y = values
    return LogEntry(Action(_KINDS[code], row, col), at, player, device, None if x is None else (x, y))


def summary_row(game: int, summary: Summary, replay: bytes) -> tuple[Any, ...]:
    """Return the values of `SUMMARISE`."""
    return game, *summary.field_values(), summary.is_ranked, summary.is_plain, digest(replay), game, game


def digest(replay: bytes) -> bytes:
    """Return the digest that identifies a packed replay."""
    return sha256(replay).digest()[:16]


def filter_values(only: Filter) -> tuple[Any, ...]:
    """Return the values of the conditions of a filter, in the order of its fields."""
    layout = None if only.layout is None else f"{only.layout}%"
    since = -_ALWAYS if only.since is None else only.since
    until = _ALWAYS if only.until is None else only.until
    pauses = 0 if only.unpaused else _ALWAYS
    return only.replace(layout=layout, since=since, until=until, unpaused=pauses).field_values()
