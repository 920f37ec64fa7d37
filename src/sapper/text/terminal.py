"""The dialogue of the oldest text game, word for word, without its bugs."""

from __future__ import annotations

from ..action import Kind
from ..board import CellState
from ..display.wording import message
from ..game import Status
from . import render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from ..session import Session
    from .lines import Lines


class TerminalGame:
    """Asks for commands until the game ends, the player quits, or the input does."""

    def __init__(self, session: Session, lines: Lines, out: TextIO) -> None:
        self._session = session
        self._lines = lines
        self._out = out

    def run(self) -> Status:
        """Play one game."""
        game = self._session.game
        level = game.rules.level
        self._print(message("cli-terminal.welcome"))
        self._print(message("cli-terminal.board", rows=level.height, columns=level.width, mines=level.mines))
        going = True
        while going and not game.status.is_over:
            self._draw()
            going = self._ask()
        if game.status is Status.WON:
            self._print(message("cli-terminal.won"))
        elif game.status is Status.LOST:
            self._print(message("cli-terminal.lost"))
        self._draw()
        self._print(message("cli-terminal.thanks"))
        return game.status

    def _draw(self) -> None:
        game = self._session.game
        endings = {Status.WON: "cli-terminal.you-win", Status.LOST: "cli-terminal.game-over"}
        ending = message(endings[game.status]) if game.status in endings else ""
        counts = message("cli-terminal.counts", mines=game.rules.level.mines, flags=game.board.flags)
        self._print(f"{counts}, {ending}\n")
        for line in render.classic(game.board):
            self._print(line)
        self._print("")

    def _ask(self) -> bool:
        """Execute one command; return False when the player quits."""
        self._out.write(f"{message('cli-terminal.prompt')} ")
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
            self._print(message("cli-terminal.invalid-command"))
        else:
            self._print(message("cli-terminal.invalid-format"))
        return True

    def _command(self, letter: str, row: int, col: int) -> None:
        level = self._session.rules.level
        if not (0 <= row < level.height and 0 <= col < level.width):
            self._print(message("cli-terminal.off-board", row=level.height - 1, column=level.width - 1))
        elif letter == "r":
            self._session.play(Kind.OPEN, row, col)
        elif letter == "f":
            self._session.mark(row, col, CellState.FLAG)
        else:
            self._print(message("cli-terminal.invalid-command"))

    def _print(self, line: str) -> None:
        self._out.write(line + "\n")


def _is_integer(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 10
