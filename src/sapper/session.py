"""One player's sitting: a game, its clock, pause, undo, hints and autosave. What a front end holds."""

from __future__ import annotations

from enum import StrEnum

from . import generator
from .action import Action, GameError, Kind, LogEntry
from .board import CellState
from .game import Game, Status, layout_of
from .minefield import fixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .analysis.hints import Hint
    from .analysis.solver import Odds
    from .board import Board
    from .game import Delta
    from .generator import Progress
    from .history.recorder import Recorder
    from .minefield import Layout, Minefield
    from .replay.model import Replay
    from .rules import Rules
    from .seed import Seed


class Face(StrEnum):
    """The face above the board: click it for a new game, or to leave a pause."""

    IDLE = "idle"
    PRESSED = "pressed"
    WON = "won"
    LOST = "lost"
    PAUSED = "paused"


class Session:
    """A game in play. Time comes from `clock`, in milliseconds, and new seeds from `seeds`.

    The playing time starts when the first cell is opened and stands still while the game is paused.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        clock: Callable[[], int],
        seeds: Callable[[], Seed],
        seed: Seed | None = None,
        recorder: Recorder | None = None,
        via: str = "",
    ) -> None:
        self.rules = rules
        self.recorder = recorder
        self.via = via  # the input device, where an action does not name its own
        self.pressed = False  # a button is down on the board: set by the front end
        self._clock = clock
        self._seeds = seeds
        self._start(seed)
        if recorder:
            recorder.begin(chosen=self.chosen)

    def new(self, rules: Rules | None = None, *, seed: Seed | None = None) -> None:
        """Start a new game, on a chosen board if a seed is given. The one in play is recorded as abandoned."""
        self._give_up()
        self.rules = rules or self.rules
        self._start(seed)
        if self.recorder:
            self.recorder.begin(chosen=self.chosen)

    def retry(self) -> None:
        """Play the same board again, which is then a chosen one: it begins where it began before."""
        first = self.game.first
        if first is None:
            raise GameError("no board was laid yet: open a cell first")
        self.new(self.game.rules, seed=self.seed)
        self.play(Kind.OPEN, *first)

    def go_on(self) -> None:
        """Take back the last move and go on as practice."""
        if self.game.rules.practice:
            self.undo()
            return
        rules, entries = self.game.rules.replace(practice=True), self.game.log[:-1]
        mines = _Mines(layout_of(rules, self.seed))
        self._go_on_with(Game.replay(rules, layout=mines, actions=entries), self.seed)

    def play_from(self, replay: Replay, actions: int) -> None:
        """Go on from a moment of a replay, as practice on a board that is known by now."""
        there = replay.after(actions)
        if there.status.is_over:
            raise GameError("the game is over there: go back before its end")
        rules, entries = replay.rules.replace(practice=True), list(there.log)
        while entries and entries[-1].action.kind is Kind.PAUSE:
            entries.pop()
        if replay.seed is None:
            assert replay.minefield is not None
            layout = fixed(replay.minefield)
        else:
            layout = _Mines(layout_of(rules, replay.seed))
            if there.first is not None and replay.minefield is not None and not replay.rules.practice:
                layout.remember(there.first, replay.minefield)
        self._go_on_with(Game.replay(rules, layout=layout, actions=entries), replay.seed)

    def _go_on_with(self, game: Game, seed: Seed | None) -> None:
        """Take up a practice game; a board without a seed cannot be saved."""
        usual = self.rules
        self._give_up()
        self._take_up(game, seed or self._seeds(), chosen=True)
        self._set_clock()
        self.rules = usual
        if self.recorder and seed:
            self.recorder.adopt(game, seed)
        elif self.recorder:
            self.recorder.skip("its board came without a seed")

    def preparation(self, row: int, col: int, on_progress: Progress | None = None) -> Callable[[], object]:
        """Give the work of laying mines for a first opening at a cell.

        On a no-guess board that may take long. It changes nothing, so it may be done in a thread or be dropped; once it
        is done, opening that cell takes no time. The work raises `NoBoard` where it fails. `on_progress` is told
        how many no-guess boards were tried, and stops the work by raising.
        """
        mines, rules = self._mines, self.game.rules
        watched = generator.no_guess(self.seed, on_progress) if on_progress and rules.layout.grade else None
        return lambda: mines and mines.lay(rules, (row, col), watched)

    def resume(self, game: Game, seed: Seed, *, chosen: bool = False) -> None:
        """Take up a game that was played before. Its clock goes on from where it stood: it was paused, and still is."""
        self._take_up(game, seed, chosen=chosen)
        if game.status is Status.PLAYING:
            self.play(Kind.PAUSE)

    def leave(self) -> None:
        """Let the game go: nothing more will be played in it."""
        if self.recorder:
            self.recorder.leave(self.game, self.seed)

    def _give_up(self) -> None:
        """End the game in play, and let it go."""
        if self.game.log and not self.game.status.is_over:
            self.play(Kind.RESIGN)
        self.leave()

    def _start(self, seed: Seed | None) -> None:
        self.chosen = seed is not None  # the player may know the board: its seed was given, or it was played before
        seed = seed or self._seeds()
        self._mines: _Mines | None = _Mines(layout_of(self.rules, seed))
        self._begin(Game(self.rules, layout=self._mines), seed)

    def _take_up(self, game: Game, seed: Seed, *, chosen: bool) -> None:
        self.rules = game.rules
        self.chosen = chosen
        self._mines = None
        self._begin(game, seed)
        self._played = game.log[-1].at if game.log else 0

    def _begin(self, game: Game, seed: Seed) -> None:
        self.game = game
        self.seed = seed
        self._played = 0  # milliseconds on the clock when it last stopped
        self._running_since: int | None = None

    @property
    def board(self) -> Board:
        """The visible board, which cannot be read while the game is paused."""
        if self.is_paused:
            raise GameError("the game is paused: resume it first")
        return self.game.board

    @property
    def mines_left(self) -> int:
        """Mines less flags, right or wrong: it may be negative."""
        return self.game.board.mines_left

    @property
    def elapsed(self) -> int:
        """The playing time in milliseconds."""
        running = 0 if self._running_since is None else self._clock() - self._running_since
        return self._played + running

    @property
    def seconds(self) -> int:
        """The playing time as it is shown: whole seconds, never rounded up."""
        return self.elapsed // 1000

    @property
    def is_paused(self) -> bool:
        """Whether the board is hidden and the clock stands still."""
        return self.game.status is Status.PAUSED

    @property
    def face(self) -> Face:
        """How the face looks."""
        faces = {Status.WON: Face.WON, Status.LOST: Face.LOST, Status.PAUSED: Face.PAUSED}
        return faces.get(self.game.status, Face.PRESSED if self.pressed else Face.IDLE)

    @property
    def failure(self) -> str | None:
        """Why the game is not being saved, if it is not."""
        return self.recorder.failure if self.recorder else None

    def play(
        self,
        kind: Kind | str,
        row: int = -1,
        col: int = -1,
        *,
        via: str = "",
        pointer: tuple[float, float] | None = None,
    ) -> Delta:
        """Play an action now, and save it."""
        entry = LogEntry(Action(kind, row, col), self.elapsed, 0, via or self.via, pointer)
        delta = self.game.apply(entry)
        self._set_clock()
        if self.recorder:
            self.recorder.keep(self.game, self.seed, delta)
        return delta

    def mark(self, row: int, col: int, mark: CellState, *, via: str = "") -> Delta:
        """Set a mark on a cell, or take it off if it is there."""
        self.game._index(row, col)
        has_it = self.game.board[row, col] == mark
        kind = Kind.FLAG if mark is CellState.FLAG else Kind.QUESTION
        return self.play(Kind.CLEAR if has_it else kind, row, col, via=via)

    def toggle_pause(self) -> Delta:
        """Pause, or go on."""
        return self.play(Kind.RESUME if self.is_paused else Kind.PAUSE)

    def hint(self) -> Hint:
        """Give a hint and note it: the game is then an assisted one."""
        from .analysis import hints

        self.play(Kind.HINT)
        return hints.hint(self.board)

    def odds(self) -> Odds:
        """Give the chances of all closed cells and note it, as a hint."""
        from .analysis import solver

        if not self.game.hints:
            self.play(Kind.HINT)
        return solver.odds(self.board)

    def why(self, row: int, col: int) -> str:
        """Say what is known of a cell and why; of a closed cell that counts as a hint."""
        from .analysis import hints

        self.game._index(row, col)
        if self.board[row, col] > 8:
            self.play(Kind.HINT)
        return hints.why(self.board, row, col)

    def undo(self) -> Delta:
        """Take back the last move, in practice only."""
        return self.play(Kind.UNDO)

    def redo(self) -> Delta:
        """Play again what was taken back."""
        return self.play(Kind.REDO)

    def _set_clock(self) -> None:
        """Let the clock run while the game is played, and only then."""
        status = self.game.status
        if status is Status.PLAYING:
            if self._running_since is None:
                self._running_since = self._clock()
            return
        self._played = self.elapsed
        self._running_since = None
        if status is Status.READY:
            self._played = self.game.log[-1].at if self.game.log else 0


class _Mines:
    """A layout that remembers what it laid last, so that it can be laid ahead of the move."""

    __slots__ = ("_first", "_laid", "_layout")

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._first: tuple[int, int] | None = None
        self._laid: Minefield | None = None

    def __call__(self, rules: Rules, first: tuple[int, int]) -> Minefield:
        return self.lay(rules, first, None)

    def lay(self, rules: Rules, first: tuple[int, int], layout: Layout | None) -> Minefield:
        """Lay mines, by another layout that lays the same if one is given."""
        if self._laid is None or self._first != first:
            laid = (layout or self._layout)(rules, first)
            self._laid, self._first = laid, first
        return self._laid

    def remember(self, first: tuple[int, int], laid: Minefield) -> None:
        """Take what is known to be laid for a first cell."""
        self._first, self._laid = first, laid
