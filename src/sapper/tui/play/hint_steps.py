"""A hint shown step by step: where, why, the move; and what is marked on the board at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..board.marks import Marks

if TYPE_CHECKING:
    from ...analysis.hints import Hint
    from ...board import Board
    from ...session import Session

STEPS = ("hint.where", "hint.why", "hint.move", "hint.play")  # messages


class HintSteps:
    """The hint that is being shown, if any. Whoever changes the board closes it."""

    def __init__(self) -> None:
        self.hint: Hint | None = None
        self.step = 0  # 1 to 3 while it is shown

    def close(self) -> None:
        """Remove the hint."""
        self.hint, self.step = None, 0

    def advance(self, session: Session) -> bool:
        """Show one more step; return whether the move is now to be played."""
        if self.hint is None:
            self.hint, self.step = session.hint(), 1
            return False
        self.step += 1
        return self.step > len(STEPS) - 1

    @property
    def sentences(self) -> list[str]:
        """The words of this step."""
        if self.hint is None:
            return []
        return [self.hint.stages[min(self.step, 3) - 1]]

    def marks(self, board: Board) -> Marks:
        """Return what is marked at this step."""
        hint, marks = self.hint, Marks()
        if hint is None:
            return marks
        if self.step == 1:
            marks.region = _third(hint.cell[0], board.level.height), _third(hint.cell[1], board.level.width)
            return marks
        explanation = hint.explanation
        if explanation is None:
            marks.best = frozenset({hint.cell})
            marks.odds = {cell: risk for risk, cell in hint.risks}
            return marks
        marks.reason = frozenset(explanation.numbers)
        closed = {near for number in explanation.numbers for near in board.neighbours(*number) if board[near] > 8}
        if self.step > 2:
            marks.safe = frozenset(cell for step in explanation.steps if step.safe for cell in step.cells)
            marks.mine = frozenset(cell for step in explanation.steps if not step.safe for cell in step.cells)
        marks.shared = frozenset(closed - marks.safe - marks.mine)
        return marks


def _third(place: int, length: int) -> range:
    """Return the third of a length in which a place lies."""
    third = place * 3 // length
    return range(-(-third * length // 3), -(-(third + 1) * length // 3))
