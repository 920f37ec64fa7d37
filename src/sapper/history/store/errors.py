"""Errors of a store, with sentences that name the remedy."""

from __future__ import annotations

from ...errors import SapperError
from ...phrase import Phrase


class StoreError(SapperError):
    """A store that cannot be read or written, with a sentence that names the reason and the remedy.

    `cause` is the reason in a few words, for a title or a tag.
    """

    def __init__(self, sentence: Phrase | str, cause: Phrase | str = "") -> None:
        super().__init__(sentence)
        self.cause = cause or sentence


class GameElsewhere(StoreError):
    """A game that is being played in another process, or in the browser."""


class GameInUse(GameElsewhere):
    """A game that another process is playing."""

    def __init__(self, process: int) -> None:
        if process:
            super().__init__(Phrase("machine-error.in-process", process=process))
        else:
            super().__init__(Phrase("machine-error.in-window"))
        self.process = process


class RoomWentOn(StoreError):
    """A room in which another server has started the next game."""

    def __init__(self) -> None:
        super().__init__(Phrase("error.room-went-on"))
