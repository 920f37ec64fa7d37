"""Imports a file of `export_all` into an empty store: all of it, or nothing."""

from __future__ import annotations

import gzip
import json
import zlib
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import os_reason
from ...phrase import Phrase, listed
from ..store import StoreError
from ..store.sql import insert
from .all_tables import Total, lines_of, row_of, stored_tables
from .export_all import FORMAT, TITLE
from .server_key import key_file, key_problem, replacing_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from ..store import Store
    from ..store.base import SqlDatabase, Table

_MOST_ROWS = 500  # that are written at once
_MOST_BYTES = 4 << 20
_SET_KEY = "insert into server_key (id, key) values (1, $1) on conflict (id) do update set key = excluded.key"
_DAMAGED = Phrase("backup.incomplete")


def import_all(store: Store, source: Path) -> dict[str, int]:
    """Import a file into a store that is empty, and return how many rows each table has.

    Before the commit everything is read again and compared with the file.
    """
    with _translated_errors(source):
        head, end = _checked(source)
        key = _key(head, source)
        columns = {name: tuple(names) for name, names in head["tables"].items()}
        with gzip.open(source, "rb") as lines, _key_of(store, key), store.database.transaction():
            tables = {table.name: table for table in stored_tables(store.database)}
            _check_empty(store)
            unknown = [name for name in columns if name not in tables or set(columns[name]) - set(tables[name].columns)]
            if unknown:
                raise StoreError(Phrase("backup.newer-tables", place=str(source), tables=listed(unknown)))
            next(lines)
            _take(store.database, lines, tables, columns)
            store.after_import()
            _compare(store.database, end["totals"], tables, columns, source)
            if key and store.is_shared:
                store.database.run(_SET_KEY, key)
    return {name: int(rows) for name, (rows, _) in end["totals"].items()}


@contextmanager
def _translated_errors(source: Path) -> Iterator[None]:
    """Translate read errors to `StoreError`."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile, KeyError, TypeError, ValueError, AttributeError) as error:
        raise StoreError(Phrase("backup.not-imported", place=str(source), reason=_DAMAGED), _DAMAGED) from error
    except OSError as error:
        raise StoreError(Phrase("backup.not-readable", place=str(source), reason=os_reason(error))) from error


def _check_empty(store: Store) -> None:
    for table in stored_tables(store.database):
        if store.database.rows(f"select exists (select 1 from {table.name})")[0][0]:
            raise StoreError(Phrase("backup.not-empty", place=str(store.place)))


def _checked(source: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the first and the last line of a file, once the digest of all others is found to be right."""
    whole = sha256()
    with gzip.open(source, "rb") as lines:
        first = next(lines, b"")
        head: dict[str, Any] = json.loads(first)
        if head.get(TITLE) != FORMAT:
            raise StoreError(Phrase("backup.not-an-export", place=str(source)))
        last = first
        for line in lines:
            whole.update(last)
            last = line
    end: dict[str, Any] = json.loads(last)
    if end["sha256"] != whole.hexdigest():
        raise ValueError("the digest is wrong")
    return head, end


def _take(
    database: SqlDatabase, lines: Iterator[bytes], tables: dict[str, Table], columns: dict[str, tuple[str, ...]]
) -> None:
    """Insert the rows."""
    rows: list[tuple[Any, ...]] = []
    of, size = "", 0
    for line in lines:
        item = json.loads(line)
        if isinstance(item, dict):  # the last line
            break
        name, values = item
        if name != of or len(rows) == _MOST_ROWS or size > _MOST_BYTES:
            _insert(database, of, columns, rows)
            of, size = name, 0
            rows.clear()
        rows.append(row_of(tables[name], columns[name], values))
        size += len(line)
    _insert(database, of, columns, rows)


def _insert(
    database: SqlDatabase, table: str, columns: dict[str, tuple[str, ...]], rows: list[tuple[Any, ...]]
) -> None:
    if rows:
        database.run_many(insert(table, columns[table]), rows)


def _key(head: dict[str, Any], source: Path) -> bytes:
    """Return the key in a file, empty if it has none; raise `StoreError` if it must not be used."""
    key = bytes.fromhex(head["key"] or "")
    if key and (problem := key_problem(key)):
        raise StoreError(Phrase("backup.key-in", place=str(source), problem=problem))
    return key


def _key_of(store: Store, key: bytes) -> AbstractContextManager[None]:
    """Return a context that ends with the key in its file next to the store, if the store is a file."""
    return replacing_key(key_file(Path(store.path)), key) if key and store.path else nullcontext()


def _compare(
    database: SqlDatabase,
    totals: dict[str, list[object]],
    tables: dict[str, Table],
    columns: dict[str, tuple[str, ...]],
    source: Path,
) -> None:
    """Read everything again, and compare it with the totals of the file."""
    for name, expected in totals.items():
        total = Total()
        for line in lines_of(database, tables[name], columns[name]):
            total.add(line)
        if total.result() != expected:
            raise StoreError(Phrase("backup.table-differs", table=name, place=str(source), reason=_DAMAGED))
