"""The store's ranked tries at daily boards, in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import daily, statements
from .sql_base import SqlBase

if TYPE_CHECKING:
    from ..action import LogEntry
    from ..daily import DailyBoard
    from .rows import NewRound


class SqlDaily(SqlBase):
    """The methods on daily boards."""

    def begin_daily(self, board: DailyBoard, first: LogEntry, new: NewRound, *, played_at: int) -> int | None:
        """Begin a player's ranked try at a daily board with its first action."""
        run = self._database.run
        with self._commit():
            self._claim(new.player, board.day.encode(), board.level.encode())
            if self._database.rows(daily.IS_TAKEN, new.player, board.day, board.level)[0][0]:
                return None
            number = self._begin_round(str(board.rules), board.seed, new)
            if number is None:
                return None
            run(statements.GROW, *statements.action_row(number, 1, first, played_at=played_at))
            run(daily.CLAIM, new.player, board.day, board.level, number)
        return number

    def claim_daily(self, board: DailyBoard, game: int, player: bytes = b"") -> bool:
        """Make a game the player's ranked try at a daily board; return False if another one is."""
        with self._commit():
            return self._database.run(daily.CLAIM, player, board.day, board.level, game) == 1

    def end_daily(self, game: int, public_id: str, network: str, *, since: str) -> bool:
        """Note from which network a ranked try ended; return whether another one has ended there before."""
        run, rows = self._database.run, self._database.rows
        for day, level in rows(daily.TRY_OF, game):
            with self._commit():
                run(daily.FORGET_ENDS, since)
                run(daily.END, day, level, network, public_id)
            return self._has_ended(day, level, network, but=public_id)
        return False

    def has_daily_ended(self, day: str, level: str, network: str) -> bool:
        """Return whether a ranked try at a daily board has ended in a network."""
        return self._has_ended(day, level, network)

    def _has_ended(self, day: str, level: str, network: str, but: str = "") -> bool:
        return bool(self._database.rows(daily.HAS_ENDED, day, level, network, but)[0][0])

    def daily_tries(self, player: bytes = b"", limit: int = daily.ALL) -> list[daily.DailyTry]:
        """List a player's ranked tries at daily boards, the newest day first."""
        rows = self._database.named_rows(daily.TRIES, player, limit)
        return [daily.DailyTry(**(row | {"ranked": bool(row["ranked"])})) for row in rows]

    def daily_of(self, game: int) -> tuple[str, str] | None:
        """Return day and level of the daily board that a game is the ranked try at, None if it is none."""
        return next(((day, level) for day, level in self._database.rows(daily.TRY_OF, game)), None)

    def daily_table(self, day: str, level: str, limit: int) -> list[daily.DailyResult]:
        """List the fastest ranked wins of a daily board."""
        return [daily.DailyResult(**row) for row in self._database.named_rows(daily.TABLE, day, level, limit)]

    def daily_place(self, tried: daily.DailyTry) -> int:
        """Return the place of a ranked win in the table of its board."""
        values = (tried.day, tried.level, tried.elapsed, tried.elapsed, tried.game)
        return int(self._database.rows(daily.FASTER, *values)[0][0]) + 1

    def daily_times(self, day: str, level: str) -> list[int]:
        """List the times of the ranked wins of a daily board in milliseconds, the fastest first."""
        return [elapsed for (elapsed,) in self._database.rows(daily.TIMES, day, level)]

    def daily_counts(self, day: str, level: str) -> daily.DailyCounts:
        """Count how a daily board was played."""
        ((played, solved),) = self._database.rows(daily.COUNTS, day, level)
        median = self._database.rows(daily.MEDIAN, day, level, solved // 2)
        return daily.DailyCounts(played, solved, median[0][0] if median else None)
