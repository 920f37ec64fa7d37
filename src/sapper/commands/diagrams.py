"""Commands that read board diagrams and print an answer for each."""

from __future__ import annotations

import sys

from ..board import Board, BoardError
from ..errors import SapperError
from .arguments import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Add the file of board diagrams to read."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="board diagrams (default: standard input)")


def read_text(file: str) -> str:
    """Read a file, or standard input for `-`. Bytes that are not UTF-8 are replaced, and refused later."""
    if file == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(file, "rb") as opened:
            data = opened.read()
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def answer_each(options: argparse.Namespace, answer: Callable[[Board], str]) -> int:
    """Print an answer for each board of a file: diagrams separated by blank lines. An error names its board."""
    diagrams = [part for part in read_text(options.file).split("\n\n") if part.strip()]
    if not diagrams:
        raise BoardError("there is no board to read: write a diagram that begins with a level such as 30x16/99")
    for number, diagram in enumerate(diagrams, 1):
        try:
            text = answer(Board.parse(diagram))
        except SapperError as error:
            raise UsageError(f"board {number}: {error}" if len(diagrams) > 1 else str(error)) from None
        print(text if number == 1 or "\n" not in text else f"\n{text}")
    return 0
