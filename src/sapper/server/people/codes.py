"""The codes of a player: one that brings the player back anywhere, and short ones that link another device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...history.identity import LINK_LENGTH, RECOVERY_LENGTH, code_from, code_hash, tidy_code

if TYPE_CHECKING:
    from ..http.cookies import Player
    from ..services import Services

LINK_SECONDS = 600  # in which a code links a device


async def make_recovery_code(services: Services, player: Player) -> str:
    """Return a new recovery code, which ends the one before; only its hash is stored."""
    code = code_from(services.entropy(RECOVERY_LENGTH), RECOVERY_LENGTH)
    now = services.now()
    await services.writer.change(lambda store: store.set_code(player.key, code_hash(code), created_at=now))
    return code


async def make_link_code(services: Services, player: Player) -> str:
    """Return a code that links one other device within some minutes."""
    code, now = code_from(services.entropy(LINK_LENGTH), LINK_LENGTH), services.now()
    until = now + LINK_SECONDS
    await services.writer.change(lambda store: store.add_link(player.key, code_hash(code), now=now, expires_at=until))
    return code


async def player_with(services: Services, code: str) -> Player | None:
    """Return the player of a code with a token for another device, None for a wrong code."""
    hashed, now = code_hash(code), services.now()
    if len(tidy_code(code)) == LINK_LENGTH:
        found = await services.writer.change(lambda store: store.take_link(hashed, now=now))
    else:
        found = await services.reader.run(lambda store: store.player_with_code(hashed))
    return None if found is None else services.guests.linked(found.key, found.generation, found.name)


async def end_other_tokens(services: Services, player: Player) -> Player:
    """End the tokens of all devices, and return the player with a new one for this device."""
    now = services.now()
    generation = await services.writer.change(lambda store: store.next_generation(player.key, created_at=now))
    return services.guests.linked(player.key, generation, player.name)
