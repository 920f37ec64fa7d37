"""What the lobby needs of the machine: who the player is on a server, and a server of one's own."""

from __future__ import annotations

from typing import Protocol


class Access(Protocol):
    """The servers that this player knows."""

    server: str  # the one that was used last

    def token(self, server: str) -> str | None:
        """Return what makes the player the same one as before."""

    def enter(self, server: str, token: str | None) -> None:
        """Remember a server, and who the player is there."""

    def own_server(self) -> str:
        """Start a server on this machine, if none runs yet, and return its address. It takes a moment."""
