"""Rounds in rooms, through the Python client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.client import Terms

if TYPE_CHECKING:
    from sapper.client import Client, RemoteParty


async def begun(*parties: RemoteParty) -> None:
    """Wait until a round may be played by everybody."""
    for party in parties:
        await party.ready()
    for party in parties:
        await party.until(lambda party: party.can_move)


async def racing(owner: Client, guest: Client, grace: int = 60) -> tuple[RemoteParty, RemoteParty]:
    """Return a room as both see it in the middle of a race."""
    hers = await owner.host(Terms(mode="race", rules="modern beginner", grace=grace))
    his = await guest.join(hers.id)
    await begun(hers, his)
    for party in (hers, his):
        await party.until(lambda party: party.game is not None and party.game.board.opened > 0)
    return hers, his
