"""One attempt at a question: answers, hints by stages, and the grade that follows from them."""

from __future__ import annotations

from ..board import CLOSED, Board, CellState
from ..value import Value
from .difficulty import SECONDS
from .schedule import Grade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..minefield import Minefield
    from ..phrase import Phrase
    from .questions import Answer, Judged, Question
    from .techniques import Technique

Cell = tuple[int, int]

_AT_ONCE = 8  # times the usual seconds of a technique, in which a right answer counts as easy
_UNNAMED = 1.0  # the usual seconds of a question without a technique


class Task(Value):
    """A question in a series: its item in the store, a line above the board, its technique, and remarks."""

    question: Question
    item: str = ""
    heading: Phrase | None = None
    technique: Technique | None = None
    numbers: frozenset[Cell] = frozenset()  # outlined from the start
    right: str = ""
    wrong: str = ""
    after: Board | None = None  # with everything open that right answers open, where a lesson shows it

    def __hash__(self) -> int:
        return hash(self.question)


class Attempt:
    """An attempt at a task. Times are milliseconds of any clock that only runs forward."""

    def __init__(self, task: Task, now: int) -> None:
        self.task = task
        self.began_at = now
        self.ended_at: int | None = None
        self.wrong = 0  # answers
        self.stages = 0  # of the hint that were shown
        self.is_proof_shown = False
        self.last: Judged | None = None
        self._answer: Answer | None = None
        self._others = 0  # minefields shown for the same answer

    @property
    def is_over(self) -> bool:
        """Whether the right answer was given."""
        return self.ended_at is not None

    @property
    def after(self) -> Board | None:
        """The board after the right answer; None before it, and where none is shown."""
        last, shown = self.last, self.task.after
        if last is None or not self.is_over:
            return None
        if last.after is not None or shown is None:
            return last.after
        before = self.task.question.board
        cells = bytearray(before.to_bytes())
        for cell in last.explanation.cells if last.explanation else last.opened:
            cells[before.level.index(*cell)] = shown[cell]
        return Board.from_bytes(before.level, cells)

    @property
    def elapsed(self) -> int:
        """The milliseconds until the right answer."""
        assert self.ended_at is not None
        return self.ended_at - self.began_at

    @property
    def grade(self) -> Grade:
        """The grade; while it goes on, the best that is still possible."""
        if self.wrong or self.is_proof_shown:
            return Grade.AGAIN
        if self.stages:
            return Grade.HARD
        usual = SECONDS[self.task.technique] if self.task.technique else _UNNAMED
        return Grade.EASY if self.is_over and self.elapsed <= usual * _AT_ONCE * 1000 else Grade.GOOD

    def answer(self, given: Answer, now: int) -> Judged:
        """Judge an answer; the right one ends the attempt."""
        self.last = self.task.question.judge(given)
        self._answer, self._others = given, 0
        if self.last.is_right:
            self.ended_at = now
        else:
            self.wrong += 1
        return self.last

    def another(self) -> Minefield | None:
        """Return another minefield that refutes the last answer, None if that was not refuted."""
        if self._answer is None or self.last is None or self.last.refutation is None:
            return None
        self._others += 1
        return self.task.question.refute(self._answer, self._others)

    def hint(self) -> Phrase:
        """Return the next stage of the hint, the last one again after it."""
        phrases = self.task.question.hint().phrases
        self.stages = min(self.stages + 1, len(phrases))
        return phrases[self.stages - 1]

    def proof(self) -> Phrase:
        """Return the proof, or why nothing is certain: the attempt then counts as wrong."""
        self.is_proof_shown = True
        return self.task.question.hint().phrases[2]


def refuted_board(board: Board, refutation: Minefield, chosen: Cell | None) -> Board:
    """Return a position with the mines of a minefield that fits it; the chosen square is shown as hit if it is one."""
    cells = bytearray(board.to_bytes())
    for cell in refutation.mines():
        if board[cell] in CLOSED:
            cells[board.level.index(*cell)] = CellState.EXPLODED if cell == chosen else CellState.MINE
    return Board.from_bytes(board.level, cells)


def far_mines(board: Board, refutation: Minefield) -> frozenset[Cell]:
    """Return the mines of a minefield that no number touches: they only make up the count."""
    return frozenset(cell for cell in refutation.mines() if all(board[near] > 8 for near in board.neighbours(*cell)))
