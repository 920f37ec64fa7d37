"""Players and addresses that may not use this server, as `sapper ban` stored them; tokens that players have ended."""

from __future__ import annotations

import asyncio
import logging
import time
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from ...history.store import StoreError
from ...phrase import Phrase
from ..socket.frames import RESTART

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ipaddress import IPv4Network, IPv6Network

    from ...history.store.bans import Ban
    from ..http.cookies import Player
    from ..rooms.lobby import Lobby

log = logging.getLogger("sapper.server")

CODE = 1008  # the closing code of WebSockets for a violated policy
_INTERVAL = 2.0  # seconds between looks at the store


class Bans:
    """The bans that the store had when it was looked at last."""

    def __init__(self) -> None:
        self._by_name: dict[str, Ban] = {}
        self._networks: list[tuple[IPv4Network | IPv6Network, Ban]] = []

    def replace(self, bans: Iterable[Ban]) -> None:
        """Take these bans in place of those so far."""
        found = list(bans)
        self._by_name = {ban.who: ban for ban in found if "/" not in ban.who}
        self._networks = [(ip_network(ban.who), ban) for ban in found if "/" in ban.who]

    def find(self, player: Player, address: str, now: int) -> Ban | None:
        """Return the ban of a player or an address, None if there is none."""
        if not (self._by_name or self._networks):
            return None
        found = (self._by_name.get(player.id), self._by_name.get(_plain(address)), self._by_network(address))
        return next((ban for ban in found if ban is not None and (ban.until is None or ban.until > now)), None)

    def refusal(self, player: Player, address: str, now: int) -> Phrase | None:
        """Return the sentence for a player or an address that is banned, None for everybody else."""
        ban = self.find(player, address, now)
        return None if ban is None else sentence_of(ban)

    def _by_network(self, address: str) -> Ban | None:
        if not self._networks:
            return None
        try:
            found = ip_address(_plain(address))
        except ValueError:
            return None
        return next((ban for network, ban in self._networks if found in network), None)


def sentence_of(ban: Ban) -> Phrase:
    """Return the sentence for a client about its ban."""
    values = {"reason": ban.reason} if ban.reason else {}
    if ban.until is not None:
        values["until"] = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ban.until))
    return Phrase("-".join(["refusal.banned", *sorted(values)]), **values)


def _plain(address: str) -> str:
    """Return an address without the prefix that IPv4 has on a socket of IPv6."""
    return address.removeprefix("::ffff:")


async def watch(lobby: Lobby) -> None:
    """Read the bans every two seconds and close the connections that they concern, until the task is cancelled."""
    while True:
        await refresh(lobby)
        await asyncio.sleep(_INTERVAL)


async def refresh(lobby: Lobby) -> None:
    """Read the bans and the tokens that are not valid any more, and close the connections that they concern."""
    services = lobby.services
    try:
        bans, generations, ended = await services.writer.run(
            lambda store: (store.bans(), store.generations(), store.ended_keys())
        )
        services.bans.replace(bans)
        services.guests.end_tokens(generations, ended)
    except StoreError as error:
        log.warning("the bans could not be read: %s", error)
    for connection in list(lobby.connections):
        why = services.bans.refusal(connection.player, connection.address, services.now())
        if why is not None:
            connection.close(CODE, why)
        elif not services.guests.is_valid(connection.player):
            connection.close(RESTART, Phrase("refusal.signed-out"), retry_in=_INTERVAL)
