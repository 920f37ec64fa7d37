"""A game in play on the server: the replica of its log, and the messages about it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...action import Action, Kind, LogEntry
from ...errors import GameError
from ...game import Game, GameOver, Status
from ...live_game import LiveGame
from ...phrase import Phrase
from ...replay.seal import seal as digest_of
from ...rules import CHOICES
from ..operations.memory import NoMemory, room_bytes
from ..protocol import game_messages, views
from ..protocol.refusal import Refusal, as_sentence

if TYPE_CHECKING:
    from ...game import Delta
    from ...history.store.seals import Seal
    from ...layouts import Layout
    from ...rules import Rules
    from ...seed import Seed
    from ..operations.memory import Reservation

_RESIGN = Kind.RESIGN
_KINDS = {kind.value: kind for kind in Kind}
_MOST_ACTIONS = 20_000  # of a game, and two more for each cell
_IN_THREAD = 1 << 16  # cells: a larger board is opened in a thread
_ASSISTED_IN_THREAD = 1 << 10  # cells: the same with automatic moves
_ACTIONS_AT_ONCE = 64  # for which memory is reserved


class GameReplica:
    """One game: rules, seed and log as in the store, and the ids by which clients and the store know it."""

    def __init__(
        self,
        rules: Rules,
        seed: Seed,
        salt: bytes,
        public_id: str,
        *,
        known_board: bool = False,
        number: int | None = None,
        layout: Layout | None = None,
        memory: Reservation | None = None,
        seal: Seal | None = None,
    ) -> None:
        #: Whether actions are applied in a thread.
        self.is_large = rules.level.cells > (_ASSISTED_IN_THREAD if rules.has_automatic_moves else _IN_THREAD)
        self._memory = memory
        self._most_actions = 0  # that memory is reserved for
        capacity = 1 if rules.level.cells > _IN_THREAD else 8
        conceals = seal is not None
        self.live = LiveGame(rules, seed, layout=layout, known_board=known_board, capacity=capacity, conceals=conceals)
        self.rules = rules
        self.seed = seed
        self.salt = salt
        self.id = public_id
        self.number = number  # in the store, once it has an action
        self.previous = 0  # the number of the game before it in the room, 0 if there is none
        self.finished_id: int | None = None  # in the store, once the game is finished
        self.left_alone: int | None = None  # since when it has to be paused, in milliseconds of the server's clock
        self.forgotten: int | None = None  # the record of another custom level that this game made the Amiga forget
        self.seal = seal  # while others play the board: see secrecy.py
        self._digest = ""
        self.is_searched_for = rules.layout.grade is not None  # its mines, when the first cell is opened
        self.is_chunked = views.is_chunked(rules.level)

    @property
    def game(self) -> Game:
        """The game as far as it was played."""
        return self.live.game

    @property
    def digest(self) -> str:
        """The digest that commits the server to the board, made when a client needs it."""
        if not self._digest:
            self._digest = digest_of(self.rules, self.seed, self.salt)
        return self._digest

    @property
    def known_board(self) -> bool:
        """Whether the player may know the board."""
        return self.live.known_board

    def open_seal(self) -> None:
        """Show on the board what a loss shows: no other player plays it any more."""
        self.seal = None
        self.live.reveal()

    @property
    def in_progress(self) -> bool:
        """Whether something was played and nothing is decided."""
        return self.live.in_progress

    def action(self, message: game_messages.Play) -> Action:
        """Return the action of a message, or raise `Refusal`."""
        seq, cell, level = len(self.live.game.log), message.cell, self.rules.level
        if message.seq is not None and message.seq != seq:
            raise Refusal("stale", Phrase("refusal.stale", seq=seq, asked=message.seq))
        kind = _KINDS[message.kind]
        if seq >= self._most_actions and kind is not _RESIGN:
            self._reserve(seq)
        if not kind.has_cell:
            if cell is not None:
                raise Refusal("rules", Phrase("refusal.no-cell", kind=kind.value))
            return Action(kind)
        if cell is None or cell >= level.width * level.height:
            raise Refusal("rules", Phrase("refusal.needs-cell", kind=kind.value, last=level.cells - 1))
        return _action(kind, cell, level.width)

    def _reserve(self, seq: int) -> None:
        """Reserve memory for the next action, and for some more, or raise `Refusal`."""
        most = _MOST_ACTIONS + 2 * self.rules.level.cells
        if seq >= most:
            raise Refusal("limit", Phrase("refusal.too-many-actions"))
        most = min(most, seq + _ACTIONS_AT_ONCE)
        try:
            if self._memory is not None:
                self._memory.resize(room_bytes(self.rules, most))
        except NoMemory as error:
            raise Refusal("limit", as_sentence(error)) from None
        self._most_actions = most

    def entry(
        self,
        action: Action,
        now: int,
        by: int = 0,
        device: str = "",
        pointer: tuple[float, float] | None = None,
        back: int = 0,
    ) -> LogEntry:
        """Return the log entry of an action played now, or `back` milliseconds ago, or raise `Refusal`."""
        try:
            return self.live.entry(action, now, by, device, pointer, back)
        except GameError as error:
            raise self._refusal(error) from None

    def apply(self, entry: LogEntry, now: int) -> Delta:
        """Apply a log entry, or raise `Refusal`."""
        try:
            return self.live.apply(entry, now)
        except GameError as error:
            raise self._refusal(error) from None

    def _refusal(self, error: GameError) -> Refusal:
        if isinstance(error, GameOver):
            return Refusal("over", as_sentence(error))
        return Refusal("paused" if self.game.status is Status.PAUSED else "rules", as_sentence(error))

    def message(
        self, delta: Delta, tab: str = "", n: int | None = None, game: Game | None = None
    ) -> game_messages.Delta:
        """Return the message about a change that was just applied, to the game in play or to another one like it."""
        (kind, row, col), changes, level = delta.action, delta.cells, self.rules.level
        mines_left, lives, hints, undo, redo = (game or self.live.game).counts()
        is_small = len(changes) <= game_messages.LISTED_CELLS
        return game_messages.Delta(  # by position: eighteen names take four times as long
            self.id,
            delta.seq,
            delta.at,
            kind,
            delta.status,
            mines_left,
            lives,
            row * level.width + col if row >= 0 else None,
            changes.flat() if is_small else [],
            None if is_small else views.changed(delta, level),
            hints,
            undo,
            redo,
            kind.completion,
            delta.by,
            tab,
            n,
            (game or self.live.game).forgiven,
        )

    def board(self, room: str, now: int, *, n: int | None = None, tab: str = "") -> game_messages.Board:
        """Return the message about the game as it stands; a paused one shows no cells."""
        game, level = self.game, self.rules.level
        hidden = self.is_chunked or game.status is Status.PAUSED
        return game_messages.Board(
            room=room,
            game=self.id,
            seq=game.seq,
            at=self.live.elapsed(now),
            status=game.status.value,  # type: ignore[arg-type]
            rules=str(self.rules),
            width=level.width,
            height=level.height,
            mines=level.mines,
            mines_left=game.mines_left,
            lives=game.lives,
            digest=self.digest,
            choices=choices(game.rules),
            cells=None if hidden else views.whole(game.board),
            chunked=self.is_chunked,
            known_board=self.known_board,
            clicks=game.clicks,
            hints=game.hints,
            undo=game.undo_count,
            redo=game.redo_count,
            forgiven=game.forgiven,
            forgotten=self.forgotten,
            n=n,
            tab=tab,
        )


@lru_cache(maxsize=1 << 14)
def _action(kind: Kind, cell: int, width: int) -> Action:
    """Return an action at a cell; games share the equal ones."""
    return Action(kind, *divmod(cell, width))


def choices(rules: Rules) -> dict[str, str | int | bool | list[str]]:
    """Return every choice of some rules by its name, as JSON values."""
    found: dict[str, str | int | bool | list[str]] = {"ruleset": rules.ruleset, "level": str(rules.level)}
    for name in CHOICES:
        value = getattr(rules, name)
        if isinstance(value, frozenset):
            value = sorted(map(str, value))
        elif isinstance(value, str):
            value = str(value)
        found[name.replace("_", "-")] = value
    return found
