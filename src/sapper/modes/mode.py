"""The properties of a way to play together. Servers, clients and screens ask these, never for a name."""

from __future__ import annotations

from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from ..game import Game
    from ..rules import Rules

    WinsBy = Literal["team", "time", "points"]


class Outcome(Value):
    """The end of a round for a player."""

    seat: int
    place: int  # from 1; equal results share a place
    status: str  # won, lost, abandoned or drawn
    points: int


class Mode(Value):
    """A way to play together.

    Its words are in the section `together` of the catalogue, under its name.
    """

    name: str  # on the wire, in the store and on the command line
    order: int  # its place in lists
    rules: str  # of a new room
    wins_by: WinsBy  # all win or lose together, the first to solve the board wins, or the most points
    least: int = 1  # players that a round needs
    seats: int | None = None  # always exactly these; None for as many as the room allows
    is_secret: bool = False  # the players have the same boards, each alone: no player sees what another opens
    has_turns: bool = False  # one player at a time, each with a clock; squares are only opened
    has_lives: bool = False  # the lives of the rules are for all together, or for each player
    has_boards: bool = False  # a list of boards and a time limit
    is_match: bool = False  # wins are counted, and a match is the best of some rounds
    joins_late: bool = False  # a player who sits down in the middle of a round plays in it
    first_counted: int = 1  # the action from which on it matters who did what: those before it are the server's

    @property
    def is_team(self) -> bool:
        """Whether all win or lose together."""
        return self.wins_by == "team"

    def owns(self, rules: Rules) -> bool:
        """Return whether only games of this mode have such rules."""
        return False

    def outcome(self, game: Game, seats: Sequence[int], clock: int, bonus: int) -> list[Outcome]:
        """Return how a game that all played on one board ended for each; `clock` and `bonus` are milliseconds."""
        return [Outcome(seat, 1, game.status.value, 0) for seat in seats]

    def lets_join(self, *, has_own_lives: bool) -> bool:
        """Return whether a player who sits down now plays in the running round."""
        return self.joins_late and not (self.has_lives and has_own_lives)
