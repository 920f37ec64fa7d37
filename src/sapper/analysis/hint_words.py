"""The phrases of a hint, stage by stage: where to look, which numbers, what follows, and the move.

The cell of the hint is the only one without a number that a guess names, so that no other can be taken for it.
"""

from __future__ import annotations

from ..phrase import Phrase, Series, chance, estimate, word
from .explanations import number_at
from .hint_marks import region_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..phrase import Figure, PhraseValue
    from .best_move import Move
    from .explanations import Explanation

    Stages = tuple[Phrase, Phrase, Phrase, Phrase]

Cell = tuple[int, int]

MOST_NAMED = 6  # flags that are named one by one


def certain(board: Board, cell: Cell, explanation: Explanation) -> Stages:
    """Return the stages of a proven move."""
    where, move = ("hints.safe-in", "hints.open") if explanation.safe else ("hints.mine-in", "hints.flag")
    return (
        Phrase(where, region=_region(board, cell)),
        _look_at(board, explanation),
        Phrase("reason.sentence", clause=explanation.clause_with_pattern),
        Phrase(move, square=cell),
    )


def wrong_flag(board: Board, cell: Cell, explanation: Explanation) -> Stages:
    """Return the stages of a flag that cannot be right."""
    return (
        Phrase("hints.wrong-in", region=_region(board, cell)),
        _look_at(board, explanation),
        Phrase("hints.wrong", square=cell, clause=explanation.clause_with_pattern),
        Phrase("hints.remove", square=cell),
    )


def assuming(board: Board, cell: Cell, explanation: Explanation, assumed: tuple[Cell, ...], risk: float) -> Stages:
    """Return the stages of a move that is safe if some flags are right."""
    count, clause = len(assumed), explanation.clause_with_pattern
    if count > MOST_NAMED:
        conclusion = Phrase("hints.assuming-all", clause=clause)
    else:
        conclusion = Phrase("hints.assuming", count=count, squares=assumed, clause=clause)
    return (
        Phrase("hints.assuming-in", region=_region(board, cell)),
        _look_at(board, explanation),
        conclusion,
        Phrase("hints.trust", count=count, square=cell, risk=chance(risk)),
    )


def guess(board: Board, cell: Cell, risk: float, risks: tuple[tuple[float, Cell], ...], move: Move) -> Stages:
    """Return the stages of the best guess."""
    lowest = risks[0][0]
    others = [other for other, place in risks if place != cell]
    values: dict[str, PhraseValue] = {"square": cell, "risk": chance(risk)}
    if risk > lowest + 1e-12:
        which = Phrase("hints.better-is", lowest=chance(lowest), risk=chance(risk))
        choice = Phrase("hints.prospects", **values, lowest=chance(lowest))
    else:
        which = Phrase("hints.lowest-is", risk=chance(lowest))
        choice = Phrase("hints.lowest", **values)
        if others:
            choice = Phrase("hints.lowest-of", **values, next=chance(others[0]))
    if move.win is not None:
        choice = Phrase("hints.with-win", choice=choice, win=estimate(move.win))
    text = Phrase("hints.guess", choice=choice)
    return (
        Phrase("hints.guess-in", region=_region(board, cell)),
        which,
        Phrase("hints.with-remark", text=text, remark=move.remark_phrase) if move.remark_phrase else text,
        Phrase("hints.open-risky", **values),
    )


def all_flagged(board: Board, cell: Cell, risk: float) -> Stages:
    """Return the stages where every square that may be safe has a flag."""
    return (
        Phrase("hints.flags-in", region=_region(board, cell)),
        Phrase("hints.all-flagged"),
        Phrase("hints.least-likely", square=cell, risk=chance(risk)),
        Phrase("hints.remove", square=cell),
    )


def _region(board: Board, cell: Cell) -> Figure:
    return word("regions", region_name(board.level, cell).replace(" ", "-"))


def _look_at(board: Board, explanation: Explanation) -> Phrase:
    numbers = tuple(number_at(board, cell) for cell in sorted(explanation.numbers))
    if numbers and not explanation.mine_count:
        return Phrase("hints.look-at", numbers=Series("commas", numbers))
    return Phrase("hints.look-at", numbers=(*numbers, Phrase("reason.mine-count")))
