"""Saves the games of a session in a store: every action when it is played, the replay at the end."""

from __future__ import annotations

from ..display.wording import said, wording
from ..phrase import Phrase
from .best_times import change_custom_level
from .game_record import GameRecord, RecordedGame
from .store import StoreError
from .summary import summary_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..game import Game
    from ..replay.model import Replay
    from ..replay.track import Track
    from ..rules import Rules
    from ..seed import Seed
    from .store import Store, Stored

__all__ = ["RecordedGame", "Recorder", "import_replay"]


class Recorder:
    """Saves one game after the other.

    When the store fails, play continues: `failure` says why, and the missing part is saved with the next action, at
    the end of the game, or by `retry`. Instead of a store it takes a function that opens one, called until it succeeds.
    """

    def __init__(
        self,
        store: Store | Callable[[], Store],
        *,
        now: Callable[[], int],
        source: str,
        program: str,
        player: str = "",
    ) -> None:
        self.player = player
        self.reported = ""  # the reason that the player has read: set by the front end
        self._open = store if callable(store) else None
        self._store = None if callable(store) else store
        self._now = now
        self._source = source
        self._program = program
        self._error: StoreError | None = None
        self._skipped: StoreError | None = None
        self._unsaved: list[GameRecord] = []  # earlier games
        self._has_warned = False
        self._record = self._new_record()
        self.retry()

    @property
    def store(self) -> Store:
        """The store; `StoreError` says why it cannot be opened."""
        if self._store is None:
            raise self._error or StoreError(Phrase("machine-error.store-closed"))
        return self._store

    @property
    def number(self) -> int | None:
        """The number of the game in play, None before its first action and after its end."""
        return None if self._record.finished else self._record.number

    @property
    def finished(self) -> RecordedGame | None:
        """The last game, once it is finished."""
        return self._record.finished

    @property
    def failure(self) -> str | None:
        """The reason why games are not saved now, None if all are."""
        error = self._failing
        return wording().phrase(Phrase("machine-error.not-saved", reason=error.phrase or str(error))) if error else None

    @property
    def reason(self) -> str:
        """The problem of the store and its remedy, empty if everything is saved."""
        return wording().error(self._failing) if self._failing else ""

    @property
    def cause(self) -> str:
        """The same in a few words, empty if everything is saved."""
        error = self._failing
        return said(error.cause) if error else ""

    @property
    def _failing(self) -> StoreError | None:
        return self._skipped or self._record.lost or self._error

    def take_warning(self) -> str:
        """Return once that games cannot be locked here; empty if they can."""
        problem = self._store.lock_problem if self._store else None
        if problem is None or self._has_warned:
            return ""
        self._has_warned = True
        return wording().phrase(Phrase("machine-error.no-locks", problem=problem))

    def claim(self, stored: Stored) -> Stored:
        """Reserve a stored game and return it as it is now; raise `GameInUse` if another process plays it."""
        self.store.lock(stored.id)
        try:
            return self.store.load(stored.id)
        except StoreError:
            self.store.unlock(stored.id)
            raise

    def release(self, stored: Stored) -> None:
        """Give up a game that was claimed and is not continued."""
        if stored.id != self.number:
            self.store.unlock(stored.id)

    def begin(self, stored: Stored | None = None, *, known_board: bool = False) -> None:
        """Begin to record a new game, or one that is in the store."""
        if stored:
            self.store.lock(stored.id)
        if not self._record.is_saved:
            self._unsaved.append(self._record)
        self._record = self._new_record(stored, known_board)
        self._skipped = None
        self.retry()

    def forget_custom_record(self, rules: Rules) -> int | None:
        """Note the custom level of an Amiga game that begins; return the best time of another one, now forgotten."""
        try:
            return change_custom_level(self.store, rules)
        except StoreError:
            return None

    def record(self, game: Game, seed: Seed, track: Track | None = None) -> None:
        """Save the action just played, and the replay if it ended the game, with the track of the hand."""
        if self._skipped is None:
            self._record.track = track
            self._record.play(game, seed, self._now())
            self.retry()

    def note_clock(self, elapsed: int) -> None:
        """Save the playing time of the game in play, so that a killed program gives no time back."""
        if self.number is None or self._failing:
            return
        try:
            self.store.note_clock(self.number, elapsed)
        except StoreError as error:
            self._error = error

    def adopt(self, game: Game, seed: Seed) -> None:
        """Save a game that has been played already as a new one, on a known board."""
        self.begin(known_board=True)
        self._record.play(game, seed, self._now())
        self.retry()

    def skip(self, why: str) -> None:
        """Do not save the game that begins."""
        self.begin(known_board=True)
        self._skipped = StoreError(why)

    def leave(self) -> None:
        """Leave the game in play: another process may continue it, and a practice game that is over is finished."""
        self._record.is_left = True
        self.retry()

    def set_player(self, name: str) -> None:
        """Set the player's name in the game just finished, and in those that follow."""
        self.player = name
        if self._record.finished:
            self._record.rename(name)
            self.retry()

    def retry(self) -> bool:
        """Save everything that is not saved yet, and return whether that succeeded."""
        try:
            if self._store is None:
                assert self._open is not None
                self._store = self._open()
            while self._unsaved:
                self._unsaved[0].save(self._store, self.player)
                del self._unsaved[0]
            self._record.save(self._store, self.player)
        except StoreError as error:
            self._unsaved = [record for record in self._unsaved if not record.lost]
            self._error = None if error is self._record.lost else error
            return False
        self._error = None
        return True

    @property
    def unsaved(self) -> int:
        """The number of games that are not saved, or not whole."""
        return len(self._unsaved) + (not self._record.is_saved or self._record.lost is not None)

    def close(self) -> None:
        """Leave the game, save as much as possible, and close the store."""
        self.leave()
        if self._store is not None:
            self._store.close()

    def _new_record(self, stored: Stored | None = None, known_board: bool = False) -> GameRecord:
        return GameRecord(source=self._source, program=self._program, stored=stored, known_board=known_board)


def import_fields(replay: Replay) -> dict[str, Any]:
    """Return a replay from elsewhere as a store takes it, with its summary."""
    return {
        "replay": replay.pack(),
        "summary": summary_of(replay),
        "rules": str(replay.rules),
        "seed": replay.seed,
        "length": len(replay),
        "created_at": replay.played_at,
    }


def import_replay(store: Store, replay: Replay, source: str) -> int | None:
    """Add a replay from elsewhere to a store and return its number, None if it is there already."""
    return store.add(**import_fields(replay), source=source)
