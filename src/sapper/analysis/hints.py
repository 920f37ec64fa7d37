"""Hints that say why: the simplest reason first, told in stages."""

from __future__ import annotations

from .. import _kernel
from ..board import CellState
from ..coordinates import cell_name
from ..value import Value
from .explanations import Explanation, names
from .solver import Strength, arrangements, best_move, check_verdict, odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..minefield import Minefield
    from .solver import Odds

Cell = tuple[int, int]

_UNKNOWN = (CellState.HIDDEN, CellState.FLAG, CellState.QUESTION)


class Hint(Value):
    """What to do next, and why. Each stage tells a little more: region, numbers, conclusion, move.

    `argument` is None when nothing is certain; `risks` then lists the cells of lowest risk. `wrong_flag` is a flag
    that cannot be right.
    """

    action: str  # open, flag or clear
    cell: Cell
    argument: Explanation | None
    wrong_flag: bool
    risks: tuple[tuple[float, Cell], ...]
    win: float | None  # estimated chance to win, where a guess is needed
    stages: tuple[str, str, str, str]

    def __init__(
        self,
        board: Board,
        action: str,
        cell: Cell,
        argument: Explanation | None,
        *,
        risks: tuple[tuple[float, Cell], ...] = (),
        win: float | None = None,
    ) -> None:
        self._set(action=action, cell=cell, argument=argument, risks=risks, win=win, wrong_flag=action == "clear")
        self._set(stages=_tell(board, self))

    @property
    def is_certain(self) -> bool:
        """Whether the hint is proven, not a guess."""
        return self.argument is not None

    @property
    def sentence(self) -> str:
        """The reason in plain words."""
        return self.stages[2]

    def __str__(self) -> str:
        return self.sentence


def hint(board: Board) -> Hint:
    """Give the simplest certain conclusion with its reason, or else the lowest risk.

    A flag that cannot be right comes first. Mines are pointed out only to players who flag.
    """
    chances = odds(board)
    wrong = [cell for cell in chances.safe if board[cell] == CellState.FLAG]
    if wrong:
        cell = min(wrong)
        argument = explain(board, *cell)
        assert argument is not None
        return Hint(board, "clear", cell, argument)
    argument = conclusion(board)
    if argument is not None and (argument.safe or board.flags):
        unmarked = [cell for cell in argument.cells if argument.safe or board[cell] != CellState.FLAG]
        return Hint(board, "open" if argument.safe else "flag", min(unmarked), argument)
    return _guess(board, chances)


def conclusion(board: Board) -> Explanation | None:
    """Return the simplest conclusion: safe cells if there are any, else new mines; None if nothing is certain."""
    verdict, told = _kernel.hint(board._cells)
    check_verdict(board, verdict)
    return None if told[0] == _kernel.Rule.NONE else Explanation(board, told)


def explain(board: Board, row: int, col: int) -> Explanation | None:
    """Say why a closed cell is safe or a mine; None if it may be either."""
    board[row, col]
    verdict, told = _kernel.explain(board._cells, row * board.level.width + col)
    check_verdict(board, verdict)
    return None if told[0] == _kernel.Rule.NONE else Explanation(board, told)


def no_safe_cell(board: Board) -> list[Minefield] | None:
    """Prove that no cell is certainly safe: minefields that all fit, and in which each closed cell is a mine once.

    None where some cell is safe.
    """
    closed = {
        (row, col) for row, cells in enumerate(board.rows()) for col, seen in enumerate(cells) if seen in _UNKNOWN
    }
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
        cells[row * board.level.width + col] = CellState.MINE
        (field,) = arrangements(type(board).from_bytes(board.level, bytes(cells)), 0)
        chosen.append(field)
        doubtful.difference_update(field.mines())
    return chosen


def why(board: Board, row: int, col: int) -> str:
    """Say in words what is known of a cell."""
    name, seen = cell_name(row, col), board[row, col]
    if seen <= 8:
        return f"{name} is open and shows {seen}."
    argument = explain(board, row, col)
    if argument is None:
        return f"{name} may be either: a mine in {odds(board)[row, col]:.2%} of all arrangements."
    return f"{name} is {'safe' if argument.safe else 'a mine'}. {argument.sentence}"


def _guess(board: Board, chances: Odds) -> Hint:
    move = best_move(board, Strength.FAST)
    mined = chances.mines
    closed = [
        (chance, (row, col))
        for row, line in enumerate(chances.rows())
        for col, chance in enumerate(line)
        if chance is not None and (row, col) not in mined and board[row, col] != CellState.WRONG_FLAG
    ]
    return Hint(board, "open", (move.row, move.col), None, risks=tuple(sorted(closed)[:2]), win=move.win)


def _tell(board: Board, hint: Hint) -> tuple[str, str, str, str]:
    name = cell_name(*hint.cell)
    region = _region(board, hint.cell)
    argument = hint.argument
    if argument is None:
        return _tell_guess(board, hint, region)
    move = {"open": f"Open {name}.", "flag": f"Flag {name}.", "clear": f"Take the flag off {name}."}[hint.action]
    look = ", ".join(f"the {board[cell]} at {cell_name(*cell)}" for cell in sorted(argument.numbers))
    count = " and the mine count" if argument.mine_count else ""
    reason = f"Look at {look}{count}." if look else "Look at the mine count."
    pattern = f" ({argument.pattern})" if argument.pattern else ""
    sentence = argument.sentence
    if hint.action == "clear":
        sentence = f"The flag at {name} cannot be a mine, because {sentence[0].lower()}{sentence[1:]}"
        return f"A flag in the {region} is wrong.", reason, f"{sentence[:-1]}{pattern}.", move
    kind = "safe move" if argument.safe else "certain mine"
    return f"There is a {kind} in the {region}.", reason, f"{sentence[:-1]}{pattern}.", move


def _tell_guess(board: Board, hint: Hint, region: str) -> tuple[str, str, str, str]:
    name = cell_name(*hint.cell)
    risk = odds(board)[hint.cell]
    (lowest, cell), *others = hint.risks
    next_best = f" (next best {others[0][0]:.0%})" if others else ""
    assert hint.win is not None
    chance = f"expected chance to win {hint.win:.0%}"
    told = f"No certain move. Lowest risk: {cell_name(*cell)}, {lowest:.0%}{next_best}, {chance}."
    return (
        f"No move is certain; the best guess is in the {region}.",
        f"No numbers prove anything more. Lowest risk: {names([cell])}.",
        told,
        f"Open {name} ({risk:.0%} risk).",
    )


def _region(board: Board, cell: Cell) -> str:
    """Name the third of the board that a cell lies in."""
    rows = ("upper", "middle", "lower")[_third(cell[0], board.level.height)]
    cols = ("left", "middle", "right")[_third(cell[1], board.level.width)]
    return "middle" if rows == cols == "middle" else f"{rows} {cols}"


def _third(place: int, length: int) -> int:
    """Tell in which third of a length a place lies; of two places one is first and one last."""
    return 2 * place if length == 2 else place * 3 // length
