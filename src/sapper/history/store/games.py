"""Games: how they begin, grow, end and are deleted."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from ...phrase import Phrase
from ...seed import Seed
from .actions import COLUMNS, message_id, pack_ids, tail_of, unpack_ids
from .errors import GameInUse, StoreError
from .finished_rounds import FORGET_GAME
from .rows import Append, Round, Stored
from .seals import Seals
from .sql import Sql, insert
from .summaries import SUMMARISE, Summaries, digest, summary_row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from ...action import LogEntry
    from . import Store
    from .rows import Summary, Tail
    from .seals import Seal

#: The columns of a whole game but its replay, open time and clock.
GAME = "id, rules, seed, length, created_at, source"
_GAME = f"""
select {GAME}, replay, known_board, coalesce((select open_at from round where game_id = game.id), 0), clock_ms
from game where id = $1
"""
_NEW_GAME = ("rules", "seed", "created_at", "source", "known_board")
_CREATE = insert("game", _NEW_GAME)
_ADD = insert("game", (*_NEW_GAME, "length", "replay"))
#: The columns of a round, in the order of the fields of `Round`.
ROUND_COLUMNS = ("game_id", *Round.field_names()[1:])
_ADD_ROUND = insert("round", (*ROUND_COLUMNS, "touched_at", "finished"))
_ACTIONS = f"select {COLUMNS} from action where game_id = $1 order by seq"
# PostgreSQL has the length of each game in its row, which is locked before it is compared.
_LENGTH = Sql(
    sqlite="""
select coalesce((select max(seq) from action where game_id = game.id), 0) from game
where id = $1 and replay is null
""",
    postgres="select length from game where id = $1 and replay is null for update",
)
_FINISH = Sql(
    sqlite="""
update game set replay = $1, length = $2
where id = $3 and replay is null
  and coalesce((select max(seq) from action where game_id = game.id), 0) = $4
""",
    postgres="update game set replay = $1, length = $2 where id = $3 and replay is null and length = $4",
)
_ADD_PLAYER = "insert into game_player (player, game_id) values ($1, $2) on conflict do nothing"
_RECENT_IDS = 256  # actions of a finished game whose ids stay: as many as a room can answer again
_LAST_IDS = f"select tab, number from action where game_id = $1 order by seq desc limit {_RECENT_IDS}"
_DELETE_ACTIONS = "delete from action where game_id = $1"
_DELETE_SUMMARY = "delete from summary where game_id = $1"
#: Disconnects a game that is deleted from its daily board: the try stays used.
DISCONNECT = "update daily_try set game_id = null where game_id = $1"
DELETE_ROUND = "delete from round where game_id = $1"
DELETE_GAME = "delete from game where id = $1"
_DELETE_RELATED = (
    _DELETE_ACTIONS,
    "delete from recent_ids where game_id = $1",
    _DELETE_SUMMARY,
    DELETE_ROUND,
    "delete from game_player where game_id = $1",
    DISCONNECT,
    "delete from sealed where game_id = $1",
    "delete from study where game_id = $1",
    "delete from balance where game_id = $1",
    FORGET_GAME,
)
_DELETE_ALL = tuple(
    f"delete from {table}"
    for table in (
        "action",
        "recent_ids",
        "summary",
        "round",
        "game_player",
        "custom_level",
        "daily_try",
        "sealed",
        "daily_end",
        "study",
        "balance",
        "answer",
        "rating",
        "rating_state",
        "rating_step",
        "finished_seat",
        "finished_round",
        "game",
    )
)


class Games(Seals, Summaries):
    """The methods on single games."""

    lock_problem: str | None = None  # why games in play cannot be locked here

    def lock(self, game: int) -> None:
        """Reserve a game for this process until `unlock` or its end; raise `GameInUse` if another one plays it.

        A store that servers share reserves nothing: there a game is played anywhere.
        """

    def unlock(self, game: int) -> None:
        """Give up the reservation of a game."""

    def in_use(self) -> dict[int, int]:
        """Return the games that other processes have reserved, with the numbers of these processes."""
        return {}

    def opener(self) -> Callable[[], Store] | None:
        """Return a function that opens the same store in another thread, None if it can only be used in this one."""
        raise NotImplementedError

    def create(self, rules: str, seed: Seed, *, created_at: int, source: str = "", known_board: bool = False) -> int:
        """Begin a game without actions and return its number."""
        with self._commit():
            return self._create(rules, seed, created_at, source, known_board)

    def _create(self, rules: str, seed: Seed, created_at: int, source: str, known_board: bool) -> int:
        return self._database.insert(_CREATE, rules, seed.bits, created_at, source, known_board)

    def append(self, game: int, expected_seq: int, entries: Sequence[LogEntry]) -> bool:
        """Add actions to a game that has `expected_seq` of them: all, or none.

        False means that the game is longer or shorter by now, finished, or deleted: load it and try again.
        """
        return self.append_many([Append(game, expected_seq, entries)])[0]

    def append_many(self, batch: Sequence[Append]) -> list[bool]:
        """Append to many games in one commit, each as `append` does: a refusal affects no other game."""
        raise NotImplementedError

    def one_commit(self) -> AbstractContextManager[None]:
        """Let the methods called in a block share a commit at its end, where only one can commit at a time.

        Each still changes everything or nothing. Their changes are stored once the block has ended.
        """
        return nullcontext()

    def finish(
        self,
        game: int,
        expected_seq: int,
        replay: bytes,
        summary: Summary,
        others: Sequence[bytes] = (),
        seal: Seal | None = None,
    ) -> bool:
        """Pack a game of `expected_seq` actions into its replay, and delete the actions.

        The ids of its last 256 actions stay, so that a message that is sent again can be answered. `others` are the
        players besides the one who began it: the game is one of theirs too. It cannot be read before its seal opens.
        """
        run = self._database.run
        with self._commit():
            packed = run(_FINISH, replay, expected_seq, game, expected_seq) == 1
            self._forget_lengths([game])
            if packed:
                self._retain_ids(game)
                run(_DELETE_ACTIONS, game)
                run("update round set finished = true where game_id = $1", game)
                run(SUMMARISE, *summary_row(game, summary, replay))
                for player in others:
                    run(_ADD_PLAYER, player, game)
                self._seal(game, seal)
        return packed

    def _retain_ids(self, game: int) -> None:
        """Store the ids of the last actions of a game that is being packed, if it has any."""
        newest = self._database.rows(_LAST_IDS, game)
        ids = [message_id(*row) for row in reversed(newest)]
        if any(ids):
            self._database.run("insert into recent_ids (game_id, runs) values ($1, $2)", game, pack_ids(ids))

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
        """Add a finished game and return its number, None if the same replay is stored already.

        With an `owner`, a player of a server, only that player's games are compared, and the game has a public id.
        """
        bits = seed.bits if seed else b""  # empty if it is not known
        with self._commit():
            self._claim(digest(replay), owner or b"")
            if self.holds(replay, owner):
                return None
            values = (rules, bits, created_at, source, summary.known_board, length, replay)
            number = self._database.insert(_ADD, *values)
            if owner is not None:
                own = Round(game=number, public_id=public_id, room=public_id, player=owner, salt=b"")
                self._database.run(_ADD_ROUND, *own.field_values(), created_at, True)
            self._database.run(SUMMARISE, *summary_row(number, summary, replay))
            self._seal(number, seal)
        return number

    def holds(self, replay: bytes, owner: bytes | None = None) -> bool:
        """Return whether a replay is stored: at all, or as a game of a player of a server."""
        return self.same_replay(replay, owner) is not None

    def same_replay(self, replay: bytes, owner: bytes | None = None) -> int | None:
        """Return the number of the game that has this replay, of a player of a server if one is given; None without."""
        statement = "select game_id from summary where digest = $1"
        if owner is None:
            return self._value(statement, digest(replay))
        return self._value(f"{statement} and owner = $2", digest(replay), owner)

    def replace_replay(self, game: int, replay: bytes, summary: Summary) -> bool:
        """Replace the replay of a finished game by one that names its player."""
        with self._commit():
            statement = "update game set replay = $1 where id = $2 and replay is not null"
            found = self._database.run(statement, replay, game) == 1
            if found:
                self._database.run(_DELETE_SUMMARY, game)
                self._database.run(SUMMARISE, *summary_row(game, summary, replay))
        return found

    def delete(self, games: Sequence[int]) -> int:
        """Delete games, in play or finished, with everything stored about them, and return how many there were.

        A game that another process is playing is not deleted: `GameInUse` is raised before anything changes.
        """
        self._check_free(games)
        with self._commit():
            deleted = self._delete(games)
        self._database.wipe()
        return deleted

    def _check_free(self, games: Sequence[int] | None = None) -> None:
        in_use = self.in_use()
        for game in in_use if games is None else games:
            if game in in_use:
                raise GameInUse(in_use[game])

    def delete_own(self, player: bytes, games: Sequence[int]) -> int:
        """Delete finished games of a player of a server and return how many there were; those of others stay.

        A game that another player began only disappears from the games of this one. Unlike `delete`, this takes
        milliseconds for a few hundred games, and leaves the file as large as it is. Deleted rows are overwritten in it.
        """
        leave = "delete from game_player where player = $1 and game_id = $2"
        own = "select id from game join round on game_id = id where id = $1 and player = $2 and replay is not null"
        with self._database.overwriting(), self._commit():
            removed = sum(self._database.run(leave, player, game) for game in games)
            return removed + self._delete([number for game in games for number in self._column(own, game, player)])

    def _delete(self, games: Sequence[int]) -> int:
        self._claim_games(games)
        numbers = [(game,) for game in sorted(games)]
        for statement in _DELETE_RELATED:
            self._database.run_many(statement, numbers)
        self._forget_lengths(games)
        return sum(self._database.run(DELETE_GAME, game) for game in games)

    def delete_all(self) -> int:
        """Delete every game, and leave nothing of it in the file; raise `GameInUse` if another process plays one."""
        self._check_free()
        with self._commit():
            deleted = [self._database.run(statement) for statement in _DELETE_ALL][-1]
        self._database.wipe()
        return deleted

    def load(self, game: int) -> Stored:
        """Read a whole game."""
        with self._commit(reading=True):
            for row in self._database.rows(_GAME, game):
                return self._stored(row)
        raise StoreError(Phrase("machine-error.no-game", game=game, place=str(self.place)))

    def replay(self, game: int) -> bytes | None:
        """Read the replay of a finished game, None for any other."""
        return self._value("select replay from game where id = $1", game)

    def _length(self, game: int) -> int | None:
        """Count the actions of a game in play, None if there is no such game."""
        return self._value(_LENGTH, game)

    def _stored(self, row: tuple[Any, ...]) -> Stored:
        """Return a whole game from its row, inside the transaction that has read it."""
        game, rules, bits, length, created_at, source, replay, known_board, open_at, clock = row
        tail = self._log(game)
        recent = None if tail.entries else self._value("select runs from recent_ids where game_id = $1", game)
        return Stored(
            id=game,
            rules=rules,
            seed=Seed(bits) if bits else None,
            entries=tail.entries,
            seq=len(tail.entries) if length is None else length,
            created_at=created_at,
            source=source,
            known_board=bool(known_board),
            replay=replay,
            ids=unpack_ids(recent) if recent else tail.ids,
            played_at=tail.played_at,
            open_at=open_at,
            clock=clock,
        )

    def _log(self, game: int) -> Tail:
        """Read the actions of a game in play."""
        return tail_of(game, self._database.rows(_ACTIONS, game))
