"""How a lost game could have gone on: what was safe before the last move, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...analysis import hints
from ...analysis.solver import odds
from ...coordinates import cell_name
from ...errors import SapperError
from ...game import Status

if TYPE_CHECKING:
    from ...analysis.explanations import Explanation
    from ...replay.model import Replay

    Cell = tuple[int, int]

MOST_CELLS = 10_000


class LossReview(NamedTuple):
    """How a loss could have been avoided, or that it could not."""

    title: str
    sentence: str
    safe: frozenset[Cell]
    argument: Explanation | None


def examine(replay: Replay) -> LossReview | None:
    """Return what the board before the losing move shows; None where there is nothing to say."""
    last = replay.entries[-1].action if replay.entries else None
    if replay.status is not Status.LOST or replay.rules.level.cells > MOST_CELLS or not last or not last.kind.has_cell:
        return None
    board = replay.after(len(replay) - 1).board
    hit = last.row, last.col
    try:
        chances = odds(board)
        safe = chances.safe
        risk = chances[hit]
        best = hints.hint(board) if safe else None
    except SapperError:
        return None
    name = cell_name(*hit)
    if risk is None:
        told = f"The chord at {name} opened a mine: one of its flags is wrong."
    elif hit in chances.mines:
        told = f"{name} was certainly a mine."
    else:
        told = f"{name} was a guess at {risk:.0%}.".replace("%", " %")
    if best is None or best.argument is None:
        if risk is None or hit in chances.mines:
            return LossReview("What happened", told, safe, None)
        lowest = min((chance for row in chances.rows() for chance in row if chance is not None), default=risk)
        if risk > lowest + 0.005:
            told += f" The lowest risk was {lowest:.0%}.".replace("%", " %")
            return LossReview("Nothing was certain", told, safe, None)
        return LossReview("Nothing was certain", f"{told} It was the best there was.", safe, None)
    reason = best.argument.sentence
    verb = {"open": "open", "flag": "flag", "clear": "take the flag off"}[best.action]
    told += f" You could {verb} {cell_name(*best.cell)}: {reason[0].lower()}{reason[1:]}"
    return LossReview("Avoidable", told, safe, best.argument)
