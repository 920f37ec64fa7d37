"""A square as a player writes it: by row and column from 0, or by its name."""

from __future__ import annotations

from ..coordinates import column_name, parse_cell
from ..display.wording import message, wording
from ..errors import SapperError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..rules import Level


class CommandError(SapperError, ValueError):
    """A command that cannot be understood, with a sentence that says why."""


def read_cell(words: list[str], level: Level) -> tuple[int, int]:
    """Return a cell of the board, or raise `CommandError` in the way the player counts."""
    words = " ".join(words).replace(",", " ").split()
    if len(words) == 2 and all(word.isascii() and word.isdecimal() and len(word) <= 10 for word in words):
        return _on_board("text.off-numbered", level, int(words[0]), int(words[1]), str, first=0)
    if len(words) == 1:
        try:
            row, col = parse_cell(words[0])
        except ValueError as error:
            raise CommandError(wording().error(error)) from None
        return _on_board("text.off-named", level, row, col, column_name, first=1)
    raise CommandError(message("text.takes-square"))


def _on_board(
    words: str, level: Level, row: int, col: int, name: Callable[[int], str], *, first: int
) -> tuple[int, int]:
    if level.contains(row, col):
        return row, col
    is_row = row >= level.height and (first == 0 or col < level.width)  # the first of the two that is wrong
    raise CommandError(
        message(
            words,
            kind=message("text.row") if is_row else message("text.column"),
            name=row + first if is_row else name(col),
            row=level.height - 1 + first,
            column=name(level.width - 1),
        )
    )
