"""The player who asks: name, codes, and the devices that are this player."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.responses import StreamingResponse

from ....display import qr_code
from ....phrase import Phrase
from ...operations import bans
from ...people import codes, own_data
from ...protocol import api_types
from ...rooms.player_names import load_name, rename
from ..endpoint import TEXT, Body, endpoint
from ..requests import ApiError, charge, decoded, known_player_of, lobby_of, player_of, services_of
from .history import report, report_part

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response

    from ..cookies import Player

_MOST_NETWORK_NAME = 100  # letters of the name of this server in a link
_LINES_AT_ONCE = 500
_DELETED_AT_ONCE = 100  # games in one commit: others who write wait a few milliseconds


@endpoint("GET", "/api/me")
async def me(request: Request) -> api_types.Me:
    """Return the id and the name of the player; sets the cookie if there is none."""
    player, services = player_of(request), services_of(request)
    await load_name(services, player)
    stored = await services.reader.run(lambda store: store.player(player.key))
    if stored is None:
        return api_types.Me(player.id, player.name)
    return api_types.Me(player.id, player.name, stored.has_code, stored.created_at, stored.is_public)


@endpoint("POST", "/api/me/name", body=Body(api_types.NewName, "body"))
async def take_name(request: Request) -> api_types.Me:
    """Give the player a name, and return it as others see it."""
    player = _known_player(request)
    _charge_change(request)
    given = await decoded(request, api_types.NewName)
    await rename(services_of(request), player, given.name)
    return await me(request)


@endpoint("POST", "/api/me/public", body=Body(api_types.NewPublic, "body"))
async def set_public(request: Request) -> api_types.Me:
    """Let others see the page of the player, or not."""
    player, services = _known_player(request), services_of(request)
    _charge_change(request)
    given = await decoded(request, api_types.NewPublic)
    now = services.now()
    await services.writer.change(lambda store: store.set_public(player.key, given.is_public, created_at=now))
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


@endpoint("GET", "/api/me/everything", media=TEXT)
async def everything(request: Request) -> Response:
    """Return everything that is stored about the player, a line of JSON for each thing: see docs/players.md."""
    player, services = _known_player(request), services_of(request)
    lines = await report(request, partial(own_data.lines, player.key, services.program, services.now()))

    async def parts() -> AsyncIterator[bytes]:
        for start in range(0, len(lines), _LINES_AT_ONCE):
            yield b"".join(lines[start : start + _LINES_AT_ONCE])
        last = 0
        while part := await report_part(request, partial(own_data.replays, player.key, last)):
            last = part[-1][0]
            yield b"".join(own_data.replay_line(*one) for one in part)

    name = f'attachment; filename="sapper-player-{player.id[:8]}.jsonl"'
    headers = {"cache-control": "no-store", "content-disposition": name}
    return StreamingResponse(parts(), media_type="text/plain; charset=utf-8", headers=headers)


@endpoint("DELETE", "/api/me")
async def delete_everything(request: Request) -> api_types.Me:
    """Delete everything that is stored about the player, whose devices are new players from then on."""
    player, services = _known_player(request), services_of(request)
    _charge_change(request)
    while await services.writer.run(lambda store: store.delete_games_of(player.key, _DELETED_AT_ONCE)):
        pass
    await services.writer.run(lambda store: store.forget_player(player.key))
    await bans.refresh(lobby_of(request))  # which others notice later
    return await _become(request, services.guests.new())


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
