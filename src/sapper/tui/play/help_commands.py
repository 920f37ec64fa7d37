"""Hints, odds and proofs; what can be read of the board; and what can be shared when the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...board import CellState
from ...coordinates import cell_name
from ...display.wording import message, wording
from ...errors import GameError
from ...replay import sharing
from .. import clipboard
from ..drawing.formatting import clock, percent
from . import panel

if TYPE_CHECKING:
    from .move_commands import MoveCommands
    from .screen import PlayScreen


class HelpCommands:
    """Answers questions about the board."""

    def __init__(self, screen: PlayScreen, moves: MoveCommands) -> None:
        self._screen = screen
        self._state = screen.state
        self._session = screen.state.session
        self._moves = moves

    def do_hint(self) -> None:
        """Show one more step of a hint, and play it at the last."""
        move = self._state.next_hint_step()
        if move:
            self._moves.play(move, "key")
            return
        steps, board = self._state.hint_steps, self._screen.board
        if steps.hint and steps.step > 1:
            board.bring_into_view(steps.hint.cell)
            self._screen.call_after_refresh(board.bring_into_view, steps.hint.cell)  # the words may take some rows
        self._screen.refresh_all()

    def do_close(self) -> None:
        """Close the hint."""
        self._state.hint_steps.close()
        self._screen.refresh_all()

    def do_odds(self) -> None:
        """Show the odds, or hide them."""
        self._state.toggle_odds()
        self._screen.refresh_all()

    def do_best_move(self) -> None:
        """Go to the best move, and show why it is the best."""
        self._state.check_help()
        move = self._session.best_move()
        self._screen.put_cursor((move.row, move.col))
        square, win = cell_name(move.row, move.col), percent(move.win)
        if move.safe < 1:
            found = message("best-move.risky", square=square, risk=percent(1 - move.safe), win=win)
        else:
            found = message("best-move.safe", square=square, win=win)
        reasoned = message("best-move.with-reason", move=found, reason=move.why.sentence)
        self._screen.say(f"{wording().action('best-move').name}: {reasoned}")

    def do_why(self) -> None:
        """Show what is known of the cell, and why."""
        self._state.check_help()
        self._screen.say(self._session.why(*self._screen.target))

    def do_prove(self) -> None:
        """List the whole solution, once the game is over."""
        from ...analysis import proof

        if not self._session.game.status.is_over:
            raise GameError(message("proof.not-over"))
        proven = proof.prove(self._session.game)
        self._screen.open_page(lambda writer: panel.proven(proven, writer))

    def do_read_neighbours(self) -> None:
        """Show what is around the cell."""
        board, cell = self._session.board, self._screen.target
        words = ", ".join(f"{cell_name(*near)} {_word(board[near])}" for near in board.neighbours(*cell))
        self._screen.say(message("speech.around", square=cell_name(*cell), neighbours=words))

    def do_read_mines(self) -> None:
        """Show how many mines are left."""
        self._screen.say(f"{message('count.mines-left', count=self._session.mines_left)}.")

    def do_read_time(self) -> None:
        """Show the time."""
        self._screen.say(f"{clock(self._session.elapsed, 1)}.")

    def do_share(self) -> None:
        """Show the command that gives the same board, and copy it."""
        session = self._session
        if not session.game.status.is_over:
            raise GameError(message("share.not-over"))
        if session.seed is None:
            raise GameError(message("share.no-seed"))
        command = sharing.command(session.game, session.seed)
        is_copied = clipboard.copy(self._screen.app, command)
        self._screen.say(message("share.copied", command=command) if is_copied else command)

    def do_numbers(self) -> None:
        """List every number of the game, once it is over."""
        summary = self._state.summary
        if summary is None:
            raise GameError(message("figures.not-over"))
        self._screen.open_page(summary.write_all)


def _word(seen: int) -> str:
    return str(seen) if seen <= 8 else wording().words("squares", CellState(seen).name.lower().replace("_", "-")).name
