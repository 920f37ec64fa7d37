"""Puzzles: small positions with one argument, by technique. A thousand come with the program, made from one seed."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ..analysis.ratings import Rating
from ..board import Board
from ..coordinates import cell_name
from ..errors import SapperError
from ..phrase import Phrase
from ..value import Value
from .cutting import Position, position
from .difficulty import SECONDS
from .moments import key_of
from .questions import Ask, Question
from .techniques import Technique

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SEED = "sapper puzzles 1"
COUNT = 1000
_EASIEST, _A_SECOND, _A_NUMBER, _A_SQUARE = 900.0, 180.0, 35.0, 4.0  # of the rating of a puzzle that nobody has solved


class PuzzleError(SapperError, ValueError):
    """A text that is no puzzle."""


class Puzzle(Value):
    """A position with one argument. The text form has what is shown; the argument follows from it."""

    board: Board
    technique: Technique
    ask: Ask

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def id(self) -> str:
        """The key of the position."""
        return key_of(self.board)

    @property
    def question(self) -> Question:
        """The question of the puzzle."""
        return Question(self.board, self.ask)

    @property
    def rating(self) -> Rating:
        """The rating before anybody has tried it: by technique, numbers and size."""
        level = self.board.level
        numbers = sum(1 for cell in self.board if 1 <= self.board[cell] <= 8)
        value = _EASIEST + _A_SECOND * SECONDS[self.technique] + _A_NUMBER * min(numbers, 12) / 2
        return Rating(value + _A_SQUARE * level.cells, 200.0)

    @classmethod
    def of(cls, found: Position) -> Puzzle:
        """Return the puzzle of a position."""
        return cls(found.board, found.technique, Ask.SAFE if found.why.safe else Ask.MINE)

    @classmethod
    def parse(cls, line: str) -> Puzzle:
        """Read the text form: level, rows and technique."""
        try:
            level, rows, technique, ask = line.split()
            board = Board.parse("\n".join([level, *rows.split("/")]))
            return cls(board, Technique(technique), Ask(ask))
        except (SapperError, ValueError):
            raise PuzzleError(Phrase("puzzles.not-read", given=repr(line[:60]))) from None

    def __str__(self) -> str:
        level, *rows = str(self.board).splitlines()
        return f"{level} {'/'.join(rows)} {self.technique} {self.ask}"

    def to_json(self) -> dict[str, object]:
        """Return the puzzle with its proof as plain data."""
        found = position(unmarked(self.board))
        if found is None:
            raise PuzzleError(Phrase("puzzles.not-read", given=repr(str(self)[:60])))
        return {
            "id": self.id,
            "board": str(self.board).splitlines(),
            "technique": self.technique,
            "ask": self.ask,
            "squares": sorted(cell_name(*cell) for cell in found.cells),
            "numbers": [cell_name(*cell) for cell in found.why.numbers],
            "mine_count": found.why.mine_count,
            "grade": found.why.grade,
            "rating": round(self.rating.value),
            "proof": found.why.sentence,
        }


def unmarked(board: Board) -> Board:
    """Return a board without its flags."""
    return Board.parse(str(board).replace("F", "."))


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program."""
    text = files(__package__).joinpath("puzzles.txt").read_text("utf-8")
    return tuple(map(Puzzle.parse, text.splitlines()))


def by_technique(puzzles: Iterable[Puzzle]) -> dict[Technique, list[Puzzle]]:
    """Return puzzles by their technique, the easiest first."""
    found: dict[Technique, list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda one: (one.rating.value, one.id)):
        found.setdefault(puzzle.technique, []).append(puzzle)
    return {technique: found[technique] for technique in Technique if technique in found}
