"""One game and how much of it is in the store: the rest can be saved later."""

from __future__ import annotations

from ..phrase import Phrase
from ..replay.model import Replay
from ..value import Value
from .store import StoreError
from .summary import Summary, summary_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game import Game
    from ..replay.track import Track
    from ..seed import Seed
    from .store import Store, Stored


class RecordedGame(Value):
    """A finished game in the store."""

    id: int
    replay: Replay
    summary: Summary


class GameRecord:
    """A game that is being recorded. Nothing is lost while the store fails: `save` saves everything that is missing."""

    def __init__(self, *, source: str, program: str, stored: Stored | None = None, known_board: bool = False) -> None:
        self.number = stored.id if stored else None  # in the store, once it has an action there
        self.known_board = stored.known_board if stored else known_board
        self.finished: RecordedGame | None = None
        self.lost: StoreError | None = None  # why this game can never be saved
        self.track: Track | None = None  # of the hand, once the game is over
        self.is_left = False  # nothing more is played: a practice game can no longer be undone
        self._source = source
        self._program = program
        self._game: Game | None = None
        self._seed: Seed | None = None
        self._saved = stored.seq if stored else 0
        self._began_at = 0
        self._ended_at = 0
        self._name: str | None = None  # to be set in the finished game

    def play(self, game: Game, seed: Seed, now: int) -> None:
        """Note the game as it is now, to be saved."""
        if self._game is None:
            self._began_at = now
        self._game, self._seed = game, seed
        self._ended_at = now

    def rename(self, name: str) -> None:
        """Set the player's name in the game, once it is finished."""
        self._name = name

    @property
    def is_saved(self) -> bool:
        """Whether nothing is missing in the store, or never can be added."""
        if self._game is None or self.lost:
            return True
        is_packed = self.finished is not None or not self._is_to_be_packed
        return self._saved == self._game.seq and is_packed and (self._name is None or self.finished is None)

    @property
    def _is_to_be_packed(self) -> bool:
        game = self._game
        return game is not None and game.status.is_over and (self.is_left or not game.rules.practice)

    def save(self, store: Store, player: str) -> None:
        """Save everything missing, and unlock the game once it is finished or left; raise `StoreError` on failure."""
        if self._game is not None and self._seed is not None and self.lost is None:
            self._save_missing(store, self._game, self._seed, player)
        if self.number is not None and (self.finished is not None or self.is_left):
            store.unlock(self.number)

    def _save_missing(self, store: Store, game: Game, seed: Seed, player: str) -> None:
        if self.number is None:
            self.number = store.create(
                str(game.starting_rules),
                seed,
                created_at=self._began_at,
                source=self._source,
                known_board=self.known_board,
            )
            store.lock(self.number)
        if self.finished is None:
            self._append(store, game)
        if self._is_to_be_packed and self.finished is None:
            self._pack(store, game, seed, player)
        if self._name is not None and self.finished is not None:
            self._sign(store, self._name, self.finished)

    def _append(self, store: Store, game: Game) -> None:
        assert self.number is not None
        missing = game.log[self._saved :]
        if missing and not store.append(self.number, self._saved, missing):
            self._lose(store, Phrase("machine-error.went-on-elsewhere"))
        self._saved = game.seq

    def _pack(self, store: Store, game: Game, seed: Seed, player: str) -> None:
        assert self.number is not None
        replay = Replay.of(
            game,
            seed,
            players=(player,) if player else (),
            program=self._program,
            played_at=self._ended_at,
            known_board=self.known_board,
            track=self.track,
        )
        summary = summary_of(replay)
        if not store.finish(self.number, game.seq, replay.pack(), summary):
            self._lose(store, Phrase("machine-error.finished-elsewhere"))
        self.finished = RecordedGame(self.number, replay, summary)

    def _sign(self, store: Store, name: str, finished: RecordedGame) -> None:
        replay = finished.replay.with_player(name)
        summary = summary_of(replay)
        store.replace_replay(finished.id, replay.pack(), summary)
        self.finished = RecordedGame(finished.id, replay, summary)
        self._name = None

    def _lose(self, store: Store, why: Phrase) -> None:
        """Stop saving a game that another program has changed, and raise why."""
        assert self.number is not None
        self.lost = StoreError(why)
        store.unlock(self.number)
        raise self.lost
