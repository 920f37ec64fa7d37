"""The difficulty of a board in seconds: by the techniques of its proof, their number, and the way between them."""

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

#: Seconds of a fast player from one opening to the next, by the technique that proves it, and for every square
#: between the two. The first three and the way are fitted to games of people: docs/metrics.md.
SECONDS = {
    Technique.SINGLE: 0.33,
    Technique.ONE_ONE: 0.5,
    Technique.REDUCTION: 0.75,
    Technique.ONE_TWO: 0.5,
    Technique.PAIR: 0.75,
    Technique.HOLE: 0.9,
    Technique.CORNER: 0.9,
    Technique.ONE_TWO_ONE: 0.75,
    Technique.ONE_TWO_TWO_ONE: 0.9,
    Technique.CHAIN: 1.6,
    Technique.COUNT: 2.5,
    Technique.CASE_SPLIT: 3.5,
}
SECONDS_A_SQUARE = 0.058


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
    way = seconds = 0.0
    here = proof.first
    hardest = Technique.SINGLE  # since the opening before: mines that are found on the way to a safe square
    for board, step in boards_of(field, proof):
        technique = technique_of(board, step.explanation)
        found[technique] += 1
        hardest = max(hardest, technique, key=SECONDS.__getitem__)
        if not step.explanation.safe:
            continue
        there = min(step.explanation.cells, key=lambda cell: dist(here, cell))
        way += dist(here, there)
        seconds += SECONDS[hardest]
        here, hardest = there, Technique.SINGLE
    return BoardDifficulty(dict(found), way, seconds + way * SECONDS_A_SQUARE)


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
