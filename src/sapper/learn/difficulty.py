"""How hard a board is, in seconds: by the techniques of its proof, their number, and the way between them."""

from __future__ import annotations

from collections import Counter
from math import dist

from ..analysis.proof import prove
from ..board import Board, CellState
from ..value import Value
from .techniques import Technique, technique_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..analysis.proof import Proof, Step
    from ..minefield import Minefield

Cell = tuple[int, int]

#: Seconds until a step is found, and seconds for every square between it and the step before: docs/metrics.md has the
#: games that they are fitted to.
SECONDS = {
    Technique.SINGLE: 0.6,
    Technique.ONE_ONE: 1.2,
    Technique.ONE_TWO: 1.4,
    Technique.REDUCTION: 1.6,
    Technique.PAIR: 1.6,
    Technique.HOLE: 1.8,
    Technique.CORNER: 1.8,
    Technique.ONE_TWO_ONE: 1.8,
    Technique.ONE_TWO_TWO_ONE: 2.0,
    Technique.CHAIN: 3.5,
    Technique.COUNT: 5.0,
    Technique.CASE_SPLIT: 7.0,
}
SECONDS_A_SQUARE = 0.04


class BoardDifficulty(Value):
    """The techniques of a proof with how often each is needed, the way between the steps, and the seconds they take."""

    techniques: dict[Technique, int]
    way: float  # squares
    seconds: float

    def __hash__(self) -> int:
        return hash((self.seconds, self.way))


def difficulty(field: Minefield, first: Cell) -> BoardDifficulty:
    """Return the difficulty of a board from its first click."""
    return difficulty_of(field, prove(field, first))


def difficulty_of(field: Minefield, proof: Proof) -> BoardDifficulty:
    """Return the difficulty of a board by its proof. Squares that open with a step cost nothing of their own."""
    found = Counter[Technique]()
    way, here = 0.0, proof.first
    for board, step in boards_of(field, proof):
        found[technique_of(board, step.explanation)] += 1
        there = min(step.explanation.cells, key=lambda cell: dist(here, cell))
        way += dist(here, there)
        here = there
    seconds = sum(SECONDS[technique] * count for technique, count in found.items()) + way * SECONDS_A_SQUARE
    return BoardDifficulty(dict(found), way, seconds)


def boards_of(field: Minefield, proof: Proof) -> Iterator[tuple[Board, Step]]:
    """Yield the steps of a proof, each with the board before it, on which proven mines are shown."""
    level = proof.level
    cells = bytearray([CellState.HIDDEN]) * level.cells

    def show(opened: Iterable[Cell]) -> None:
        for cell in opened:
            cells[level.index(*cell)] = field.number(*cell)

    show(proof.opened)
    for step in proof.steps:
        yield Board.from_bytes(level, cells), step
        show(step.opened)
        if not step.explanation.safe:
            for cell in step.explanation.cells:
                cells[level.index(*cell)] = CellState.MINE
