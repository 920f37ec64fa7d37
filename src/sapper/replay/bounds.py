"""How large a replay may be: checked while it is read, before memory is allocated and before it is played."""

from __future__ import annotations

from ..value import Value
from .errors import ReplayError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..rules import Rules

MOST_BYTES = 1 << 24  # of a replay, packed or not
MOST_CELLS = 1 << 27  # a minefield of this size fills the largest replay
MOST_PLAYERS = 1000
MOST_LETTERS = 200  # of a name and of the program: as many as are read from the files of other programs


class Bounds(Value):
    """What is accepted where a replay is read. A server accepts less from the network than a program from a file."""

    bytes: int = MOST_BYTES
    actions: int = MOST_BYTES
    players: int = MOST_PLAYERS
    check_rules: Callable[[Rules], None] | None = None  # raises an error for rules that are not accepted

    def check(self, rules: Rules) -> None:
        """Raise an error if games by these rules are not accepted."""
        if rules.level.cells > MOST_CELLS:
            raise ReplayError(f"a replay's board has at most {MOST_CELLS} squares, and this is {rules.level}")
        if self.check_rules is not None:
            self.check_rules(rules)

    def check_actions(self, count: int) -> None:
        """Raise an error if there are too many actions."""
        if count > self.actions:
            raise ReplayError(f"a replay has at most {self.actions} actions here, and this has more")

    def check_players(self, count: int) -> None:
        """Raise an error if there are too many players."""
        if count > self.players:
            raise ReplayError(f"a replay has at most {self.players} players here, and this has {count}")


LIBRARY = Bounds()
