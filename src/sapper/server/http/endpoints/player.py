"""The player who asks: name, codes, and the devices that are this player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....display import qr_code
from ....phrase import Phrase
from ...operations import bans
from ...people import codes
from ...protocol import api_types
from ...rooms.player_names import load_name, rename
from ..endpoint import Body, endpoint
from ..requests import ApiError, charge, decoded, known_player_of, lobby_of, player_of, services_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..cookies import Player

_MOST_NETWORK_NAME = 100  # letters of the name of this server in a link


@endpoint("GET", "/api/me")
async def me(request: Request) -> api_types.Me:
    """Return the id and the name of the player; sets the cookie if there is none."""
    player, services = player_of(request), services_of(request)
    await load_name(services, player)
    stored = await services.reader.run(lambda store: store.player(player.key))
    return api_types.Me(player.id, player.name, bool(stored and stored.has_code), stored.created_at if stored else None)


@endpoint("POST", "/api/me/name", body=Body(api_types.NewName, "body"))
async def take_name(request: Request) -> api_types.Me:
    """Give the player a name, and return it as others see it."""
    player = _known_player(request)
    _charge_change(request)
    given = await decoded(request, api_types.NewName)
    await rename(services_of(request), player, given.name)
    return await me(request)


@endpoint("POST", "/api/me/code")
async def make_recovery_code(request: Request) -> api_types.RecoveryCode:
    """Return a new code that brings the player back on any device: it is shown this once."""
    player = _known_player(request)
    _charge_change(request)
    return api_types.RecoveryCode(await codes.make_recovery_code(services_of(request), player))


@endpoint("POST", "/api/me/link")
async def make_link_code(request: Request) -> api_types.LinkCode:
    """Return a code and a link that make another device this player, once and within ten minutes."""
    player = _known_player(request)
    _charge_change(request)
    code = await codes.make_link_code(services_of(request), player)
    origin = str(request.scope["state"]["origin"])[:_MOST_NETWORK_NAME]
    address = f"{origin}/link#{code}"
    picture = qr_code.qr_code(address)
    path, size = qr_code.svg_path(picture), qr_code.svg_size(picture)
    return api_types.LinkCode(code, address, codes.LINK_SECONDS, path, size)


@endpoint("POST", "/api/me/restore", body=Body(api_types.GivenCode, "body"))
async def restore(request: Request) -> api_types.Me:
    """Become the player of a code: the answer sets the cookie. Each attempt counts, so that no code is guessed."""
    charge(request, services_of(request).rates.codes, Phrase("refusal.too-many-codes"))
    given = await decoded(request, api_types.GivenCode)
    player = await codes.player_with(services_of(request), given.code)
    if player is None:
        raise ApiError(404, Phrase("refusal.no-such-player-code"))
    return await _become(request, player)


@endpoint("DELETE", "/api/me/tokens")
async def sign_out_others(request: Request) -> api_types.Me:
    """Sign out every other device of the player; the answer sets a new cookie for this one."""
    player = _known_player(request)
    _charge_change(request)
    signed_in = await codes.end_other_tokens(services_of(request), player)
    await bans.refresh(lobby_of(request))  # which others notice later
    return await _become(request, signed_in)


async def _become(request: Request, player: Player) -> api_types.Me:
    request.scope["state"].update(player=player, is_new=True)  # so that the answer sets the cookie
    return await me(request)


def _known_player(request: Request) -> Player:
    player = known_player_of(request)
    if player is None:
        raise ApiError(403, Phrase("refusal.no-player"))
    return player


def _charge_change(request: Request) -> None:
    charge(request, services_of(request).rates.changes, Phrase("refusal.too-many-changes"))
