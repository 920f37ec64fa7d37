"""The tournaments of a server, as a player of them sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..server.protocol.api_types import Tournament, TournamentCard, TournamentEntry, TournamentRules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from .player import PlayerAccess

_PATH = "/tournament/"


def tournament_address(link: str) -> tuple[str, str]:
    """Return the server of a link and the tournament, which is empty for the address of a server.

    >>> tournament_address("https://mines.example/tournament/abc")
    ('https://mines.example', 'abc')
    """
    parts = urlsplit(link)
    if not parts.path.startswith(_PATH):
        return link, ""
    return f"{parts.scheme}://{parts.netloc}", parts.path.removeprefix(_PATH).strip("/")


class Tournaments:
    """Asks a server about its tournaments."""

    def __init__(self, player: PlayerAccess) -> None:
        self._player = player

    async def listed(self) -> Sequence[TournamentCard]:
        """Return the tournaments of the last hours and those to come."""
        return await self._player.ask("GET", "tournaments", list[TournamentCard])

    async def find(self, id_: str) -> Tournament:
        """Return a tournament with its table; who asks is known to be there."""
        return await self._player.ask("GET", f"tournaments/{id_}", Tournament)

    async def make(self, rules: TournamentRules) -> Tournament:
        """Return a new tournament."""
        return await self._player.ask("POST", "tournaments", Tournament, rules)

    async def enter(self, id_: str, wants: Literal["in", "ready", "out"]) -> Tournament:
        """Sign up, be ready for the next race, or sit out, and return the tournament."""
        return await self._player.ask("POST", "tournaments/entry", Tournament, TournamentEntry(id_, wants))

    def link(self, id_: str) -> str:
        """Return the address of a tournament."""
        return f"{self._player.server}{_PATH}{id_}"
