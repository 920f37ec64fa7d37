"""Statements in SQL for two databases, and parts that statements are made of.

Placeholders are `$1`, `$2`, ... in order, each used once, so that SQLite can bind them by position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

T = TypeVar("T")
_AT_ONCE = 1024  # items in one statement


class Sql(NamedTuple):
    """A statement that differs between the databases. One that does not is a plain string."""

    sqlite: str
    postgres: str


Statement = str | Sql


def placeholders(count: int) -> str:
    """Return `$1, $2, ...`."""
    return ", ".join(f"${number}" for number in range(1, count + 1))


def columns_of(names: Iterable[str]) -> str:
    """Return a list of columns, quoted because some have the name of a keyword."""
    return ", ".join(f'"{name}"' for name in names)


def insert(table: str, columns: Iterable[str]) -> str:
    """Return an insert of one row, with a placeholder for each column."""
    names = list(columns)
    return f"insert into {table} ({columns_of(names)}) values ({placeholders(len(names))})"


def in_parts(items: Sequence[T], nothing: T) -> Iterator[list[T]]:
    """Yield items in parts for one statement each, filled up to a power of two with an item that is never found.

    So a database prepares few statements, not one for each number of items.
    """
    for start in range(0, len(items), _AT_ONCE):
        part = list(items[start : start + _AT_ONCE])
        yield part + [nothing] * ((1 << (len(part) - 1).bit_length()) - len(part))
