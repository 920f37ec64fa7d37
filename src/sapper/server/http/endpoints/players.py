"""The pages of players: ratings, records, rounds and games; of others only if they have chosen that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....phrase import Phrase
from ...people.profile import page_of
from ...protocol import api_types  # noqa: TC001 - the table of endpoints reads the annotation
from ...rooms.player_names import load_name
from ..endpoint import endpoint
from ..requests import ApiError, player_of, services_of
from .history import report

if TYPE_CHECKING:
    from starlette.requests import Request

    from ....history.store import Store

_OWN = "me"


@endpoint("GET", "/api/players/{id}")
async def page(request: Request) -> api_types.PlayerPage:
    """Return the page of a player: name, ratings with their curves, records, rounds and games.

    The id of the player who asks is also `me`.
    """
    asked, player, now = request.path_params["id"], player_of(request), services_of(request).now()
    is_own = asked in (_OWN, player.id)
    if is_own:
        await load_name(services_of(request), player)

    def read(store: Store) -> api_types.PlayerPage | None:
        if is_own:
            stored = store.player(player.key)
            return page_of(store, player.key, player.name, stored, now=now, viewer=player.key)
        stored = store.player_with_id(asked)
        if stored is None or not stored.is_public:
            return None
        return page_of(store, stored.key, stored.name, stored, now=now, viewer=player.key)

    found = await report(request, read)
    if found is None:
        raise ApiError(404, Phrase("refusal.no-player-page"))
    return found
