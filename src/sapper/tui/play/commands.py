"""What can be done, by name: from the key map, the menus, the palette, the keys below the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...board import CellState
from ...coordinates import cell_name
from ...errors import GameError, SapperError
from ...game import Status
from ...rules import RULESETS, Rules
from .. import screens
from . import live_figures, panel, sharing
from .choices import PlayChoices
from .hint_steps import around

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...action import Action
    from .screen import PlayScreen

    Cell = tuple[int, int]

_STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_AT_CURSOR = ("open", "mark", "chord", "right-button")


class PlayCommands(PlayChoices):
    """Carries out what is asked for on a play screen. `do` finds the method by the action's name."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self._is_sure = False  # a new game was asked for once, and is confirmed by asking again

    def do(self, action: str, times: int = 1, *, is_counted: bool = False) -> None:
        """Do something by its name; what cannot be done is told."""
        if action != "new":
            self._is_sure = False
        screen, state = self.screen, self.screen.state
        try:
            if action in _STEPS:
                self._step(*_STEPS[action], times)
            elif action in _AT_CURSOR:
                self._at_cursor(action)
            elif action in ("bottom", "top") and is_counted:
                screen.put_cursor((min(times - 1, self._rules.level.height - 1), screen.target[1]))
            elif action in screens.SCREENS:
                if action == "watch" and not state.session.game.status.is_over:
                    raise GameError("the replay can be watched when the game is over")
                screen.app.push_screen(screens.open_screen(action))
            else:
                name, _, choice = action.partition(":")
                method: Callable[..., None] | None = getattr(self, f"do_{name.replace('-', '_')}", None)
                if method is None:
                    return
                if choice:
                    method(choice)
                else:
                    method()
        except (SapperError, MemoryError) as error:
            screen.complain(error)
        else:
            if state.session.failure and not state.note:
                state.note = state.session.failure
            if state.unsaved:  # a new game has cleared the note meanwhile
                state.note, state.unsaved = state.unsaved, ""
                screen.refresh_all()

    @property
    def _rules(self) -> Rules:
        return self.screen.state.session.game.rules

    # -- Moves

    def play(self, action: Action, device: str) -> None:
        """Play a move, or look for its board first."""
        try:
            if self.screen.state.needs_search(action):
                self.screen.look_for(action, device)
            else:
                self.play_now(action, device)
        except (SapperError, MemoryError) as error:
            self.screen.complain(error)

    def play_now(self, action: Action, device: str) -> None:
        """Play a move and paint what it changed."""
        screen, state = self.screen, self.screen.state
        before = screen.board.before()
        delta = state.play(action, device)
        screen.show_delta(delta, before)
        refused = state.refused(action, delta)
        if refused:
            screen.board.refuse(refused)

    def _at_cursor(self, name: str) -> None:
        screen, state = self.screen, self.screen.state
        if not state.is_open or screen.search or screen.failed:
            return
        cell = screen.target
        screen.put_cursor(cell)
        for action in state.keyboard.press(state.session.board, name, cell):
            self.play(action, "key")

    def _step(self, down: int, right: int, times: int) -> None:
        level, (row, col) = self._rules.level, self.screen.target
        row = max(min(row + down * times, level.height - 1), 0)
        self.screen.put_cursor((row, max(min(col + right * times, level.width - 1), 0)))

    def do_row_start(self) -> None:
        """Go to the first column."""
        self.screen.put_cursor((self.screen.target[0], 0))

    def do_row_end(self) -> None:
        """Go to the last column."""
        self.screen.put_cursor((self.screen.target[0], self._rules.level.width - 1))

    def do_top(self) -> None:
        """Go to the first cell."""
        self.screen.put_cursor((0, 0))

    def do_bottom(self) -> None:
        """Go to the last cell."""
        level = self._rules.level
        self.screen.put_cursor((level.height - 1, level.width - 1))

    def do_page_up(self) -> None:
        """Go a page up."""
        self._step(-1, 0, self.screen.board.page[0])

    def do_page_down(self) -> None:
        """Go a page down."""
        self._step(1, 0, self.screen.board.page[0])

    def do_next_frontier(self) -> None:
        """Go to the next closed cell at an open one."""
        self._to_front(1)

    def do_previous_frontier(self) -> None:
        """Go to the closed cell at an open one before."""
        self._to_front(-1)

    def _to_front(self, way: int) -> None:
        state, screen = self.screen.state, self.screen
        board = state.session.board
        level, (row, col) = board.level, screen.target
        start, width = row * level.width + col, level.width
        for step in range(1, min(level.cells, 200_000)):
            cell = divmod((start + way * step) % level.cells, width)
            if board[cell] == CellState.HIDDEN and any(board[near] <= 8 for near in around(board, cell)):
                screen.put_cursor(cell)
                return

    # -- Games

    def do_new(self) -> None:
        """Start a new game, after a question where the settings want one."""
        screen, session = self.screen, self.screen.state.session
        limit = screen.state.settings.game.confirm_new_after
        is_long = session.game.status in (Status.PLAYING, Status.PAUSED) and session.elapsed >= limit * 1000
        if limit and is_long and not self._is_sure:
            self._is_sure = True
            screen.state.note = "Once more gives up this game."
            screen.refresh_all()
            return
        self._new()

    def _new(self, rules: Rules | None = None) -> None:
        self._is_sure = False
        screen = self.screen
        screen.state.offered = False
        screen.close_drawer()
        screen.state.session.new(rules)
        screen.show_game()

    def _change(self, **choices: object) -> None:
        self._new(self.screen.state.session.rules.replace(**choices))

    def do_face(self) -> None:
        """Do what the face does: go on after a pause, else a new game."""
        self.do("pause" if self.screen.state.session.is_paused else "new")

    def do_beginner(self) -> None:
        """Play the smallest level."""
        self._level("beginner")

    def do_intermediate(self) -> None:
        """Play the middle level."""
        self._level("intermediate")

    def do_expert(self) -> None:
        """Play the largest level."""
        self._level("expert")

    def _level(self, name: str) -> None:
        rules = self.screen.state.session.rules
        level = RULESETS[rules.ruleset].level(name)
        self.screen.sapper.set_option("game", level=name)
        self._new(rules.replace(level=level))

    def do_level(self, text: str) -> None:
        """Play a level of one's own."""
        self.screen.sapper.set_option("game", level=text)
        self._change(level=text)

    def do_marks(self) -> None:
        """Turn question marks on or off, in a new game if this one has begun."""
        self._change(questions=not self.screen.state.session.rules.questions)

    def do_practice(self) -> None:
        """Turn practice on or off."""
        self._change(practice=not self.screen.state.session.rules.practice)

    def do_retry(self) -> None:
        """Play the same board again."""
        self.screen.state.session.retry()
        self.screen.show_game()

    def do_go_on(self) -> None:
        """Take back the last move of a lost game and go on."""
        self.screen.state.session.continue_as_practice()
        self.screen.show_game()

    def do_undo(self) -> None:
        """Take back a move."""
        self._time_travel(self.screen.state.session.undo)

    def do_redo(self) -> None:
        """Play again what was taken back."""
        self._time_travel(self.screen.state.session.redo)

    def _time_travel(self, step: Callable[[], object]) -> None:
        step()
        state = self.screen.state
        state.guide.close()
        state.autopsy, state.last, state.note = None, None, ""
        self.screen.show_travel()

    def do_pause(self) -> None:
        """Cover the board and stop the clock, or go on."""
        screen, session = self.screen, self.screen.state.session
        if session.game.status in (Status.PLAYING, Status.PAUSED):
            session.toggle_pause()
            screen.state.offered = False
            screen.state.guide.close()
            screen.state.mouse.cancel()
            screen.board.pressed = set()
            screen.refresh_all()

    # -- Help

    def do_hint(self) -> None:
        """Tell one step more of a hint, and play it at the last."""
        screen = self.screen
        action = screen.state.ask()
        if action:
            self.play(action, "key")
        else:
            if screen.state.guide.hint and screen.state.guide.step > 1:
                cell = screen.state.guide.hint.cell
                screen.board.bring_into_view(cell)
                screen.call_after_refresh(screen.board.bring_into_view, cell)  # its words may take some of the board
            screen.refresh_all()

    def do_close(self) -> None:
        """Put the hint away."""
        self.screen.state.guide.close()
        self.screen.refresh_all()

    def do_odds(self) -> None:
        """Show the odds, or no longer."""
        self.screen.state.guide.close()
        self.screen.state.toggle_odds()
        self.screen.refresh_all()

    def do_best_move(self) -> None:
        """Go to the best move, and say why it is the best."""
        from ...analysis.solver import best_move

        screen, state = self.screen, self.screen.state
        state._allow_help()
        state.session.odds()
        move = best_move(state.session.board)
        screen.put_cursor((move.row, move.col))
        risk = f"{(1 - move.safe) * 100:.0f} % risk" if move.safe < 1 else "safe"
        win = f"about {move.win * 100:.0f} % to win"
        state.note = f"Best move: {cell_name(move.row, move.col)}, {risk}, {win}: {move.why.sentence}."
        screen.refresh_all()

    def do_prove(self) -> None:
        """List the whole solution, once the game is over."""
        from ...analysis import proof

        game = self.screen.state.session.game
        if not game.status.is_over:
            raise GameError("the proof tells where the mines are: it is shown when the game is over")
        proven = proof.prove(game)
        self._page(lambda writer: panel.proven(proven, writer))

    def do_read_neighbours(self) -> None:
        """Say what lies around the cell."""
        screen, state = self.screen, self.screen.state
        board = state.session.board
        words = [f"{cell_name(*near)} {_word(board[near])}" for near in around(board, screen.target)]
        state.note = f"Around {cell_name(*screen.target)}: {', '.join(words)}."
        screen.refresh_all()

    def do_read_mines(self) -> None:
        """Say how many mines are left."""
        self.screen.state.note = f"{self.screen.state.session.mines_left} mines left."
        self.screen.refresh_all()

    def do_read_time(self) -> None:
        """Say the time."""
        self.screen.state.note = f"{live_figures.clock(self.screen.state.session.elapsed, 1)}."
        self.screen.refresh_all()

    def do_why(self) -> None:
        """Say what is known of the cell."""
        from ...analysis import hints

        screen = self.screen
        screen.state.note = hints.why(screen.state.session.board, *screen.target)
        screen.refresh_all()

    def do_share(self) -> None:
        """Show the id of the board and copy it."""
        session = self.screen.state.session
        if not session.game.status.is_over:
            raise GameError("the id tells where the mines are: it is shown when the game is over")
        if session.seed is None:
            raise GameError("this board came without a seed, so it has no id")
        command = sharing.command(session.game, session.seed)
        is_sent = sharing.copy(self.screen.app, command)
        self.screen.state.note = f"Copied: {command}" if is_sent else command
        self.screen.refresh_all()

    def do_numbers(self) -> None:
        """List every number of the game, once it is over."""
        ending = self.screen.state.ending
        if ending is None:
            raise GameError("these numbers tell of the mines: they are shown when the game is over")
        self._page(ending.write_all)


def _word(seen: int) -> str:
    return (
        str(seen)
        if seen <= 8
        else {CellState.FLAG: "flag", CellState.QUESTION: "question"}.get(CellState(seen), "closed")
    )
