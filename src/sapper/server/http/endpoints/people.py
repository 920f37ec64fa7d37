"""The people with whom the player has played: who is here, and what the player decides about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....history.identity import public_id
from ....history.store.people.met import Report
from ....phrase import Phrase
from ...parties.listing import CHALLENGE_SECONDS
from ...parties.tidy_text import tidy
from ...protocol import api_types
from ..endpoint import Body, endpoint
from ..requests import ApiError, charge, decoded, known_player_of, lobby_of, player_of, services_of
from .history import report

if TYPE_CHECKING:
    from starlette.requests import Request

    from ....history.store import Store
    from ..cookies import Player

_MOST = 50
_LONGEST_WORDS = 300  # letters of a report


@endpoint("GET", "/api/me/people")
async def people_met(request: Request) -> api_types.PeopleMet:
    """Return the people with whom the player has played lately. Who is here is known of those who show it."""
    player, lobby = player_of(request).key, lobby_of(request)
    here = {one.player.key for one in lobby.connections}
    is_shared = services_of(request).is_shared

    def read(store: Store) -> api_types.PeopleMet:
        stored, met = store.player(player), store.people_met(player, _MOST)
        known = {one.player: store.player(one.player) for one in met}
        blocked, blocking = store.blocked_by(player), store.blocking(player)
        shows = {key for key, row in known.items() if row is not None and row.is_seen} - blocking
        in_rooms = store.players_in_rooms(shows - here) if is_shared else set()
        return api_types.PeopleMet(
            is_seen=bool(stored and stored.is_seen),
            people=[
                api_types.MetPlayer(
                    id=public_id(one.player),
                    name=(row.name if (row := known[one.player]) else "") or one.name,
                    mode=one.mode,
                    rules=one.rules,
                    ended_at=one.ended_at,
                    rounds=one.rounds,
                    won=one.won,
                    lost=one.lost,
                    is_here=one.player in here or one.player in in_rooms if one.player in shows else None,
                    is_blocked=one.player in blocked,
                    is_public=bool(row and row.is_public),
                )
                for one in met
            ],
        )

    return await report(request, read)


@endpoint("POST", "/api/me/seen", body=Body(api_types.NewSeen, "body"))
async def set_seen(request: Request) -> api_types.NewSeen:
    """Let those with whom the player has played see when the player is here, or not."""
    player = _changing(request)
    given = await decoded(request, api_types.NewSeen)
    services = services_of(request)
    now = services.now()
    await services.writer.change(lambda store: store.set_seen(player.key, given.is_seen, created_at=now))
    return given


@endpoint("POST", "/api/me/block", body=Body(api_types.NewBlock, "body"))
async def block(request: Request) -> api_types.NewBlock:
    """Block a person with whom the player has played: no challenges and quick matches any more, and no sight."""
    player = _changing(request)
    given = await decoded(request, api_types.NewBlock)
    other = await _met(request, player, given.player)
    await services_of(request).writer.change(lambda store: store.set_blocked(player.key, other, given.is_blocked))
    return given


@endpoint("POST", "/api/me/report", body=Body(api_types.NewReport, "body"))
async def report_player(request: Request) -> api_types.NewReport:
    """Report a person with whom the player has played to the host, who sees it by `sapper ban --reports`."""
    player = _changing(request)
    given = await decoded(request, api_types.NewReport)
    services, other = services_of(request), await _met(request, player, given.player)
    words, now = tidy(given.words, _LONGEST_WORDS), services.now()
    await services.writer.change(
        lambda store: store.report_player(Report(other, player.key, store.name_of(other), given.reason, words, now))
    )
    return given


@endpoint("POST", "/api/me/challenge", body=Body(api_types.NewChallenge, "body"))
async def challenge(request: Request) -> api_types.NewChallenge:
    """Challenge a person to the room of the player: one who was met, or who has a public page.

    The room is in the list of rooms of that person as long as it waits. Whether they are here is not said.
    """
    player = _changing(request)
    given = await decoded(request, api_types.NewChallenge)
    services, party = services_of(request), lobby_of(request).parties.get(given.party)
    if party is None or party.state.seat_of(player.key.hex()) is None:
        raise ApiError(404, Phrase("refusal.in-no-room"))

    def find(store: Store) -> bytes | None:
        public = store.player_with_id(given.player)
        return public.key if public and public.is_public else store.met_with_id(player.key, given.player)

    other = await services.reader.run(find)
    if other is None or other == player.key:
        raise ApiError(404, Phrase("refusal.not-met"))
    now = services.now()
    expired = now - CHALLENGE_SECONDS
    await services.writer.change(
        lambda store: store.challenge(other, player.key, given.party, now=now, expired=expired)
    )
    return given


@endpoint("POST", "/api/me/decline", body=Body(api_types.Declined, "body"))
async def decline(request: Request) -> api_types.Declined:
    """Take a challenge out of the list of rooms of the player."""
    player = _changing(request)
    given = await decoded(request, api_types.Declined)
    await services_of(request).writer.change(lambda store: store.decline(player.key, given.party))
    return given


async def _met(request: Request, player: Player, identity: str) -> bytes:
    """Return the key of a person whom the player has met."""
    found = await services_of(request).reader.run(lambda store: store.met_with_id(player.key, identity))
    if found is None:
        raise ApiError(404, Phrase("refusal.not-met"))
    return found


def _changing(request: Request) -> Player:
    """Return the player who changes something, which is charged."""
    player = known_player_of(request)
    if player is None:
        raise ApiError(403, Phrase("refusal.no-player"))
    charge(request, services_of(request).rates.changes, Phrase("refusal.too-many-changes"))
    return player
