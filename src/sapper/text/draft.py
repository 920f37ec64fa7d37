"""The draft of the text game: pencil marks, what follows from them, and flags made of them."""

from __future__ import annotations

from ..controls.draft import Draft
from ..coordinates import cell_name
from ..display.wording import message, wording
from . import render
from .cells import CommandError, read_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ..board import Board
    from ..game import Delta, Game
    from ..session import Session

_SYMBOLS = {True: "!", False: "o"}


class DraftCommands:
    """Carries out what stands after `d`."""

    def __init__(
        self, session: Session, write: Callable[[str], None], counted: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._session = session
        self._write = write
        self._counted = counted
        self._draft = Draft()
        self._game: Game | None = None

    def do(self, words: list[str]) -> Delta | None:
        """Do what the words say; return the last change of the board if flags were set."""
        game = self._session.game
        if game is not self._game:
            self._draft.clear()
            self._game = game
        self._draft.follow_board(game.board)
        name, rest = words[0] if words else "", words[1:]
        if name in ("m", "s") and rest:
            self._mark(rest, is_mine=name == "m")
        elif rest or name not in ("", "follow", "clear", "flags"):
            raise CommandError(message("text.takes-draft"))
        elif name == "follow":
            self._follow()
        elif name == "flags":
            return self._set_flags()
        else:
            if name == "clear":
                self._draft.clear()
            self._show(game.board)
        return None

    def _mark(self, words: list[str], *, is_mine: bool) -> None:
        board = self._session.game.board
        cell = read_cell(words, board.level)
        if not self._draft.mark(board, cell, is_mine=is_mine):
            self._write(message("text.nothing-changed"))
            return
        self._show(board)

    def _show(self, board: Board) -> None:
        if not len(self._draft):
            self._write(message("draft.empty"))
            return
        for line in render.labelled(board, {cell: _SYMBOLS[is_mine] for cell, is_mine in self._draft}):
            self._write(line)
        clashes = self._draft.clashes(board)
        if clashes:
            self._write(message("draft.clash", squares=wording().join([cell_name(*cell) for cell in clashes])))

    def _follow(self) -> None:
        if not len(self._draft):
            raise CommandError(message("draft.empty"))
        with self._counted():
            found = self._session.consequences(self._draft.mines, self._draft.safe)
        for number, step in enumerate(found.steps, 1):
            self._write(f"{number}. {wording().phrase(step.phrase)}")
        self._write(wording().phrase(found.phrase))

    def _set_flags(self) -> Delta | None:
        delta = None
        for action in self._draft.flags():
            delta = self._session.apply(action)
        self._draft.clear()
        if delta is None:
            self._write(message("draft.empty"))
        return delta
