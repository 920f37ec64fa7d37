"""The statements that PostgreSQL has its own form of; all others are those of SQLite."""

from __future__ import annotations

import re
from functools import cache

from . import statements

# The game is locked before its length is compared: of many who append, finish, discard or delete, each sees what the
# ones before it did. The locks are taken in the order of the numbers, so that no two writers wait for each other.
APPEND_MANY = """
with wanted as (
  select * from unnest($1::bigint[], $2::integer[], $3::integer[]) as wanted (id, seq, added)
), free as (
  select game.id, wanted.added from game join wanted on wanted.id = game.id
  where game.length = wanted.seq and game.replay is null
  order by game.id for update of game
), grown as (
  update game set length = game.length + free.added from free where game.id = free.id returning game.id
), written as (
  insert into action (game_id, seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at)
  select new.* from unnest(
    $4::bigint[], $5::integer[], $6::bigint[], $7::integer[], $8::smallint[], $9::integer[], $10::integer[],
    $11::text[], $12::double precision[], $13::double precision[], $14::text[], $15::bigint[], $16::bigint[]
  ) as new (game_id, seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at)
  join grown on grown.id = new.game_id
)
select id from grown
"""
NOW = "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint"
LOCK_GAMES = "select id from game where id = any($1::bigint[]) order by id for update"
# Released with the transaction.
LOCK_KEY = "select pg_advisory_xact_lock($1)"

COLUMNS = """
select c.table_name, c.column_name, c.data_type, c.is_nullable, k.ordinal_position
from information_schema.columns as c
left join information_schema.table_constraints as t
  on t.table_schema = c.table_schema and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
left join information_schema.key_column_usage as k
  on k.constraint_schema = t.constraint_schema and k.constraint_name = t.constraint_name
  and k.column_name = c.column_name
where c.table_schema = current_schema() order by c.table_name, c.ordinal_position
"""
# What is not in the file of an export: how long games in play are, and the number of the next game.
AFTER_IMPORT = (
    "update game set length = (select count(*) from action where game_id = id) where replay is null",
    "select setval(pg_get_serial_sequence('game', 'id'), (select coalesce(max(id), 0) + 1 from game), false)",
)

_SAME = {
    statements.LENGTH: "select length from game where id = $1 and replay is null for update",
    statements.GROW: """
with grown as (update game set length = length + 1 where id = $13)
insert into action (seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at, game_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
""",
    statements.FINISH: "update game set replay = $1, length = $2 where id = $3 and replay is null and length = $4",
    statements.DELETE_END: """
with shorter as (update game set length = greatest($2, 0) where id = $1)
delete from action where game_id = $1 and seq > $2
""",
    "select max(key) from player": "select count(*) from (select key from player limit 1) as found",
}
_TYPES = {"integer": "bigint", "blob": "bytea"}
_COVERING = f" ({statements.HISTORY})", f" (owner, {statements.HISTORY})"  # an entry of an index has a limited size


@cache
def spoken(statement: str) -> str:
    """Return a statement as PostgreSQL has it."""
    if statement in _SAME:
        return _SAME[statement]
    if statement.startswith("create "):
        everything, own = _COVERING
        statement = statement.replace(everything, " (ended_at, game_id)").replace(own, " (owner, ended_at, game_id)")
        return re.sub(r"\b(integer|blob)\b", lambda found: _TYPES[found[0]], statement)
    joined = "cast(group_concat(figures, '') as blob)"
    if joined in statement:
        return statement.replace(joined, r"string_agg(figures, '\x'::bytea)")
    return statement.replace(
        "(select value from json_each($1))", "(select value::bigint from json_array_elements_text($1::json))"
    )
