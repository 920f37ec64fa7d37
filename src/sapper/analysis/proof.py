"""The whole solution of a board, step by step, with the reason of each step; and how hard the board is."""

from __future__ import annotations

from .. import _kernel
from ..board import Board
from ..coordinates import cell_name
from ..errors import GameError
from ..game import Game
from ..generator import KERNEL_GRADES
from ..rules import Grade, RulesError
from ..value import Value
from .explanations import Explanation, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..minefield import Minefield
    from ..rules import Level

Cell = tuple[int, int]

_GRADES = {rule: grade for grade, rule in KERNEL_GRADES.items()}


class Difficulty(Value):
    """How hard a board is from a first click: the hardest rule needed, and how many steps take each."""

    hardest: Grade | None  # None when the first click opens everything
    steps: dict[Grade, int]
    needs_guess: bool

    def __init__(self, solution: _kernel.Solution) -> None:
        steps = {_GRADES[grade]: count for grade, count in solution.steps.items()}
        self._set(hardest=_GRADES.get(solution.hardest), steps=steps, needs_guess=not solution.solved)

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {grade}" for grade, count in self.steps.items()) or "none"
        hardest = self.hardest or "nothing beyond the first click"
        ending = "; then a guess is unavoidable" if self.needs_guess else ""
        return f"hardest rule: {hardest}; steps: {counts}{ending}"


class Step(Value):
    """One step of a proof: what is concluded, why, and what opens because of it."""

    argument: Explanation
    opened: tuple[Cell, ...]

    def __init__(self, argument: Explanation, opened: Iterable[Cell]) -> None:
        self._set(argument=argument, opened=tuple(opened))


class Proof(Value):
    """That a board needs no guess from its first click, or how far logic goes."""

    level: Level
    first: Cell
    opened: tuple[Cell, ...]  # by the first click
    steps: tuple[Step, ...]
    difficulty: Difficulty

    def __init__(
        self, level: Level, first: Cell, opened: Iterable[Cell], steps: Iterable[Step], difficulty: Difficulty
    ):
        self._set(level=level, first=first, opened=tuple(opened), steps=tuple(steps), difficulty=difficulty)

    @property
    def is_complete(self) -> bool:
        """Whether the whole board is solved without a guess."""
        return not self.difficulty.needs_guess

    def to_json(self) -> dict[str, object]:
        """Write the proof as plain data."""
        return {
            "level": str(self.level),
            "first": self.first,
            "opened": self.opened,
            "complete": self.is_complete,
            "hardest": self.difficulty.hardest,
            "steps": [
                {
                    "grade": step.argument.grade,
                    "safe": step.argument.safe,
                    "cells": step.argument.cells,
                    "numbers": step.argument.numbers,
                    "mine_count": step.argument.mine_count,
                    "sentence": step.argument.sentence,
                    "opened": step.opened,
                }
                for step in self.steps
            ],
        }

    def __str__(self) -> str:
        count = f"{len(self.opened)} cell{'' if len(self.opened) == 1 else 's'}"
        lines = [f"{self.level}, first click {cell_name(*self.first)}: opens {count}."]
        for number, step in enumerate(self.steps, 1):
            opened = f" Opens {names(step.opened)}." if step.opened else ""
            lines.append(f"{number}. [{step.argument.grade}] {step.argument.sentence}{opened}")
        ending = "Every safe cell is open: no guess was needed." if self.is_complete else "Here a guess is unavoidable."
        return "\n".join([*lines, ending])


def prove(board: Minefield | Game, first: Cell | None = None) -> Proof:
    """Solve a minefield from its first click, always by the simplest rule, and give the reason of every step.

    A game has to be over, because its proof tells where the mines are; its own first click is then used.
    """
    field, (row, col) = _field_and_first(board, first)
    level = field.level
    found = _kernel.prove(field._truth, row * level.width + col, _kernel.Grade.FULL)
    opened = found.opened
    cells = bytearray([9]) * level.cells
    _show(cells, field, opened)
    steps = []
    for step in found.steps:
        more = step.opened
        argument = Explanation(Board.from_bytes(level, bytes(cells)), step.explanation)
        steps.append(Step(argument, more))
        _show(cells, field, more)
    return Proof(level, (row, col), opened, steps, Difficulty(found.solution))


def grade(board: Minefield | Game, first: Cell | None = None) -> Difficulty:
    """Tell how hard a board is from its first click."""
    field, (row, col) = _field_and_first(board, first)
    return Difficulty(_kernel.grade(field._truth, row * field.level.width + col, _kernel.Grade.FULL))


def _show(cells: bytearray, field: Minefield, opened: Iterable[Cell]) -> None:
    for row, col in opened:
        cells[row * field.level.width + col] = field.number(row, col)


def _field_and_first(board: Minefield | Game, first: Cell | None) -> tuple[Minefield, Cell]:
    if isinstance(board, Game):
        field = board.minefield
        first = first or board.first
    else:
        field = board
    if first is None:
        raise GameError("a proof begins at a first click: give its row and column")
    if not (0 <= first[0] < field.level.height and 0 <= first[1] < field.level.width):
        raise RulesError(f"the first click {first} is off the {field.level.width}x{field.level.height} board")
    if field.is_mine(*first):
        raise RulesError(f"the first click {cell_name(*first)} is a mine")
    return field, first
