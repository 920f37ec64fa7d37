"""The dialogue of the oldest text game, word for word, without its bugs."""

from __future__ import annotations

from ..action import Kind
from ..board import CellState
from ..game import Status
from . import render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from ..session import Session

PROMPT = "Command (r row col=Reveal, f row col=Flag, q=Quit): "


class TerminalGame:
    """Asks for commands until the game ends, the player quits, or the input does."""

    def __init__(self, session: Session, lines: TextIO, out: TextIO) -> None:
        self._session = session
        self._lines = lines
        self._out = out

    def run(self) -> Status:
        """Play one game."""
        game = self._session.game
        level = game.rules.level
        self._print("Welcome to Minesweeper!")
        self._print(f"Board: {level.height} rows x {level.width} columns, {level.mines} mines")
        going = True
        while going and not game.status.is_over:
            self._draw()
            going = self._ask()
        if game.status is Status.WON:
            self._print("You won!")
        elif game.status is Status.LOST:
            self._print("You hit a mine!")
        self._draw()
        self._print("Thanks for playing!")
        return game.status

    def _draw(self) -> None:
        game = self._session.game
        ending = {Status.WON: "YOU WIN!", Status.LOST: "GAME OVER!"}.get(game.status, "")
        self._print(f"Mines: {game.rules.level.mines}, Flags: {game.board.flags}, {ending}\n")
        for line in render.classic(game.board):
            self._print(line)
        self._print("")

    def _ask(self) -> bool:
        """Execute one command; return False when the player quits."""
        self._out.write(PROMPT)
        self._out.flush()
        line = self._lines.readline()
        if not line:
            self._print("")
            return False
        words = line.split()
        if len(words) == 3 and len(words[0]) == 1 and all(_is_integer(word) for word in words[1:]):
            self._command(words[0].lower(), int(words[1]), int(words[2]))
        elif len(words) == 1 and len(words[0]) == 1:
            if words[0] in "qQ":
                return False
            self._print("Invalid command!")
        else:
            self._print("Invalid input format!")
        return True

    def _command(self, letter: str, row: int, col: int) -> None:
        level = self._session.rules.level
        if not (0 <= row < level.height and 0 <= col < level.width):
            self._print(f"Invalid coordinates! Row is 0 to {level.height - 1}, column is 0 to {level.width - 1}.")
        elif letter == "r":
            self._session.play(Kind.OPEN, row, col)
        elif letter == "f":
            self._session.mark(row, col, CellState.FLAG)
        else:
            self._print("Invalid command!")

    def _print(self, line: str) -> None:
        self._out.write(line + "\n")


def _is_integer(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 10
