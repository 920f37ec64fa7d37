"""Bounds on the size of a replay: checked while it is read, before memory is allocated and before it is played."""

from __future__ import annotations

from ..action import Kind
from ..errors import GameError
from ..interrupt import check_stopped
from ..phrase import Phrase
from ..value import Value
from .errors import ReplayError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..rules import Rules
    from .model import Replay

MOST_BYTES = 1 << 24  # of a replay, packed or not
MOST_CELLS = 1 << 27  # a minefield of this size fills the largest replay
MOST_PLAYERS = 1000
MOST_LETTERS = 200  # of a name and of the program: as many as are read from the files of other programs
UNDOING = (Kind.UNDO, Kind.REDO)
_SEARCH = 1000  # cells whose change takes as long as the search for one of a no-guess board


class Bounds(Value):
    """The limits within which a replay is read. A server accepts less from the network than a program from a file."""

    bytes: int = MOST_BYTES
    actions: int = MOST_BYTES
    players: int = MOST_PLAYERS
    undone: int | None = None  # cells that undoing and redoing may change
    check_game: Callable[[Rules, int], None] | None = None  # raises an error for what is not accepted

    def check(self, rules: Rules, most_actions: int) -> None:
        """Raise an error if games by these rules with up to `most_actions` actions are not accepted."""
        if rules.level.cells > MOST_CELLS:
            raise ReplayError(Phrase("file.squares", most=MOST_CELLS, size=rules.level.size))
        if self.check_game is not None:
            self.check_game(rules, min(most_actions, self.actions))

    def check_actions(self, count: int) -> None:
        """Raise an error if there are too many actions."""
        if count > self.actions:
            raise ReplayError(Phrase("file.too-many", most=self.actions))

    def check_players(self, count: int) -> None:
        """Raise an error if there are too many players."""
        if count > self.players:
            raise ReplayError(Phrase("file.field", name="players", given=count, allowed=f"0-{self.players}"))

    def check_undone(self, replay: Replay) -> None:
        """Raise an error if the undoing in a practice game would take too long: each may change the whole board.

        Where that is possible the game is played, until too many cells have changed.
        """
        if self.undone is None or not replay.rules.practice:
            return
        changes = sum(entry.action.kind in UNDOING for entry in replay.entries)
        self.check_searches(replay.rules, changes)
        if changes * replay.rules.level.cells > self.undone:
            self._play(replay)

    def check_searches(self, rules: Rules, changes: int) -> None:
        """Raise an error if `changes` undone and redone moves may search for a no-guess board too often."""
        is_searched_for = rules.practice and rules.layout.grade is not None
        if is_searched_for and self.undone is not None and changes * rules.level.cells * _SEARCH > self.undone:
            raise ReplayError(Phrase("file.undone"))

    def check_undone_cells(self, cells: int) -> None:
        """Raise an error if undoing and redoing have changed too many cells."""
        if self.undone is not None and cells > self.undone:
            raise ReplayError(Phrase("file.undone"))

    def _play(self, replay: Replay) -> None:
        game, cells = replay.after(0), 0
        for step, entry in enumerate(replay.entries):
            check_stopped(step)
            try:
                delta = game.apply(entry)
            except GameError:
                return  # verification reports it
            if entry.action.kind in UNDOING:
                cells += len(delta.cells)
                self.check_undone_cells(cells)


LIBRARY = Bounds()
