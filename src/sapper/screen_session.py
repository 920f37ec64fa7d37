"""The part of a session that a board screen needs, whether the game is played here or on a server.

`Session` and `RemoteSession` both have it. Only a type checker reads this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection

    from .action import Action
    from .analysis.best_move import Move
    from .analysis.draft import Consequences
    from .analysis.hints import Hint
    from .analysis.odds import Odds
    from .board import Board
    from .game import Delta, Status
    from .phrase import Phrase
    from .rules import Rules
    from .session import Face


class ScreenGame(Protocol):
    """The visible side of a game."""

    @property
    def rules(self) -> Rules:
        """The rules, as they are now."""

    @property
    def board(self) -> Board:
        """The visible board."""

    @property
    def status(self) -> Status:
        """The state of the game."""


class ScreenSession(Protocol):
    """A game in play: what is shown of it, the moves, and help."""

    pressed: bool  # a button is down on the board: set by the screen

    @property
    def game(self) -> ScreenGame:
        """The game in play."""

    @property
    def rules(self) -> Rules:
        """The rules of the next game."""

    @property
    def board(self) -> Board:
        """The visible board."""

    @property
    def mines_left(self) -> int:
        """Mines minus flags."""

    @property
    def elapsed(self) -> int:
        """The playing time in milliseconds."""

    @property
    def face(self) -> Face:
        """The face above the board."""

    def apply(self, action: Action, *, device: str = "") -> Delta:
        """Play an action; return the changes that can be shown at once."""

    def needs_confirmation(self, seconds: int) -> bool:
        """Return whether to ask before the game in play is given up, if it has lasted that long."""

    @property
    def first_click(self) -> Phrase | None:
        """The promise of the rules to the first click; None once something is open."""

    @property
    def help_unranks(self) -> bool:
        """Whether help asked for now would take this game out of the best times."""

    def check_help(self, topic: str = "hint") -> None:
        """Raise an error with the reason where there is no help on a topic."""

    def hint(self) -> Hint:
        """Return a hint; the game then counts as assisted."""

    def is_certain(self) -> bool:
        """Return whether some cell is certainly safe; the game then counts as assisted."""

    def consequences(self, mines: Collection[tuple[int, int]], safe: Collection[tuple[int, int]]) -> Consequences:
        """Return what follows if some closed cells are mines and others are safe; the game then counts as assisted."""

    def odds(self) -> Odds:
        """Return the odds of all closed cells; the game then counts as assisted."""

    def best_move(self) -> Move:
        """Return the move with the best chance to win; the game then counts as assisted."""

    def why(self, row: int, col: int) -> Phrase:
        """Return what is known of a cell and why; for a closed cell that counts as help."""
