"""The rules of play: what each action means, from the first click to the end."""

from __future__ import annotations

from enum import StrEnum
from itertools import islice

from . import _kernel
from .action import DEVICES, Action, Kind, LogEntry, from_columns, to_columns
from .board import CLOSED, Board, CellState
from .errors import GameError, shown
from .interrupt import check_stopped
from .kernel_rules import KIND_CODES, kernel_rules
from .layouts import PreparedLayout, check_level, layout_of
from .legal_moves import is_protected, legal_moves
from .minefield import Minefield
from .phrase import Phrase, listed
from .rules import Assist, Chord, Completion, Flags, Flood, Loss, Rules
from .seed import Seed
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sized
    from typing import Any

    from .layouts import Layout
    from .rules import Level

# Python 3.11 takes long to find a member of an enumeration, and every move needs these.
_OPEN, _CHORD, _UNDO, _REDO = Kind.OPEN, Kind.CHORD, Kind.UNDO, Kind.REDO
_FLAG, _HIDDEN = CellState.FLAG, CellState.HIDDEN
_NO_FLAGS, _CAPPED, _CLEAR = Flags.OFF, Flags.CAPPED, Completion.CLEAR

_UNFLAGGED = 1 << CellState.HIDDEN | 1 << CellState.QUESTION
_MARKS = {Kind.FLAG: CellState.FLAG, Kind.QUESTION: CellState.QUESTION, Kind.CLEAR: CellState.HIDDEN}
_AUTOMATIC = frozenset((Assist.AUTO_FLAG, Assist.AUTO_OPEN))
_FLAGGED = 1 << CellState.FLAG
_EXPLODED = 1 << CellState.EXPLODED
_AT_ONCE = 1024  # actions that are taken from a list between two checks whether to stop
_MOST_CELLS_TWICE = 1 << 22  # a log is played on a second board if there are no more cells


class GameOver(GameError):
    """An action after the end."""


class Status(StrEnum):
    """The state of a game."""

    READY = "ready"
    PLAYING = "playing"
    PAUSED = "paused"
    WON = "won"
    LOST = "lost"
    ABANDONED = "abandoned"

    __hash__ = str.__hash__  # that of an enumeration is slower

    is_over: bool  # whether nothing more can be played


#: The statuses by those of the kernel.
STATUSES = {getattr(_kernel.Ending, status.name): status for status in Status}

for _status in Status:
    _status.is_over = _status in (Status.WON, Status.LOST, Status.ABANDONED)


class Delta(Value):
    """The changes of an action. Iterates as (row, col, value), an opening rippling from where it began."""

    seq: int
    at: int
    by: int
    action: Action
    status: Status
    cells: _kernel.Changes

    def __iter__(self) -> _kernel.ChangeIterator:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<Delta {self.seq}: {self.action}, {len(self)} cells, {self.status}>"


class _Move(Value):
    """A move that can be undone: what it changed on the board, and the state of the game before it."""

    action: Action
    changes: _kernel.Changes
    rules: Rules
    lives: int
    right_flags: int
    status: Status


class Game:
    """A game: rules, a seed, and the list of actions played so far.

    `rules` are those in force: an action may change what wins. The game began with `starting_rules`. Without a seed
    and a layout the board is a new one. A game is copied in microseconds, and can be pickled.

    >>> game = Game(Rules("beginner"), seed="a rainy day")
    >>> delta = game.open(3, 3)
    >>> game.status, delta.seq, len(delta)
    (<Status.PLAYING: 'playing'>, 1, 41)
    """

    __slots__ = (
        "_cells",
        "_conceals",
        "_field",
        "_first",
        "_layout",
        "_forgiven",
        "_hints",
        "_laid",
        "_lives",
        "_moves",
        "_paused",
        "_right_flags",
        "_status",
        "_undone",
        "board",
        "log",
        "rules",
        "starting_rules",
    )

    def __init__(
        self,
        rules: Rules | Level | str,
        seed: Seed | str | int | None = None,
        *,
        layout: Layout | None = None,
        conceals: bool = False,
    ) -> None:
        if seed is not None and layout is not None:
            raise TypeError("a game takes either a seed or a layout")
        self.rules = self.starting_rules = rules = Rules.of(rules)
        self.board = Board(rules.level)
        self.log: list[LogEntry] = []
        if layout is None:
            layout = layout_of(rules, Seed.fresh() if seed is None else seed)
        self._layout = layout
        self._cells = self.board._cells
        self._field: _kernel.Minefield | None = None
        self._laid: _kernel.Minefield | None = None  # the field before any guess
        self._first: tuple[int, int] | None = None
        self._conceals = conceals  # a loss shows the mine that was hit, and nothing else until `reveal`
        self._lives = rules.lives
        self._right_flags = 0
        self._paused = False
        self._hints = 0
        self._forgiven = 0
        self._moves: list[_Move] = []  # of a practice game: at cells, or changing what wins
        self._undone: list[Action] = []
        self._status = Status.READY

    @classmethod
    def replay(
        cls,
        rules: Rules | Level | str,
        seed: Seed | str | int | None = None,
        *,
        layout: Layout | None = None,
        actions: Iterable[Action | LogEntry],
        conceals: bool = False,
    ) -> Game:
        """Play a list of actions again, always to the identical board."""
        if seed is None and layout is None:
            raise TypeError("a game is played again with its seed or its layout")
        game = cls(rules, seed, layout=layout, conceals=conceals)
        game.play_log(actions)
        return game

    def play_log(self, actions: Iterable[Action | LogEntry]) -> None:
        """Play a whole list of actions in a game that has none yet."""
        entries: list[LogEntry] = []
        rest = iter(actions)
        while part := list(islice(rest, _AT_ONCE)):
            check_stopped()
            if {*map(type, part)} == {LogEntry}:  # the usual case, ten times as fast
                entries += part  # type: ignore[arg-type]
            else:
                entries += [action if isinstance(action, LogEntry) else LogEntry(action) for action in part]
        if self._fast_forward(entries):
            return
        for step, entry in enumerate(entries):  # to find out which of them is refused, and why
            check_stopped(step)
            self.apply(entry)

    def _fast_forward(self, entries: list[LogEntry]) -> bool:
        """Go to the end of a log in the kernel; return False, and change nothing, if an action is refused."""
        rules, level = self.starting_rules, self.rules.level
        if level.cells > _MOST_CELLS_TWICE or not all(entry.device in DEVICES for entry in entries):
            return False
        played = _kernel.play_all(
            kernel_rules(rules),
            level.width,
            level.height,
            level.mines,
            lambda first: self._mines_for(level.cell(first))._truth,
            entries,
            KIND_CODES,
            not self._conceals,
        )
        if played is None:
            return False
        self._cells = played.board
        self.board, self.log = Board(level, self._cells), entries
        if played.field is not None:
            self._first = level.cell(played.first)
            self._field, self._laid = played.field, played.laid
        self.rules = self._rules_with(played.completion)
        self._lives, self._right_flags = played.lives, played.right_flags
        self._hints, self._forgiven = played.hints, played.forgiven
        self._paused, self._status = played.is_paused, STATUSES[played.status]
        self._moves = [
            _Move(self._action_of(kind, cell), changes, self._rules_with(wins), lives, right_flags, STATUSES[status])
            for kind, cell, changes, wins, lives, right_flags, status in played.take_moves()
        ]
        self._undone = [self._action_of(kind, cell) for kind, cell in played.undone()]
        return True

    def _rules_with(self, completion: _kernel.Completion) -> Rules:
        """Return the rules of the beginning with another condition for a win."""
        rules, chosen = self.starting_rules, Completion[completion.name]
        return rules if chosen is rules.completion else rules.replace(completion=chosen)

    def _action_of(self, kind: _kernel.ActionKind, cell: int) -> Action:
        chosen = Kind[kind.name]
        return Action(chosen, *self.rules.level.cell(cell)) if chosen.has_cell else Action(chosen)

    def before(self, actions: int = 1) -> Game:
        """Return the game as it was some actions ago: the same, with a shorter list."""
        earlier = self.log[: max(len(self.log) - actions, 0)]
        return Game.replay(self.starting_rules, layout=self._layout, actions=earlier, conceals=self._conceals)

    def restarted(self) -> Game:
        """Return the game before its first action, on the same board."""
        return Game(self.starting_rules, layout=self._layout, conceals=self._conceals)

    def copy(self) -> Game:
        """Return a game that goes on separately from here, on the same minefield."""
        other = Game.__new__(Game)
        for name in Game.__slots__:
            setattr(other, name, getattr(self, name))
        other.board = self.board.copy()
        other._cells = other.board._cells
        other.log, other._moves, other._undone = self.log.copy(), self._moves.copy(), self._undone.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()

    def __getstate__(self) -> tuple[object, ...]:
        return to_columns(self.log), *(getattr(self, name) for name in _UNCHANGED)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.log = from_columns(state[0])
        for name, value in zip(_UNCHANGED, state[1:], strict=True):
            setattr(self, name, value)

    @property
    def seed(self) -> Seed | None:
        """The seed of the minefield; None where a layout of another kind places the mines."""
        return getattr(self._layout, "seed", None)

    @property
    def status(self) -> Status:
        """The state of the game."""
        return Status.PAUSED if self._paused and not self._status.is_over else self._status

    @property
    def seq(self) -> int:
        """The number of actions played."""
        return len(self.log)

    @property
    def lives(self) -> int:
        """The number of lives left."""
        return self._lives

    @property
    def mines_left(self) -> int:
        """The value of the counter: mines minus flags, right or wrong, and the mines that cost a life but not the game.

        It may be negative.
        """
        rules, cells = self.rules, self._cells
        survived = min(cells.exploded, rules.lives - 1)
        return rules.level.mines - cells.flags - cells.wrong_flags - survived

    @property
    def first(self) -> tuple[int, int] | None:
        """The first cell opened, for which the mines were placed."""
        return self._first

    @property
    def clicks(self) -> int:
        """The number of openings, marks and chords played, including those that changed nothing or were undone."""
        return sum(entry.action.kind.has_cell for entry in self.log)

    @property
    def hints(self) -> int:
        """The number of hints taken."""
        return self._hints

    @property
    def forgiven(self) -> int:
        """The number of forced guesses, which were safe by the rules."""
        return self._forgiven

    @property
    def undo_count(self) -> int:
        """The number of moves that can be undone."""
        return len(self._moves)

    @property
    def redo_count(self) -> int:
        """The number of undone moves that can be played again."""
        return len(self._undone)

    @property
    def next_redo(self) -> Action | None:
        """The move that a redo plays, None if there is none."""
        return self._undone[-1] if self._undone else None

    def counts(self) -> tuple[int, int, int, int, int]:
        """Return `mines_left`, `lives`, `hints`, `undo_count` and `redo_count` at once, in half the time."""
        return self.mines_left, self._lives, self._hints, len(self._moves), len(self._undone)

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self._status is Status.WON

    @property
    def is_lost(self) -> bool:
        """Whether the game is lost."""
        return self._status is Status.LOST

    @property
    def legal_moves(self) -> Iterator[Action]:
        """The opens, marks and chords that these rules offer and that would change the board now.

        There are none in a game that is over or paused.
        """
        if self.status.is_over or self._paused:
            return iter(())
        return legal_moves(self.rules, self.board, has_begun=self._field is not None)

    @property
    def is_assisted(self) -> bool:
        """Whether the player was helped: by hints, by automatic moves, or by practice rules."""
        return self.rules.is_assisted or self._hints > 0

    @property
    def minefield(self) -> Minefield:
        """The truth, once the game is over."""
        if not self._status.is_over:
            raise GameError(Phrase("error.mines-hidden"))
        if self._field is None:
            raise GameError(Phrase("error.no-mines-yet"))
        return Minefield(self._field)

    @property
    def first_minefield(self) -> Minefield:
        """The minefield of the seed, once the game is over: that of the end unless a guess has chosen another."""
        self.minefield  # noqa: B018
        assert self._laid is not None
        return Minefield(self._laid)

    def open(self, row: int, col: int) -> Delta:
        """Open a cell; a flag or an open cell is left as it is."""
        return self.play(Action(Kind.OPEN, row, col))

    def flag(self, row: int, col: int) -> Delta:
        """Mark a closed cell as a mine."""
        return self.play(Action(Kind.FLAG, row, col))

    def toggle_flag(self, row: int, col: int) -> Delta:
        """Mark a closed cell as a mine, or remove the mark if it is there."""
        is_flagged = self._cells[self.rules.level.index(row, col)] == CellState.FLAG
        return self.clear(row, col) if is_flagged else self.flag(row, col)

    def question(self, row: int, col: int) -> Delta:
        """Mark a closed cell with a question mark."""
        return self.play(Action(Kind.QUESTION, row, col))

    def clear(self, row: int, col: int) -> Delta:
        """Remove the mark from a closed cell."""
        return self.play(Action(Kind.CLEAR, row, col))

    def chord(self, row: int, col: int) -> Delta:
        """Open around a number whose mines are marked."""
        return self.play(Action(Kind.CHORD, row, col))

    def play(self, action: Action, at: int | None = None, by: int = 0) -> Delta:
        """Play an action at a time in milliseconds and return what it changed."""
        if at is None:
            at = self.log[-1].at if self.log else 0
        return self.apply(LogEntry(action, at, by))

    def apply(self, entry: LogEntry) -> Delta:
        """Play an action of a log: with its time, player, device and pointer."""
        log = self.log
        action, at, by, device, _ = entry
        if type(at) is not int or device not in DEVICES or at < 0:
            raise _no_entry(entry)
        if log and at < log[-1].at:
            raise GameError(Phrase("error.backwards", at=at, last=log[-1].at))
        changes = self._perform(action)
        log.append(entry)
        return Delta(len(log), at, by, action, self.status, changes)

    def _perform(self, action: Action) -> _kernel.Changes:
        kind = action.kind
        if kind is _UNDO or kind is _REDO:
            return self._undo() if kind is _UNDO else self._redo()
        if self._status.is_over:
            raise GameOver(Phrase(f"error.over-{self._status.value}"))
        if not kind.has_cell and kind.completion is None:
            return self._control(kind)
        if self._paused:
            raise GameError(Phrase("error.paused"))
        changes = self._play_move(action) if self.rules.practice else self._move(action)
        self._undone.clear()
        return changes

    def _play_move(self, action: Action) -> _kernel.Changes:
        """Play a move of a practice game, and remember how to undo it."""
        rules, lives, right_flags, status = self.rules, self._lives, self._right_flags, self._status
        changes = self._move(action)
        self._moves.append(_Move(action, changes, rules, lives, right_flags, status))
        return changes

    def _move(self, action: Action) -> _kernel.Changes:
        kind, row, col = action
        if kind.completion is not None:
            return self._change_completion(kind.completion)
        cell = self.rules.level.index(row, col)
        if kind is _OPEN:
            changes = self._open(cell)
        elif kind is _CHORD:
            changes = self._chord(cell)
        else:
            changes = self._mark(cell, kind)
        if changes:
            if self.rules.assists:
                self._apply_assists(changes)
            self._update_status(changes)
        return changes

    def _control(self, kind: Kind) -> _kernel.Changes:
        if kind is Kind.RESIGN:
            self._status = Status.ABANDONED
        elif kind is Kind.HINT:
            if self._paused:
                raise GameError(Phrase("error.paused"))
            self._hints += 1
        else:
            self._paused = kind is Kind.PAUSE
        return self._no_changes()

    def _undo(self) -> _kernel.Changes:
        """Undo the last move."""
        self._allow_undo(self._moves, "undo")
        move = self._moves.pop()
        self._undone.append(move.action)
        self.rules, self._lives, self._status = move.rules, move.lives, move.status
        self._right_flags = move.right_flags
        if move.status is Status.READY and self._field is not None:
            self._first = self._field = self._laid = None
        return self._cells.revert(move.changes)

    def _redo(self) -> _kernel.Changes:
        """Play the move again that was undone last."""
        self._allow_undo(self._undone, "redo")
        if self._status.is_over:  # resigned after an undo
            raise GameOver(Phrase(f"error.over-{self._status.value}"))
        return self._play_move(self._undone.pop())

    def _allow_undo(self, moves: Sized, what: str) -> None:
        if not self.rules.practice:
            raise GameError(Phrase("error.only-practice"))
        if not moves:
            raise GameError(Phrase(f"error.nothing-to-{what}"))
        if self._paused:
            raise GameError(Phrase("error.paused"))

    def _open(self, cell: int) -> _kernel.Changes:
        seen = self._cells[cell]
        if seen not in CLOSED or is_protected(self.rules, seen):
            return self._no_changes()
        if self._field is None:
            self._place_mines(cell)
        return self._uncover([cell])

    def _chord(self, cell: int) -> _kernel.Changes:
        number = self._cells[cell]
        if self.rules.chord is Chord.OFF:
            raise GameError(Phrase("error.no-chording"))
        if number > 8:
            return self._no_changes()
        marked = len(self._cells.around(cell, _FLAGGED | _EXPLODED))
        if self.rules.allows_chord(number, marked):
            return self._uncover(self._chord_targets(cell))
        if Assist.FLAG_AROUND in self.rules.assists:
            return self._flag_around(cell, number)
        return self._no_changes()

    def _mark(self, cell: int, kind: Kind) -> _kernel.Changes:
        rules = self.rules
        mark = _MARKS[kind]
        if mark is _FLAG and rules.flags is _NO_FLAGS:
            raise GameError(Phrase("error.no-flags"))
        if self._field is None and not rules.preflag and mark is not _HIDDEN:
            raise GameError(Phrase("error.flags-later"))
        before = self._cells[cell]
        if before not in CLOSED or before == mark:
            return self._no_changes()
        return self._set_marks([cell], mark)

    def _change_completion(self, completion: Completion) -> _kernel.Changes:
        """Change what wins, unless the board may be complete by it already."""
        rules = self.rules
        if completion is not Completion.CLEAR and rules.judges_guesses:
            raise GameError(Phrase("error.guessing-needs-clear", completion=completion.value))
        if completion is not Completion.CLEAR and rules.flags is Flags.OFF:
            raise GameError(Phrase("error.completion-needs-flags", completion=completion.value))
        if completion is not rules.completion and self._field is not None:
            # Only what is visible decides: a refusal must not reveal that the flags are right.
            all_flagged = self._cells.flags + self._cells.exploded == rules.level.mines
            if _is_complete(completion, self._is_cleared, all_flagged):
                raise GameError(Phrase("error.completion-later", completion=completion.value))
        self.rules = rules.replace(completion=completion)
        return self._no_changes()

    def _place_mines(self, first: int) -> None:
        cell = divmod(first, self.rules.level.width)
        self._field = self._laid = self._mines_for(cell)._truth
        self._first = cell
        self._right_flags = self._cells.right_flags(self._field) if self._cells.flags else 0
        self._status = Status.PLAYING

    def _mines_for(self, cell: tuple[int, int]) -> Minefield:
        """Return the minefield that is there when a cell is opened first."""
        if not isinstance(self._layout, PreparedLayout):  # the first move may be undone and played again
            self._layout = PreparedLayout(self._layout, capacity=1)
        return check_level(self._layout(self.rules, cell), self.rules)

    def _uncover(self, cells: list[int]) -> _kernel.Changes:
        """Open the safe ones of some cells, then set off the mines among them."""
        if self.rules.judges_guesses:
            self._judge_guess(cells)
        truth = self._truth
        mines = [cell for cell in cells if truth.is_mine(cell)]
        safe = [cell for cell in cells if not truth.is_mine(cell)]
        self._right_flags -= sum(self._cells[cell] == CellState.FLAG for cell in mines)
        sweeps_flags = self.rules.flood is Flood.SWEEP
        changes = self._cells.open(truth, safe, sweeps_flags, not self.rules.protect_questions)
        if mines:
            changes.add(self._cells.put(mines, CellState.EXPLODED))
            self._lives = max(self._lives - len(mines), 0)
        return changes

    def _judge_guess(self, cells: list[int]) -> None:
        """Let the rules choose the minefield that the game goes on with, if opening some cells is a guess."""
        if self._is_first_promised:
            return
        from .fair_guess import guess

        found = guess(self.rules.guessing, self._cells, self._truth, cells)
        if found:
            self._field = found.field
            is_held = not any(map(found.field.is_mine, cells))
            self._forgiven += found.is_forced and is_held
            self._right_flags = self._cells.right_flags(found.field) if self._cells.flags else 0

    @property
    def _is_first_promised(self) -> bool:
        """Whether nothing was opened yet and the rules promise that the first cell is safe, so that it is no guess."""
        return self.rules.first_is_safe and not self._cells.opened and not self._cells.exploded

    def _set_marks(self, cells: list[int], mark: CellState) -> _kernel.Changes:
        """Mark closed cells, at most as many flags as the rules allow."""
        if mark is _FLAG and self.rules.flags is _CAPPED:
            cells = cells[: max(self.rules.level.mines - self._cells.flags, 0)]
        if self._field is not None:
            for cell in cells:  # the same steps for a mine and for a safe cell, so that their time tells nothing
                change = (mark is _FLAG) - (self._cells[cell] == _FLAG)
                self._right_flags += change * self._field.is_mine(cell)
        return self._cells.put(cells, mark)

    def _flag_around(self, cell: int, number: int) -> _kernel.Changes:
        """Flag the closed neighbours of a number if there are as many of them as mines still missing."""
        closed = self._cells.around(cell, _UNFLAGGED)
        marked = len(self._cells.around(cell, _FLAGGED | _EXPLODED))
        if not closed or len(closed) + marked != number or self.rules.flags is Flags.OFF:
            return self._no_changes()
        return self._set_marks(closed, CellState.FLAG)

    def _apply_assists(self, changes: _kernel.Changes) -> None:
        """Apply the automatic assists to every number near a change, until nothing more follows."""
        assists = self.rules.assists & _AUTOMATIC
        if not assists or self._field is None:
            return
        news = changes
        while news and self._lives:
            numbers = self._numbers_near(news)
            news = self._no_changes()
            for step, cell in enumerate(numbers):
                check_stopped(step)
                if not self._lives:
                    break
                number = self._cells[cell]
                if Assist.AUTO_FLAG in assists:
                    news.add(self._flag_around(cell, number))
                if Assist.AUTO_OPEN in assists:
                    marked = len(self._cells.around(cell, _FLAGGED | _EXPLODED))
                    closed = self._chord_targets(cell)
                    if closed and marked == number:
                        news.add(self._uncover(closed))
            changes.add(news)

    def _numbers_near(self, changes: _kernel.Changes) -> list[int]:
        width = self.rules.level.width
        cells = [row * width + col for row, col, _ in changes]
        numbers = sum(1 << number for number in range(1, 9))
        near = {cell for cell in cells if 1 <= self._cells[cell] <= 8}
        for step, cell in enumerate(cells):
            check_stopped(step)
            near.update(self._cells.around(cell, numbers))
        return sorted(near)

    def _update_status(self, changes: _kernel.Changes) -> None:
        """End the game if it is won or lost; losing the last life comes first."""
        if self._field is None:
            return
        if not self._lives:
            self._status = Status.LOST
            changes.add(self._reveal())
        elif self._is_complete():
            self._status = Status.WON

    def _reveal(self) -> _kernel.Changes:
        """Show what a loss shows, unless that has to wait."""
        if self._conceals:
            return self._no_changes()
        return self._cells.reveal(self._truth, self.rules.loss is Loss.ALL)

    def reveal(self) -> None:
        """Show what a loss shows: it has to wait no more."""
        if self._conceals:
            self._conceals = False
            if self.is_lost:
                shown = self._reveal()
                if self._moves:
                    self._moves[-1].changes.add(shown)

    def _is_complete(self) -> bool:
        cells, level, right_flags = self._cells, self.rules.level, self._right_flags
        marked = (cells.flags == right_flags) & (right_flags + cells.exploded == level.mines)
        return _is_complete(self.rules.completion, self._is_cleared, marked)

    @property
    def _is_cleared(self) -> bool:
        level = self.rules.level
        return self._cells.opened == level.width * level.height - level.mines

    def _chord_targets(self, cell: int) -> list[int]:
        """Return the closed neighbours that a chord opens."""
        kinds = 1 << CellState.HIDDEN if self.rules.protect_questions else _UNFLAGGED
        return self._cells.around(cell, kinds)

    @property
    def _truth(self) -> _kernel.Minefield:
        assert self._field is not None
        return self._field

    def _no_changes(self) -> _kernel.Changes:
        return _kernel.Changes(self.rules.level.width, self.rules.level.height)

    def __repr__(self) -> str:
        return f"<Game {self.rules}: {self.status}, {self.seq} actions>"


_UNCHANGED = tuple(name for name in Game.__slots__ if name != "log")  # pickled as they are


def _is_complete(completion: Completion, cleared: bool, marked: bool) -> bool:
    """Return whether a board wins whose safe cells are all open, whose mines are all marked, or neither."""
    if completion is _CLEAR:
        return cleared
    if completion is Completion.MARK:
        return marked
    return cleared and marked if completion is Completion.BOTH else cleared or marked


def _no_entry(entry: LogEntry) -> GameError:
    """Return why an entry cannot be in a log."""
    if entry.device not in DEVICES:
        return GameError(Phrase("error.no-device", given=repr(entry.device), choices=listed(filter(None, DEVICES))))
    return GameError(f"the time of an action is a whole number of milliseconds from 0, not {shown(entry.at)}")
