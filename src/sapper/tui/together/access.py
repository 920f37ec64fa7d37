"""Access to servers for the lobby: the player's token, and a server on this machine."""

from __future__ import annotations

from typing import Protocol

from ...display.wording import message
from ...errors import GameError


class Access(Protocol):
    """The servers that this player knows."""

    server: str  # the one that was used last

    def token(self, server: str) -> str | None:
        """Return the token of the player."""

    def enter(self, server: str, token: str | None) -> None:
        """Remember a server, and who the player is there."""

    def own_server(self) -> str:
        """Start a server on this machine, if none runs yet, and return its address. It takes a moment."""


class NoAccess:
    """No way to servers, for a game that was started without one: an address can be typed."""

    server = ""

    def token(self, server: str) -> str | None:
        """Return None: no player is known."""
        return None

    def enter(self, server: str, token: str | None) -> None:
        """Remember nothing."""

    def own_server(self) -> str:
        """Raise an error that says why there is no server."""
        raise GameError(message("rooms.no-access"))
