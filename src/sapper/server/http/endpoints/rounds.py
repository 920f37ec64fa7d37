"""Finished rounds: all boards on one time line with what happened, and a signed file for `sapper verify`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ....analysis.rounds import RoundFile, story_of
from ....phrase import Phrase
from ...parties.round_file import StoredRound, read_round, round_file
from ...parties.state import COLOURS
from ...people import profile
from ...protocol import api_types
from ..answers import answer
from ..endpoint import endpoint
from ..requests import ApiError, number, player_of, services_of, work
from .replays import unpack

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ....analysis.rounds import Story
    from ...operations.workers import Work

_POINTS = 400  # of a curve
_LISTED = 20  # rounds
_MOST_LISTED = 100


async def _stored(request: Request) -> StoredRound:
    public_id = request.path_params["id"]
    stored = await services_of(request).reader.run(lambda store: read_round(store, public_id))
    if stored is None:
        raise ApiError(404, Phrase("refusal.no-round"))
    return stored


@endpoint("GET", "/api/rounds", query=("limit",))
async def own_rounds(request: Request) -> list[api_types.ListedRound]:
    """Return the finished rounds of the player, the newest first."""
    player, most = player_of(request).key, number(request, "limit", _LISTED, _MOST_LISTED)
    return await services_of(request).reader.run(lambda store: profile.rounds_of(store, player, most))


@endpoint("GET", "/api/rounds/{id}")
async def played_round(request: Request) -> api_types.PlayedRound:
    """Return a finished round: its players and results, its games, and what happened when."""
    stored, player = await _stored(request), player_of(request).key
    return await work(request, lambda work: _described(stored, _file(stored, work), player))


@endpoint("GET", "/api/rounds/{id}/file", media="application/json")
async def file(request: Request) -> Response:
    """Return a finished round as a signed file, for `sapper verify` and `sapper replay round`."""
    stored, signer = await _stored(request), services_of(request).signer
    written = await work(request, lambda work: signer.sign_round(_file(stored, work)).dump())
    name = f'attachment; filename="sapper-round-{stored.played.public_id[:8]}.json"'
    return answer(request, written.encode(), "application/json", {"content-disposition": name})


def _file(stored: StoredRound, work: Work) -> RoundFile:
    return round_file(stored, lambda data: unpack(data, work))


def _described(stored: StoredRound, played: RoundFile, player: bytes) -> api_types.PlayedRound:
    row, story = stored.played, story_of(played)
    return api_types.PlayedRound(
        id=row.public_id,
        number=row.number,
        mode=row.mode,
        rules=json.loads(row.terms)["rules"],
        started_at=row.started_at,
        ended_at=row.ended_at,
        length=played.length,
        objections=list(row.objections),
        seats=[
            api_types.RoundSeat(
                seat=seat.seat,
                name=seat.name,
                colour=seat.seat % COLOURS,
                is_bot=seat.is_bot,
                strength=seat.strength,
                place=seat.place,
                status=seat.status,
                share=seat.share,
                at=seat.at_ms,
                points=seat.points,
                curve=_curve(story, seat.seat),
            )
            for seat in row.seats
        ],
        games=[
            api_types.RoundGame(found.number, list(found.seats), game.start, game.replay.elapsed)
            for found, game in zip(stored.games, played.games, strict=True)
        ],
        events=[api_types.RoundEvent(event.at, event.seat, event.kind, event.place) for event in story.events],
        own=own.seat if (own := row.seat_of(player)) else None,
    )


def _curve(story: Story, seat: int) -> list[tuple[int, float]]:
    """Return the curve of a player, with at most `_POINTS` points."""
    curve = story.curves[seat]
    step = -(-len(curve) // _POINTS) or 1
    kept = curve[::step]
    return [(at, round(share, 4)) for at, share in (kept if not curve or kept[-1] == curve[-1] else [*kept, curve[-1]])]
