"""A minefield measured naively: sets, loops, and a look at the whole board for every step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle import neighbours

from sapper import Board, Minefield
from sapper.analysis.metrics import BoardMetrics

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    Cell = tuple[int, int]


class Reference:
    """A minefield as sets of cells."""

    def __init__(self, width: int, height: int, mines: Iterable[Cell]) -> None:
        self.width, self.height, self.mines = width, height, set(mines)
        self.cells = [(row, col) for row in range(height) for col in range(width)]
        self.safe = {cell for cell in self.cells if cell not in self.mines}
        self.around = {cell: neighbours(width, height, cell) for cell in self.cells}
        self.number = {cell: sum(near in self.mines for near in self.around[cell]) for cell in self.cells}
        self.zeros = {cell for cell in self.safe if not self.number[cell]}
        self.openings = [group | self.spread(group) for group in self.groups(self.zeros)]
        self.lone = self.safe - set().union(*self.openings)
        self.islands = self.groups(self.lone)
        self.bbbv = len(self.openings) + len(self.lone)

    def spread(self, cells: set[Cell]) -> set[Cell]:
        return {near for cell in cells for near in self.around[cell]}

    def groups(self, cells: set[Cell]) -> list[set[Cell]]:
        left, found = set(cells), []
        while left:
            group = {left.pop()}
            while more := self.spread(group) & left:
                group |= more
                left -= more
            found.append(group)
        return found

    def solved(self, opened: set[Cell]) -> int:
        return sum(opening <= opened for opening in self.openings) + len(self.lone & opened)

    def zini(self, human: bool = False) -> int:
        opened: set[Cell] = set()
        flagged: set[Cell] = set()
        clicks = 0

        def show(cell: Cell) -> None:
            opened.add(cell)
            for opening in self.openings:
                if cell in self.zeros and cell in opening:
                    opened.update(opening)

        def premium(cell: Cell) -> int:
            near = {cell, *self.around[cell]}
            # An opening is closed as long as its zeros are, whatever is open of its border.
            closed = [opening for opening in self.openings if cell in opening and not opening & self.zeros & opened]
            gain = len((near & self.lone) - opened) + len(closed)
            return gain - len((near & self.mines) - flagged) - (cell not in opened) - 1

        order = sorted(self.safe, key=lambda cell: (cell[1], cell[0]))
        if human:
            for opening in self.openings:
                show(min(opening & self.zeros))
                clicks += 1
        while not self.safe <= opened:
            chosen = [cell for cell in order if cell in opened or not human]
            best = max(chosen, key=premium, default=None)  # the first of the highest
            if best is not None and premium(best) >= 0:
                clicks += best not in opened
                show(best)
                mines = set(self.around[best]) & self.mines
                clicks += len(mines - flagged) + 1
                flagged |= mines
                for near in self.around[best]:
                    if near in self.safe:
                        show(near)
            else:
                show(next(cell for cell in order if cell not in opened and cell in self.zeros | self.lone))
                clicks += 1
        return clicks

    def metrics(self) -> BoardMetrics:
        return BoardMetrics(self.bbbv, len(self.openings), len(self.islands), self.zini(), self.zini(human=True))


def reference(minefield: Minefield) -> Reference:
    return Reference(minefield.level.width, minefield.level.height, minefield.mines())


def visible_progress(board: Board) -> int:
    """The 3BV seen to be solved, from the symbols alone."""
    level = board.level
    cells = [(row, col) for row in range(level.height) for col in range(level.width)]
    geometry = Reference(level.width, level.height, [])
    opened = {cell for cell in cells if board[cell] <= 8}
    zeros = {cell for cell in cells if board[cell] == 0}
    whole = [group for group in geometry.groups(zeros) if geometry.spread(group) <= opened]
    return len(whole) + len(opened - zeros - geometry.spread(zeros))


def scattered(width: int, height: int, mines: int, chance: random.Random) -> Minefield:
    return Minefield.from_mines(width, height, [divmod(i, width) for i in chance.sample(range(width * height), mines)])


def numbers_of(minefield: Minefield) -> list[list[int]]:
    """The board as ms_toollib takes it: -1 is a mine."""
    level = minefield.level
    return [
        [-1 if minefield.is_mine(row, col) else minefield.number(row, col) for col in range(level.width)]
        for row in range(level.height)
    ]
