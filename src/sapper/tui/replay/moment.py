"""A part of the board before a move, with what was played and what was better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...coordinates import cell_name
from ...display.luck_rows import points
from ...display.wording import message, wording
from ..drawing.formatting import percent
from .quality_signs import quality_sign, quality_token

if TYPE_CHECKING:
    from ...analysis.report import ReportedMove
    from ...board import Board
    from ...replay.model import Replay
    from ..drawing.lines import Part, Writer

WINDOW = 7  # rows of the board
_COLUMNS = 10
_FLAG, _NUMBERS = 10, range(9)


def write_moment(writer: Writer, replay: Replay, move: ReportedMove) -> None:
    """Write the kind of a move, the board before it around the better square, and what it cost."""
    is_ascii = writer.glyphs.rule == "-"
    sign = quality_sign(move.quality, ascii_only=is_ascii)
    name = wording().words("qualities", move.quality).name
    writer.line((f"{sign} ", quality_token(move.quality)), (name, "text*"))
    board = replay.after(move.place).board
    level = board.level
    row, col = move.cells[0] if move.cells else (level.height // 2, level.width // 2)
    columns = min(_COLUMNS, writer.width // 2, level.width)
    other = move.best or (row, col)
    top = _start(row, other[0], WINDOW, level.height)
    left = _start(col, other[1], columns, level.width)
    for y in range(top, min(top + WINDOW, level.height)):
        parts = [_cell(writer, board, (y, x), move) for x in range(left, left + columns)]
        writer.line(*parts)
    writer.gap()
    if move.cells:
        better = ((f"  {writer.glyphs.safe} {cell_name(*move.best)}", "hint.safe*"),) if move.best else ()
        writer.line((f"{cell_name(row, col)}  {percent(move.risk)}", "text"), *better)
    about = "" if move.is_exact else "~"
    for share, words in ((-move.given_away, "report.you"), (move.luck, "report.luck")):
        if text := points(share, about):
            writer.line((f"{message(words)} {text} %", "muted"))


def _start(one: int, other: int, size: int, whole: int) -> int:
    """Return the first row or column of a window around two places, or around the second if they are too far apart."""
    middle = (one + other) // 2 if abs(one - other) < size else other
    return max(min(middle - size // 2, whole - size), 0)


def _cell(writer: Writer, board: Board, cell: tuple[int, int], move: ReportedMove) -> Part:
    glyphs, seen = writer.glyphs, board[cell]
    if cell in move.cells:
        sign = quality_sign(move.quality, ascii_only=glyphs.rule == "-")[0]
        return f"{sign} ", writer.style(f"{quality_token(move.quality)}*")
    if cell == move.best:
        return f"{glyphs.safe} ", writer.style("hint.safe*")
    if seen == _FLAG:
        return f"{glyphs.flag} ", writer.style("flag")
    if seen in _NUMBERS:
        return (f"{int(seen)} ", writer.style(f"number.{int(seen)}")) if seen else (f"{glyphs.blank} ", writer.fill)
    return f"{glyphs.closed} ", writer.style("muted")
