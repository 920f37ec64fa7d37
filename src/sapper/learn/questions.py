"""A position with a question, and what becomes of an answer: a proof, or a minefield that refutes it."""

from __future__ import annotations

from enum import StrEnum

from ..action import Action, Kind
from ..analysis.best_move import best_move
from ..analysis.explanations import explain
from ..analysis.hint_marks import region_name
from ..analysis.hints import hint, with_certain_mines
from ..analysis.odds import arrangements, odds
from ..analysis.proof import prove
from ..analysis.verdict import opened_by
from ..board import CLOSED, Board, CellState
from ..errors import SapperError
from ..generator import generate
from ..phrase import Phrase, chance, word
from ..rules import Grade, Rules
from ..seed import Seed
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..analysis.explanations import Explanation
    from ..analysis.hints import Hint
    from ..analysis.odds import Odds
    from ..minefield import Minefield
    from ..phrase import PhraseValue

Cell = tuple[int, int]

_SAME_RISK = 1e-9
_FIRST_SEED = "sapper first click"


class Ask(StrEnum):
    """The kinds of questions."""

    FIRST = "first"  # open any square of a closed board
    SAFE = "safe"  # find a square that is proven safe
    MINE = "mine"  # find a square that is proven to be a mine
    CHORD = "chord"  # find a number to chord
    GUESS = "guess"  # nothing is certain: find the best guess


class Reply(StrEnum):
    """The kinds of answers: a square with what is claimed of it, or that nothing is certain."""

    SAFE = "safe"
    MINE = "mine"
    CHORD = "chord"
    NOTHING = "nothing"


class AnswerError(SapperError, ValueError):
    """An answer that fits no question like this one, such as a square that is open already."""


class Answer(Value):
    """The answer of a player. `cell` is None for "nothing is certain"."""

    reply: Reply
    cell: Cell | None = None


class Judged(Value):
    """Whether an answer is right, and why; a wrong claim is refuted by a minefield that fits all numbers.

    `opened` is what a right chord opens, `after` the board after a first click.
    """

    is_right: bool
    phrase: Phrase
    explanation: Explanation | None = None
    refutation: Minefield | None = None
    opened: tuple[Cell, ...] = ()
    after: Board | None = None


class Question(Value):
    """A board and what is asked about it."""

    board: Board
    ask: Ask

    def __hash__(self) -> int:
        return hash((self.board.to_bytes(), self.ask))

    @property
    def phrase(self) -> Phrase:
        """The question in words."""
        return Phrase(f"question.{self.ask}")

    def hint(self) -> Hint:
        """Return a hint, whose stages reveal more and more of the answer."""
        return hint(self.board)

    def proof(self, cell: Cell) -> Explanation | None:
        """Return why a cell is safe or a mine; flags that are proven count as known mines."""
        return explain(with_certain_mines(self.board, odds(self.board)), *cell)

    def refute(self, answer: Answer, number: int = 0) -> Minefield | None:
        """Return a minefield that fits and contradicts the claim, another one for another number; None if none does."""
        if answer.cell is None or answer.reply not in _REFUTED_BY:
            return None
        cells = bytearray(self.board.to_bytes())
        cells[self.board.level.index(*answer.cell)] = _REFUTED_BY[answer.reply]
        try:
            return arrangements(Board.from_bytes(self.board.level, cells), number)[0]
        except SapperError:
            return None

    def judge(self, answer: Answer, rules: Rules | None = None) -> Judged:
        """Return the verdict on an answer."""
        chances = odds(self.board)
        if answer.cell is None:
            return self._judge_nothing(chances)
        expected = {Ask.MINE: Reply.MINE, Ask.CHORD: Reply.CHORD}.get(self.ask, Reply.SAFE)
        if answer.reply is not expected:
            raise AnswerError(Phrase(f"question.expects-{expected}"))
        if answer.reply is Reply.CHORD:
            return self._judge_chord(answer.cell, chances, rules)
        if self.board[answer.cell] not in CLOSED:
            raise AnswerError(Phrase("question.is-open", square=answer.cell))
        if answer.reply is Reply.MINE and self.board[answer.cell] == CellState.FLAG:
            raise AnswerError(Phrase("question.is-flagged", square=answer.cell))
        if self.ask is Ask.FIRST:
            return Judged(True, Phrase("question.first-opened"), after=self._after_first(answer.cell))
        if self.ask is Ask.GUESS:
            return self._judge_guess(answer.cell, chances)
        proven = chances.safe if answer.reply is Reply.SAFE else chances.mines
        if answer.cell in proven:
            why = self.proof(answer.cell)
            assert why is not None
            clause = Phrase("reason.sentence", clause=why.clause_with_pattern)
            return Judged(True, Phrase("question.proven", reason=clause), why)
        code = "question.can-be-mine" if answer.reply is Reply.SAFE else "question.can-be-safe"
        return Judged(False, Phrase(code, square=answer.cell), None, self.refute(answer))

    def _judge_nothing(self, chances: Odds) -> Judged:
        if self.ask in (Ask.SAFE, Ask.GUESS) and not chances.safe:
            return Judged(True, Phrase("question.nothing"))
        if self.ask is Ask.FIRST:
            return Judged(False, Phrase("question.first-is-safe"))
        if self.ask is Ask.CHORD:
            return Judged(False, Phrase("question.some-chord"))
        found = chances.mines if self.ask is Ask.MINE else chances.safe
        if not found:
            return Judged(True, Phrase("question.nothing"))
        cell = min(found)
        region = word("regions", region_name(self.board.level, cell).replace(" ", "-"))
        return Judged(False, Phrase("question.something", region=region))

    def _after_first(self, cell: Cell) -> Board:
        """Return the board after a first click: that of a minefield which needs single numbers only."""
        field = generate(self.board.level, cell, Seed.of(_FIRST_SEED), Grade.SINGLE).minefield
        cells = bytearray(self.board.to_bytes())
        for opened in prove(field, cell).opened:
            cells[self.board.level.index(*opened)] = field.number(*opened)
        return Board.from_bytes(self.board.level, cells)

    def _judge_guess(self, cell: Cell, chances: Odds) -> Judged:
        risk = chances.risk(cell)
        best = best_move(self.board)
        lowest = min(chances.risk(closed) for closed in self.board.closed() if closed not in chances.mines)
        values: dict[str, PhraseValue] = {"square": cell, "risk": chance(risk)}
        if cell == (best.row, best.col) or risk <= lowest + _SAME_RISK:
            return Judged(True, Phrase("question.best-guess", **values))
        refutation = self.refute(Answer(Reply.SAFE, cell))
        return Judged(False, Phrase("question.riskier", **values, lowest=chance(lowest)), None, refutation)

    def _judge_chord(self, cell: Cell, chances: Odds, rules: Rules | None) -> Judged:
        opened = opened_by(self.board, Action(Kind.CHORD, *cell), rules or Rules(self.board.level))
        if not opened:
            return Judged(False, Phrase("question.chords-nothing", square=cell))
        wrong = [near for near in opened if near not in chances.safe]
        if wrong:
            answer = Answer(Reply.SAFE, wrong[0])
            return Judged(False, Phrase("question.can-be-mine", square=wrong[0]), None, self.refute(answer))
        return Judged(True, Phrase("question.chorded", square=cell, count=len(opened)), opened=tuple(opened))


_REFUTED_BY = {Reply.SAFE: CellState.MINE, Reply.MINE: CellState.WRONG_FLAG}  # the latter is safe to the solver
