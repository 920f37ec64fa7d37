"""The report of a game: what each move cost and what luck did, in chances to win.

The chance to win of a position is that of a perfect player. A move is worth the mean of the chances after it, over all
that it may show. What the best move is worth more was given away; what the position after it is worth more or less
than that mean is luck. So the chance at the beginning, less what was given away, plus luck, is the chance at the end.
"""

from __future__ import annotations

from enum import StrEnum
from math import exp, log

from .. import _kernel
from ..action import Kind
from ..board import Board, CellState
from ..errors import SapperError
from ..game import Status
from ..phrase import Figure, Phrase
from ..value import Value
from .help_limit import MOST_CELLS
from .odds import odds
from .verdict import VerdictKind, judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..action import LogEntry
    from ..replay import Replay
    from ..rules import Rules
    from .odds import Odds
    from .verdict import Verdict

Cell = tuple[int, int]

#: A move that costs less than these shares of a game is right, good, or an inaccuracy.
RIGHT, GOOD, INACCURATE = 0.005, 0.01, 0.04
_ROUNDING = 1e-9  # a cost below one of these shares by less is that share

_EXACT = 300, 1_000_000  # arrangements and work of playing out a position that is nearly decided
_PLAYED_OUT = log(1e9)  # the logarithm of the arrangements above which that is not tried
_DRAWN = 64  # arrangements that stand for all that several squares may show
_SEED = bytes(16)


class ReportError(SapperError, ValueError):
    """A replay that has no report, with a sentence that says why."""


class MoveQuality(StrEnum):
    """The kinds of moves in a report."""

    BEST = "best"  # certain
    ONLY = "only-move"  # certain, and nothing else was
    RIGHT_GUESS = "right-guess"  # nothing was certain, no guess was better by half a percent, and it held
    UNLUCKY = "unlucky"  # the same, and it did not hold
    GOOD = "good"  # nothing was certain, and it cost half a percent or more, but less than one
    INACCURACY = "inaccuracy"  # the same, up to four percent
    MISTAKE = "mistake"  # the same, and more; or a proven mine; or giving up
    NEEDLESS_GUESS = "needless-guess"  # a guess while something was certain


_UNBEATEN = frozenset((MoveQuality.BEST, MoveQuality.ONLY, MoveQuality.RIGHT_GUESS, MoveQuality.UNLUCKY))


class ChanceToWin(Value):
    """The chance of a perfect player to win from a position, and whether exact play found it."""

    share: float
    is_exact: bool
    best: Cell | None = None  # the cell to open for it; None where nothing is left, or none was searched for


class ReportedMove(Value):
    """A move that opened something, or gave the game up. `place` is its place in the list of actions."""

    place: int
    at: int  # milliseconds
    quality: MoveQuality
    cells: tuple[Cell, ...]  # the closed cells that it opened, not what an opening adds to them
    risk: float
    before: float  # the chance to win with the best move
    expected: float  # with this one, before it was known what it shows
    after: float
    best: Cell | None  # the cell to open instead; None after a move that no other beats
    is_exact: bool  # whether no chance here is an estimate
    verdict: Verdict | None  # None for giving up

    @property
    def given_away(self) -> float:
        """The share of a game that a better move would not have cost."""
        return self.before - self.expected

    @property
    def luck(self) -> float:
        """The share of a game that luck gave, or took if it is negative."""
        return self.after - self.expected

    @property
    def is_turning_point(self) -> bool:
        """Whether the player decided something here, or luck did: all but certain moves."""
        return self.quality not in (MoveQuality.BEST, MoveQuality.ONLY)

    @property
    def is_trained(self) -> bool:
        """Whether the trainer asks for a better move: something was certain, or another guess was better."""
        return self.verdict is not None and self.verdict.is_mistake

    @property
    def better(self) -> Cell | None:
        """The cell that wins more often, where the verdict names another one or none."""
        return None if self.verdict and self.verdict.best == self.best else self.best


class Report(Value):
    """The moves of a game with what each cost; `start - given_away + luck == end`."""

    start: float  # the chance to win after the first click, or before it where the rules promise nothing
    end: float
    moves: tuple[ReportedMove, ...]

    @property
    def given_away(self) -> float:
        """The share of a game that the player gave away."""
        return sum(move.given_away for move in self.moves)

    @property
    def luck(self) -> float:
        """The share of a game that luck gave, or took if it is negative."""
        return sum(move.luck for move in self.moves)

    @property
    def is_exact(self) -> bool:
        """Whether no chance is an estimate."""
        return all(move.is_exact for move in self.moves)

    @property
    def percents(self) -> tuple[int, int, int]:
        """The start, what was given away and luck in whole percent, which add up to the end as the shares do."""
        start, given, end = (round(share * 100) for share in (self.start, self.given_away, self.end))
        return start, given, end - start + given

    @property
    def phrase(self) -> Phrase:
        """The chances given away and taken by luck, in a sentence whose numbers add up."""
        _, given, luck = self.percents
        lost, fate = Figure("estimate", given / 100), Figure("estimate", abs(luck) / 100)
        if not given:
            if luck < 0:
                return Phrase("report.nothing-took", luck=fate)
            return Phrase("report.nothing-gave", luck=fate) if luck else Phrase("report.nothing-even")
        if luck < 0:
            return Phrase("report.took", given=lost, luck=fate)
        return Phrase("report.gave", given=lost, luck=fate) if luck else Phrase("report.even", given=lost)

    def count(self, quality: MoveQuality) -> int:
        """Return how many moves are of a kind."""
        return sum(move.quality is quality for move in self.moves)


def report(replay: Replay) -> Report:
    """Return the report of a whole game."""
    return Reporter(replay).report()


def chance_to_win(board: Board) -> ChanceToWin:
    """Return the chance of a perfect player to win from a position: exact where it is nearly decided, else estimated.

    Flags do not count. The squares are those of a random board.
    """
    return _chance(board, odds(board), _kernel.Strength.BEST)


class Reporter:
    """Makes the report of a replay move by move, so that a caller may show progress, or stop."""

    def __init__(self, replay: Replay) -> None:
        _check(replay)
        self._replay = replay
        self._is_proven = replay.rules.layout.grade is not None
        self._last: ChanceToWin | None = None  # after the last move
        self.moves: list[ReportedMove] = []

    def report(self) -> Report:
        """Return the report, after all moves."""
        for _ in self.steps():
            pass
        return self.made()

    def made(self) -> Report:
        """Return the report of the moves so far."""
        ends = [move.after for move in self.moves]
        start = self.moves[0].before if self.moves else 1.0
        return Report(start, ends[-1] if ends else start, tuple(self.moves))

    def steps(self) -> Iterator[ReportedMove]:
        """Report one move after another; the first click is none where the rules promise it."""
        game = self._replay.after(0)
        for place, entry in enumerate(self._replay.entries):
            board = game.board.copy()
            verdict = judge(board, entry.action, game.rules)
            was_over = game.status.is_over
            game.apply(entry)
            if was_over or (verdict is None and entry.action.kind is not Kind.RESIGN):
                continue
            if verdict is not None and not board.opened and verdict.kind is VerdictKind.CERTAIN and not self.moves:
                continue  # what the rules promise to the first click is neither skill nor luck
            move = self._move(place, entry, board, verdict, game.board, game.status)
            self.moves.append(move)
            yield move

    def _move(
        self, place: int, entry: LogEntry, board: Board, verdict: Verdict | None, shown: Board, status: Status
    ) -> ReportedMove:
        before = self._before(board)
        ends = {Status.WON: 1.0, Status.LOST: 0.0, Status.ABANDONED: 0.0}
        after = ChanceToWin(ends[status], True) if status in ends else self._value(shown)
        if verdict is None:
            return self._reported(place, entry, MoveQuality.MISTAKE, None, before, 0.0, after)
        if verdict.kind is VerdictKind.UNKNOWN:
            raise ReportError(Phrase("solver.odds-too-long"))
        if verdict.kind is VerdictKind.CERTAIN:
            quality = MoveQuality.ONLY if len(verdict.safe) == 1 else MoveQuality.BEST
            return self._reported(place, entry, quality, verdict, before, before.share, after)
        expected = min(self._expected(board, verdict, before), before.share)
        quality = _quality(verdict, before.share - expected, held=after.share > 0 or status is Status.WON)
        return self._reported(place, entry, quality, verdict, before, expected, after)

    def _best(self, quality: MoveQuality, verdict: Verdict | None, before: ChanceToWin) -> Cell | None:
        """Return the cell to open instead of a move, None where no other is better."""
        if quality in _UNBEATEN:
            return None
        return verdict.best if verdict and verdict.safe else before.best

    def _reported(
        self,
        place: int,
        entry: LogEntry,
        quality: MoveQuality,
        verdict: Verdict | None,
        before: ChanceToWin,
        expected: float,
        after: ChanceToWin,
    ) -> ReportedMove:
        self._last = after
        return ReportedMove(
            place,
            entry.at,
            quality,
            verdict.cells if verdict else (),
            verdict.risk if verdict else 0.0,
            before.share,
            expected,
            after.share,
            self._best(quality, verdict, before),
            before.is_exact and after.is_exact,
            verdict,
        )

    def _before(self, board: Board) -> ChanceToWin:
        """Return the chance before a move: the one after the last, which is what makes the sums add up."""
        return self._last or self._value(board)

    def _value(self, board: Board) -> ChanceToWin:
        if self._is_proven:
            return ChanceToWin(1.0, True)  # such a board can be won without a guess from every position
        return _chance(board, odds(board), _kernel.Strength.BEST)

    def _expected(self, board: Board, verdict: Verdict, before: ChanceToWin) -> float:
        if self._is_proven or not verdict.survival:
            return verdict.survival
        chances = odds(board)
        mean = _mean_after(board, chances, verdict)
        if before.is_exact or before.best is None:
            return mean
        if before.best in verdict.cells and len(verdict.cells) == 1:
            return before.share
        reference = _mean_after_cell(board, chances, before.best)
        return before.share * mean / reference if reference else mean


def _check(replay: Replay) -> None:
    rules: Rules = replay.rules
    if rules.level.cells > MOST_CELLS:
        raise ReportError(Phrase("solver.report-size", most=MOST_CELLS, level=str(rules.level)))
    if rules.lives > 1:
        raise ReportError(Phrase("solver.report-lives"))
    if rules.judges_guesses:
        raise ReportError(Phrase("solver.report-guessing"))
    if any(entry.action.kind in (Kind.UNDO, Kind.REDO) for entry in replay.entries):
        raise ReportError(Phrase("solver.report-undo"))


def _quality(verdict: Verdict, cost: float, *, held: bool) -> MoveQuality:
    cost += _ROUNDING
    if verdict.kind is VerdictKind.NEEDLESS_GUESS:
        return MoveQuality.NEEDLESS_GUESS
    if not verdict.survival or cost >= INACCURATE:
        return MoveQuality.MISTAKE
    if cost >= GOOD:
        return MoveQuality.INACCURACY
    if cost >= RIGHT:
        return MoveQuality.GOOD
    return MoveQuality.RIGHT_GUESS if held else MoveQuality.UNLUCKY


def _chance(board: Board, chances: Odds, strength: _kernel.Strength) -> ChanceToWin:
    if chances.log_arrangements < _PLAYED_OUT:
        choice = _kernel.exact_move(board._cells, *_EXACT)
        if choice.verdict == _kernel.Verdict.SOLVED:
            return _chosen(board, choice, is_exact=True)
    return _chosen(board, _kernel.choose(board._cells, strength), is_exact=False)


def _chosen(board: Board, choice: _kernel.Choice, *, is_exact: bool) -> ChanceToWin:
    if choice.why == _kernel.MoveReason.NOTHING:
        return ChanceToWin(1.0, is_exact)
    return ChanceToWin(choice.win, is_exact, board.level.cell(choice.cell))


def _mean_after(board: Board, chances: Odds, verdict: Verdict) -> float:
    """Return the mean chance to win after a guess, over all that its squares may show."""
    safe = chances.safe
    doubtful = [cell for cell in verdict.cells if cell not in safe]
    if len(doubtful) == 1:
        return _mean_after_cell(board, chances, doubtful[0])
    return verdict.survival * _mean_of_draws(board, doubtful)


def _mean_after_cell(board: Board, chances: Odds, cell: Cell) -> float:
    total = 0.0
    for number in range(len(board.level.neighbours(*cell)) + 1):
        after = _with_numbers(board, {cell: number})
        answer = _kernel.odds(after._cells, _kernel.DEFAULT_BUDGET, False)
        if answer.verdict == _kernel.Verdict.SOLVED:
            share = exp(answer.log_arrangements - chances.log_arrangements)
            total += share * _chance(after, odds(after), _kernel.Strength.FAST).share
    return min(total, 1.0)


def _mean_of_draws(board: Board, cells: list[Cell]) -> float:
    """Return the mean chance to win once some squares are open and safe, over fixed draws of what they show."""
    known = _with_numbers(board, dict.fromkeys(cells, CellState.WRONG_FLAG))  # to the solver: safe, number not known
    total = 0.0
    for field in _kernel.draw(known._cells, _SEED, _DRAWN):
        numbers = {cell: field.number(board.level.index(*cell)) for cell in cells}
        after = _with_numbers(board, numbers)
        total += _chance(after, odds(after), _kernel.Strength.FAST).share
    return total / _DRAWN


def _with_numbers(board: Board, numbers: dict[Cell, int]) -> Board:
    cells = bytearray(board.to_bytes())
    for cell, number in numbers.items():
        cells[board.level.index(*cell)] = number
    return Board.from_bytes(board.level, bytes(cells))
