"""The store in a SQL database: what SQLite and PostgreSQL do alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import daily, seals, statements
from .rows import Round
from .sql_daily import SqlDaily
from .sql_nodes import SqlNodes
from .sql_pages import SqlPages
from .sql_parties import SqlParties
from .sql_players import SqlPlayers
from .sql_queries import SqlQueries
from .sql_rounds import SqlRounds
from .sql_seals import SqlSeals
from .sql_summaries import SqlSummaries
from .sql_time import SqlTime
from .store import GameInUse, StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..seed import Seed
    from .rows import Stored, Summary
    from .seals import Seal
    from .sql_base import SqlDatabase


class SqlStore(
    SqlQueries, SqlRounds, SqlSeals, SqlNodes, SqlDaily, SqlParties, SqlPlayers, SqlSummaries, SqlTime, SqlPages
):
    """Games in a SQL database."""

    @property
    def database(self) -> SqlDatabase:
        """The database itself, for what copies it whole."""
        return self._database

    def after_import(self) -> None:
        """Compute what the file of an export does not say, inside the transaction that is open."""

    def create(self, rules: str, seed: Seed, *, created_at: int, source: str = "", known_board: bool = False) -> int:
        """Begin a game without actions and return its number."""
        with self._commit():
            return self._create(rules, seed, created_at, source, known_board)

    def finish(
        self,
        game: int,
        expected_seq: int,
        replay: bytes,
        summary: Summary,
        others: Sequence[bytes] = (),
        seal: Seal | None = None,
    ) -> bool:
        """Pack a game of `expected_seq` actions into its replay, and delete the actions."""
        run = self._database.run
        with self._commit():
            packed = run(statements.FINISH, replay, expected_seq, game, expected_seq) == 1
            self._forget_lengths([game])
            if packed:
                self._retain_ids(game)
                run(statements.DELETE_ACTIONS, game)
                run(statements.FINISH_ROUND, game)
                run(statements.SUMMARISE, *statements.summary_row(game, summary, replay))
                for player in others:
                    run(statements.ADD_PLAYER, player, game)
                self._seal(game, seal)
        return packed

    def _retain_ids(self, game: int) -> None:
        """Store the ids of the last actions of a game that is being packed, if it has any."""
        newest = self._database.rows(statements.LAST_IDS, game)
        ids = [statements.message_id(*row) for row in reversed(newest)]
        if any(ids):
            self._database.run(statements.SET_RECENT, game, statements.pack_ids(ids))

    def add(
        self,
        replay: bytes,
        summary: Summary,
        *,
        rules: str,
        seed: Seed | None,
        length: int,
        created_at: int,
        source: str,
        owner: bytes | None = None,
        public_id: str = "",
        seal: Seal | None = None,
    ) -> int | None:
        """Add a finished game and return its number, None if the same replay is stored already."""
        bits = seed.bits if seed else b""
        run = self._database.run
        with self._commit():
            self._claim(statements.digest(replay), owner or b"")
            if self.holds(replay, owner):
                return None
            values = (rules, bits, created_at, source, summary.known_board, length, replay)
            number = self._database.insert(statements.ADD, *values)
            if owner is not None:
                own = Round(game=number, public_id=public_id, room=public_id, player=owner, salt=b"")
                run(statements.ADD_ROUND, *own.field_values(), created_at, True)
            run(statements.SUMMARISE, *statements.summary_row(number, summary, replay))
            self._seal(number, seal)
        return number

    def holds(self, replay: bytes, owner: bytes | None = None) -> bool:
        """Return whether a replay is stored."""
        digest = statements.digest(replay)
        if owner is None:
            return bool(self._database.rows(statements.SAME_REPLAY, digest))
        return bool(self._database.rows(statements.SAME_REPLAY_OF, digest, owner))

    def replace_replay(self, game: int, replay: bytes, summary: Summary) -> bool:
        """Replace the replay of a finished game by one that names its player."""
        run = self._database.run
        with self._commit():
            found = run(statements.SIGN, replay, game) == 1
            if found:
                run(statements.DELETE_SUMMARY, game)
                run(statements.SUMMARISE, *statements.summary_row(game, summary, replay))
        return found

    def _check_free(self, games: Sequence[int] | None = None) -> None:
        in_use = self.in_use()
        for game in in_use if games is None else games:
            if game in in_use:
                raise GameInUse(in_use[game])

    def delete(self, games: Sequence[int]) -> int:
        """Delete games with everything stored about them, and return how many there were."""
        self._check_free(games)
        with self._commit():
            deleted = self._delete(games)
        self._database.wipe()
        return deleted

    def delete_own(self, player: bytes, games: Sequence[int]) -> int:
        """Delete finished games of a player of a server and return how many there were."""
        with self._database.overwriting(), self._commit():
            run = self._database.run
            removed = sum(run(statements.REMOVE_PLAYER, player, game) for game in games)
            found = [self._database.rows(statements.OWN_FINISHED, game, player) for game in games]
            return removed + self._delete([number for rows in found for (number,) in rows])

    def _delete(self, games: Sequence[int]) -> int:
        self._claim_games(games)
        numbers = [(game,) for game in sorted(games)]
        related = (
            statements.DELETE_ACTIONS,
            statements.DELETE_RECENT,
            statements.DELETE_SUMMARY,
            statements.DELETE_ROUND,
            statements.DELETE_PLAYERS,
            daily.DISCONNECT,
            seals.OPEN_GAME,
        )
        for statement in related:
            self._database.run_many(statement, numbers)
        self._forget_lengths(games)
        return sum(self._database.run(statements.DELETE, game) for game in games)

    def delete_all(self) -> int:
        """Delete every game, and wipe the file."""
        self._check_free()
        with self._commit():
            deleted = [self._database.run(statement) for statement in statements.DELETE_ALL][-1]
        self._database.wipe()
        return deleted

    def load(self, game: int) -> Stored:
        """Read a whole game."""
        with self._commit(reading=True):
            for row in self._database.rows(statements.GAME, game):
                return self._stored(row)
        raise StoreError(f"there is no game {game} in {self.place}: choose one that is listed")

    def probe(self) -> None:
        """Write something, read it back through a new connection, and compare."""
        self._database.probe()

    def close(self) -> None:
        """Close the database."""
        self._database.close()
