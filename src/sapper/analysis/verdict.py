"""The verdict on a move: was it certain, a guess that had to be made, a needless guess or a mistake, and why.

A move is judged by the board as it was seen before it, and by nothing else: not by where the mines were.
"""

from __future__ import annotations

from enum import StrEnum
from math import exp

from .. import _kernel
from ..action import Kind
from ..board import CLOSED, Board, CellState
from ..phrase import Phrase, chance
from ..rules import Guessing
from ..value import Value
from . import first_click
from .explanations import conclusion, explain
from .odds import Contradiction, SolverError, odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..action import Action
    from ..phrase import PhraseValue
    from ..rules import Rules
    from .explanations import Explanation
    from .odds import Odds

Cell = tuple[int, int]

#: Risks closer than this count as equal: half a percent decides nothing.
MARGIN = 0.005


class VerdictKind(StrEnum):
    """The kinds of moves, judged by the board before them."""

    CERTAIN = "certain"  # every square that it opened was proven safe, or promised by the rules
    RIGHT_GUESS = "right-guess"  # nothing was safe, and no guess was better
    NEEDLESS_GUESS = "needless-guess"  # something was safe, and this was not certain
    MISTAKE = "mistake"  # a proven mine; or nothing was safe, and the risk was higher than it had to be
    UNKNOWN = "not-judged"  # the odds are beyond the work budget


class Verdict(Value):
    """The verdict on a move that opens something: its kind, its risk, and the better cell if there was one."""

    kind: VerdictKind
    cells: tuple[Cell, ...]  # the closed cells that the move opens, not what an opening adds to them
    survival: float  # the chance that none of them is a mine
    safe: frozenset[Cell]  # all cells that were proven safe
    best: Cell | None  # the cell to open instead, of the lowest risk; None after a right move
    best_risk: float
    explanation: Explanation | None  # why `best` was safe; where nothing was, why the move opened a mine
    phrase: Phrase

    @property
    def sentence(self) -> str:
        """The verdict in English."""
        return str(self.phrase)

    @property
    def risk(self) -> float:
        """The chance that the move opens a mine; of a chord, at any of its cells."""
        return 1 - self.survival

    @property
    def is_guess(self) -> bool:
        """Whether it was a guess that had to be made."""
        return self.kind is VerdictKind.RIGHT_GUESS

    @property
    def is_mistake(self) -> bool:
        """Whether a better move was there: after a needless guess and after a mistake."""
        return self.kind in (VerdictKind.NEEDLESS_GUESS, VerdictKind.MISTAKE)


def judge(
    board: Board, action: Action, rules: Rules, *, chances: Odds | None = None, budget: int = _kernel.DEFAULT_BUDGET
) -> Verdict | None:
    """Return the verdict on a move from the board before it, None if the move opens nothing.

    `chances` are the odds of that board, where they are known already.
    """
    cells = opened_by(board, action, rules)
    if not cells:
        return None
    if first_click.is_untouched(board) and first_click.is_promised(rules, cells[0]):
        return _verdict(VerdictKind.CERTAIN, cells, 1.0, Phrase("verdict.promised", square=cells[0]))
    try:
        found = _judge(board, action, cells, chances or odds(board, budget=budget), budget)
    except SolverError:
        return _verdict(VerdictKind.UNKNOWN, cells, 1.0, _about("not-judged", action))
    if found.kind is VerdictKind.NEEDLESS_GUESS and rules.guessing is Guessing.PUNISHED:
        return found.replace(phrase=Phrase("verdict.punished", verdict=found.phrase))
    return found


def opened_by(board: Board, action: Action, rules: Rules) -> tuple[Cell, ...]:
    """Return the closed cells that a move opens by itself, before what an opening adds to them."""
    cell = (action.row, action.col)
    if not action.kind.has_cell or not board.level.contains(*cell):
        return ()
    state = board[cell]
    protected = {CellState.FLAG: rules.protect_flags, CellState.QUESTION: rules.protect_questions}
    if action.kind is Kind.OPEN:
        return (cell,) if state in CLOSED and not protected.get(CellState(state)) else ()
    if action.kind is not Kind.CHORD or state > 8:
        return ()
    around = {near: board[near] for near in board.neighbours(*cell)}
    marked = sum(state in (CellState.FLAG, CellState.EXPLODED) for state in around.values())
    if not rules.allows_chord(state, marked):
        return ()
    opens = (CellState.HIDDEN,) if rules.protect_questions else (CellState.HIDDEN, CellState.QUESTION)
    return tuple(near for near, state in around.items() if state in opens)


def chance_of_all_safe(
    board: Board, cells: tuple[Cell, ...], chances: Odds, *, budget: int = _kernel.DEFAULT_BUDGET
) -> float:
    """Return the chance that none of some closed cells is a mine, exact to rounding.

    It is the share of arrangements that leave all of them free: the product of the single chances is another number,
    because a mine in one cell changes the chances of the others.
    """
    if chances.mines.intersection(cells):
        return 0.0
    safe = chances.safe
    doubtful = [cell for cell in cells if cell not in safe]
    if len(doubtful) < 2:
        return 1 - sum(map(chances.risk, doubtful))
    seen = bytearray(board.to_bytes())
    for cell in doubtful:
        seen[board.level.index(*cell)] = CellState.WRONG_FLAG  # to the solver: safe, and its number not known
    try:
        free = odds(Board.from_bytes(board.level, bytes(seen)), budget=budget)
    except Contradiction:
        return 0.0
    return min(exp(free.log_arrangements - chances.log_arrangements), 1.0)


def _judge(board: Board, action: Action, cells: tuple[Cell, ...], chances: Odds, budget: int) -> Verdict:
    safe = chances.safe
    if safe.issuperset(cells):
        return _verdict(VerdictKind.CERTAIN, cells, 1.0, _about("certain", action), safe)
    survival = chance_of_all_safe(board, cells, chances, budget=budget)
    claim = _about("guess", action, risk=chance(1 - survival)) if survival else _about("mine", action)
    kind = VerdictKind.NEEDLESS_GUESS if survival else VerdictKind.MISTAKE
    if safe:
        best, why = _simplest_safe(board, safe, action)
        code = "verdict.flag-was-wrong" if board[best] == CellState.FLAG else "verdict.was-safe"
        phrase = Phrase(code, claim=claim, square=best, clause=why.clause)
        return _verdict(kind, cells, survival, phrase, safe, best, 0.0, why)
    best_risk, best = _safest(board, chances)
    if not survival:
        proof = next((found for cell in cells if (found := explain(board, *cell))), None)
        phrase = Phrase("verdict.proven", claim=claim, reason=proof.phrase) if proof else claim
        return _verdict(kind, cells, survival, phrase, safe, best, best_risk, proof)
    if 1 - survival <= best_risk + MARGIN:
        phrase = Phrase("verdict.right-with-flags" if board.flags else "verdict.right", claim=claim)
        return _verdict(VerdictKind.RIGHT_GUESS, cells, survival, phrase)
    if 1 - survival <= _advised_risk(board) + MARGIN:
        return _verdict(VerdictKind.RIGHT_GUESS, cells, survival, Phrase("verdict.advised", claim=claim))
    phrase = Phrase("verdict.riskier", claim=claim, risk=chance(best_risk), square=best)
    return _verdict(VerdictKind.MISTAKE, cells, survival, phrase, safe, best, best_risk)


def _verdict(
    kind: VerdictKind,
    cells: tuple[Cell, ...],
    survival: float,
    phrase: Phrase,
    safe: frozenset[Cell] = frozenset(),
    best: Cell | None = None,
    best_risk: float = 0.0,
    explanation: Explanation | None = None,
) -> Verdict:
    return Verdict(kind, cells, survival, safe, best, best_risk, explanation, phrase)


def _advised_risk(board: Board) -> float:
    """Return the risk of the guess that a hint would have advised: a riskier square may win more often."""
    return 1 - _kernel.choose(board._cells, _kernel.Strength.FAST).safe


def _simplest_safe(board: Board, safe: frozenset[Cell], action: Action) -> tuple[Cell, Explanation]:
    """Return the safe cell that is simplest to see, and why it is safe.

    One with a flag only if all have one; but a wrong flag next to a chord comes first, because it caused the loss.
    """
    wrong = frozenset(cell for cell in safe if board[cell] == CellState.FLAG)
    at_chord = wrong.intersection(board.neighbours(action.row, action.col) if action.kind is Kind.CHORD else ())
    free = at_chord or safe - wrong or safe
    found = conclusion(board)
    if found is not None and found.safe and free.intersection(found.cells):
        return min(free.intersection(found.cells)), found
    cell = min(free)
    why = explain(board, *cell)
    assert why is not None
    return cell, why


def _safest(board: Board, chances: Odds) -> tuple[float, Cell]:
    """Return the lowest risk of all closed cells, and the first cell that has it; a flag is left out if it can be."""
    _, risk, cell = min(
        (board[row, col] == CellState.FLAG, risk, (row, col))
        for row, line in enumerate(chances.rows())
        for col, risk in enumerate(line)
        if risk is not None
    )
    return risk, cell


def _about(code: str, action: Action, **values: PhraseValue) -> Phrase:
    """Return a sentence about an opened cell, or about a chord."""
    of_chord = "-chord" if action.kind is Kind.CHORD else ""
    return Phrase(f"verdict.{code}{of_chord}", square=(action.row, action.col), **values)
