"""The tables of a store that are not computed from others, row by row, alike in every kind of database."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

from ..store.sql import columns_of, placeholders

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..store.base import SqlDatabase, Table

# Computed tables and the key, which has another place in the file; tables of the servers that run now.
_RATINGS = {"rating", "rating_step", "rating_state"}
_COMPUTED = {"schema_version", "summary", "summary_version", "study", "balance", "probe", "server_key"} | _RATINGS
_TRANSIENT = {"link_code", "challenge", "service", "server_node", "presence", "page_release"}
_FIRST = ("game", "party", "finished_round")  # which others refer to
_PAGE = 1000  # rows that are read at once
_PAGES = {"game": 20}  # of rows that can be long
_MODULUS = 1 << 256


class Total:
    """The number of rows of a table, and a digest that does not depend on their order."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, line: bytes) -> None:
        """Add a row, as `line_of` writes it."""
        self.rows += 1
        self._sum = (self._sum + int.from_bytes(sha256(line).digest(), "big")) % _MODULUS

    def result(self) -> list[object]:
        """Return the number of rows and the digest."""
        return [self.rows, f"{self._sum:064x}"]


def stored_tables(database: SqlDatabase) -> list[Table]:
    """Return the tables, each after those that it refers to."""
    tables = {table.name: table for table in database.tables() if table.name not in _COMPUTED | _TRANSIENT}
    return [tables[name] for name in (*_FIRST, *sorted(tables.keys() - set(_FIRST)))]


def lines_of(database: SqlDatabase, table: Table, columns: tuple[str, ...]) -> Iterator[bytes]:
    """Yield the rows of a table as lines, a page at a time."""
    names, key = columns_of((*columns, *table.key)), columns_of(table.key)
    size = _PAGES.get(table.name, _PAGE)
    marks = placeholders(len(table.key))
    order = f"order by {key} limit {size}"
    statement, last = f"select {names} from {table.name} {order}", ()
    while rows := database.rows(statement, *last):
        for row in rows:
            yield line_of(table, columns, row[: len(columns)])
        last = rows[-1][len(columns) :]
        statement = f"select {names} from {table.name} where ({key}) > ({marks}) {order}"


def line_of(table: Table, columns: tuple[str, ...], row: tuple[Any, ...]) -> bytes:
    """Return a row as a line of JSON: binary values as a list with their base64, truth values as 0 and 1."""
    values = [_to_json(value) for value in row]
    if table.name == "game" and values[columns.index("replay")] is None:
        values[columns.index("length")] = None  # of a game in play it is that of its log
    return json.dumps([table.name, values], separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def row_of(table: Table, columns: tuple[str, ...], values: list[Any]) -> tuple[Any, ...]:
    """Return the values of a line as the table takes them."""
    return tuple(_from_json(table, column, value) for column, value in zip(columns, values, strict=True))


def _to_json(value: Any) -> Any:
    if isinstance(value, bytes):
        return [b64encode(value).decode()]
    return int(value) if isinstance(value, bool) else value


def _from_json(table: Table, column: str, value: Any) -> Any:
    if isinstance(value, list):
        return b64decode(value[0], validate=True)
    if column in table.booleans:
        return bool(value)
    return 0 if value is None and column in table.numbers else value
