"""One player's sitting: a game, its clock, pause and undo. What a front end holds."""

from __future__ import annotations

from . import hints
from .board import Seen
from .game import Action, Game, Kind, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .game import Delta
    from .hints import Hint
    from .rules import Rules
    from .seed import Seed


class Session:
    """A game in play. Time comes from `clock`, in milliseconds, and new seeds from `seeds`.

    The playing time starts when the first cell is opened and stands still while the game is paused.
    """

    def __init__(self, rules: Rules, *, clock: Callable[[], int], seeds: Callable[[], Seed]) -> None:
        self.rules = rules
        self._clock = clock
        self._seeds = seeds
        self._begin()

    def new(self, rules: Rules | None = None) -> None:
        """Start a new game; the one in play is abandoned."""
        if self.game.status in (Status.PLAYING, Status.PAUSED):
            self.play(Kind.RESIGN)
        self.rules = rules or self.rules
        self._begin()

    def _begin(self) -> None:
        self.seed = self._seeds()
        self.game = Game(self.rules, self.seed)
        self._played = 0  # milliseconds on the clock when it last stopped
        self._running_since: int | None = None

    @property
    def elapsed(self) -> int:
        """The playing time in milliseconds."""
        running = 0 if self._running_since is None else self._clock() - self._running_since
        return self._played + running

    @property
    def is_paused(self) -> bool:
        """Whether the board is hidden and the clock stands still."""
        return self.game.status is Status.PAUSED

    def play(self, kind: Kind | str, row: int = -1, col: int = -1) -> Delta:
        """Play an action now."""
        delta = self.game.play(Action(kind, row, col), self.elapsed)
        if delta.status is Status.PLAYING:
            self._start()
        else:
            self._stop()
        return delta

    def mark(self, row: int, col: int, mark: Seen) -> Delta:
        """Set a mark on a cell, or take it off if it is there."""
        self.game._index(row, col)
        has_it = self.game.board[row, col] == mark
        kind = Kind.FLAG if mark is Seen.FLAG else Kind.QUESTION
        return self.play(Kind.CLEAR if has_it else kind, row, col)

    def toggle_pause(self) -> Delta:
        """Pause, or go on."""
        return self.play(Kind.RESUME if self.is_paused else Kind.PAUSE)

    def hint(self) -> Hint:
        """Give a hint and note it: the game is then an assisted one."""
        self.play(Kind.HINT)
        return hints.hint(self.game.board)

    def why(self, row: int, col: int) -> str:
        """Say what is known of a cell and why, which counts as a hint."""
        self.game._index(row, col)
        self.play(Kind.HINT)
        return hints.why(self.game.board, row, col)

    def undo(self) -> Delta:
        """Take back the last move, in practice only."""
        return self.play(Kind.UNDO)

    def redo(self) -> Delta:
        """Play again what was taken back."""
        return self.play(Kind.REDO)

    def _start(self) -> None:
        if self._running_since is None:
            self._running_since = self._clock()

    def _stop(self) -> None:
        self._played = self.elapsed
        self._running_since = None
