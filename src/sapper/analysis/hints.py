"""Hints with their reasons: the simplest one first, in stages that each reveal a little more."""

from __future__ import annotations

from ..board import CellState
from ..coordinates import cell_name
from ..value import Value
from .best_move import Strength, best_move
from .explanations import Explanation, conclusion, explain, names
from .odds import arrangements, odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..minefield import Minefield
    from .odds import Odds

    Stages = tuple[str, str, str, str]

Cell = tuple[int, int]


class Hint(Value):
    """What to do next, and why. Each stage reveals a little more: region, numbers, conclusion, move.

    `explanation` is None when nothing is certain; `risk` is then the risk of the cell, and `risks` are the lowest ones.
    """

    action: str  # open, flag or clear
    cell: Cell
    explanation: Explanation | None
    stages: Stages
    risk: float = 0.0
    risks: tuple[tuple[float, Cell], ...] = ()
    win: float | None = None  # estimated chance to win, where a guess is needed

    @property
    def is_certain(self) -> bool:
        """Whether the hint is proven, not a guess."""
        return self.explanation is not None

    @property
    def wrong_flag(self) -> bool:
        """Whether the hint is about a flag that cannot be right."""
        return self.action == "clear"

    @property
    def sentence(self) -> str:
        """The reason in plain words."""
        return self.stages[2]

    def __str__(self) -> str:
        return self.sentence


def hint(board: Board, chances: Odds | None = None) -> Hint:
    """Return the simplest certain conclusion with its reason, or else the best guess.

    A flag that cannot be right comes first. Mines are pointed out only to players who flag. `chances` are the odds of
    the board, where they are known already.
    """
    chances = chances or odds(board)
    wrong = [cell for cell in chances.safe if board[cell] == CellState.FLAG]
    if wrong:
        cell = min(wrong)
        explanation = explain(board, *cell)
        assert explanation is not None
        return Hint("clear", cell, explanation, _wrong_flag_stages(board, cell, explanation))
    explanation = conclusion(board)
    if explanation is not None and (explanation.safe or board.flags):
        cell = min(cell for cell in explanation.cells if explanation.safe or board[cell] != CellState.FLAG)
        return Hint("open" if explanation.safe else "flag", cell, explanation, _stages(board, cell, explanation))
    return _guess(board, chances)


def no_safe_cell(board: Board) -> list[Minefield] | None:
    """Return a proof that no cell is certainly safe; None where some cell is.

    The proof is a list of minefields that all fit, and in which each closed cell is a mine once.
    """
    closed = set(board.closed())
    if odds(board).safe & closed:
        return None
    chosen = []
    doubtful = set(closed)
    for field in arrangements(board, 0, 32):
        covered = doubtful.intersection(field.mines())
        if covered:
            chosen.append(field)
            doubtful -= covered
    while doubtful:
        row, col = min(doubtful)
        cells = bytearray(board.to_bytes())
        cells[board.level.index(row, col)] = CellState.MINE
        (field,) = arrangements(type(board).from_bytes(board.level, bytes(cells)), 0)
        chosen.append(field)
        doubtful.difference_update(field.mines())
    return chosen


def why(board: Board, row: int, col: int, chances: Odds | None = None) -> str:
    """Return what is known of a cell, in words."""
    name, state = cell_name(row, col), board[row, col]
    if state <= 8:
        return f"{name} is open and shows {state}."
    explanation = explain(board, row, col)
    if explanation is None:
        risk = (chances or odds(board))[row, col]
        return f"{name} may be either: a mine in {risk:.2%} of all arrangements."
    return f"{name} is {'safe' if explanation.safe else 'a mine'}. {explanation.sentence}"


def _guess(board: Board, chances: Odds) -> Hint:
    move = best_move(board, Strength.FAST)
    mines = chances.mines
    closed = [
        (chance, (row, col))
        for row, line in enumerate(chances.rows())
        for col, chance in enumerate(line)
        if chance is not None and (row, col) not in mines and board[row, col] != CellState.WRONG_FLAG
    ]
    risks = tuple(sorted(closed)[:2])
    cell, risk = (move.row, move.col), 1 - move.safe
    stages = _guess_stages(board, cell, risk, risks, move.win)
    return Hint("open", cell, None, stages, risk, risks, move.win)


def _stages(board: Board, cell: Cell, explanation: Explanation) -> Stages:
    kind, verb = ("safe move", "Open") if explanation.safe else ("certain mine", "Flag")
    return (
        f"There is a {kind} in the {_region(board, cell)}.",
        _look_at(board, explanation),
        f"{explanation.sentence[:-1]}{_pattern(explanation)}.",
        f"{verb} {cell_name(*cell)}.",
    )


def _wrong_flag_stages(board: Board, cell: Cell, explanation: Explanation) -> Stages:
    name, sentence = cell_name(*cell), explanation.sentence
    return (
        f"A flag in the {_region(board, cell)} is wrong.",
        _look_at(board, explanation),
        f"The flag at {name} cannot be a mine, because {sentence[0].lower()}{sentence[1:-1]}{_pattern(explanation)}.",
        f"Remove the flag from {name}.",
    )


def _guess_stages(board: Board, cell: Cell, risk: float, risks: tuple[tuple[float, Cell], ...], win: float) -> Stages:
    (lowest, safest), *others = risks
    next_best = f" (next best {others[0][0]:.0%})" if others else ""
    odds_text = f"{cell_name(*safest)}, {lowest:.0%}{next_best}, expected chance to win {win:.0%}"
    return (
        f"No square is certain. The best guess is in the {_region(board, cell)}.",
        f"No numbers prove anything more. Lowest risk: {names([safest])}.",
        f"No square is certain. Lowest risk: {odds_text}.",
        f"Open {cell_name(*cell)} ({risk:.0%} risk).",
    )


def _look_at(board: Board, explanation: Explanation) -> str:
    numbers = ", ".join(f"the {board[cell]} at {cell_name(*cell)}" for cell in sorted(explanation.numbers))
    if not numbers:
        return "Look at the mine count."
    return f"Look at {numbers}{' and the mine count' if explanation.mine_count else ''}."


def _pattern(explanation: Explanation) -> str:
    return f" ({explanation.pattern})" if explanation.pattern else ""


def _region(board: Board, cell: Cell) -> str:
    """Return the name of the ninth of the board that a cell is in."""
    rows = ("upper", "middle", "lower")[_third(cell[0], board.level.height)]
    cols = ("left", "middle", "right")[_third(cell[1], board.level.width)]
    return "middle" if rows == cols == "middle" else f"{rows} {cols}"


def _third(place: int, length: int) -> int:
    """Return in which third of a length a place is; of two places one is first and one last."""
    return 2 * place if length == 2 else place * 3 // length
