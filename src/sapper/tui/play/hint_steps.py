"""A hint shown step by step: where, why, the move; and what is marked on the board at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.hint_marks import REGION, marks
from ...display.wording import wording
from ..board.marks import Marks

if TYPE_CHECKING:
    from ...analysis.hints import Hint
    from ...board import Board
    from ...screen_session import ScreenSession

STEPS = ("hint.where", "hint.why", "hint.move", "hint.play")  # messages


class HintSteps:
    """The hint that is being shown, if any. A change of the board closes it."""

    def __init__(self) -> None:
        self.hint: Hint | None = None
        self.step = 0  # 1 to 3 while it is shown

    def close(self) -> None:
        """Remove the hint."""
        self.hint, self.step = None, 0

    def advance(self, session: ScreenSession) -> bool:
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
        return [wording().phrase(self.hint.phrases[min(self.step, 3) - 1])]

    def marks(self, board: Board) -> Marks:
        """Return the marks of this step."""
        shown = Marks()
        if self.hint is None:
            return shown
        found = marks(board, self.hint, self.step)
        if self.step == REGION:
            shown.region = found.region
        else:
            shown.show_hint(found, self.hint.risk)
        return shown
