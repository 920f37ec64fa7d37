"""What servers that share a store ask it: which rooms have gone on elsewhere, and what was played there."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, TypeVar

from . import statements
from .rows import Head, Round, Tail
from .sql_base import SqlBase, tail_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")
_AT_ONCE = 256  # rooms or games in one statement


class SqlNodes(SqlBase):
    """The methods for servers that follow each other's rooms."""

    def heads(self, rooms: Sequence[str]) -> dict[str, Head]:
        """Return the newest game of each of these rooms, and how far it is."""
        found: dict[str, Head] = {}
        for part in _parts(rooms, ""):
            statement = statements.heads(len(part))
            for room, game, public_id, seq, is_finished in self._database.rows(statement, *part):
                found[room] = Head(game, public_id, seq, bool(is_finished))
        return found

    def entries_after(self, games: Sequence[tuple[int, int]]) -> dict[int, Tail]:
        """Return what was added to games in play after so many actions."""
        rows: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for part in _parts(games, (0, 0)):
            values = [value for known in part for value in known]
            for game, *row in self._database.rows(statements.entries_after(len(part)), *values):
                rows[game].append(tuple(row))
        return {game: tail_of(game, found) for game, found in rows.items()}

    def open_rounds(self, player: bytes, since: int, limit: int) -> list[Round]:
        """List the unfinished games of a player that were played or open on a server since a time."""
        rows = self._database.named_rows(statements.OPEN_ROUNDS, player, since, since, limit)
        return [Round(**row) for row in rows]


def _parts(items: Sequence[T], nothing: T) -> Iterator[list[T]]:
    """Yield a list in parts, each filled up to a power of two with what is never found: so statements are few."""
    for start in range(0, len(items), _AT_ONCE):
        part = list(items[start : start + _AT_ONCE])
        yield part + [nothing] * ((1 << (len(part) - 1).bit_length()) - len(part))
