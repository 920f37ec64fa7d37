"""The comment on a move in a replay: what it risked, and what was better."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...display.wording import wording
from ..board.marks import Marks

if TYPE_CHECKING:
    from ...analysis.review import JudgedMove
    from ...replay.model import Replay


class Comment(NamedTuple):
    """A word, a sentence, and what they point at."""

    title: str
    sentence: str
    marks: Marks


def comment(replay: Replay, move: JudgedMove) -> Comment | None:
    """Return the comment on a move that was not certain."""
    verdict = move.verdict
    if not (verdict.is_guess or verdict.is_mistake):
        return None
    action = replay.entries[move.place].action
    cell = (action.row, action.col)
    title = wording().verdict(verdict.kind).name
    if verdict.is_guess:
        return Comment(title, wording().phrase(verdict.phrase), Marks(guess=cell, last=cell))
    instead = frozenset({verdict.best} if verdict.safe and verdict.best else ())
    marks = Marks(mistake=cell, last=cell, was_safe=verdict.safe - instead, safe=instead)
    if verdict.explanation is not None:
        marks.reason = frozenset(verdict.explanation.numbers)
    return Comment(title, wording().phrase(verdict.phrase), marks)
