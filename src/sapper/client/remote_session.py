"""A game on a server with the interface of `Session`: what a board screen holds while it plays in a room.

Nothing here waits: a move goes out, and the board changes when the server's answer has come. A mark is shown at once,
as the page does; the answer confirms it or takes it back.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from ..action import Action, Kind
from ..board import CLOSED, Board, CellState
from ..display.wording import message
from ..errors import GameError, NothingOpen, SapperError
from ..game import Delta, Status
from ..server.protocol import game_messages
from ..session import Face

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine

    from .. import _kernel
    from ..analysis.best_move import Move
    from ..analysis.draft import Consequences
    from ..analysis.hints import Hint
    from ..analysis.odds import Odds
    from ..phrase import Phrase
    from ..rules import Rules
    from .party import RemoteParty
    from .remote_game import RemoteGame

_MARKS = {Kind.FLAG: CellState.FLAG, Kind.QUESTION: CellState.QUESTION, Kind.CLEAR: CellState.HIDDEN}
_FACES = {Status.WON: Face.WON, Status.LOST: Face.LOST}


class VisibleGame:
    """The visible side of a game on a server: a `ScreenGame`.

    Before a round there is no game: the board is closed, and has the size that the room has agreed on.
    """

    def __init__(self, rules: Rules, remote: RemoteGame | None = None) -> None:
        self.rules = rules
        self.remote = remote
        self.board = remote.board if remote else Board(rules.level)

    @property
    def seq(self) -> int:
        """The number of actions that have been played."""
        return self.remote.seq if self.remote else 0

    @property
    def status(self) -> Status:
        """The state of the game."""
        return self.remote.status if self.remote else Status.READY

    @property
    def lives(self) -> int:
        """The number of lives that are left."""
        return self.remote.lives if self.remote else self.rules.lives

    @property
    def hints(self) -> int:
        """The number of hints that were taken."""
        return self.remote.hints if self.remote else 0

    @property
    def mines_left(self) -> int:
        """The number on the counter."""
        return self.remote.mines_left if self.remote else self.rules.level.mines

    @property
    def is_assisted(self) -> bool:
        """Whether a player was helped."""
        return self.rules.is_assisted or self.hints > 0


class RemoteSession:
    """One player's game in a room. `on_failure` gets the reason why a move was not played.

    A session follows whatever game the room shows: `follow` takes the messages, and says what changed.
    """

    def __init__(
        self, party: RemoteParty, rules: Callable[[str], Rules], on_failure: Callable[[SapperError], None]
    ) -> None:
        self.party = party
        self.pressed = False  # a button is down on the board: set by the front end
        self._rules_of = rules
        self._on_failure = on_failure
        self._guesses: dict[int, tuple[int, int]] = {}  # marks on their way: the cell and its value, by their number
        self._number = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.game = VisibleGame(rules(party.terms.rules), party.game)

    @property
    def rules(self) -> Rules:
        """The rules of the game, or of the next one."""
        return self.game.rules

    # Following the room

    def follow(self, happened: object) -> Delta | None:
        """Take a message that the room has taken; return what it changed on the board, None if that is all of it."""
        remote = self.party.game
        if remote is not self.game.remote or self._is_other_size(remote):
            rules = remote.rules if remote else self._rules_of(self.party.terms.rules)
            self.game = VisibleGame(rules, remote)
            self._guesses.clear()
            return None
        if isinstance(happened, game_messages.Board):
            self._show()
            return None
        if not isinstance(happened, game_messages.Delta) or remote is None or happened.game != remote.id:
            return self._nothing()
        return self._follow_delta(happened)

    def catch_up(self) -> bool:
        """Take the game as the room has it now, after messages that nothing followed; return whether it is another."""
        game, board = self.game, self.game.board
        if self.follow(None) is not None:
            self._show()
        return self.game is not game or self.game.board != board

    def _is_other_size(self, remote: RemoteGame | None) -> bool:
        """Return whether the room has agreed on other rules before there is a game."""
        return remote is None and self.game.rules != self._rules_of(self.party.terms.rules)

    def _follow_delta(self, change: game_messages.Delta) -> Delta:
        level = self.rules.level
        row, col = divmod(change.cell, level.width) if change.cell is not None else (-1, -1)
        action = Action(change.kind, row, col)
        changed = dict(zip(change.cells[::2], change.cells[1::2], strict=True))
        self._guesses = {n: guess for n, guess in self._guesses.items() if guess[0] not in changed}
        self._show()
        cells = [(*divmod(cell, level.width), value) for cell, value in changed.items()]
        return self._delta(action, cells, at=change.at, by=change.by)

    def _show(self) -> None:
        """Show the board with the marks that are on their way."""
        remote = self.game.remote
        if remote is None:
            return
        board = remote.board
        if self._guesses:
            cells = bytearray(board.to_bytes())
            for cell, value in self._guesses.values():
                if cells[cell] in CLOSED:
                    cells[cell] = value
            board = Board.from_bytes(board.level, bytes(cells))
        self.game.board = board

    def _nothing(self) -> Delta:
        return self._delta(Action(Kind.HINT), [])

    def _delta(
        self, action: Action, cells: list[tuple[int, int, int]], *, at: int | None = None, by: int | None = None
    ) -> Delta:
        changes = cast("_kernel.Changes", cells)
        seat = self.party.seat if by is None else by
        return Delta(self.game.seq, self.elapsed if at is None else at, seat or 0, action, self.game.status, changes)

    # What is shown

    @property
    def board(self) -> Board:
        """The visible board."""
        return self.game.board

    @property
    def known_board(self) -> bool:
        """Whether the board has no place among the best times."""
        return bool(self.game.remote and self.game.remote.known_board)

    @property
    def mines_left(self) -> int:
        """The number on the counter, with the marks that are on their way."""
        remote = self.game.remote
        return self.game.mines_left + (remote.board.flags - self.board.flags if remote else 0)

    @property
    def elapsed(self) -> int:
        """The playing time in milliseconds; of a race that is watched, that of those who play it."""
        return self.game.remote.elapsed if self.game.remote else self.party.watched_for

    @property
    def seconds(self) -> int:
        """The playing time as it is shown: whole seconds, never rounded up."""
        return self.elapsed // 1000

    @property
    def face(self) -> Face:
        """The expression of the face."""
        return _FACES.get(self.game.status, Face.PRESSED if self.pressed else Face.IDLE)

    def needs_confirmation(self, seconds: int) -> bool:
        """Return whether to ask before the game in play is left."""
        return self.party.me is not None and self.party.me.plays and self.party.is_playing

    # Moves

    def apply(self, action: Action, *, device: str = "") -> Delta:
        """Send an action, and return what is shown of it at once: a mark, or nothing yet."""
        remote, row, col = self.check_move(), action.row, action.col
        self._number += 1
        mark = _MARKS.get(action.kind)
        cells: list[tuple[int, int, int]] = []
        if mark is not None and self.board[row, col] in CLOSED and self.board[row, col] != mark:
            self._guesses[self._number] = (self.rules.level.index(row, col), mark)
            self._show()
            cells = [(row, col, mark)]
        self._start(self._send(remote, action, cast("game_messages.Device", device), self._number))
        return self._delta(action, cells)

    def check_move(self) -> RemoteGame:
        """Return the game, or raise the reason why this player cannot play there now."""
        party, remote, me = self.party, self.game.remote, self.party.me
        if me is None:
            raise GameError(message("rooms.you-watch"))
        if remote is None or not party.is_playing:
            raise GameError(message("rooms.not-begun"))
        if remote.is_over:
            raise GameError(message("rooms.over"))
        if party.starts_in > 0:
            raise GameError(message("rooms.starts-in", seconds=int(party.starts_in) + 1))
        if not me.plays and not (party.mode.is_team and party.lets_join):
            raise GameError(message("rooms.next-round"))
        turn = party.turn
        if turn is not None and turn.game == remote.id and turn.seat != party.seat:
            raise GameError(message("rooms.not-your-turn"))
        return remote

    async def _send(
        self,
        remote: RemoteGame,
        action: Action,
        device: game_messages.Device,
        number: int,
    ) -> None:
        try:
            await remote.play(action, device)
        except SapperError as error:
            self._on_failure(error)
        finally:
            if self._guesses.pop(number, None):
                self._show()

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Help, where the room allows it. It is worked out here, and the server counts it.

    @property
    def first_click(self) -> Phrase | None:
        """The promise of the rules to the first click; None once something is open."""
        from ..analysis import first_click

        return first_click.promise_phrase(self.rules) if first_click.is_untouched(self.board) else None

    @property
    def help_unranks(self) -> bool:
        """Whether help asked for now would take the game out of the best times."""
        return not (self.known_board or self.game.is_assisted or self.game.status.is_over)

    def check_help(self, topic: str = "hint") -> None:
        """Raise an error with the reason where there is no help; nothing is counted then."""
        from ..analysis import help_limit

        if not self.party.terms.hints:
            raise GameError(message("rooms.no-help"))
        self.check_move()
        help_limit.check_size(self.rules.level)
        if self.first_click:
            raise NothingOpen(self.first_click)

    def hint(self) -> Hint:
        """Return a hint; the game then counts as assisted."""
        from ..analysis import hints

        self._count_help("hint")
        return hints.hint(self.board)

    def is_certain(self) -> bool:
        """Return whether some cell is certainly safe; the game then counts as assisted."""
        from ..analysis import hints

        self._count_help("hint")
        return hints.is_certain(self.board)

    def consequences(self, mines: Collection[tuple[int, int]], safe: Collection[tuple[int, int]]) -> Consequences:
        """Return what follows if some closed cells are mines and others are safe; the game then counts as assisted."""
        from ..analysis import draft

        self._count_help("hint")
        return draft.follow(self.board, mines, safe)

    def odds(self) -> Odds:
        """Return the odds of all closed cells; the game then counts as assisted."""
        from ..analysis import odds

        self._count_help("odds")
        return odds.odds(self.board)

    def best_move(self) -> Move:
        """Return the move with the best chance to win; the game then counts as assisted."""
        from ..analysis import best_move

        self._count_help("move")
        return best_move.best_move(self.board)

    def why(self, row: int, col: int) -> Phrase:
        """Return what is known of a cell and why; for a closed cell that counts as help."""
        from ..analysis import hints

        if self.board[row, col] in CLOSED:
            self._count_help("hint")
        return hints.why_phrase(self.board, row, col)

    def _count_help(self, topic: game_messages.Topic) -> None:
        self.check_help(topic)
        self._start(self._ask_for_help(self.check_move(), topic))

    async def _ask_for_help(self, remote: RemoteGame, topic: game_messages.Topic) -> None:
        try:
            await remote.help(topic)
        except SapperError as error:
            self._on_failure(error)
