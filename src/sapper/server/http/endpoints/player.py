"""The player who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...protocol import api_types
from ...rooms.player_names import load_name
from ..endpoint import endpoint
from ..requests import player_of, services_of

if TYPE_CHECKING:
    from starlette.requests import Request


@endpoint("GET", "/api/me")
async def me(request: Request) -> api_types.Me:
    """Return the id and the name of the player; sets the cookie if there is none."""
    player = player_of(request)
    await load_name(services_of(request), player)
    return api_types.Me(player.id, player.name)
