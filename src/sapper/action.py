"""What players do: the actions whose list is a game."""

from __future__ import annotations

from enum import StrEnum

from .errors import GameError, whole_number
from .rules import Completion, is_number
from .value import Value


class Kind(StrEnum):
    """What an action does. Marks are set, never toggled, so an action sent twice does no harm."""

    OPEN = "open"
    FLAG = "flag"
    QUESTION = "question"
    CLEAR = "clear"
    CHORD = "chord"
    PAUSE = "pause"
    RESUME = "resume"
    RESIGN = "resign"
    HINT = "hint"
    UNDO = "undo"
    REDO = "redo"
    COMPLETION_CLEAR = "completion-clear"
    COMPLETION_MARK = "completion-mark"
    COMPLETION_BOTH = "completion-both"
    COMPLETION_EITHER = "completion-either"

    has_cell: bool  # whether the action is at a cell
    completion: Completion | None  # what wins from this action on, None if the action does not change it

    @classmethod
    def of_completion(cls, completion: Completion) -> Kind:
        """Return the kind that changes what wins."""
        return cls(f"completion-{completion}")


for _kind in Kind:
    _kind.has_cell = _kind in ("open", "flag", "question", "clear", "chord")
    _kind.completion = None
for _completion in Completion:
    Kind.of_completion(_completion).completion = _completion


class Action(Value):
    """One thing a player does.

    >>> Action("open", 3, 4)
    Action.parse('open 3 4')
    """

    kind: Kind
    row: int
    col: int

    def __init__(self, kind: Kind | str, row: int = -1, col: int = -1) -> None:
        if not isinstance(kind, Kind):
            try:
                kind = Kind(kind)
            except ValueError:
                raise GameError(f"there is no action {kind!r}: choose {', '.join(Kind)}") from None
        if not kind.has_cell and (row, col) != (-1, -1):
            raise GameError(f"{kind} has no cell")
        if type(row) is not int or type(col) is not int:
            row, col = whole_number("row", row), whole_number("column", col)
        _fill_kind(self, kind)
        _fill_row(self, row)
        _fill_col(self, col)

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read `open 3 4` or `resign`."""
        kind, *cell = text.split() or [""]
        if len(cell) not in (0, 2) or not all(is_number(part) for part in cell):
            raise GameError(f"{text[:40]!r} is not an action: write a kind, a row and a column such as open 3 4")
        action = cls(kind, *map(int, cell))
        if action.kind.has_cell and not cell:
            raise GameError(f"{action.kind} needs a cell: write a row and a column such as {action.kind} 3 4")
        return action

    def __reduce__(self) -> tuple[type[Action], tuple[Kind, int, int]]:
        return Action, (self.kind, self.row, self.col)

    def __str__(self) -> str:
        return f"{self.kind} {self.row} {self.col}" if self.kind.has_cell else str(self.kind)

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"


# An action is made for every move of every player: its slots are filled without a detour.
_fill_kind, _fill_row, _fill_col = (vars(Action)[field].__set__ for field in Action.field_names())


class LogEntry(Value):
    """An action in the list of a game: when it was played, in milliseconds of playing time, by whom, and how.

    `device` names the input device (mouse, key, touch, text, bot) and `pointer` is where it pointed, in cells from the
    top-left corner, where that is known.
    """

    action: Action
    at: int = 0
    by: int = 0
    device: str = ""
    pointer: tuple[float, float] | None = None
