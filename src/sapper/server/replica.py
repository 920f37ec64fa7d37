"""A game in play on the server: the replica of its log, its clock, and what pages are told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..action import Action, GameError, Kind, LogEntry
from ..board import CellState
from ..game import Game, GameOver, Status, layout_of
from ..replay.seal import seal
from ..rules import CHOICES
from . import protocol, views

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..game import Delta
    from ..minefield import Minefield
    from ..rules import Rules
    from ..seed import Seed

    Lay = Callable[[Rules, tuple[int, int]], Minefield]

_CLOSED = (CellState.HIDDEN, CellState.QUESTION, CellState.FLAG)
_UNDONE_AT_ONCE = 500  # moves that are played again without a thread
_MOST_ACTIONS = 20_000  # of a game, and two for each cell
_IN_THREAD = 1 << 16  # cells: a larger board is opened in a thread


class Refusal(Exception):
    """Why an action is not played, as a page is told."""

    def __init__(self, code: protocol.Code, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class Prepared:
    """A layout that may have been worked out before it is asked for, because that takes long."""

    __slots__ = ("_lay", "_most", "_ready")

    def __init__(self, lay: Lay, most: int) -> None:
        self._lay = lay
        self._most = most  # that are remembered: in practice, the first click may be undone again and again
        self._ready: dict[tuple[int, int], Minefield] = {}

    def __contains__(self, first: tuple[int, int]) -> bool:
        return first in self._ready

    def prepare(self, first: tuple[int, int], field: Minefield) -> None:
        """Remember what was laid for a first cell."""
        while len(self._ready) >= self._most:
            del self._ready[next(iter(self._ready))]
        self._ready[first] = field

    def __call__(self, rules: Rules, first: tuple[int, int]) -> Minefield:
        """Lay the mines for a first cell."""
        field = self._ready.get(first)
        if field is None:
            field = self._lay(rules, first)
            self.prepare(first, field)
        return field


class Stopwatch:
    """The playing time: it runs while the game is played, and stands still before, in a pause, and after."""

    __slots__ = ("_played", "_since")

    def __init__(self, played: int = 0) -> None:
        self._played = played
        self._since: int | None = None

    def at(self, now: int) -> int:
        """Tell the playing time in milliseconds."""
        return self._played + (0 if self._since is None else max(now - self._since, 0))

    def follow(self, game: Game, now: int) -> None:
        """Start or stop as the game stands."""
        if game.status is Status.PLAYING:
            if self._since is None:
                self._since = now
            return
        self._played = self.at(now)
        self._since = None
        if game.status is Status.READY:
            self._played = game.log[-1].at if game.log else 0


class GameReplica:
    """One game: rules, seed and log, as the store has them, and the ids that pages know it by."""

    def __init__(
        self,
        rules: Rules,
        seed: Seed,
        salt: bytes,
        public_id: str,
        *,
        chosen: bool = False,
        number: int | None = None,
        lay: Lay | None = None,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.salt = salt
        self.id = public_id
        self.chosen = chosen
        self.number = number  # in the store, once it has an action
        self.kept: int | None = None  # in the store, once it is finished
        self.digest = seal(rules, seed, salt)
        self.is_chunked = views.is_chunked(rules.level)
        self.is_large = rules.level.cells > _IN_THREAD
        self.layout = Prepared(lay or layout_of(rules, seed), 1 if self.is_large else 8)
        self.game = Game(rules, layout=self.layout)
        self.clock = Stopwatch()

    def restore(self, entries: Iterable[LogEntry], now: int) -> None:
        """Play the log again. The clock goes on from the last action: the server's absence costs nobody."""
        self.game = Game.replay(self.rules, layout=self.layout, actions=entries)
        self.clock = Stopwatch(self.game.log[-1].at if self.game.log else 0)
        self.clock.follow(self.game, now)

    @property
    def in_play(self) -> bool:
        """Whether something was played and nothing decided."""
        return bool(self.game.log) and not self.game.status.is_over

    def needs_laying(self, message: protocol.Play) -> tuple[int, int] | None:
        """Give the first cell of a no-guess board that an action would lay, None if it lays none."""
        if self.rules.layout.grade is None or self.game.first is not None or self.game.status is Status.PAUSED:
            return None
        if message.kind == "open" and message.cell is not None:
            cell = divmod(message.cell, self.rules.level.width)
        elif message.kind == "redo" and self.redo and self.game._taken_back[-1].kind is Kind.OPEN:
            cell = (self.game._taken_back[-1].row, self.game._taken_back[-1].col)
        else:
            return None
        return None if cell in self.layout or self.game.board[cell] not in _CLOSED else cell

    def takes_long(self, message: protocol.Play) -> bool:
        """Tell whether an action has to be played in a thread: on a large board, or if many are played again for it."""
        return self.is_large or (message.kind == "undo" and self.undo > _UNDONE_AT_ONCE)

    def entry(self, message: protocol.Play, arrived: int) -> LogEntry:
        """Read an action, or raise `Refusal`."""
        if message.game != self.id:
            raise Refusal("game", "this room plays another game by now")
        if message.seq is not None and message.seq != self.game.seq:
            raise Refusal("stale", f"the game is at {self.game.seq}, not at {message.seq}")
        kind = Kind(message.kind)
        if self.game.seq >= _MOST_ACTIONS + 2 * self.rules.level.cells and kind is not Kind.RESIGN:
            raise Refusal("limit", "this game is too long: resign, or begin another")
        if kind.has_cell:
            if message.cell is None or message.cell >= self.rules.level.cells:
                raise Refusal("rules", f"{kind} needs a cell from 0 to {self.rules.level.cells - 1}")
            row, col = divmod(message.cell, self.rules.level.width)
        elif message.cell is not None:
            raise Refusal("rules", f"{kind} has no cell")
        else:
            row = col = -1
        if kind in (Kind.PAUSE, Kind.RESUME) and self.game.status is not (
            Status.PAUSED if kind is Kind.RESUME else Status.PLAYING
        ):
            raise Refusal("rules", f"a game that is {self.game.status} has nothing to {kind}")
        pointer = None if message.x is None or message.y is None else (message.x, message.y)
        return LogEntry(Action(kind, row, col), self.time(arrived), 0, message.via, pointer)

    def time(self, now: int) -> int:
        """Tell the playing time of an action now, never before that of the last."""
        last = self.game.log[-1].at if self.game.log else 0
        return max(last, self.clock.at(now))

    def apply(self, entry: LogEntry, now: int) -> Delta:
        """Play an action on the replica, or raise `Refusal`."""
        try:
            delta = self.game.apply(entry)
        except GameOver as error:
            raise Refusal("over", str(error)) from None
        except GameError as error:
            paused = self.game.status is Status.PAUSED
            raise Refusal("paused" if paused else "rules", str(error)) from None
        self.clock.follow(self.game, now)
        return delta

    def told(self, delta: Delta, tab: str = "", n: int | None = None) -> protocol.Delta:
        """Make the message of a change just played."""
        game = self.game
        action = delta.action
        level = self.rules.level
        small = views.is_listed(delta)
        return protocol.Delta(
            game=self.id,
            seq=delta.seq,
            at=delta.at,
            kind=action.kind.value,
            status=delta.status.value,
            mines_left=game.board.mines_left,
            lives=game.lives,
            cell=action.row * level.width + action.col if action.row >= 0 else None,
            cells=views.listed(delta, level.width) if small else [],
            chunks=None if small else views.changed(delta, level),
            hints=game.hints,
            undo=self.undo,
            redo=self.redo,
            by=delta.by,
            tab=tab,
            n=n,
        )

    @property
    def undo(self) -> int:
        """How many moves can be taken back."""
        return len(self.game._moves) if self.rules.practice else 0

    @property
    def redo(self) -> int:
        """How many moves can be played again."""
        return len(self.game._taken_back)

    def board(self, room: str, now: int, *, n: int | None = None, tab: str = "") -> protocol.Board:
        """Make the message of how the game stands; a paused one shows no cells."""
        game, level = self.game, self.rules.level
        hidden = self.is_chunked or game.status is Status.PAUSED
        return protocol.Board(
            room=room,
            game=self.id,
            seq=game.seq,
            at=self.clock.at(now),
            status=game.status.value,
            rules=str(self.rules),
            width=level.width,
            height=level.height,
            mines=level.mines,
            mines_left=game.board.mines_left,
            lives=game.lives,
            digest=self.digest,
            choices=choices(self.rules),
            cells=None if hidden else views.whole(game.board),
            chunked=self.is_chunked,
            chosen=self.chosen,
            hints=game.hints,
            undo=self.undo,
            redo=self.redo,
            n=n,
            tab=tab,
        )


def choices(rules: Rules) -> dict[str, str | int | bool | list[str]]:
    """Give every choice of some rules by its name, as JSON has it."""
    found: dict[str, str | int | bool | list[str]] = {"ruleset": rules.ruleset, "level": str(rules.level)}
    for name in CHOICES:
        value = getattr(rules, name)
        if isinstance(value, frozenset):
            value = sorted(map(str, value))
        elif isinstance(value, str):
            value = str(value)
        found[name.replace("_", "-")] = value
    return found
