"""Checks proofs and hints by trying every arrangement of the cells that the numbers touch.

Shares no code with the solver: what follows is what holds in all arrangements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle import OPEN, choices, neighbours

if TYPE_CHECKING:
    from sapper import Board, Minefield, Proof
    from sapper.analysis.explanations import Explanation

Cell = tuple[int, int]

TOO_MANY = 22  # unknown cells that are tried out at the most


class View:
    """A board as a dictionary of symbols, with its mine total."""

    def __init__(self, diagram: str) -> None:
        first, *rows = diagram.split()
        size, total = first.split("/")
        self.width, self.height = map(int, size.split("x"))
        self.total = int(total)
        self.symbols = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row)}

    def unknown(self) -> set[Cell]:
        return {cell for cell, symbol in self.symbols.items() if symbol in ".F?#"}

    def mines_shown(self) -> set[Cell]:
        return {cell for cell, symbol in self.symbols.items() if symbol in "*!"}

    def around(self, cell: Cell) -> list[Cell]:
        return neighbours(self.width, self.height, cell)


def follows(view: View, numbers: set[Cell], mine_count: bool, cells: set[Cell], safe: bool) -> bool | None:
    """Whether the numbers alone (and the count) force these cells; None if there are too many cases to try."""
    assert all(view.symbols[number] in OPEN for number in numbers)
    unknown = view.unknown()
    touched = sorted({near for number in numbers for near in view.around(number) if near in unknown})
    asked = sorted(cells - set(touched))
    if len(touched) > TOO_MANY:
        return None
    shown = view.mines_shown()
    rest = len(unknown) - len(touched)
    left = view.total - len(shown)
    arounds = [(view.around(number), int(view.symbols[number])) for number in sorted(numbers)]
    for mines in choices(touched, [(around, need - len(shown.intersection(around))) for around, need in arounds]):
        others = left - len(mines)
        if mine_count and not 0 <= others <= rest:
            continue
        if any((cell in mines) == safe for cell in cells & set(touched)):
            return False
        if asked and not (mine_count and others == (0 if safe else rest)):
            return False
    return True


def check_explanation(board: Board, argument: Explanation, *, minimal: bool = True) -> bool:
    """Check that an argument holds and that nothing of it can be dropped; False if it is too large to try."""
    view = View(str(board))
    numbers, cells = set(argument.numbers), set(argument.cells)
    found = follows(view, numbers, argument.mine_count, cells, argument.safe)
    if found is None:
        return False
    assert found, f"{argument.sentence} does not follow on\n{board}"
    if minimal:
        for number in numbers:
            fewer = follows(view, numbers - {number}, argument.mine_count, cells, argument.safe)
            assert not fewer, f"{number} is not needed on\n{board}"
        if argument.mine_count:
            assert not follows(view, numbers, False, cells, argument.safe)
    return True


def check_proof(field: Minefield, proof: Proof) -> int:
    """Replay a proof from its first click, accept only what follows from visible numbers; return the steps tried."""
    level = field.level
    symbols = {(r, c): "." for r in range(level.height) for c in range(level.width)}

    def show(cells: tuple[Cell, ...]) -> None:
        for row, col in cells:
            assert not field.is_mine(row, col)
            symbols[row, col] = str(field.number(row, col))

    def diagram() -> str:
        rows = ["".join(symbols[r, c] for c in range(level.width)) for r in range(level.height)]
        return "\n".join([str(level), *rows])

    assert proof.first in proof.opened
    show(proof.opened)
    tried = 0
    for step in proof.steps:
        argument = step.explanation
        view = View(diagram())
        found = follows(view, set(argument.numbers), argument.mine_count, set(argument.cells), argument.safe)
        assert found is not False, argument.sentence
        tried += found is not None
        if argument.safe:
            reachable = set(argument.cells)
            queue = list(reachable)
            while queue:
                cell = queue.pop()
                if field.number(*cell) == 0:
                    fresh = {near for near in view.around(cell) if symbols[near] == "."} - reachable
                    reachable |= fresh
                    queue.extend(fresh)
            assert set(step.opened) <= reachable
            show(step.opened)
        else:
            assert not step.opened
            assert all(field.is_mine(*cell) for cell in argument.cells)
    closed = sum(symbol == "." for symbol in symbols.values())
    assert proof.is_complete == (closed == level.mines)
    return tried
