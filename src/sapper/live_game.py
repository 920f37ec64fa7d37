"""A game being played: its log, its clock, and the board that may be prepared before the first click.

The session of a local player and the replica of a server hold one each, so both play by the same rules beyond those
of the game itself: when the clock runs, when a pause is allowed, and what counts as help.
"""

from __future__ import annotations

from .action import Action, Kind, LogEntry, new_entry
from .board import CLOSED
from .clock import PlayClock
from .errors import GameError
from .game import Game, Status
from .layouts import PreparedLayout, layout_of
from .phrase import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .game import Delta
    from .generator import Progress
    from .layouts import Layout
    from .rules import Rules
    from .seed import Seed


class LiveGame:
    """A game, its seed and its clock. The present time, in milliseconds, is an argument of every call.

    `seed` is None for a board that came without one. `known_board` says that the player may know the board: its seed
    was entered, or it was played before. `conceals` says that others still play it: a loss shows only the mine that
    was hit, until `reveal`.
    """

    def __init__(
        self,
        rules: Rules,
        seed: Seed | None,
        *,
        layout: Layout | None = None,
        known_board: bool = False,
        capacity: int = 8,
        conceals: bool = False,
    ) -> None:
        if layout is None:
            if seed is None:
                raise TypeError("a game takes a seed or a layout")
            layout = layout_of(rules, seed)
        self.rules = rules
        self.seed = seed
        self.known_board = known_board
        self.layout = PreparedLayout(layout, capacity)
        self._conceals = conceals
        self.game = self.new_game()
        self.clock = PlayClock()

    def restore(self, entries: Iterable[LogEntry], now: int) -> None:
        """Play a log again. The clock goes on from its last action: time that passed since then is not counted."""
        game = self.new_game() if self.game.log else self.game
        game.play_log(entries)
        self.game = game
        self.restart_clock(now)

    def new_game(self) -> Game:
        """Return the game before its first action."""
        return Game(self.rules, layout=self.layout, conceals=self._conceals)

    def reveal(self) -> None:
        """Show what a loss shows, once no other player plays the board."""
        self._conceals = False
        self.game.reveal()

    def restart_clock(self, now: int, least: int = 0) -> None:
        """Let the clock go on from the last action, or from a later time."""
        self.clock = PlayClock(max(self._last_at, least))
        self.clock.follow(self.game, now)

    @property
    def in_progress(self) -> bool:
        """Whether something was played and nothing is decided."""
        return bool(self.game.log) and not self.game.status.is_over

    def needs_confirmation(self, seconds: int, now: int) -> bool:
        """Return whether to ask before this game is given up: it has lasted long enough, or a tenth of it is open.

        With 0 seconds the answer is always no.
        """
        if not seconds or not self.in_progress:
            return False
        level = self.rules.level
        return self.elapsed(now) >= seconds * 1000 or self.game.board.opened * 10 >= level.cells - level.mines

    def elapsed(self, now: int) -> int:
        """Return the playing time in milliseconds."""
        return self.clock.elapsed(now)

    def play(
        self,
        action: Action,
        now: int,
        *,
        by: int = 0,
        device: str = "",
        pointer: tuple[float, float] | None = None,
    ) -> Delta:
        """Play an action now and return what it changed."""
        return self.apply(self.entry(action, now, by, device, pointer), now)

    def entry(
        self,
        action: Action,
        now: int,
        by: int = 0,
        device: str = "",
        pointer: tuple[float, float] | None = None,
        back: int = 0,
    ) -> LogEntry:
        """Return the log entry of an action played now, or `back` milliseconds ago, never before the last one."""
        if not action.kind.has_cell:
            self._check_control(action.kind)
        at, log = self.clock.elapsed(now) - back, self.game.log
        return new_entry((action, max(at, log[-1].at) if log else at, by, device, pointer))

    def _check_control(self, kind: Kind) -> None:
        status = self.game.status
        if kind is Kind.PAUSE and status is Status.PAUSED:
            raise GameError(Phrase("error.paused-already"))
        if kind is Kind.RESUME and status is not Status.PAUSED:
            raise GameError(Phrase("error.not-paused"))
        if kind.completion is not None and self.rules.practice:
            raise GameError(Phrase("error.practice-later"))

    def apply(self, entry: LogEntry, now: int) -> Delta:
        """Apply a log entry and let the clock follow."""
        delta = self.game.apply(entry)
        self.clock.follow(self.game, now)
        return delta

    def counts_help(self, by: int = 0) -> bool:
        """Return whether help for a player is to be logged: at each position once, however often it is asked for."""
        return not is_help_counted(self.game.log, by)

    @property
    def help_unranks(self) -> bool:
        """Whether help asked for now would take the game out of the best times: it is still in the running."""
        return not (self.known_board or self.game.is_assisted or self.game.status.is_over)

    def cell_to_prepare(self, action: Action) -> tuple[int, int] | None:
        """Return the first cell of a no-guess board that has to be searched for before an action, or None."""
        game = self.game
        if self.rules.layout.grade is None or game.first is not None or game.status is Status.PAUSED:
            return None
        move = game.next_redo if action.kind is Kind.REDO else action
        if move is None or move.kind is not Kind.OPEN or not self.rules.level.contains(move.row, move.col):
            return None
        cell = (move.row, move.col)
        return None if cell in self.layout or game.board[cell] not in CLOSED else cell

    def preparation(self, first: tuple[int, int], on_progress: Progress | None = None) -> Callable[[], object]:
        """Return the work of making the board for a first opening at a cell.

        On a no-guess board that may take long. It changes nothing else, so it may run in a thread or be dropped; once
        it is done, opening that cell takes no time. It raises `NoBoard` where it fails. `on_progress` is called with
        the number of no-guess boards tried so far, and stops the work by raising.
        """
        rules, prepared, seed = self.rules, self.layout, self.seed
        if first in prepared or seed is None or rules.layout.grade is None:
            return lambda: prepared(rules, first)
        layout = layout_of(rules, seed, on_progress)
        return lambda: prepared.remember(first, layout(rules, first))

    @property
    def _last_at(self) -> int:
        log = self.game.log
        return log[-1].at if log else 0


def is_help_counted(log: Sequence[LogEntry], by: int) -> bool:
    """Return whether help for a player is logged at the position that a log ends with. A pause does not change it."""
    for entry in reversed(log):
        if entry.action.kind is Kind.HINT and entry.by == by:
            return True
        if entry.action.kind not in (Kind.HINT, Kind.PAUSE, Kind.RESUME):
            return False
    return False
