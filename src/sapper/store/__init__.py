"""What is kept: games as their rules, seed and actions, and the replays they are packed into.

The log is the lock: a game grows only by `Store.append`, which says how long the game was. Of two writers one is
faster, and the other is told. Everything else in a store follows from logs and replays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ..errors import SapperError
from ..record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike
    from types import TracebackType

    from ..action import Entry
    from ..seed import Seed

__all__ = ["Listed", "Store", "StoreError", "Stored", "Summary", "open_store"]


class StoreError(SapperError):
    """A store that cannot be read or written, with a sentence that says why and what to do."""


class Summary(Record):
    """What a listing shows of a finished game. All of it follows from the replay."""

    __slots__ = ("status", "level", "ruleset", "elapsed", "ended_at", "hints", "assisted", "practice")
    status: str
    level: str
    ruleset: str
    elapsed: int  # milliseconds of playing time
    ended_at: int
    hints: int
    assisted: bool
    practice: bool

    def __init__(
        self,
        status: str,
        level: str,
        ruleset: str,
        elapsed: int,
        ended_at: int,
        hints: int = 0,
        assisted: bool = False,
        practice: bool = False,
    ) -> None:
        self._set(
            status=str(status),
            level=str(level),
            ruleset=str(ruleset),
            elapsed=elapsed,
            ended_at=ended_at,
            hints=hints,
            assisted=bool(assisted),
            practice=bool(practice),
        )


class Listed(Record):
    """A game in a listing, without what would tell where its mines are.

    A finished game has no summary if what is derived was dropped and not yet rebuilt.
    """

    __slots__ = ("id", "rules", "seq", "created_at", "front", "finished", "summary")
    id: int
    rules: str
    seq: int
    created_at: int
    front: str
    finished: bool
    summary: Summary | None

    def __init__(
        self,
        number: int,
        rules: str,
        seq: int,
        created_at: int,
        front: str,
        finished: bool,
        summary: Summary | None = None,
    ) -> None:
        self._set(
            id=number, rules=rules, seq=seq, created_at=created_at, front=front, finished=finished, summary=summary
        )


class Stored(Record):
    """A whole game: its actions while it is played, its replay once it is finished."""

    __slots__ = ("id", "rules", "seed", "entries", "seq", "created_at", "front", "finished", "replay")
    id: int
    rules: str
    seed: Seed
    entries: tuple[Entry, ...]
    seq: int  # how many actions were played
    created_at: int
    front: str
    finished: bool
    replay: bytes | None

    def __init__(
        self,
        number: int,
        rules: str,
        seed: Seed,
        entries: Sequence[Entry],
        seq: int,
        created_at: int,
        front: str,
        replay: bytes | None,
    ) -> None:
        self._set(
            id=number,
            rules=rules,
            seed=seed,
            entries=tuple(entries),
            seq=seq,
            created_at=created_at,
            front=front,
            finished=replay is not None,
            replay=replay,
        )


class Store(ABC):
    """Where games are kept. What a method has returned from is kept; what it raised from has changed nothing."""

    @abstractmethod
    def create(self, rules: str, seed: Seed, *, created_at: int, front: str = "") -> int:
        """Begin a game without actions and return its number."""

    def append(self, game: int, expected_seq: int, entries: Sequence[Entry]) -> bool:
        """Add actions to a game that has `expected_seq` of them: all, or none.

        False says that the game is longer or shorter by now, finished, or not there: load it and try again.
        """
        return self.append_many([(game, expected_seq, entries)])[0]

    @abstractmethod
    def append_many(self, batch: Sequence[tuple[int, int, Sequence[Entry]]]) -> list[bool]:
        """Append to many games in one commit, each as `append` does: one that is refused hinders no other."""

    @abstractmethod
    def finish(self, game: int, expected_seq: int, replay: bytes, summary: Summary) -> bool:
        """Pack a game of `expected_seq` actions into its replay, and let its actions go."""

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
    def games(self, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List finished games, the newest first."""

    @abstractmethod
    def rebuild(self, summarise: Callable[[bytes], Summary]) -> int:
        """Drop everything derived, make it again from the replays, and say from how many."""

    @abstractmethod
    def close(self) -> None:
        """Let the database go. Nothing waits to be written, so leaving this out loses nothing."""

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(where: str | PathLike[str], *, synchronous: str = "normal", patience: float = 5.0) -> Store:
    """Open the store at a path, at `sqlite:///path`, or `:memory:`, and make it if there is none.

    What is acknowledged survives the end of the program, however sudden; with `synchronous="full"` also that of the
    power. `patience` is how many seconds to wait for another program that writes.
    """
    from os import fspath

    path = fspath(where)
    scheme, separator, rest = path.partition("://")
    if separator:
        if scheme != "sqlite" or not rest.startswith("/"):
            raise StoreError(f"games cannot be kept at {scheme}://: give a path, or sqlite:/// and a path")
        path = rest[1:]
    from .sqlite import SqliteStore

    return SqliteStore(path, synchronous=synchronous, patience=patience)
