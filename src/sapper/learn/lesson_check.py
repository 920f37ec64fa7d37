"""Checks a lesson with the engine: every claim must be provable on its board, by the technique that it names."""

from __future__ import annotations

from ..analysis.explanations import conclusion
from ..analysis.hints import with_certain_mines
from ..analysis.odds import odds
from ..analysis.proof import grade
from ..board import CLOSED, Board, CellState
from ..errors import SapperError
from ..generator import generate
from ..phrase import Phrase, word
from ..value import Value
from .lessons import LessonError, parse
from .questions import Answer, Ask, Question, Reply
from .techniques import technique_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..minefield import Minefield
    from .lessons import Lesson, Stage, Whole
    from .techniques import Technique

Cell = tuple[int, int]


class LessonProblem(Value):
    """A fault of a lesson, the line of its stage, and the minefield that shows it, if one does."""

    line: int
    phrase: Phrase
    refutation: Minefield | None = None


def check(text: str) -> list[LessonProblem]:
    """Return the problems of the text of a lesson."""
    try:
        lesson = parse(text)
    except LessonError as error:
        return [LessonProblem(error.line, error.why)]
    return list(problems(lesson))


def problems(lesson: Lesson) -> Iterator[LessonProblem]:
    """Yield the problems of a lesson, stage by stage."""
    if not lesson.questions:
        yield LessonProblem(1, Phrase("lesson-file.no-question"))
    for stage in lesson.stages:
        if stage.whole is not None:
            yield from _of_board(stage, stage.whole)
            continue
        try:
            yield from _of_position(stage)
        except SapperError as error:
            yield LessonProblem(stage.line, error.phrase or Phrase("lesson-file.bad-board", reason=str(error)))


def _of_board(stage: Stage, whole: Whole) -> Iterator[LessonProblem]:
    try:
        made = generate(whole.level, whole.first, whole.seed, whole.grade)
    except SapperError as error:
        yield LessonProblem(stage.line, Phrase("lesson-file.bad-board", reason=str(error)))
        return
    needed = grade(made.minefield, whole.first).hardest
    if needed is not whole.grade:
        yield LessonProblem(
            stage.line,
            Phrase(
                "lesson-file.other-grade",
                named=word("grades", whole.grade),
                found=word("grades", needed) if needed else "-",
            ),
        )


def _of_position(stage: Stage) -> Iterator[LessonProblem]:
    board = stage.board
    assert board is not None
    chances = odds(board)
    if has_unfinished_opening(board):
        yield LessonProblem(stage.line, Phrase("lesson-file.unfinished"))
    claims = [(cell, Reply.SAFE) for cell in stage.safe] + [(cell, Reply.MINE) for cell in stage.mines]
    claims += [(cell, Reply.MINE) for cell in board.closed() if board[cell] == CellState.FLAG]
    for cell, reply in claims:
        if cell in (chances.safe if reply is Reply.SAFE else chances.mines):
            continue
        if board[cell] not in CLOSED:
            yield LessonProblem(stage.line, Phrase("question.is-open", square=cell))
            continue
        refutation = Question(board, Ask.SAFE).refute(Answer(reply, cell))
        code = "lesson-file.not-safe" if reply is Reply.SAFE else "lesson-file.not-mine"
        yield LessonProblem(stage.line, Phrase(code, square=cell), refutation)
    if stage.ask is not None:
        yield from _of_question(stage, stage.ask, board)
    if stage.technique is not None:
        yield from _of_technique(stage, stage.technique, board)
    if stage.numbers:
        yield from _of_numbers(stage, board)
    yield from _of_moves(stage, board)


def _of_question(stage: Stage, ask: Ask, board: Board) -> Iterator[LessonProblem]:
    chances = odds(board)
    question = Question(board, ask)
    if ask is Ask.FIRST:
        is_answered = all(board[cell] == CellState.HIDDEN for cell in board) and _has_first_click(question)
    elif ask is Ask.SAFE:
        is_answered = True  # "nothing is certain" is an answer too
    elif ask is Ask.MINE:
        is_answered = bool(chances.mines - _flags(board))
    elif ask is Ask.GUESS:
        is_answered = not chances.safe and len(chances.mines) < sum(1 for _ in board.closed())
    else:
        numbers = [cell for cell in board if 1 <= board[cell] <= 8]
        is_answered = any(question.judge(Answer(Reply.CHORD, cell)).is_right for cell in numbers)
    if not is_answered:
        yield LessonProblem(stage.line, Phrase("lesson-file.no-answer"))


def _has_first_click(question: Question) -> bool:
    """Return whether a click on the first square, or on any other, leads to a board without guesses."""
    try:
        question.judge(Answer(Reply.SAFE, (0, 0)))
    except SapperError:
        return False
    return True


def _of_technique(stage: Stage, named: Technique, board: Board) -> Iterator[LessonProblem]:
    known = with_certain_mines(board, odds(board))
    why = conclusion(known)
    found = technique_of(known, why) if why is not None else None
    if why is not None and stage.ask is Ask.SAFE and not why.safe:
        found = None
    if found is not named:
        values = {"named": word("techniques", named)}
        if found is None:
            yield LessonProblem(stage.line, Phrase("lesson-file.nothing-proven", **values))
        else:
            yield LessonProblem(
                stage.line, Phrase("lesson-file.other-technique", found=word("techniques", found), **values)
            )


def _of_numbers(stage: Stage, board: Board) -> Iterator[LessonProblem]:
    """Without any other number these must prove the claim, or, in a question, the simplest conclusion."""
    for cell in stage.numbers:
        if not 1 <= board[cell] <= 8:
            yield LessonProblem(stage.line, Phrase("lesson-file.no-number", square=cell))
            return
    known = with_certain_mines(board, odds(board))
    claimed = {*stage.safe, *stage.mines}
    if not claimed:
        why = conclusion(known)
        if why is None:
            return
        claimed = set(why.cells)
    chances = odds(only_these(known, stage.numbers))
    if not claimed <= chances.safe | chances.mines:
        yield LessonProblem(stage.line, Phrase("lesson-file.more-numbers", squares=tuple(stage.numbers)))


def _of_moves(stage: Stage, board: Board) -> Iterator[LessonProblem]:
    cells = bytearray(board.to_bytes())
    for move in stage.moves:
        chances = odds(Board.from_bytes(board.level, cells))
        is_flag = move.shows == "F"
        if move.cell not in (chances.mines if is_flag else chances.safe):
            code = "lesson-file.not-mine" if is_flag else "lesson-file.not-safe"
            answer = Answer(Reply.MINE if is_flag else Reply.SAFE, move.cell)
            refutation = Question(Board.from_bytes(board.level, cells), Ask.SAFE).refute(answer)
            yield LessonProblem(stage.line, Phrase(code, square=move.cell), refutation)
            return
        cells[board.level.index(*move.cell)] = CellState.FLAG if is_flag else int(move.shows)
    odds(Board.from_bytes(board.level, cells))


def only_these(board: Board, numbers: tuple[Cell, ...]) -> Board:
    """Return a board on which all other open squares are known to be safe, and their numbers are not known."""
    cells = bytearray(board.to_bytes())
    for cell in board:
        if board[cell] <= 8 and cell not in numbers:
            cells[board.level.index(*cell)] = CellState.WRONG_FLAG  # to the solver: safe, and its number not known
    return Board.from_bytes(board.level, cells)


def has_unfinished_opening(board: Board) -> bool:
    """Return whether a blank square touches a closed one, as it never does in a game."""
    return any(board[cell] == 0 and any(board[near] > 8 for near in board.neighbours(*cell)) for cell in board)


def _flags(board: Board) -> set[Cell]:
    return {cell for cell in board.closed() if board[cell] == CellState.FLAG}
