"""Actions of players, the list of which is a game."""

from __future__ import annotations

from enum import StrEnum
from functools import partial

from .errors import GameError, whole_number
from .phrase import Phrase, listed
from .rules import Completion, is_number
from .value import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Self


class Kind(StrEnum):
    """The kinds of actions. Marks are set, never toggled, so an action sent twice does no harm."""

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

    __hash__ = str.__hash__  # that of an enumeration is slower

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


class _Action(NamedTuple):
    kind: Kind
    row: int
    col: int


class Action(_Action):
    """One thing a player does.

    >>> Action("open", 3, 4)
    Action.parse('open 3 4')
    """

    __slots__ = ()

    def __new__(cls, kind: Kind | str, row: int = -1, col: int = -1) -> Self:
        """Return an action, or raise `GameError` if there is no such kind or it has no cell."""
        if not isinstance(kind, Kind):
            try:
                kind = Kind(kind)
            except ValueError:
                raise GameError(Phrase("error.no-action", given=repr(kind), choices=listed(Kind))) from None
        if not kind.has_cell and (row, col) != (-1, -1):
            raise GameError(Phrase("error.action-without-cell", kind=str(kind)))
        if type(row) is not int or type(col) is not int:
            row, col = whole_number("row", row), whole_number("column", col)
        return tuple.__new__(cls, (kind, row, col))

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read `open 3 4` or `resign`."""
        kind, *cell = text.split() or [""]
        if len(cell) not in (0, 2) or not all(is_number(part) for part in cell):
            raise GameError(Phrase("error.not-an-action", given=repr(text[:40]), example="open 3 4"))
        action = cls(kind, *map(int, cell))
        if action.kind.has_cell and not cell:
            raise GameError(Phrase("error.action-needs-cell", kind=str(action.kind), example=f"{action.kind} 3 4"))
        return action

    def __str__(self) -> str:
        return f"{self.kind} {self.row} {self.col}" if self.kind.has_cell else str(self.kind)

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"


DEVICES = ("", "mouse", "key", "touch", "text", "bot")  # empty where it is not known


class LogEntry(NamedTuple):
    """An action in the list of a game: when it was played, in milliseconds of playing time, by whom, and how.

    `device` names the input device, one of `DEVICES`, and `pointer` is where it pointed, in cells from the
    top-left corner, where that is known.
    """

    action: Action
    at: int = 0
    by: int = 0
    device: str = ""
    pointer: tuple[float, float] | None = None


#: Returns an entry made of a tuple of all its fields: in a third of the time that `LogEntry` takes.
new_entry: Callable[[Iterable[Any]], LogEntry] = partial(tuple.__new__, LogEntry)

_KINDS = tuple(Kind)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}


def to_columns(log: list[LogEntry]) -> tuple[object, ...]:
    """Return a list of actions as columns, which are pickled four times as fast."""
    if not log:
        return ()
    actions, *rest = zip(*log, strict=True)
    kinds, rows, cols = zip(*actions, strict=True)
    return bytes(map(_NUMBERS.__getitem__, kinds)), rows, cols, *rest


def from_columns(columns: tuple[Any, ...]) -> list[LogEntry]:
    """Return the list of actions that `to_columns` wrote."""
    if not columns:
        return []
    kinds, rows, cols, *rest = columns
    actions = map(Action._make, zip(map(_KINDS.__getitem__, kinds), rows, cols, strict=True))
    return list(map(new_entry, zip(actions, *rest, strict=True)))
