"""Errors the user can fix."""


class SapperError(Exception):
    """An error with one sentence that states what was wrong and what is allowed, ready to be shown."""


class GameError(SapperError, ValueError):
    """An action that the rules do not allow."""


class OffBoard(GameError, IndexError):
    """A cell that is not on the board."""


class NothingOpen(GameError):
    """Advice asked for before the first click; the sentence is what the rules promise to it."""
