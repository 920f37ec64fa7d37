"""The store in one SQLite file. Two programs may use it at once."""

from __future__ import annotations

import json
import sqlite3
from contextlib import contextmanager
from itertools import repeat
from typing import TYPE_CHECKING

from ..seed import Seed
from . import bans, daily, parties, statements
from .database import Database, bound
from .locks import LockFiles
from .results import unpack
from .sql_nodes import SqlNodes, unknown_action
from .store import (
    EVERYTHING,
    Append,
    Filter,
    GameInUse,
    Listed,
    Played,
    Round,
    Store,
    Stored,
    StoreError,
    Summary,
)
from .summary import LISTED_AS
from .together import ALONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ..action import LogEntry
    from ..daily import DailyBoard
    from .results import Results

SERVER_LOCK = "server-"  # and its process: the name of the lock that a running server holds
_MOST_LENGTHS = 100_000
_MOST_REPLAYS = 1000  # read at once
_DISCARDED = 2000  # actions at once: others who write wait a few milliseconds at most
_APPEND = bound(statements.APPEND)
_GROW = bound(statements.GROW)
_LISTED = [name for name in Listed.field_names() if name not in ("finished", "summary")]


class SqliteStore(SqlNodes):
    """Games in a SQLite file with a write-ahead log: one writer at a time, readers never wait."""

    def __init__(self, path: str, *, synchronous: str = "normal", patience: float = 5.0) -> None:
        if synchronous not in ("normal", "full"):
            raise ValueError(f"synchronous is normal or full, not {synchronous!r}")
        self.path = path
        self._lengths: dict[int, int] = {}  # that games in play are known to have had
        self._data_version = -1
        self._database = Database(path, synchronous=synchronous, patience=patience)
        self._connection = self._database.connection
        self._locks = None if path == ":memory:" else LockFiles(path)

    def lock(self, game: int) -> None:
        """Reserve a game for this process; raise `GameInUse` if another one plays it."""
        if self._locks:
            self._locks.take(str(game))
            self.lock_problem = self._locks.problem

    def unlock(self, game: int) -> None:
        """Give up the reservation of a game."""
        if self._locks:
            self._locks.release(str(game))

    def in_use(self) -> dict[int, int]:
        """Return the games that other processes are playing; those of a running server are all of its rounds."""
        held = self._locks.held() if self._locks else {}
        servers = [process for name, process in held.items() if name.startswith(SERVER_LOCK)]
        rounds = self._database.rows(statements.ROUNDS_UNFINISHED) if servers else []
        played = {int(name): process for name, process in held.items() if name.isdecimal()}
        return {game: servers[0] for (game,) in rounds} | played

    def _check_free(self, games: Sequence[int] | None = None) -> None:
        in_use = self.in_use()
        for game in in_use if games is None else games:
            if game in in_use:
                raise GameInUse(in_use[game])

    def create(self, rules: str, seed: Seed, *, created_at: int, source: str = "", known_board: bool = False) -> int:
        """Begin a game without actions and return its number."""
        with self._commit():
            return self._create(rules, seed, created_at, source, known_board)

    def _create(self, rules: str, seed: Seed, created_at: int, source: str, known_board: bool) -> int:
        values = (rules, seed.bits, created_at, source, known_board)
        number = self._database.run(statements.CREATE, *values).lastrowid
        assert number is not None
        return number

    def append(self, game: int, expected_seq: int, entries: Sequence[LogEntry]) -> bool:
        """Add actions to a game that has `expected_seq` of them: all, or none."""
        if len(entries) != 1 or self._lengths.get(game) != expected_seq:
            return self.append_many([Append(game, expected_seq, entries)])[0]
        try:  # the usual case is a single statement
            row = statements.action_row(game, expected_seq + 1, entries[0])
            self._database.check_file()
            appended = self._connection.execute(_APPEND, row).rowcount == 1
        except sqlite3.Error as error:
            raise self._database.failure(error) from error
        if appended:
            self._lengths[game] = expected_seq + 1
        else:
            del self._lengths[game]
        return appended

    def append_many(self, batch: Sequence[Append]) -> list[bool]:
        """Append to many games in one commit, each as `append` does."""
        done: list[bool] = []
        rows: list[tuple[Any, ...]] = []
        row = statements.action_row
        with self._commit():
            lengths = self._current_lengths()
            for game, expected_seq, entries, ids in batch:
                seq = lengths.get(game)
                if seq is None:
                    seq = self._length(game)
                fits = seq == expected_seq
                done.append(fits)
                if fits:
                    seq = expected_seq
                    for entry, message in zip(entries, ids or repeat(None), strict=bool(ids)):
                        seq += 1
                        rows.append(row(game, seq, entry, message))
                    lengths[game] = seq
            self._connection.executemany(_GROW, rows)
        return done

    def _current_lengths(self) -> dict[int, int]:
        """Return the lengths that still hold, inside a transaction: all, unless another program has written."""
        (version,) = self._connection.execute("pragma data_version").fetchone()
        if version != self._data_version or len(self._lengths) > _MOST_LENGTHS:
            self._lengths.clear()
            self._data_version = version
        return self._lengths

    def _length(self, game: int) -> int | None:
        """Count the actions of a game in play, None if there is no such game."""
        found = self._database.run(statements.LENGTH, game).fetchone()
        return None if found is None else found[0]

    def finish(
        self, game: int, expected_seq: int, replay: bytes, summary: Summary, others: Sequence[bytes] = ()
    ) -> bool:
        """Pack a game of `expected_seq` actions into its replay, and delete the actions."""
        run = self._database.run
        with self._commit():
            packed = run(statements.FINISH, replay, expected_seq, game, expected_seq).rowcount == 1
            self._lengths.pop(game, None)
            if packed:
                self._retain_ids(game)
                run(statements.DELETE_ACTIONS, game)
                run(statements.FINISH_ROUND, game)
                run(statements.SUMMARISE, *statements.summary_row(game, summary, replay))
                for player in others:
                    run(statements.ADD_PLAYER, player, game)
        return packed

    def _retain_ids(self, game: int) -> None:
        """Store the ids of the last actions of a game that is being packed, if it has any."""
        newest = self._database.run(statements.LAST_IDS, game).fetchall()
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
    ) -> int | None:
        """Add a finished game and return its number, None if the same replay is stored already."""
        bits = seed.bits if seed else b""
        run = self._database.run
        with self._commit():
            if self.holds(replay, owner):
                return None
            values = (rules, bits, created_at, source, summary.known_board, length, replay)
            number = run(statements.ADD, *values).lastrowid
            assert number is not None
            if owner is not None:
                own = Round(game=number, public_id=public_id, room=public_id, player=owner, salt=b"")
                run(statements.ADD_ROUND, *own.field_values(), created_at, True)
            run(statements.SUMMARISE, *statements.summary_row(number, summary, replay))
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
            found = run(statements.SIGN, replay, game).rowcount == 1
            if found:
                run(statements.DELETE_SUMMARY, game)
                run(statements.SUMMARISE, *statements.summary_row(game, summary, replay))
        return found

    def delete(self, games: Sequence[int]) -> int:
        """Delete games with everything stored about them, and return how many there were."""
        self._check_free(games)
        with self._commit():
            deleted = self._delete(games)
        self._database.wipe()
        if self._locks:
            for game in games:
                self._locks.forget(str(game))
        return deleted

    def delete_own(self, player: bytes, games: Sequence[int]) -> int:
        """Delete finished games of a player of a server and return how many there were."""
        with self._database.overwriting(), self._commit():
            run = self._database.run
            removed = sum(run(statements.REMOVE_PLAYER, player, game).rowcount for game in games)
            found = [run(statements.OWN_FINISHED, game, player).fetchone() for game in games]
            return removed + self._delete([row[0] for row in found if row])

    def _delete(self, games: Sequence[int]) -> int:
        numbers = [(game,) for game in games]
        related = (
            statements.DELETE_ACTIONS,
            statements.DELETE_RECENT,
            statements.DELETE_SUMMARY,
            statements.DELETE_ROUND,
            statements.DELETE_PLAYERS,
            daily.DISCONNECT,
        )
        for statement in related:
            self._connection.executemany(bound(statement), numbers)
        deleted = self._connection.executemany(bound(statements.DELETE), numbers).rowcount
        self._lengths.clear()
        return max(deleted, 0)

    def delete_all(self) -> int:
        """Delete every game, and wipe the file."""
        self._check_free()
        with self._commit():
            deleted = [self._database.run(statement).rowcount for statement in statements.DELETE_ALL][-1]
            self._lengths.clear()
        self._database.wipe()
        return deleted

    def outline(self, game: int) -> tuple[str, int]:
        """Return the rules of a game and the number of its actions, without reading them."""
        found = self._database.rows(statements.OUTLINE, game)
        if not found:
            raise StoreError(f"there is no game {game} in {self.path}: choose one that is listed")
        rules, length = found[0]
        return rules, length

    def load(self, game: int) -> Stored:
        """Read a whole game."""
        with self._commit("deferred"):
            found = self._database.named_rows(statements.GAME, game)
            rows = self._database.rows(statements.ACTIONS, game)
            recent = [] if rows else self._database.rows(statements.RECENT, game)
        if not found:
            raise StoreError(f"there is no game {game} in {self.path}: choose one that is listed")
        try:
            entries = tuple([statements.log_entry(row) for row in rows])
        except KeyError as error:
            raise unknown_action(game) from error
        stored = found[0]
        ids = tuple([statements.message_id(*row[-2:]) for row in rows])
        length, bits, known_board = (stored.pop(name) for name in ("length", "seed", "known_board"))
        return Stored(
            **stored,
            seed=Seed(bits) if bits else None,
            entries=entries,
            seq=len(entries) if length is None else length,
            known_board=bool(known_board),
            ids=statements.unpack_ids(recent[0][0]) if recent else ids,
        )

    def replay(self, game: int) -> bytes | None:
        """Read the replay of a finished game, None for any other."""
        found = self._database.rows(statements.REPLAY, game)
        return found[0][0] if found else None

    def unfinished(self) -> list[Listed]:
        """List the games still in play, the newest first."""
        return [Listed(**row, finished=False) for row in self._database.named_rows(statements.UNFINISHED)]

    def games(
        self, limit: int = 50, offset: int = 0, only: Filter = EVERYTHING, order: str | None = None
    ) -> list[Listed]:
        """List finished games, by their numbers from the newest on, or in another order."""
        if order is not None:
            return self._listed(*self._query(statements.FINISHED_IN_ORDER[order], only, limit, offset))
        if only == EVERYTHING:
            return self._listed(statements.FINISHED, limit, offset)
        return self._listed(*self._query(statements.FINISHED_MATCHING, only, limit, offset))

    def numbers(self, only: Filter) -> list[int]:
        """Return the numbers of the finished games that match."""
        return [number for (number,) in self._database.rows(*self._query(statements.MATCHING_IDS, only))]

    def count(self, only: Filter = EVERYTHING) -> int:
        """Count the finished games that `games` lists."""
        if only == EVERYTHING:
            return int(self._database.rows(statements.COUNTS)[0][0])
        return int(self._database.rows(*self._query(statements.FINISHED_COUNT, only))[0][0])

    def opener(self) -> Callable[[], Store] | None:
        """Return a function that opens the same file again."""
        path = self.path
        return None if path == ":memory:" else lambda: SqliteStore(path)

    def interrupt(self) -> None:
        """Stop the query that another thread is running."""
        self._connection.interrupt()

    def played(self, only: Filter = EVERYTHING) -> list[Played]:
        """Return every finished game that matches, the oldest first."""
        return [Played._make(row) for row in self._database.rows(*self._query(statements.PLAYED, only))]

    def results(self, only: Filter = EVERYTHING) -> Results:
        """Return every finished game that matches, the oldest first, as columns."""
        joined = self._database.rows(*self._query(statements.RESULTS, only))[0][0]
        return unpack(joined or b"")

    def _query(self, template: str, only: Filter, *values: object) -> tuple[Any, ...]:
        made = statements.query(template, only, *values)
        return made.text, *made.values

    def fastest(
        self,
        rules: str,
        *,
        ranked: bool = True,
        least_bbbv: int = 0,
        after: int = 0,
        only: Filter = EVERYTHING,
        limit: int = 10,
    ) -> list[Listed]:
        """List the won games of a configuration, the fastest first."""
        return self._listed(*self._query(statements.FASTEST, only, rules, ranked, least_bbbv, after, limit))

    def ranked(
        self, rules: str, elapsed: int, *, but: int, after: int = 0, only: Filter = EVERYTHING
    ) -> tuple[int, int, int | None]:
        """Compare a time with the ranked wins of a configuration."""
        query = self._query(statements.RANKED, only, elapsed, rules, after, but)
        wins, faster, best = self._database.rows(*query)[0]
        return wins, faster, best

    def configurations(self, only: Filter = EVERYTHING) -> list[tuple[str, str, int]]:
        """List the configurations that were played."""
        if only.owner is None or only.together != ALONE:
            found = self._database.rows(*self._query(statements.CONFIGURATIONS, only))
        else:
            owner = only.owner
            found = self._database.rows(*self._query(statements.OWN_CONFIGURATIONS, only, owner, owner))
        return [(rules, level, newest) for rules, level, newest in found]

    def set_custom_level(self, level: str, *, owner: bytes = b"") -> None:
        """Store the Amiga's custom level of a player."""
        with self._commit():
            self._database.run(statements.SET_CUSTOM_LEVEL, owner, level)

    def custom_level(self, owner: bytes = b"") -> tuple[str, int] | None:
        """Return the custom level that was stored last and the last game before it."""
        return next(((level, last) for level, last in self._database.rows(statements.CUSTOM_LEVEL, owner)), None)

    def begin_round(
        self,
        rules: str,
        seed: Seed,
        *,
        created_at: int,
        source: str,
        known_board: bool,
        public_id: str,
        room: str,
        player: bytes,
        salt: bytes,
        after: int | None = None,
    ) -> int | None:
        """Begin a game in a room of a server and return its number, None if another one follows the same game."""
        with self._commit():
            number = self._create(rules, seed, created_at, source, known_board)
            begun = Round(game=number, public_id=public_id, room=room, player=player, salt=salt)
            if self._begin_round(begun, created_at, after):
                return number
            self._database.run(statements.DELETE, number)
        return next((found for (found,) in self._database.rows(statements.ROUND_BEGUN, public_id, room)), None)

    def _begin_round(self, begun: Round, created_at: int, after: int | None) -> bool:
        return bool(self._database.rows(statements.BEGIN_ROUND, *begun.field_values(), created_at, after))

    def begin_daily(
        self,
        board: DailyBoard,
        first: LogEntry,
        *,
        created_at: int,
        source: str,
        public_id: str,
        room: str,
        player: bytes,
        salt: bytes,
        after: int | None = None,
    ) -> int | None:
        """Begin a player's ranked try at a daily board with its first action."""
        run = self._database.run
        with self._commit():
            if run(daily.IS_TAKEN, player, board.day, board.level).fetchone()[0]:
                return None
            number = self._create(str(board.rules), board.seed, created_at, source, known_board=False)
            begun = Round(game=number, public_id=public_id, room=room, player=player, salt=salt)
            if not self._begin_round(begun, created_at, after):
                run(statements.DELETE, number)
                return None
            run(statements.GROW, *statements.action_row(number, 1, first))
            run(daily.CLAIM, player, board.day, board.level, number)
        return number

    def claim_daily(self, board: DailyBoard, game: int, player: bytes = b"") -> bool:
        """Make a game the player's ranked try at a daily board; return False if another one is."""
        with self._commit():
            return self._database.run(daily.CLAIM, player, board.day, board.level, game).rowcount == 1

    def daily_tries(self, player: bytes = b"", limit: int = -1) -> list[daily.DailyTry]:
        """List a player's ranked tries at daily boards, the newest day first."""
        rows = self._database.named_rows(daily.TRIES, player, limit)
        return [daily.DailyTry(**(row | {"ranked": bool(row["ranked"])})) for row in rows]

    def daily_table(self, day: str, level: str, limit: int) -> list[daily.DailyResult]:
        """List the fastest ranked wins of a daily board."""
        return [daily.DailyResult(**row) for row in self._database.named_rows(daily.TABLE, day, level, limit)]

    def daily_place(self, tried: daily.DailyTry) -> int:
        """Return the place of a ranked win in the table of its board."""
        values = (tried.day, tried.level, tried.elapsed, tried.elapsed, tried.game)
        return int(self._database.rows(daily.FASTER, *values)[0][0]) + 1

    def daily_ranked(self, day: str, level: str) -> int:
        """Count the ranked wins of a daily board."""
        return int(self._database.rows(daily.RANKED, day, level)[0][0])

    def daily_counts(self, day: str, level: str) -> daily.DailyCounts:
        """Count how a daily board was played."""
        ((played, solved),) = self._database.rows(daily.COUNTS, day, level)
        median = self._database.rows(daily.MEDIAN, day, level, solved // 2)
        return daily.DailyCounts(played, solved, median[0][0] if median else None)

    def round(self, game: int) -> Round | None:
        """Return what a server stored about a game."""
        return next(iter(self._rounds(statements.ROUND, game)), None)

    def last_round(self, room: str) -> Round | None:
        """Return the newest game of a room."""
        return next(iter(self._rounds(statements.LAST_ROUND, room)), None)

    def rounds_in_play(self, player: bytes, limit: int = 50) -> list[tuple[Round, Listed]]:
        """List the games of a player alone that are not finished on a server, the newest first."""
        rounds, games = Round.field_names(), [name for name in _LISTED if name != "id"]
        return [
            (
                Round(**{name: row[name] for name in rounds}),
                Listed(id=row["game"], **{name: row[name] for name in games}, finished=False),
            )
            for row in self._database.named_rows(statements.ROUNDS_IN_PLAY, player, limit)
        ]

    def touch(self, games: Sequence[int], now: int) -> None:
        """Note when games were last open on a server."""
        with self._commit():
            self._connection.executemany(bound(statements.TOUCH), [(now, game) for game in games])

    def idle_rounds(self, before: int, limit: int) -> list[Round]:
        """List unfinished games that were last open on a server before a time."""
        return self._rounds(statements.ROUNDS_IDLE, before, limit)

    def surplus_rounds(self, player: bytes, most: int, limit: int) -> list[Round]:
        """List the unfinished games of a player beyond the `most` that were open last."""
        return self._rounds(statements.ROUNDS_SURPLUS, player, limit, most)

    def discard(self, game: int) -> bool:
        """Delete an unfinished game of a server, or the end of a long one; return whether it is gone."""
        run = self._database.run
        with self._commit():
            length = self._length(game)
            if length is not None:
                self._lengths.pop(game, None)
                run(statements.DELETE_END, game, length - _DISCARDED)
                if length <= _DISCARDED:
                    run(statements.DELETE_ROUND, game)
                    run(daily.DISCONNECT, game)
                    run(statements.DELETE, game)
        return length is None or length <= _DISCARDED

    def _rounds(self, statement: str, *values: object) -> list[Round]:
        return [Round(**row) for row in self._database.named_rows(statement, *values)]

    def numbers_of(self, player: bytes) -> set[int]:
        """Return the numbers of all games that a player began on a server."""
        return {number for (number,) in self._database.rows(statements.NUMBERS_OF, player)}

    def games_of(self, player: bytes, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List the finished games of a player on a server, the newest first."""
        return self._listed(statements.FINISHED_BY, player, limit, offset)

    def listed(self, games: Sequence[int]) -> list[Listed]:
        """List these games, as far as they are finished, the newest first."""
        return self._listed(statements.FINISHED_THESE, json.dumps(list(games)))

    def replays_of(self, player: bytes, after: int, most_bytes: int) -> list[tuple[int, bytes]]:
        """Return replays of a player of a server with their numbers, as many as fit into so many bytes."""
        last = total = 0
        for game, size in self._database.rows(statements.REPLAY_SIZES, player, player, after, _MOST_REPLAYS):
            total += size
            if last and total > most_bytes:
                break
            last = game
        return [(game, data) for game, data in self._database.rows(statements.REPLAYS, player, player, after, last)]

    def finished(self, game: int) -> Listed | None:
        """Return one finished game."""
        return next(iter(self._listed(statements.FINISHED_ONE, game)), None)

    def same_seed(self, game: int, limit: int) -> list[Listed]:
        """List the other finished games with the seed of a finished one."""
        return self._listed(statements.SAME_SEED, game, game, limit)

    def same_replay(self, replay: bytes) -> int | None:
        """Return the number of the game that has this replay."""
        found = self._database.rows(statements.SAME_REPLAY, statements.digest(replay))
        return found[0][0] if found else None

    def _listed(self, statement: str, *values: object) -> list[Listed]:
        return [_listed_game(row) for row in self._database.named_rows(statement, *values)]

    def set_name(self, player: bytes, name: str, *, created_at: int) -> None:
        """Set the name of a player."""
        with self._commit():
            self._database.run(statements.NAME, player, name, created_at)

    def name_of(self, player: bytes) -> str:
        """Return the name of a player, empty if there is none."""
        return next((str(name) for (name,) in self._database.rows(statements.NAME_OF, player)), "")

    def players(self) -> set[bytes]:
        """Return the keys of all players of a server who have a name or a game."""
        return {key for (key,) in self._database.rows(statements.PLAYERS)}

    def forget_player(self, player: bytes) -> None:
        """Delete the name of a player and what else is stored beside the games."""
        with self._commit():
            for statement in statements.FORGET_PLAYER:
                self._database.run(statement, player)
        self._database.wipe()

    def ban(self, ban: bans.Ban) -> None:
        """Add a ban, in place of an older one of the same player or address."""
        with self._commit():
            self._database.run(bans.ADD, *ban.field_values())

    def unban(self, who: str) -> bool:
        """Remove a ban; return False if there is none."""
        with self._commit():
            return self._database.run(bans.REMOVE, who).rowcount == 1

    def bans(self) -> list[bans.Ban]:
        """List the bans, the newest first."""
        return [bans.Ban(**row) for row in self._database.named_rows(bans.ALL)]

    def begin_party(
        self, party: str, code: str, events: Sequence[bytes], listing: parties.PartyListing, *, now: int
    ) -> bool:
        """Begin a party with its first events; return False if its id or its code is in use."""
        shown = code if listing.is_waiting else None
        values = (party, len(events), shown, code, listing.is_public, listing.stage, now)
        with self._commit():
            is_new = self._database.run(parties.BEGIN, *values).rowcount == 1
            if is_new:
                self._append_party(party, 0, events)
        return is_new

    def append_party(
        self, party: str, expected_seq: int, events: Sequence[bytes], listing: parties.PartyListing, *, now: int
    ) -> bool:
        """Add events to a party that has `expected_seq` of them; return False if it is longer by now, or gone."""
        grown = (expected_seq + len(events), listing.is_waiting, listing.is_public, listing.stage, now)
        with self._commit():
            is_next = self._database.run(parties.GROW, *grown, party, expected_seq).rowcount == 1
            if is_next:
                self._append_party(party, expected_seq, events)
        return is_next

    def _append_party(self, party: str, seq: int, events: Sequence[bytes]) -> None:
        for number, event in enumerate(events, seq + 1):
            self._database.run(parties.APPEND, party, number, event)

    def party(self, party: str) -> parties.StoredParty | None:
        """Return a party with all of its events."""
        code = self._database.rows(parties.CODE_OF, party)
        if not code:
            return None
        return parties.StoredParty(code[0][0], tuple(data for (data,) in self._database.rows(parties.EVENTS, party)))

    def party_with_code(self, code: str) -> str | None:
        """Return the id of the waiting party that has a code."""
        return next((party for (party,) in self._database.rows(parties.WITH_CODE, code)), None)

    def old_parties(self, before: int, limit: int) -> list[str]:
        """List parties that have not changed since a time, the oldest first."""
        return [party for (party,) in self._database.rows(parties.OLD, before, limit)]

    def delete_parties(self, parties_: Sequence[str]) -> None:
        """Delete parties with their events; the games that were played there stay."""
        with self._commit():
            for party in parties_:
                self._database.run(parties.DELETE_EVENTS, party)
                self._database.run(parties.DELETE, party)

    def missing(self) -> int:
        """Count the finished games that lack their summary."""
        finished, summarised = self._database.rows(statements.COUNTS)[0]
        return int(finished - summarised)

    def without_summary(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Return finished games that lack their summary, with their replays."""
        return [(game, replay) for game, replay in self._database.rows(statements.WITHOUT_SUMMARY, after, limit)]

    def summarise(self, games: Sequence[tuple[int, bytes, Summary]]) -> None:
        """Add the summaries of replays."""
        rows = [(*statements.summary_row(game, summary, replay), replay) for game, replay, summary in games]
        with self._commit():
            self._connection.executemany(bound(statements.SUMMARISE_LATE), rows)

    def rebuild(self, summarise: Callable[[bytes], Summary]) -> int:
        """Drop all summaries, compute them from the replays again, and return how many there are.

        The replays are read before the store is locked, so that others can go on playing.
        """

        def summaries(games: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
            rows = []
            for (game,) in games:
                replay = self.replay(game) or b""
                rows.append(statements.summary_row(game, summarise(replay), replay))
            return rows

        summarised = summaries(self._database.rows(statements.PACKED))
        insert = bound(statements.SUMMARISE)
        with self._commit():
            self._database.create_summaries()
            self._connection.executemany(insert, summarised)
            late = summaries(self._database.rows(statements.NOT_SUMMARISED))
            self._connection.executemany(insert, late)
        return len(summarised) + len(late)

    def probe(self) -> None:
        """Write something, read it back through a new connection, and compare."""
        self._database.probe()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def _commit(self, kind: str = "immediate") -> Iterator[None]:
        """Run the block in one transaction: everything or nothing."""
        try:
            with self._database.transaction(kind):
                yield
        except BaseException:
            self._lengths.clear()
            raise


def _listed_game(row: dict[str, Any]) -> Listed:
    summary = None if row[LISTED_AS["status"]] is None else Summary.from_row(row)
    return Listed(**{name: row[name] for name in _LISTED}, finished=True, summary=summary)
