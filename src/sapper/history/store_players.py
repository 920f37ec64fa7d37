"""Players of a server: their names, levels and bans, and the key that signs their games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bans import Ban


class StorePlayers(ABC):
    """The part of a store that knows players."""

    @abstractmethod
    def set_name(self, player: bytes, name: str, *, created_at: int) -> None:
        """Set the name of a player."""

    @abstractmethod
    def name_of(self, player: bytes) -> str:
        """Return the name of a player, empty if there is none."""

    @abstractmethod
    def players(self) -> set[bytes]:
        """Return the keys of all players of a server who have a name or a game."""

    @abstractmethod
    def forget_player(self, player: bytes) -> None:
        """Delete the name of a player and what else is stored beside the games."""

    @abstractmethod
    def set_custom_level(self, level: str, *, owner: bytes = b"") -> None:
        """Store the Amiga's custom level of a player, and that the games so far came before it."""

    @abstractmethod
    def custom_level(self, owner: bytes = b"") -> tuple[str, int] | None:
        """Return the custom level that was stored last and the last game before it, None if there is none."""

    @abstractmethod
    def ban(self, ban: Ban) -> None:
        """Add a ban, in place of an older one of the same player or address."""

    @abstractmethod
    def unban(self, who: str) -> bool:
        """Remove a ban; return False if there is none."""

    @abstractmethod
    def bans(self) -> list[Ban]:
        """List the bans, the newest first."""

    @abstractmethod
    def server_key(self, new: bytes = b"") -> bytes:
        """Return the key of the servers that share the store: the one that was stored first, empty if there is none."""
