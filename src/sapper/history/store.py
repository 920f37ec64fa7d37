"""The store of games: their rules, seeds and actions, and the replays that they are packed into.

The log is the lock: a game grows only by `Store.append`, which takes the length that the writer expects. Of two writers
one is faster, and the other is refused. Everything else in a store is computed from logs and replays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ..errors import SapperError
from ..extras import require
from . import daily
from .rows import BOT, OWN, PEOPLE, Append, Filter, Head, Listed, MessageId, Played, Round, Stored, Summary, Tail

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike
    from types import TracebackType

    from ..action import LogEntry
    from ..daily import DailyBoard
    from ..seed import Seed
    from .bans import Ban
    from .daily import DailyCounts, DailyResult, DailyTry
    from .parties import FollowedParties, PartyListing, StoredParty
    from .results import Results

__all__ = [
    "BOT",
    "OWN",
    "PEOPLE",
    "Append",
    "Filter",
    "GameElsewhere",
    "GameInUse",
    "Head",
    "Listed",
    "MessageId",
    "Played",
    "RoomWentOn",
    "Round",
    "Store",
    "StoreError",
    "Stored",
    "Summary",
    "Tail",
    "open_store",
]

EVERYTHING = Filter()
POSTGRES_SCHEMES = ("postgresql", "postgres")


class StoreError(SapperError):
    """A store that cannot be read or written, with a sentence that says why and what to do.

    `cause` is the reason in a few words, for a title or a tag.
    """

    def __init__(self, sentence: str, cause: str = "") -> None:
        super().__init__(sentence)
        self.cause = cause or sentence


class GameElsewhere(StoreError):
    """A game that goes on somewhere else: in another process, or in the browser."""


class GameInUse(GameElsewhere):
    """A game that another process is playing."""

    def __init__(self, process: int) -> None:
        super().__init__(f"this game is being played in {another_window(process)}: leave it there first")
        self.process = process


class RoomWentOn(StoreError):
    """A room that has gone on to another game, which another server began."""

    def __init__(self) -> None:
        super().__init__("this room has started another game")


def another_window(process: int) -> str:
    """Return the words for another process, 0 if its number is not known."""
    return f"another window (process {process})" if process else "another window"


class Store(ABC):
    """Where games are stored. A method that returns has committed; a method that raises has changed nothing."""

    path = ""  # of its file, empty if it has none
    is_shared = False  # whether several servers use the store at once
    lock_problem: str | None = None  # why games in play cannot be locked here

    @abstractmethod
    def lock(self, game: int) -> None:
        """Reserve a game for this process until `unlock` or its end; raise `GameInUse` if another one plays it."""

    @abstractmethod
    def unlock(self, game: int) -> None:
        """Give up the reservation of a game."""

    @abstractmethod
    def in_use(self) -> dict[int, int]:
        """Return the games that other processes are playing, with the numbers of these processes."""

    @abstractmethod
    def create(self, rules: str, seed: Seed, *, created_at: int, source: str = "", known_board: bool = False) -> int:
        """Begin a game without actions and return its number."""

    def append(self, game: int, expected_seq: int, entries: Sequence[LogEntry]) -> bool:
        """Add actions to a game that has `expected_seq` of them: all, or none.

        False means that the game is longer or shorter by now, finished, or deleted: load it and try again.
        """
        return self.append_many([Append(game, expected_seq, entries)])[0]

    @abstractmethod
    def append_many(self, batch: Sequence[Append]) -> list[bool]:
        """Append to many games in one commit, each as `append` does: a refusal affects no other game."""

    @abstractmethod
    def finish(
        self, game: int, expected_seq: int, replay: bytes, summary: Summary, others: Sequence[bytes] = ()
    ) -> bool:
        """Pack a game of `expected_seq` actions into its replay, and delete the actions.

        The ids of its last 256 actions stay, so that a message that is sent again can be answered. `others` are the
        players beside the one who began it, who find the game among their own.
        """

    @abstractmethod
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
        """Add a finished game and return its number, None if the same replay is stored already.

        A game of an `owner`, a player of a server, is compared with the player's own games only, and has a public id.
        """

    @abstractmethod
    def holds(self, replay: bytes, owner: bytes | None = None) -> bool:
        """Return whether a replay is stored: of anybody, or of a player of a server."""

    @abstractmethod
    def replace_replay(self, game: int, replay: bytes, summary: Summary) -> bool:
        """Replace the replay of a finished game by one that names its player."""

    @abstractmethod
    def delete(self, games: Sequence[int]) -> int:
        """Delete games, in play or finished, with everything stored about them, and return how many there were.

        A game that another process is playing is not deleted: `GameInUse` is raised before anything changes.
        """

    @abstractmethod
    def delete_own(self, player: bytes, games: Sequence[int]) -> int:
        """Delete finished games of a player of a server and return how many there were; those of others stay.

        A game that somebody else began, and that the player was in, only disappears from the games of the player.
        Unlike `delete`, this takes milliseconds for a few hundred games, and leaves the file as large as it is. What
        was deleted is overwritten in it.
        """

    @abstractmethod
    def delete_all(self) -> int:
        """Delete every game, and leave nothing of it in the file; raise `GameInUse` if another process plays one."""

    @abstractmethod
    def outline(self, game: int) -> tuple[str, int]:
        """Return the rules of a game and the number of its actions, without reading them."""

    @abstractmethod
    def load(self, game: int) -> Stored:
        """Read a whole game."""

    @abstractmethod
    def replay(self, game: int) -> bytes | None:
        """Read the replay of a finished game, None for any other."""

    @abstractmethod
    def unfinished(self) -> list[Listed]:
        """List the games still in play, the newest first."""

    @abstractmethod
    def games(
        self, limit: int = 50, offset: int = 0, only: Filter = EVERYTHING, order: str | None = None
    ) -> list[Listed]:
        """List finished games, by their numbers from the newest on, or in one of `statements.FINISHED_IN_ORDER`."""

    @abstractmethod
    def numbers(self, only: Filter) -> list[int]:
        """Return the numbers of the finished games that `games` lists, in order."""

    @abstractmethod
    def count(self, only: Filter = EVERYTHING) -> int:
        """Count the finished games that `games` lists."""

    def opener(self) -> Callable[[], Store] | None:
        """Return a function that opens the same store in another thread, None if it can only be used in this one."""
        return None

    @abstractmethod
    def interrupt(self) -> None:
        """Stop the query that another thread is running: it raises `StoreError`. Without one, nothing happens."""

    @abstractmethod
    def played(self, only: Filter = EVERYTHING) -> list[Played]:
        """Return every finished game that matches, the oldest first."""

    @abstractmethod
    def results(self, only: Filter = EVERYTHING) -> Results:
        """Return the same as columns, for statistics."""

    @abstractmethod
    def ranked(
        self, rules: str, elapsed: int, *, but: int, after: int = 0, only: Filter = EVERYTHING
    ) -> tuple[int, int, int | None]:
        """Compare a time with the ranked wins of a configuration.

        Return how many there are, how many are at least as fast, and the fastest time. The game `but` and the games up
        to the number `after` do not count.
        """

    @abstractmethod
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
        """List the won games of a configuration, the fastest first: those that are ranked, or those that are not.

        `after` leaves out the games up to that number.
        """

    @abstractmethod
    def configurations(self, only: Filter = EVERYTHING) -> list[tuple[str, str, int]]:
        """List what was played, the newest first: the configuration, its level and the number of its newest game."""

    @abstractmethod
    def set_custom_level(self, level: str, *, owner: bytes = b"") -> None:
        """Store the Amiga's custom level of a player, and that the games so far came before it."""

    @abstractmethod
    def custom_level(self, owner: bytes = b"") -> tuple[str, int] | None:
        """Return the custom level that was stored last and the last game before it, None if there is none."""

    @abstractmethod
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
    ) -> int:
        """Begin a game in a room of a server, as `create` does, and return its number.

        `after` is the number of the room's last game that the caller knows, 0 if it knows of none: if another game
        follows that one by now, `RoomWentOn` is raised. A game of this public id that was begun in the room before is
        returned as it is.
        """

    @abstractmethod
    def begin_daily(
        self,
        board: DailyBoard,
        first: LogEntry,
        *,
        played_at: int,
        created_at: int,
        source: str,
        public_id: str,
        room: str,
        player: bytes,
        salt: bytes,
        after: int | None = None,
    ) -> int | None:
        """Begin a player's ranked try at a daily board in a room of a server, with its first action at `played_at`.

        Return its number, None if the player has begun one before: of many who try at once, one succeeds. It is also
        None if the room has gone on to another game.
        """

    @abstractmethod
    def claim_daily(self, board: DailyBoard, game: int, player: bytes = b"") -> bool:
        """Make a game the player's ranked try at a daily board; return False if another one is."""

    @abstractmethod
    def daily_tries(self, player: bytes = b"", limit: int = daily.ALL) -> list[DailyTry]:
        """List a player's ranked tries at daily boards, the newest day first; all of them without a limit."""

    @abstractmethod
    def daily_table(self, day: str, level: str, limit: int) -> list[DailyResult]:
        """List the fastest ranked wins of a daily board."""

    @abstractmethod
    def daily_place(self, tried: DailyTry) -> int:
        """Return the place of a ranked win in the table of its board."""

    @abstractmethod
    def daily_ranked(self, day: str, level: str) -> int:
        """Count the ranked wins of a daily board."""

    @abstractmethod
    def daily_counts(self, day: str, level: str) -> DailyCounts:
        """Count how a daily board was played."""

    @abstractmethod
    def round(self, game: int) -> Round | None:
        """Return what a server stored about a game, None if it was not played on one."""

    @abstractmethod
    def last_round(self, room: str) -> Round | None:
        """Return the newest game of a room, None if there is none."""

    @abstractmethod
    def heads(self, rooms: Sequence[str]) -> dict[str, Head]:
        """Return the newest game of each of these rooms, and how far it is; rooms without a game are left out."""

    @abstractmethod
    def entries_after(self, games: Sequence[tuple[int, int]]) -> dict[int, Tail]:
        """Return what was added to games in play after so many actions; games without news are left out."""

    @abstractmethod
    def open_rounds(self, player: bytes, since: int, limit: int) -> list[Round]:
        """List the unfinished games of a player that were played or open on a server since a time, the newest first.

        The time is in milliseconds since 1970.
        """

    @abstractmethod
    def rounds_in_play(self, player: bytes, limit: int = 50) -> list[tuple[Round, Listed]]:
        """List the games of a player alone that are not finished on a server, the newest first."""

    @abstractmethod
    def touch(self, games: Sequence[int], now: int) -> None:
        """Note when games were last open on a server, in seconds since 1970."""

    @abstractmethod
    def note_open(self, games: Sequence[int], now: int) -> None:
        """Note when somebody had games in play open on a server, in milliseconds since 1970."""

    @abstractmethod
    def last_open(self, game: int) -> int:
        """Return when a game in play was last played or noted as open, in milliseconds since 1970, or 0."""

    def now_ms(self) -> int | None:
        """Return the milliseconds since 1970 by the clock of the store, None if that is the clock of this machine."""
        return None

    @abstractmethod
    def join_service(self, now: int, patience: int) -> int:
        """Note that a server starts, and return since when the service has been up: at least one of its servers.

        It begins now if no server has noted for `patience` milliseconds that it is up. Times are since 1970.
        """

    @abstractmethod
    def stay_in_service(self, now: int) -> int:
        """Note that a server is up, and return since when the service has been."""

    @abstractmethod
    def idle_rounds(self, before: int, limit: int) -> list[Round]:
        """List unfinished games that were last open on a server before a time, the longest left alone first."""

    @abstractmethod
    def surplus_rounds(self, player: bytes, most: int, limit: int) -> list[Round]:
        """List the unfinished games of a player beyond the `most` that were open last."""

    @abstractmethod
    def discard(self, game: int) -> bool:
        """Delete an unfinished game of a server, or the end of a long one; return whether it is gone.

        Unlike `delete`, this takes milliseconds, and leaves the file as large as it is.
        """

    @abstractmethod
    def numbers_of(self, player: bytes) -> set[int]:
        """Return the numbers of all games that a player began on a server."""

    @abstractmethod
    def games_of(self, player: bytes, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List the finished games of a player on a server, the newest first."""

    @abstractmethod
    def listed(self, games: Sequence[int]) -> list[Listed]:
        """List these games, as far as they are finished, the newest first."""

    @abstractmethod
    def replays_of(self, player: bytes, after: int, most_bytes: int) -> list[tuple[int, bytes]]:
        """Return replays of a player of a server with their numbers, in order from the number `after` on.

        They are as many as fit into so many bytes, but at least one, if there is one.
        """

    @abstractmethod
    def finished(self, game: int) -> Listed | None:
        """Return one finished game, None if there is none with this number."""

    @abstractmethod
    def same_seed(self, game: int, limit: int) -> list[Listed]:
        """List the other finished games with the seed of a finished one, the newest first."""

    @abstractmethod
    def same_replay(self, replay: bytes) -> int | None:
        """Return the number of the game that has this replay, None if there is none."""

    @abstractmethod
    def set_name(self, player: bytes, name: str, *, created_at: int) -> None:
        """Set the name of a player."""

    @abstractmethod
    def name_of(self, player: bytes) -> str:
        """Return the name of a player, empty if there is none."""

    @abstractmethod
    def players(self) -> set[bytes]:
        """Return the keys of all players of a server who have a name or a game."""

    @abstractmethod
    def forget_player(self, player: bytes) -> None:
        """Delete the name of a player and what else is stored beside the games."""

    @abstractmethod
    def server_key(self, new: bytes = b"") -> bytes:
        """Return the key of the servers that share the store: the one that was stored first, empty if there is none."""

    @abstractmethod
    def ban(self, ban: Ban) -> None:
        """Add a ban, in place of an older one of the same player or address."""

    @abstractmethod
    def unban(self, who: str) -> bool:
        """Remove a ban; return False if there is none."""

    @abstractmethod
    def bans(self) -> list[Ban]:
        """List the bans, the newest first."""

    @abstractmethod
    def begin_party(self, party: str, code: str, events: Sequence[bytes], listing: PartyListing, *, now: int) -> bool:
        """Begin a party with its first events; return False if its id or its code is in use."""

    @abstractmethod
    def append_party(
        self, party: str, expected_seq: int, events: Sequence[bytes], listing: PartyListing, *, now: int
    ) -> bool:
        """Add events to a party that has `expected_seq` of them; return False if it is longer by now, or gone."""

    @abstractmethod
    def party(self, party: str) -> StoredParty | None:
        """Return a party with all of its events."""

    @abstractmethod
    def party_events(self, party: str, after: int) -> list[bytes] | None:
        """Return the events of a party from the number `after` on, None if there is no such party."""

    @abstractmethod
    def events_of(self, parties: Sequence[str]) -> dict[str, list[bytes]]:
        """Return the events of several parties, as far as they are there."""

    @abstractmethod
    def listed_parties(self, limit: int) -> list[str]:
        """List public parties where a server has noted that somebody is, those that changed last first."""

    @abstractmethod
    def follow_parties(self, parties: Sequence[str]) -> FollowedParties:
        """Return how long parties are by now, who is there, and which servers there are."""

    @abstractmethod
    def be_present(self, node: str, party: str, people: str) -> None:
        """Note which people of a party are connected to a server, in JSON; nobody is if it is empty."""

    @abstractmethod
    def beat(self, node: str) -> bool:
        """Count on for a server that runs; return False if it was not known, or was removed: then nobody is there."""

    @abstractmethod
    def remove_nodes(self, nodes: Sequence[str]) -> None:
        """Forget servers, and who was connected to them."""

    @abstractmethod
    def matching_party(self, key: str) -> tuple[str, int] | None:
        """Return the party that waits for a quick match and when it changed last, in seconds since 1970."""

    @abstractmethod
    def offer_match(self, party: str, key: str) -> None:
        """Let others find a waiting party by a quick match, unless another one waits for the same."""

    @abstractmethod
    def end_match(self, party: str) -> None:
        """Let nobody find a party by a quick match any more."""

    @abstractmethod
    def recent_rooms(self, player: bytes, limit: int) -> list[tuple[int, str]]:
        """Return the finished games that a player began last, and the rooms where they were played."""

    @abstractmethod
    def party_with_code(self, code: str) -> str | None:
        """Return the id of the waiting party that has a code."""

    @abstractmethod
    def old_parties(self, before: int, limit: int) -> list[str]:
        """List parties that have not changed since a time, the oldest first."""

    @abstractmethod
    def delete_parties(self, parties: Sequence[str]) -> None:
        """Delete parties with their events; the games that were played there stay."""

    def is_stale(self) -> bool:
        """Return whether games lack their summary."""
        return self.missing() > 0

    @abstractmethod
    def missing(self) -> int:
        """Count the finished games that lack their summary, because it is computed in another way than before."""

    @abstractmethod
    def without_summary(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Return finished games that lack their summary, with their replays, in order from the number `after` on."""

    @abstractmethod
    def summarise(self, games: Sequence[tuple[int, bytes, Summary]]) -> None:
        """Add the summaries of replays. A game that was deleted, changed or summarised since is left as it is."""

    @abstractmethod
    def rebuild(self, summarise: Callable[[bytes], Summary]) -> int:
        """Drop all summaries, compute them from the replays again, and return how many there are."""

    @abstractmethod
    def probe(self) -> None:
        """Write something, read it back through a new connection, and compare; raise `StoreError` if anything is wrong.

        A file that was deleted or replaced is noticed too. This takes a millisecond, however many games there are.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the database. Nothing waits to be written, so a missing call loses nothing."""

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_address(where: str | PathLike[str] | None) -> bool:
    """Return whether a store is in a database that is reached by an address."""
    return isinstance(where, str) and where.partition("://")[0] in POSTGRES_SCHEMES and "://" in where


def open_store(where: str | PathLike[str], *, synchronous: str = "normal", patience: float = 5.0) -> Store:
    """Open the store at a path, `sqlite:///path`, `:memory:` or `postgresql://...`, and create it if there is none.

    What is committed survives a crash of the program; with `synchronous="full"` also a loss of power. `patience` is
    how many seconds to wait for another program that writes. Both are for SQLite: PostgreSQL has settings of its own.
    """
    from os import fspath

    path = fspath(where)
    scheme, separator, rest = path.partition("://")
    if is_address(path):
        require("scale")
        from .postgres import PostgresStore

        return PostgresStore(path)
    if separator:
        if scheme != "sqlite" or not rest.startswith("/"):
            raise StoreError(
                f"games cannot be stored at {scheme}://: use a path, sqlite:/// and a path, or postgresql://"
            )
        path = rest[1:]
    from .sqlite import SqliteStore

    return SqliteStore(path, synchronous=synchronous, patience=patience)
