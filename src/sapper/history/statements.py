"""Every SQL statement, and the rows that actions and summaries become.

The lists of columns are made from the fields of the values in `rows.py` and `summary.py`. Placeholders are `$1`, `$2`,
... in order, each used once, so that both SQLite and PostgreSQL can bind them by position.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from ..action import Action, Kind, LogEntry, new_entry
from ..rules import Grade, LayoutKind
from . import daily, seals, summary
from .results import pack
from .rows import IMPORTED, Filter, MessageId, Played, Round, Summary, Tail, new_id
from .together import ALONE, TOGETHER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    _Row = tuple[Any, ...]

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

HAS_GAMES = "select exists (select 1 from game)"

ADD_SERVER_KEY = "insert into server_key (id, key) values (1, $1) on conflict do nothing"
SET_SERVER_KEY = """
insert into server_key (id, key) values (1, $1) on conflict (id) do update set key = excluded.key
"""
SERVER_KEY = "select key from server_key"

USE_PAGE = "update page_release set used_at = $1 where version = $2"
ADD_PAGE = "insert into page_release (version, files, used_at) values ($1, $2, $3) on conflict do nothing"
DELETE_PAGES = "delete from page_release where used_at < $1"
PAGE = "select files from page_release where version = $1"

PROBE = "update probe set value = value + 1"
# The first is what `PROBE` wrote; the others read the way to the newest row of each table.
PROBED = (
    "select value from probe",
    "select max(id) from game",
    "select max(game_id) from action",
    "select max(game_id) from round",
    "select max(game_id) from summary",
    "select max(key) from player",
)

_NEW_GAME = ("rules", "seed", "created_at", "source", "known_board")
CREATE = _insert("game", _NEW_GAME)
# An empty seed is one that is not known.
ADD = _insert("game", (*_NEW_GAME, "length", "replay"))
SAME_REPLAY = "select game_id from summary where digest = $1"
SAME_REPLAY_OF = "select game_id from summary where digest = $1 and owner = $2"
SIGN = "update game set replay = $1 where id = $2 and replay is not null"

DELETE = "delete from game where id = $1"
OWN_FINISHED = """
select id from game join round on game_id = id where id = $1 and player = $2 and replay is not null
"""
DELETE_ALL = (
    "delete from action",
    "delete from recent_ids",
    "delete from summary",
    "delete from round",
    "delete from game_player",
    "delete from custom_level",
    daily.DELETE_ALL,
    seals.OPEN_ALL,
    daily.DELETE_ENDS,
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
insert into action (seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at, game_id)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, id from game where id = $13 and replay is null
on conflict (game_id, seq) do nothing
"""
# Inside a transaction that has checked `LENGTH`.
GROW = """
insert into action (seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at, game_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
"""
# The same without a pointer: Python takes longer to bind two empty values than SQLite to insert the row.
GROW_UNPOINTED = """
insert into action (seq, at_ms, player, kind, row, col, device, tab, number, played_at, game_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
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

RECENT_IDS = 256  # actions of a finished game whose ids stay: as many as a room can answer again
LAST_IDS = f"select tab, number from action where game_id = $1 order by seq desc limit {RECENT_IDS}"
SET_RECENT = _insert("recent_ids", ("game_id", "runs"))
RECENT = "select runs from recent_ids where game_id = $1"
DELETE_RECENT = "delete from recent_ids where game_id = $1"

_ROUND_COLUMNS = ["game_id" if field == "game" else field for field in Round.field_names()]
# Nothing is inserted if the game exists already, or if another one follows the same game of the room.
BEGIN_ROUND = (
    _insert("round", (*_ROUND_COLUMNS, "touched_at", "previous")) + " on conflict do nothing returning game_id"
)
ROUND_BEGUN = "select game_id from round where public_id = $1 and room = $2"
ADD_ROUND = _insert("round", (*_ROUND_COLUMNS, "touched_at", "finished"))
FINISH_ROUND = "update round set finished = true where game_id = $1"
DELETE_ROUND = "delete from round where game_id = $1"
# The players of a game beside the one who began it.
ADD_PLAYER = "insert into game_player (player, game_id) values ($1, $2) on conflict do nothing"
REMOVE_PLAYER = "delete from game_player where player = $1 and game_id = $2"
DELETE_PLAYERS = "delete from game_player where game_id = $1"
_ROUND = f"select {', '.join(_ROUND_COLUMNS).replace('game_id', 'game_id as game')} from round"
ROUND = f"{_ROUND} where game_id = $1"
LAST_ROUND = f"{_ROUND} where room = $1 order by game_id desc limit 1"
ROUNDS_IN_PLAY = f"""
select {", ".join(_ROUND_COLUMNS).replace("game_id", "game_id as game")}, rules, created_at, source,
  coalesce((select max(seq) from action where action.game_id = id), 0) as seq
from round join game on id = game_id
where player = $1 and not finished and source not in ({", ".join(map(repr, TOGETHER))})
order by game_id desc limit $2
"""
TOUCH = "update round set touched_at = $1 where game_id = $2"
NOTE_OPEN = "update round set open_at = $1 where game_id = $2"
NOTE_CLOCK = "update game set clock_ms = $1 where id = $2 and replay is null"
LAST_OPEN = """
select open_at, (select played_at from action where action.game_id = round.game_id order by seq desc limit 1)
from round where game_id = $1
"""
SERVICE = "select started_at, alive_at from service"
SET_SERVICE = "update service set started_at = $1, alive_at = $2"
STAY_IN_SERVICE = "update service set alive_at = $1"
ROUNDS_IDLE = f"{_ROUND} where not finished and touched_at < $1 order by touched_at limit $2"
ROUNDS_SURPLUS = f"""
{_ROUND} where player = $1 and not finished order by touched_at desc, game_id desc limit $2 offset $3
"""
OPEN_ROUNDS = f"""
{_ROUND} where player = $1 and not finished
and (open_at >= $2 or exists (select 1 from action where action.game_id = round.game_id and played_at >= $3))
order by game_id desc limit $4
"""
ROUNDS_UNFINISHED = "select game_id from round where not finished"
DELETE_END = "delete from action where game_id = $1 and seq > $2"
NUMBERS_OF = "select game_id from round where player = $1"
NAME = """
insert into player (key, name, created_at) values ($1, $2, $3)
on conflict (key) do update set name = excluded.name
"""
NAME_OF = "select name from player where key = $1"
PLAYERS = "select key from player union select player from round union select player from game_player"
FORGET_PLAYER = (
    "delete from player where key = $1",
    "delete from custom_level where owner = $1",
    "delete from game_player where player = $1",
    daily.FORGET,
)

GAME = """
select id, rules, seed, length, created_at, source, replay, known_board,
  coalesce((select open_at from round where game_id = game.id), 0), clock_ms
from game where id = $1
"""
# The newest game of a room: its round, how many actions it has, and the columns of `GAME`; of long ones no replay.
LAST_GAME = f"""
select {", ".join(_ROUND_COLUMNS)}, coalesce(length, (select max(seq) from action where action.game_id = id), 0),
  id, rules, seed, length, created_at, source, case when length <= $1 then replay end, known_board, open_at,
  clock_ms
from round join game on id = game_id where room = $2 order by game_id desc limit 1
"""
_LOGGED = ("kind", "row", "col", "at_ms", "player", "device", "tab", "number")
_ACTION = f"{', '.join(_LOGGED)}, x, y, played_at"
ACTIONS = f"select {_ACTION} from action where game_id = $1 order by seq"
# The same from SQLite as one row, made without Python: all columns but the pointers, whose fractions JSON would round.
# How many actions have one, and when the last action was played, which has the highest number.
LOG = f"""
select json_array(json_group_array(seq), {", ".join(f"json_group_array({column})" for column in _LOGGED)}),
  count(x), played_at, max(seq)
from action where game_id = $1
"""
POINTERS = "select x, y from action where game_id = $1 order by seq"
# For servers that follow each other's rooms.
_HEADS = """
select room, id, public_id, coalesce(length, (select max(seq) from action where action.game_id = id), 0),
  replay is not null
from round join game on id = round.game_id
where round.game_id in (select max(game_id) from round where room in ({}) group by room)
"""
_ENTRIES_AFTER = """
with known (id, length) as (values {games})
select game_id, {actions}
from known join action on game_id = id and seq > length order by game_id, seq
"""
REPLAY = "select replay from game where id = $1"

UNFINISHED = """
select id, rules, coalesce((select max(seq) from action where game_id = game.id), 0) as seq, created_at, source
from game
where replay is null
order by id desc
"""

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
    "owner": "summary.owner = {}",
    "together": "summary.together in ({})",
}
_LISTS = ("level", "not_level", "device", "together")  # whose values are separated by commas
# The games of a player that somebody else may have begun: needed only where games played together are asked for.
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
    conditions = [f"summary.game_id {seals.IS_OPEN}"]
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


_SUMMARY = ", ".join(f'summary."{field}" as {column}' for field, column in summary.LISTED_AS.items())
_LISTED = f"select id, game.rules as rules, length as seq, created_at, source, {_SUMMARY} from game"
FINISHED = f"""
{_LISTED} left join summary on game_id = id
where replay is not null and id {seals.IS_OPEN} order by id desc limit $1 offset $2
"""
FINISHED_BY = f"""
{_LISTED} left join summary on summary.game_id = id join round on round.game_id = id
where player = $1 and replay is not null and id {seals.IS_OPEN} order by id desc limit $2 offset $3
"""
FINISHED_ONE = f"{_LISTED} left join summary on game_id = id where id = $1 and replay is not null"
SAME_SEED = f"""
{_LISTED} left join summary on game_id = id
where replay is not null and length(seed) > 0 and seed = (select seed from game where id = $1) and id <> $2
  and id {seals.IS_OPEN}
order by id desc limit $3
"""
FINISHED_THESE = f"""
{_LISTED} left join summary on game_id = id
where id in (select value from json_each($1)) and replay is not null order by id desc
"""

# Templates of `query`.
_MATCHING = f"{_LISTED} join summary on game_id = id where {{matches}} order by"
FINISHED_MATCHING = f"{_MATCHING} id desc limit $ offset $"
FINISHED_IN_ORDER = {
    order: f"{_MATCHING} {columns} limit $ offset $"
    for order, columns in {
        "newest": "summary.ended_at desc, id desc",
        "oldest": "summary.ended_at, id",
        "fastest": "summary.elapsed, id",
        "slowest": "summary.elapsed desc, id desc",
        "least-3bv": "summary.bbbv, id",
        "most-3bv": "summary.bbbv desc, id desc",
    }.items()
}
MATCHING_IDS = "select game_id from summary where {matches} order by game_id"
# The replays of a player, in order: first how long they are, so that no more are read than fit into a part.
_OWN_IDS = """
select game_id from round where player = $1 union select game_id from game_player where player = $2
"""
REPLAY_SIZES = f"""
select id, length(replay) from game
where id in ({_OWN_IDS}) and id > $3 and replay is not null and id {seals.IS_OPEN} order by id limit $4
"""
REPLAYS = f"""
select id, replay from game
where id in ({_OWN_IDS}) and id > $3 and id <= $4 and replay is not null and id {seals.IS_OPEN} order by id
"""
ALL_FINISHED_COUNT = f"select count(*) from game where replay is not null and id {seals.IS_OPEN}"
FINISHED_COUNT = "select count(*) from summary where {matches}"
FASTEST = f"""
{_LISTED} join summary on game_id = id
where {{matches}} and summary.rules = $ and ranked = $ and status = 'won' and bbbv >= $ and game_id > $
order by elapsed, game_id limit $
"""
RANKED = """
select count(*), count(*) filter (where elapsed <= $), min(elapsed) from summary
where {matches} and summary.rules = $ and ranked = true and status = 'won' and game_id > $ and game_id <> $
"""
_COMPUTED = {"id": "game_id as id", "clicks": '"left" + "right" + chords as clicks'}
PLAYED = f"""
select {", ".join(_COMPUTED.get(field, field) for field in Played._fields)}
from summary where {{matches}} order by ended_at, game_id
"""
# One value for a whole history: SQLite joins the records without Python, and other threads go on meanwhile.
RESULTS = """
select cast(group_concat(figures, '') as blob)
from (select figures from summary where {matches} order by ended_at, game_id) as played
"""
# Few configurations have many games, so each is found by a search in an index instead of reading all games.
_NEXT = "select game_id from summary where {after}{owned} order by rules, level limit 1"
_CONFIGURATIONS = """
with recursive configuration (rules, level) as (
  select rules, level from summary where game_id = ({first})
  union all
  select summary.rules, summary.level from configuration, summary where game_id = ({next})
)
select rules, level, newest from (
  select rules, level, (
    select game_id from summary
    where summary.rules = configuration.rules and summary.level = configuration.level and {{matches}}
    order by game_id desc limit 1
  ) as newest from configuration
) as found where newest is not null order by newest desc
"""
_AFTER = "(rules, level) > (configuration.rules, configuration.level)"
CONFIGURATIONS = _CONFIGURATIONS.format(
    first=_NEXT.format(after="true", owned=""), next=_NEXT.format(after=_AFTER, owned="")
)
OWN_CONFIGURATIONS = _CONFIGURATIONS.format(
    first=_NEXT.format(after="true", owned=" and owner = $"), next=_NEXT.format(after=_AFTER, owned=" and owner = $")
)

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
        "together text not null",  # how people played it, empty for a game of one alone
        "owner blob",  # the player of a server
        "figures blob not null",  # what statistics read
    ]
)
HISTORY = "ended_at, game_id, plain, imported, together, pauses, level, ruleset, layout, device, figures"
CREATE_SUMMARIES = (
    f"create table summary (\n  {_SUMMARY_TABLE}\n)",
    "create index summary_times on summary (rules, ranked, elapsed) where status = 'won'",
    "create index summary_own_times on summary (owner, rules, ranked, elapsed) where status = 'won'",
    "create index summary_rules on summary (rules, level)",
    "create index summary_owner on summary (owner, rules, level)",
    "create index summary_digest on summary (digest)",
    # Statistics read nothing else.
    f"create index summary_history on summary ({HISTORY})",
    f"create index summary_own_history on summary (owner, {HISTORY}) where owner is not null",
    "create table summary_version (version integer not null)",
)
DROP_SUMMARIES = ("drop table if exists summary", "drop table if exists summary_version")
SUMMARY_VERSION = "select version from summary_version"
SET_SUMMARY_VERSION = "insert into summary_version (version) values ($1)"
_FROM_GAME = ("imported", "together", "owner")  # not from the replay
_SUMMARY_COLUMNS = ("game_id", *summary.FIELDS, "ranked", "plain", "digest", "figures", *_FROM_GAME)
PROBE_SUMMARIES = f"""select {", ".join(f'summary."{column}"' for column in _SUMMARY_COLUMNS)} from summary limit 0"""
_GIVEN = len(_SUMMARY_COLUMNS) - len(_FROM_GAME)
_IS_IMPORTED = f"source = '{IMPORTED}'"
_HOW = f"case when source in ({', '.join(map(repr, TOGETHER))}) then source else '{ALONE}' end"
SUMMARISE = f"""
insert into summary ({", ".join(f'"{column}"' for column in _SUMMARY_COLUMNS)}) select {_placeholders(_GIVEN)},
  {_IS_IMPORTED}, {_HOW}, (select player from round where game_id = ${_GIVEN + 1})
from game where id = ${_GIVEN + 2}
"""
# The replay is given too: a game that was deleted, signed or summarised since is left as it is.
SUMMARISE_LATE = f"""
insert into summary ({", ".join(f'"{column}"' for column in _SUMMARY_COLUMNS)}) select {_placeholders(_GIVEN)},
  {_IS_IMPORTED}, {_HOW}, (select player from round where game_id = ${_GIVEN + 1})
from game where id = ${_GIVEN + 2} and replay = ${_GIVEN + 3}
on conflict (game_id) do nothing
"""
DELETE_SUMMARY = "delete from summary where game_id = $1"
WITHOUT_SUMMARY = """
select id, replay from game
where id > $1 and replay is not null and not exists (select 1 from summary where game_id = id)
order by id limit $2
"""
COUNTS = "select (select count(*) from game where replay is not null), (select count(*) from summary)"


def heads(count: int) -> str:
    """Return the query of the newest games of so many rooms."""
    return _HEADS.format(_placeholders(count))


def entries_after(count: int) -> str:
    """Return the query of what was added to so many games, each given by its number and a length."""
    pairs = [f"(cast(${2 * n + 1} as bigint), cast(${2 * n + 2} as bigint))" for n in range(count)]
    return _ENTRIES_AFTER.format(games=", ".join(pairs), actions=_ACTION)


_NOTHING = (None, None)


def action_row(
    game: int, seq: int, entry: LogEntry, message: MessageId | None = None, played_at: int | None = None
) -> _Row:
    """Return the values of `APPEND` and `GROW` for an action."""
    (kind, place, col), at, by, device, pointer = entry
    tab, number = message or _NOTHING
    x, y = pointer or _NOTHING
    return seq, at, by, CODES[kind], place, col, device, x, y, tab, number, played_at, game


def is_pointed(row: _Row) -> bool:
    """Return whether a row of `action_row` has a pointer."""
    return row[7] is not None


def unpointed(row: _Row) -> _Row:
    """Return the values of `GROW_UNPOINTED` from a row of `action_row`."""
    return row[:7] + row[9:]


def tail_of(rows: Sequence[_Row]) -> Tail:
    """Return the actions in rows of `ACTIONS`, or raise KeyError for a code without a kind."""
    return tail_of_columns(zip(*rows, strict=True)) if rows else Tail()


def tail_of_columns(columns: Iterable[Sequence[Any]]) -> Tail:
    """Return the actions in the columns of `ACTIONS`: a server that starts again reads hundreds of thousands."""
    kinds, places, cols, times, players, devices, tabs, numbers, xs, ys, played_at = columns
    pointers: Iterable[tuple[float, float] | None] = repeat(None)
    if any(x is not None for x in xs):
        pointers = [None if x is None else (x, y) for x, y in zip(xs, ys, strict=True)]
    actions = map(_action, kinds, places, cols)
    entries = tuple(map(new_entry, zip(actions, times, players, devices, pointers)))  # noqa: B905
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


def summary_row(game: int, summary: Summary, replay: bytes) -> tuple[Any, ...]:
    """Return the values of `SUMMARISE`."""
    derived = (summary.is_ranked, summary.is_plain, digest(replay), pack(game, summary))
    return game, *summary.field_values(), *derived, game, game


def digest(replay: bytes) -> bytes:
    """Return the digest that identifies a packed replay."""
    return sha256(replay).digest()[:16]
