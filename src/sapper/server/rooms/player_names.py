"""The names of players, in the store."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ...history.store import StoreError
from ..http.cookies import tidy_name

if TYPE_CHECKING:
    from ..http.cookies import Player
    from ..services import Services

log = logging.getLogger("sapper.server")


async def rename(services: Services, player: Player, name: str) -> None:
    """Set and store the name of a player, without the characters that names may not contain."""
    player.name = tidy_name(name)
    try:
        await services.writer.change(lambda store: store.set_name(player.key, player.name, created_at=services.now()))
    except StoreError as error:
        log.warning("a name was not stored: %s", error)


async def load_name(services: Services, player: Player) -> None:
    """Load the name of a player who was here before."""
    try:
        player.name = await services.reader.run(lambda store: store.name_of(player.key))
    except StoreError as error:
        log.warning("a name was not loaded: %s", error)
