"""The whole solution of a board, step by step with reasons, and how hard the board is."""

from __future__ import annotations

from .. import _kernel
from ..board import Board, CellState
from ..errors import GameError, shown
from ..game import Game
from ..generator import KERNEL_GRADES
from ..minefield import Minefield
from ..phrase import Phrase
from ..rules import Grade, RulesError
from ..value import Value
from .explanations import Explanation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..phrase import PhraseValue
    from ..rules import Level

Cell = tuple[int, int]

_GRADES = {rule: grade for grade, rule in KERNEL_GRADES.items()}


class Difficulty(Value):
    """The difficulty of a board from a first click: the hardest rule needed, and the number of steps by rule."""

    hardest: Grade | None  # None when the first click opens everything
    steps: dict[Grade, int]
    needs_guess: bool

    @classmethod
    def of(cls, solution: _kernel.Solution) -> Difficulty:
        """Return the difficulty of a solution that the kernel found."""
        steps = {_GRADES[grade]: count for grade, count in solution.steps.items()}
        return cls(_GRADES.get(solution.hardest), steps, needs_guess=not solution.solved)

    def __hash__(self) -> int:
        return hash((self.hardest, frozenset(self.steps.items()), self.needs_guess))

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {grade}" for grade, count in self.steps.items()) or "none"
        hardest = self.hardest or "nothing beyond the first click"
        ending = "; then a guess is unavoidable" if self.needs_guess else ""
        return f"hardest rule: {hardest}; steps: {counts}{ending}"


class Step(Value):
    """One step of a proof: what is concluded, why, and what opens because of it."""

    explanation: Explanation
    opened: tuple[Cell, ...]


class Proof(Value):
    """A proof that a board needs no guess from its first click, or the part of it that logic solves."""

    level: Level
    first: Cell
    opened: tuple[Cell, ...]  # by the first click
    steps: tuple[Step, ...]
    difficulty: Difficulty

    @property
    def is_complete(self) -> bool:
        """Whether the whole board is solved without a guess."""
        return not self.difficulty.needs_guess

    def to_json(self) -> dict[str, object]:
        """Return the proof as plain data."""
        return {
            "level": str(self.level),
            "first": self.first,
            "opened": self.opened,
            "complete": self.is_complete,
            "hardest": self.difficulty.hardest,
            "steps": [
                {
                    "grade": step.explanation.grade,
                    "safe": step.explanation.safe,
                    "cells": step.explanation.cells,
                    "numbers": step.explanation.numbers,
                    "mine_count": step.explanation.mine_count,
                    "phrase": step.explanation.phrase.to_json(),
                    "sentence": step.explanation.sentence,
                    "opened": step.opened,
                }
                for step in self.steps
            ],
        }

    def phrases(self) -> Iterator[Phrase]:
        """Return the lines of the proof."""
        yield Phrase("proof.opens-first", count=len(self.opened), level=str(self.level), square=self.first)
        for number, step in enumerate(self.steps, 1):
            values: dict[str, PhraseValue] = {
                "number": number,
                "grade": step.explanation.grade.value,
                "reason": step.explanation.phrase,
            }
            if step.opened:
                yield Phrase("proof.because-and-opens", **values, squares=tuple(sorted(step.opened)))
            else:
                yield Phrase("proof.because", **values)
        yield Phrase("proof.no-guess" if self.is_complete else "proof.needs-guess")

    def __str__(self) -> str:
        return "\n".join(map(str, self.phrases()))


def prove(board: Minefield | Game, first: Cell | None = None) -> Proof:
    """Solve a minefield from its first click, always by the simplest rule, with the reason of every step.

    A game has to be over, because its proof shows where the mines are; its own first click is then used.
    """
    field, first = _field_and_first(board, first)
    level = field.level
    found = _kernel.prove(field._truth, level.index(*first), _kernel.Grade.FULL)
    cells = bytearray([CellState.HIDDEN]) * level.cells
    _show(cells, field, found.opened)
    steps = []
    for step in found.steps:
        explanation = Explanation.of(Board.from_bytes(level, cells), step.explanation)
        steps.append(Step(explanation, tuple(step.opened)))
        _show(cells, field, step.opened)
    return Proof(level, first, tuple(found.opened), tuple(steps), Difficulty.of(found.solution))


def grade(board: Minefield | Game, first: Cell | None = None) -> Difficulty:
    """Return the difficulty of a board from its first click."""
    field, first = _field_and_first(board, first)
    return Difficulty.of(_kernel.grade(field._truth, field.level.index(*first), _kernel.Grade.FULL))


def _show(cells: bytearray, field: Minefield, opened: Iterable[Cell]) -> None:
    for row, col in opened:
        cells[field.level.index(row, col)] = field.number(row, col)


def _field_and_first(board: Minefield | Game, first: Cell | None) -> tuple[Minefield, Cell]:
    if isinstance(board, Game):
        field = board.minefield
        first = first or board.first
    elif isinstance(board, Minefield):
        field = board
    else:
        raise TypeError(f"expected a Minefield or a Game, not {shown(board)}")
    if first is None:
        raise GameError("a proof begins at a first click: give its row and column")
    if not field.level.contains(*first):
        raise RulesError(Phrase("error.first-off-board", first=str(first), size=field.level.size))
    if field.is_mine(*first):
        raise RulesError(Phrase("error.first-is-mine", square=tuple(first)))
    return field, first
