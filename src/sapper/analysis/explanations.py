"""Why cells are safe or mines: the kernel's ladder of rules, and the words for what it finds."""

from __future__ import annotations

from itertools import groupby

from .. import _kernel
from ..board import CellState, require_board
from ..coordinates import cell_name
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
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Inference(Value):
    """One step: from these numbers, and the cells settled before, these cells are all safe or all mines."""

    grade: Grade
    safe: bool
    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]


class Explanation(Value):
    """Why some cells are safe or mines: a minimal set of numbers that proves it, and the steps from them.

    Without any one of the numbers, or without the mine count where it is used, the proof does not hold.
    """

    grade: Grade
    safe: bool
    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]
    mine_count: bool
    steps: tuple[Inference, ...]
    pattern: str | None
    sentence: str

    @classmethod
    def of(cls, board: Board, found: _kernel.Explanation) -> Explanation:
        """Return the kernel's findings on a board, in words."""
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
            words.sentence(),
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


def names(cells: Iterable[Cell]) -> str:
    """Name cells in a sentence: A1, B2 and C3."""
    return _join([cell_name(*cell) for cell in sorted(cells)])


def _join(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _count(number: int, noun: str) -> str:
    word = _WORDS[number] if number < len(_WORDS) else str(number)
    return f"{word} {noun}" if number == 1 else f"{word} {noun}s"


class _Words:
    """Finds the words for the steps of one explanation on one board."""

    def __init__(self, board: Board, steps: tuple[Inference, ...], numbers: Iterable[Cell], mine_count: bool) -> None:
        self._board = board
        self._steps = steps
        self._mine_count = mine_count
        near = {cell for number in numbers for cell in board.neighbours(*number)}
        self._mines = {cell for cell in near if board[cell] in (CellState.MINE, CellState.EXPLODED)}
        self._safe = {cell for cell in near if board[cell] == CellState.WRONG_FLAG}

    def _known_mines(self, number: Cell, mines: set[Cell]) -> int:
        return sum(cell in mines for cell in self._board.neighbours(*number))

    def _named(self, number: Cell) -> str:
        return f"the {self._board[number]} at {cell_name(*number)}"

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

    def sentence(self) -> str:
        """Return the whole explanation, step by step."""
        *before, last = self._steps
        clauses = []
        mines, safe = set(self._mines), set(self._safe)
        for is_plain, group in groupby(before, lambda step: step.grade is Grade.SINGLE and not step.safe):
            steps = list(group)
            if is_plain and len(steps) > MOST_SPELLED:
                numbers = sorted({number for step in steps for number in step.numbers})
                clauses.append(f"{_join([self._named(number) for number in numbers])} show where their mines are")
                mines.update(cell for step in steps for cell in step.cells)
                continue
            for step in steps:
                clauses.append(self._clause(step, mines, safe))
                (safe if step.safe else mines).update(step.cells)
        clauses.append(self._clause(last, mines, safe))
        text = "; then ".join(clauses)
        return text[0].upper() + text[1:] + "."

    def _clause(self, step: Inference, mines: set[Cell], safe: set[Cell]) -> str:
        cells = names(step.cells)
        one = len(step.cells) == 1
        so = f"so {cells} {'is' if one else 'are'} {'safe' if step.safe else 'a mine' if one else 'mines'}"
        if step.grade is Grade.SINGLE:
            return self._single(step, mines, so)
        numbers = _join([self._named(number) for number in sorted(step.numbers)])
        if step.grade is Grade.PAIRS:
            pair = self._pair(step, mines, safe, so)
            return pair or f"however the mines around {numbers} are placed, {so.removeprefix('so ')}"
        if step.grade is Grade.CHAINS:
            return f"{numbers} together leave {'no mine' if step.safe else 'no safe square'} there, {so}"
        if step.grade is Grade.COUNT:
            return self._counted(step, numbers, so)
        count = " and the mine count" if self._mine_count else ""
        if not numbers:
            return f"the mine count decides, {so}"
        return f"every arrangement that fits {numbers}{count} agrees, {so}"

    def _single(self, step: Inference, mines: set[Cell], so: str) -> str:
        (number,) = step.numbers
        known = self._known_mines(number, mines)
        named = self._named(number)
        count = len(step.cells)
        if step.safe:
            touches = f"already touches {_count(known, 'mine')}" if known else "touches no mine"
            if count == 1:
                return f"{named} {touches}, so its only other square {names(step.cells)} is safe"
            return f"{named} {touches}, so its other {_count(count, 'square')} are safe: {names(step.cells)}"
        more = "more " if known else ""
        return f"{named} needs {_count(count, f'{more}mine')} and has only {_count(count, 'closed square')} left, {so}"

    def _pair(self, step: Inference, mines: set[Cell], safe: set[Cell], so: str) -> str | None:
        """Return in words which of two numbers decides the other."""
        if len(step.numbers) != 2:
            return None
        settled = mines | safe
        for giver, taker in (step.numbers, step.numbers[::-1]):
            given, taken = (set(self._unknown(number, settled)) for number in (giver, taker))
            need_giver = self._board[giver] - self._known_mines(giver, mines)
            need_taker = self._board[taker] - self._known_mines(taker, mines)
            shared, own = given & taken, taken - given
            if step.safe and set(step.cells) <= own and need_giver - len(given - taken) == need_taker:
                return (
                    f"{self._named(giver)} puts at least {_count(need_taker, 'mine')} into the squares it shares with "
                    f"{self._named(taker)}, and that is all {cell_name(*taker)} needs, {so}"
                )
            most = min(need_giver, len(shared))
            if not step.safe and set(step.cells) <= own and need_taker - most == len(own):
                return (
                    f"{self._named(giver)} allows at most {_count(most, 'mine')} in the squares it shares with "
                    f"{self._named(taker)}, which needs {_count(need_taker, 'mine')}, {so}"
                )
        return None

    def _counted(self, step: Inference, numbers: str, so: str) -> str:
        total = _count(self._board.level.mines, "mine")
        one = len(step.numbers) == 1
        if not step.numbers:
            left = (
                f"all of the {total} are accounted for" if step.safe else f"the {total} need every closed square left"
            )
            return f"{left}, {so}"
        if step.safe:
            return f"{numbers} account{'s' if one else ''} for all that is left of the {total}, {so}"
        return f"{numbers} cannot hold enough of the {total}, {so}"
