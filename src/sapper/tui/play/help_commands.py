"""Hints and odds, and what can be read of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...board import CLOSED, CellState
from ...controls.settings import Help
from ...coordinates import cell_name
from ...display.chances import chance, estimate
from ...display.wording import message, wording
from ...errors import GameError
from ..drawing.formatting import clock

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
        if not self._state.hint_steps.hint and not self._is_allowed("hint"):
            return
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
        """Close the hint, the question before it, or the draft."""
        if self._state.is_drafting and not self._state.hint_steps.hint:
            self._state.leave_draft()
        self._state.hint_steps.close()
        self._screen.refresh_all()

    def do_certain(self) -> None:
        """Say whether some square is certainly safe, and nothing more."""
        if self._is_allowed("certain"):
            cost = message("hint.hinted") if self._session.help_unranks else ""
            answer = "hint.certain" if self._session.is_certain() else "hint.not-certain"
            self._screen.say(f"{message(answer)} {cost}".rstrip())

    def do_odds(self) -> None:
        """Show the odds, or hide them."""
        if self._state.odds is not None or self._is_allowed("odds"):
            self._state.toggle_odds()
            self._screen.refresh_all()

    def do_best_move(self) -> None:
        """Go to the best move, and show why it is the best."""
        if not self._is_allowed("best-move", "move"):
            return
        words, promise = wording(), self._session.first_click
        move = self._session.best_move()
        self._screen.put_cursor((move.row, move.col))
        square = cell_name(move.row, move.col)
        found = (
            message("best-move.risky", square=square, risk=chance(1 - move.safe))
            if move.safe < 1
            else message("best-move.safe", square=square)
        )
        if move.win is not None:
            found = message("best-move.with-win", move=found, win=estimate(move.win))
        reasoned = message("best-move.with-reason", move=found, reason=words.phrase(move.why.phrase))
        said = [f"{words.action('best-move').name}: {reasoned}"]
        if promise:
            said.insert(0, words.phrase(promise))
        if move.remark_phrase:
            said.append(words.phrase(move.remark_phrase))
        self._screen.say(" ".join(said))

    def do_why(self) -> None:
        """Show what is known of the cell, and why."""
        cell = self._screen.target
        if self._session.board[cell] not in CLOSED or self._is_allowed("why"):
            self._screen.say(wording().phrase(self._session.why(*cell)))

    def do_draft(self) -> None:
        """Draw pencil marks from now on, or play again."""
        state = self._state
        if not state.is_open or state.session.first_click:
            return
        if state.is_drafting:
            state.leave_draft()
        else:
            state.hint_steps.close()
            state.is_drafting, state.note = True, ""
        self._screen.refresh_all()

    def do_draft_follow(self) -> None:
        """Show what follows from the pencil marks."""
        state = self._state
        if not len(state.draft):
            self._screen.say(message("draft.empty"))
        elif self._is_allowed("draft-follow"):
            state.followed = self._session.consequences(state.draft.mines, state.draft.safe)
            self._screen.refresh_all()

    def do_draft_clear(self) -> None:
        """Remove all pencil marks."""
        self._state.draft.clear()
        self._state.followed, self._state.note = None, ""
        self._screen.refresh_all()

    def do_draft_flags(self) -> None:
        """Turn the pencilled mines into flags."""
        state, flags = self._state, self._state.draft.flags()
        if not flags:
            self._screen.say(message("draft.empty"))
        for action in flags:
            self._moves.play(action, "key")
        state.draft.clear()
        self._screen.refresh_all()

    def do_show_help(self) -> None:
        """Give the help that was asked for: the player has confirmed it."""
        self._screen.commands.do(self._state.asked_help)

    def _is_allowed(self, action: str, topic: str = "hint") -> bool:
        """Return whether help may be given now; where it would cost the ranking, ask before the first time in a game.

        Raise the reason where there is none.
        """
        state, session = self._state, self._session
        session.check_help(topic)
        wish, was_asked = state.options.game.help, state.asked_help == action
        state.note = state.asked_help = ""
        if wish is Help.OFF:
            raise GameError(message("hint.switched-off"))
        if wish is Help.ALLOW or was_asked or not session.help_unranks:
            return True
        self._screen.say(message("hint.ask"))
        state.asked_help = action
        self._screen.refresh_all()
        return False

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


def _word(seen: int) -> str:
    return str(seen) if seen <= 8 else wording().words("squares", CellState(seen).name.lower().replace("_", "-")).name
