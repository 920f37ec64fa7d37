"""Reasons for safe cells and mines: the kernel's ladder of rules, and the phrases for its findings."""

from __future__ import annotations

from itertools import groupby

from .. import _kernel
from ..board import CellState, require_board
from ..phrase import Phrase, Series, spelled, word
from ..rules import Grade
from ..value import Value
from .odds import check_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..board import Board

Cell = tuple[int, int]

MOST_SPELLED = 4  # plain steps in a row, one number and its mines each, that are spelled out

_GRADES = {getattr(_kernel.Grade, grade.name): grade for grade in Grade}


class Inference(Value):
    """One step: from these numbers, and the cells settled before, these cells are all safe or all mines."""

    grade: Grade
    safe: bool
    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]


class Explanation(Value):
    """The reason for some cells to be safe or mines: a minimal set of numbers that proves it, and the steps from them.

    Without any one of the numbers, or without the mine count where it is used, the proof does not hold.
    """

    grade: Grade
    safe: bool
    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]
    mine_count: bool
    steps: tuple[Inference, ...]
    pattern: str | None
    clause: Phrase  # the steps as a part of a sentence

    @classmethod
    def of(cls, board: Board, found: _kernel.Explanation) -> Explanation:
        """Return the kernel's findings on a board."""
        steps = tuple(
            Inference(_GRADES[step.grade], step.safe, tuple(step.cells), tuple(step.numbers)) for step in found.steps
        )
        words = _Words(board, steps, found.numbers, found.mine_count)
        return cls(
            _GRADES[found.grade],
            found.safe,
            tuple(found.cells),
            tuple(found.numbers),
            found.mine_count,
            steps,
            words.pattern(),
            words.clause(),
        )

    @property
    def phrase(self) -> Phrase:
        """The whole explanation."""
        return Phrase("reason.sentence", clause=self.clause)

    @property
    def sentence(self) -> str:
        """The whole explanation in English."""
        return str(self.phrase)

    @property
    def clause_with_pattern(self) -> Phrase:
        """The steps as a part of a sentence, with the name of their pattern if it has one."""
        if self.pattern is None:
            return self.clause
        return Phrase(
            "reason.with-pattern", clause=self.clause, pattern=word("patterns", self.pattern.replace(" ", "-"))
        )


def explain(board: Board, row: int, col: int) -> Explanation | None:
    """Return why a closed cell is safe or a mine; None if it may be either."""
    board = require_board(board).copy()  # another thread may play on
    found = _kernel.explain(board._cells, board.level.index(row, col))
    check_result(board, found.verdict)
    return None if found.explanation is None else Explanation.of(board, found.explanation)


def conclusion(board: Board) -> Explanation | None:
    """Return the simplest conclusion: safe cells if there are any, else new mines; None if nothing is certain."""
    board = require_board(board).copy()
    found = _kernel.hint(board._cells)
    check_result(board, found.verdict)
    return None if found.explanation is None else Explanation.of(board, found.explanation)


def pattern_of(board: Board, why: Explanation, place: int) -> str | None:
    """Return the name of the pattern of one of the steps, None if it has none."""
    return _Words(board, why.steps[: place + 1], why.numbers, why.mine_count).pattern()


def number_at(board: Board, cell: Cell) -> Phrase:
    """Return a number on the board with its cell, for a phrase."""
    return Phrase("reason.number", number=int(board[cell]), square=cell)


class _Words:
    """Finds the phrases for the steps of one explanation on one board."""

    def __init__(self, board: Board, steps: tuple[Inference, ...], numbers: Iterable[Cell], mine_count: bool) -> None:
        self._board = board
        self._steps = steps
        self._mine_count = mine_count
        near = {cell for number in numbers for cell in board.neighbours(*number)}
        self._mines = {cell for cell in near if board[cell] in (CellState.MINE, CellState.EXPLODED)}
        self._safe = {cell for cell in near if board[cell] == CellState.WRONG_FLAG}

    def _known_mines(self, number: Cell, mines: set[Cell]) -> int:
        return sum(cell in mines for cell in self._board.neighbours(*number))

    def _named(self, numbers: Iterable[Cell]) -> tuple[Phrase, ...]:
        return tuple(number_at(self._board, number) for number in sorted(numbers))

    def _unknown(self, number: Cell, settled: set[Cell]) -> list[Cell]:
        return [cell for cell in self._board.neighbours(*number) if self._board[cell] > 8 and cell not in settled]

    def pattern(self) -> str | None:
        """Name the pattern of the last step, where it has a name."""
        *before, last = self._steps
        if last.grade is Grade.COUNT:
            return "mine count"
        if last.grade is Grade.FULL:
            return "case split"
        if last.grade is Grade.SINGLE or not last.numbers:
            return None
        mines = self._mines | {cell for step in before if not step.safe for cell in step.cells}
        numbers = sorted(last.numbers)
        needs = [self._board[number] - self._known_mines(number, mines) for number in numbers]
        if needs != [self._board[number] for number in numbers]:
            return "reduction"
        (top, left), (bottom, right) = numbers[0], numbers[-1]
        in_a_row = (top == bottom or left == right) and max(bottom - top, right - left) == len(numbers) - 1
        spelled = "-".join(map(str, min(needs, needs[::-1])))
        if in_a_row and spelled in ("1-1", "1-2", "1-2-1", "1-2-2-1"):
            return spelled
        return "hole" if spelled in ("1-1", "1-2") else None

    def clause(self) -> Phrase:
        """Return the whole explanation, step by step, as a part of a sentence."""
        *before, last = self._steps
        clauses: list[Phrase] = []
        mines, safe = set(self._mines), set(self._safe)
        for is_plain, group in groupby(before, lambda step: step.grade is Grade.SINGLE and not step.safe):
            steps = list(group)
            if is_plain and len(steps) > MOST_SPELLED:
                numbers = {number for step in steps for number in step.numbers}
                clauses.append(Phrase("reason.show-mines", numbers=self._named(numbers)))
                mines.update(cell for step in steps for cell in step.cells)
                continue
            for step in steps:
                clauses.append(self._clause(step, mines, safe))
                (safe if step.safe else mines).update(step.cells)
        clauses.append(self._clause(last, mines, safe))
        return clauses[0] if len(clauses) == 1 else Phrase("reason.steps", steps=Series("then", tuple(clauses)))

    def _clause(self, step: Inference, mines: set[Cell], safe: set[Cell]) -> Phrase:
        cells = tuple(sorted(step.cells))
        so = Phrase("reason.so-safe" if step.safe else "reason.so-mines", count=len(cells), squares=cells)
        if step.grade is Grade.SINGLE:
            return self._single(step, mines, so)
        numbers = self._named(step.numbers)
        if step.grade is Grade.PAIRS:
            code = "reason.any-way-safe" if step.safe else "reason.any-way-mines"
            pair = self._pair(step, mines, safe, so)
            return pair or Phrase(code, count=len(cells), numbers=numbers, squares=cells)
        if step.grade is Grade.CHAINS:
            return Phrase("reason.chain-safe" if step.safe else "reason.chain-mines", numbers=numbers, so=so)
        if step.grade is Grade.COUNT:
            return self._counted(step, numbers, so)
        if not numbers:
            return Phrase("reason.count-decides", so=so)
        return Phrase("reason.all-agree-counted" if self._mine_count else "reason.all-agree", numbers=numbers, so=so)

    def _single(self, step: Inference, mines: set[Cell], so: Phrase) -> Phrase:
        (number,) = step.numbers
        known = self._known_mines(number, mines)
        named, cells = number_at(self._board, number), tuple(sorted(step.cells))
        count = spelled(len(cells))
        if not step.safe:
            return Phrase("reason.needs-more" if known else "reason.needs", count=count, number=named, so=so)
        touches = Phrase("reason.touches-none", number=named)
        if known:
            touches = Phrase("reason.touches", count=spelled(known), number=named)
        others = Phrase("reason.others-safe", count=count, squares=cells)
        return Phrase("reason.single-safe", touches=touches, others=others)

    def _pair(self, step: Inference, mines: set[Cell], safe: set[Cell], so: Phrase) -> Phrase | None:
        """Return which of two numbers decides the other."""
        if len(step.numbers) != 2:
            return None
        settled = mines | safe
        for giver, taker in (step.numbers, step.numbers[::-1]):
            given, taken = (set(self._unknown(number, settled)) for number in (giver, taker))
            need_giver = self._board[giver] - self._known_mines(giver, mines)
            need_taker = self._board[taker] - self._known_mines(taker, mines)
            shared, own = given & taken, taken - given
            named = {"giver": number_at(self._board, giver), "taker": number_at(self._board, taker)}
            if step.safe and set(step.cells) <= own and need_giver - len(given - taken) == need_taker:
                return Phrase("reason.pair-safe", count=spelled(need_taker), square=taker, so=so, **named)
            most = min(need_giver, len(shared))
            if not step.safe and set(step.cells) <= own and need_taker - most == len(own):
                needs = Phrase("reason.taker-needs", count=spelled(need_taker))
                return Phrase("reason.pair-mines", count=spelled(most), needs=needs, so=so, **named)
        return None

    def _counted(self, step: Inference, numbers: tuple[Phrase, ...], so: Phrase) -> Phrase:
        total = spelled(self._board.level.mines)
        if not numbers:
            return Phrase("reason.all-found" if step.safe else "reason.all-needed", count=total, so=so)
        code = "one-has-all" if len(numbers) == 1 else "several-have-all"
        return Phrase(f"reason.{code}" if step.safe else "reason.too-few", count=total, numbers=numbers, so=so)
