"""Lessons as text files: positions, moves, comments and questions. docs/lessons.md describes the format."""

from __future__ import annotations

from enum import StrEnum

from ..board import Board, CellState
from ..coordinates import cell_name, parse_cell
from ..errors import SapperError
from ..phrase import Phrase
from ..rules import Grade, Level
from ..value import Value
from .questions import Ask, Question
from .techniques import Technique

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Cell = tuple[int, int]

_KINDS = ("show", "find", "play")
_FIELDS = {
    "": ("title", "technique", "minutes", "summary"),
    "show": ("safe", "mine", "numbers", "technique", "moves"),
    "find": ("technique", "numbers", "moves", "right", "wrong"),
    "play": (),
}


class LessonError(SapperError, ValueError):
    """A lesson that cannot be read: the line, and why."""

    def __init__(self, line: int, why: Phrase) -> None:
        self.line = line
        self.why = why
        super().__init__(Phrase("lesson-file.in-line", line=line, why=why))


class Kind(StrEnum):
    """The kinds of stages."""

    SHOW = "show"  # a position with its conclusion
    FIND = "find"  # a question
    PLAY = "play"  # a whole board


class Move(Value):
    """A square and what it shows then: a number, or a flag."""

    cell: Cell
    shows: str

    def __str__(self) -> str:
        return f"{cell_name(*self.cell)}={self.shows}"


class Whole(Value):
    """A whole board to play: generated, and proven to need no more than its grade."""

    level: Level
    grade: Grade
    seed: str
    first: Cell


class Stage(Value):
    """A part of a lesson: a text, and what is shown, asked or played after it. `line` is where it begins."""

    kind: Kind
    line: int
    text: tuple[str, ...] = ()  # paragraphs
    board: Board | None = None
    ask: Ask | None = None
    technique: Technique | None = None
    numbers: tuple[Cell, ...] = ()  # outlined
    safe: tuple[Cell, ...] = ()  # claimed
    mines: tuple[Cell, ...] = ()
    moves: tuple[Move, ...] = ()
    right: str = ""  # what is said to an answer, in addition to the proof
    wrong: str = ""
    whole: Whole | None = None

    def __hash__(self) -> int:
        return hash((self.kind, self.line))

    @property
    def after(self) -> Board | None:
        """The board after the moves of the stage; None without any."""
        if self.board is None or not self.moves:
            return None
        cells = bytearray(self.board.to_bytes())
        for move in self.moves:
            cells[self.board.level.index(*move.cell)] = CellState.FLAG if move.shows == "F" else int(move.shows)
        return Board.from_bytes(self.board.level, cells)

    @property
    def question(self) -> Question:
        """The question of a stage that has one."""
        assert self.board is not None
        assert self.ask is not None
        return Question(self.board, self.ask)


class Lesson(Value):
    """A lesson: stages in order, and the text after the last one."""

    name: str
    title: str
    technique: Technique | None
    minutes: int
    summary: str
    stages: tuple[Stage, ...]
    ending: tuple[str, ...] = ()

    @property
    def questions(self) -> tuple[Stage, ...]:
        """The stages that ask something."""
        return tuple(stage for stage in self.stages if stage.kind is Kind.FIND)


def parse(text: str, name: str = "") -> Lesson:
    """Read a lesson; `LessonError` says where one cannot be read."""
    head, *blocks = _blocks(text) or [(1, [])]
    fields, rows = _fields(*head, kind="")
    if rows or "title" not in fields:
        raise LessonError(head[0], Phrase("lesson-file.no-title"))
    stages: list[Stage] = []
    paragraphs: list[str] = []
    for line, lines in blocks:
        kind, colon, rest = lines[0].partition(":")
        if not colon or kind not in _KINDS:
            paragraphs.append(" ".join(part.strip() for part in lines))
            continue
        stages.append(_stage(Kind(kind), rest.strip(), line, lines[1:], tuple(paragraphs)))
        paragraphs = []
    minutes = fields.get("minutes", (head[0], "2"))
    if not (minutes[1].isascii() and minutes[1].isdecimal()):
        raise LessonError(minutes[0], Phrase("lesson-file.bad-value", name="minutes", value=minutes[1]))
    return Lesson(
        name,
        fields["title"][1],
        _technique(fields),
        int(minutes[1]),
        fields.get("summary", (0, ""))[1],
        tuple(stages),
        tuple(paragraphs),
    )


def _blocks(text: str) -> list[tuple[int, list[str]]]:
    """Return runs of lines between blank ones, each with the number of its first line; lines with `#` are comments."""
    blocks: list[tuple[int, list[str]]] = []
    is_inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("# "):
            continue
        if not line.strip():
            is_inside = False
        elif is_inside:
            blocks[-1][1].append(line.rstrip())
        else:
            blocks.append((number, [line.rstrip()]))
            is_inside = True
    return blocks


def _fields(first: int, lines: list[str], *, kind: str) -> tuple[dict[str, tuple[int, str]], list[tuple[int, str]]]:
    """Return the fields of a block, each with its line, and the rows of its board."""
    fields: dict[str, tuple[int, str]] = {}
    rows: list[tuple[int, str]] = []
    last = ""
    for number, line in enumerate(lines, first):
        name, colon, value = line.partition(":")
        if colon and name in _FIELDS[kind]:
            fields[name], last = (number, value.strip()), name
        elif last and line.startswith("  ") and last in ("right", "wrong", "summary"):
            fields[last] = (fields[last][0], f"{fields[last][1]} {line.strip()}")
        elif colon:
            raise LessonError(number, Phrase("lesson-file.no-field", name=name.strip()))
        else:
            rows.append((number, line.strip()))
    return fields, rows


def _stage(kind: Kind, rest: str, line: int, lines: list[str], text: tuple[str, ...]) -> Stage:
    fields, rows = _fields(line + 1, lines, kind=kind)
    if kind is Kind.PLAY:
        if rows:
            raise LessonError(rows[0][0], Phrase("lesson-file.play"))
        return Stage(kind, line, text, whole=_whole(rest, line))
    board = _board(rows, line)
    ask = None
    if kind is Kind.FIND:
        if rest not in [*Ask]:
            raise LessonError(line, Phrase("lesson-file.bad-value", name="find", value=rest))
        ask = Ask(rest)

    def cells(name: str) -> tuple[Cell, ...]:
        number, value = fields.get(name, (0, ""))
        return tuple(_cell(word, board, number) for word in value.split())

    return Stage(
        kind,
        line,
        text,
        board,
        ask,
        _technique(fields),
        cells("numbers"),
        cells("safe"),
        cells("mine"),
        tuple(_moves(*fields.get("moves", (0, "")), board=board)),
        fields.get("right", (0, ""))[1],
        fields.get("wrong", (0, ""))[1],
    )


def _board(rows: list[tuple[int, str]], line: int) -> Board:
    if len(rows) < 2:
        raise LessonError(line, Phrase("lesson-file.no-board"))
    try:
        return Board.parse("\n".join(row for _, row in rows))
    except (SapperError, ValueError) as error:
        raise LessonError(rows[0][0], Phrase("lesson-file.bad-board", reason=str(error))) from None


def _cell(word: str, board: Board, line: int) -> Cell:
    try:
        cell = parse_cell(word)
    except ValueError:
        raise LessonError(line, Phrase("lesson-file.bad-value", name="square", value=word)) from None
    if not board.level.contains(*cell):
        raise LessonError(line, Phrase("lesson-file.off-board", square=cell))
    return cell


def _moves(line: int, text: str, *, board: Board) -> Iterator[Move]:
    for word in text.split():
        name, _, shows = word.partition("=")
        if shows not in [*"012345678F"]:
            raise LessonError(line, Phrase("lesson-file.bad-value", name="moves", value=word))
        yield Move(_cell(name, board, line), shows)


def _technique(fields: dict[str, tuple[int, str]]) -> Technique | None:
    if "technique" not in fields:
        return None
    line, name = fields["technique"]
    if name not in [*Technique]:
        raise LessonError(line, Phrase("lesson-file.bad-value", name="technique", value=name))
    return Technique(name)


def _whole(rest: str, line: int) -> Whole:
    try:
        size, grade, seed, first = rest.split()
        level = Level.parse(size)
        cell = parse_cell(first)
        if not level.contains(*cell):
            raise LessonError(line, Phrase("lesson-file.off-board", square=cell))
        return Whole(level, Grade.parse(grade), seed, cell)
    except LessonError:
        raise
    except ValueError:
        raise LessonError(line, Phrase("lesson-file.play")) from None
