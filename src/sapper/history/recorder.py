"""Saves the games of a session in a store: every action when it is played, the replay at the end."""

from __future__ import annotations

from ..replay.model import Replay
from ..value import Value
from .store import StoreError
from .summary import Summary, summary_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..game import Delta, Game
    from ..seed import Seed
    from .store import Store, Stored


class RecordedGame(Value):
    """A finished game in the store."""

    id: int
    replay: Replay
    summary: Summary


class Recorder:
    """Saves one game after the other. When the store fails, the game goes on unsaved, and `failure` says why."""

    def __init__(self, store: Store, *, now: Callable[[], int], source: str, program: str, player: str = "") -> None:
        self.store = store
        self.player = player
        self.finished: RecordedGame | None = None  # the last game, once it is finished
        self.failure: str | None = None
        self._now = now
        self._source = source
        self._program = program
        self._game: int | None = None  # its number in the store, once it has an action
        self._known_board = False

    @property
    def number(self) -> int | None:
        """The number of the game in play, None before its first action and after its end."""
        return self._game

    def begin(self, stored: Stored | None = None, *, known_board: bool = False) -> None:
        """Begin to record a new game, or one that is in the store."""
        self._game = stored.id if stored else None
        self._known_board = stored.known_board if stored else known_board
        self.finished = None
        self.failure = None

    def record(self, game: Game, seed: Seed, delta: Delta) -> None:
        """Save the action just played, and the replay if it ended the game."""
        if self.failure is not None:
            return
        try:
            if self._game is None:
                self._game = self.store.create(
                    str(game.starting_rules),
                    seed,
                    created_at=self._now(),
                    source=self._source,
                    known_board=self._known_board,
                )
            if not self.store.append(self._game, delta.seq - 1, [game.log[-1]]):
                raise StoreError("another program went on with this game")
            if delta.status.is_over and not game.rules.practice:
                self.finish(game, seed)
        except StoreError as error:
            self._fail(error)

    def adopt(self, game: Game, seed: Seed) -> None:
        """Save a game that has been played already as a new one, on a known board."""
        self.begin(known_board=True)
        try:
            self._game = self.store.create(
                str(game.starting_rules), seed, created_at=self._now(), source=self._source, known_board=True
            )
            self.store.append(self._game, 0, game.log)
        except StoreError as error:
            self._fail(error)

    def skip(self, why: str) -> None:
        """Do not save the game that begins."""
        self.begin(known_board=True)
        self.failure = f"this game is not saved: {why}"

    def finish(self, game: Game, seed: Seed) -> None:
        """Pack a game that is over into its replay."""
        if self._game is None or not game.status.is_over:
            return
        players = (self.player,) if self.player else ()
        replay = Replay.of(
            game, seed, players=players, program=self._program, played_at=self._now(), known_board=self._known_board
        )
        summary = summary_of(replay)
        self.store.finish(self._game, game.seq, replay.pack(), summary)
        self.finished = RecordedGame(self._game, replay, summary)
        self._game = None

    def set_player(self, name: str) -> None:
        """Set the player's name in the game just finished, and in those that follow."""
        self.player = name
        if self.finished is None:
            return
        replay = self.finished.replay.with_player(name)
        summary = summary_of(replay)
        try:
            self.store.replace_replay(self.finished.id, replay.pack(), summary)
        except StoreError as error:
            self._fail(error)
        else:
            self.finished = RecordedGame(self.finished.id, replay, summary)

    def leave(self, game: Game, seed: Seed) -> None:
        """Finish a practice game, which could have gone on after its end."""
        try:
            self.finish(game, seed)
        except StoreError as error:
            self._fail(error)

    def _fail(self, error: StoreError) -> None:
        self.failure = f"this game is no longer saved: {error}"


def import_replay(store: Store, replay: Replay, source: str) -> int | None:
    """Add a replay from elsewhere to a store and return its number, None if it is there already."""
    return store.add(
        replay.pack(),
        summary_of(replay),
        rules=str(replay.rules),
        seed=replay.seed,
        length=len(replay),
        created_at=replay.played_at,
        source=source,
    )
