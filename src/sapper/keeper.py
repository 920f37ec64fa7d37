"""Keeps the games of a sitting in a store: every action when it is played, the replay at the end."""

from __future__ import annotations

from .game import Game
from .replay import Replay
from .rules import Rules
from .store import StoreError, Summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .game import Delta
    from .seed import Seed
    from .store import Store, Stored


class Keeper:
    """Saves one game after the other. When the store fails, the game goes on unsaved, and `trouble` says why."""

    def __init__(self, store: Store, *, now: Callable[[], int], front: str, program: str, player: str = "") -> None:
        self._store = store
        self._now = now
        self._front = front
        self._program = program
        self._players = (player,) if player else ()
        self._game: int | None = None  # its number in the store, once it has an action
        self.trouble: str | None = None

    def begin(self, stored: Stored | None = None) -> None:
        """Take up a new game, or one that is in the store."""
        self._game = stored.id if stored else None
        self.trouble = None

    def keep(self, game: Game, seed: Seed, delta: Delta) -> None:
        """Save the action just played, and the replay if it ended the game."""
        if self.trouble is not None:
            return
        try:
            if self._game is None:
                self._game = self._store.create(str(game.rules), seed, created_at=self._now(), front=self._front)
            if not self._store.append(self._game, delta.seq - 1, [game.log[-1]]):
                raise StoreError("another program went on with this game")
            if delta.status.is_over and not game.rules.practice:
                self.finish(game, seed)
        except StoreError as error:
            self.trouble = f"this game is no longer saved: {error}"

    def finish(self, game: Game, seed: Seed) -> None:
        """Pack a game that is over into its replay."""
        if self._game is None or not game.status.is_over:
            return
        replay = Replay.of(game, seed, players=self._players, program=self._program, played_at=self._now())
        self._store.finish(self._game, game.seq, replay.pack(), summary_of(replay))
        self._game = None

    def leave(self, game: Game, seed: Seed) -> None:
        """Finish a practice game, which could have gone on after its end."""
        try:
            self.finish(game, seed)
        except StoreError as error:
            self.trouble = f"this game is no longer saved: {error}"


def summary_of(replay: Replay) -> Summary:
    """Tell what a listing shows of a replay."""
    game = replay.after(len(replay))
    return Summary(
        status=replay.status,
        level=str(replay.rules.level),
        ruleset=replay.rules.ruleset,
        elapsed=replay.elapsed,
        ended_at=replay.played_at,
        hints=game.hints,
        assisted=game.is_assisted,
        practice=replay.rules.practice,
    )


def summarise(data: bytes) -> Summary:
    """Tell what a listing shows of a packed replay."""
    return summary_of(Replay.unpack(data))


def game_of(stored: Stored) -> Game:
    """Play a stored game again, to where it stands."""
    return Game.replay(Rules.parse(stored.rules), stored.seed, actions=stored.entries)
