"""What a server stores about finished games whose boards others still play."""

from __future__ import annotations

from abc import ABC, abstractmethod


class StoreSeals(ABC):
    """The part of a store that knows which finished games nobody may read yet.

    A game is sealed by `finish` or `add`, in the same commit. The seals of a party open in the commit that stores the
    end of its round. A sealed game is in no list, no statistics, no best times and no backup.
    """

    @abstractmethod
    def is_sealed(self, game: int) -> bool:
        """Return whether nobody may read a finished game yet."""

    @abstractmethod
    def open_seals(self, now: int) -> None:
        """Open the seals whose time has come, in seconds since 1970, and those of rounds that are over."""
