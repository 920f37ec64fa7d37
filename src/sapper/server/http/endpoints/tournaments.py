"""Tournaments: the calendar, those of players, their tables, and signed results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....phrase import Phrase
from ...parties.round_file import read_round, round_file
from ...protocol import api_types
from ...protocol.refusal import Refusal
from ...rooms.player_names import load_name
from ...tournaments.events import TournamentTerms
from ...tournaments.file import tournament_file
from ...tournaments.view import card, view
from ..answers import answer
from ..endpoint import Body, endpoint
from ..requests import ApiError, address_of, charge, decoded, known_player_of, lobby_of, player_of, services_of, work
from .replays import unpack

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ....history.store import Store
    from ...operations.workers import Work
    from ...parties.round_file import StoredRound
    from ...tournaments.tournament import Tournament

_PAST = 6 * 3600  # seconds
_COMING = 31 * 24 * 3600
_STATUS = {"room": 404, "limit": 429}


@endpoint("GET", "/api/tournaments")
async def tournaments(request: Request) -> list[api_types.TournamentCard]:
    """Return the tournaments of the last hours and those to come, in their order."""
    services, player = services_of(request), player_of(request).key.hex()
    now = services.now()
    found = await lobby_of(request).tournaments.near(now - _PAST, now + _COMING)
    return [await card(one, player, services.time.wall()) for one in found]


@endpoint("POST", "/api/tournaments", body=Body(api_types.TournamentRules, "body"))
async def make(request: Request) -> api_types.Tournament:
    """Return a new tournament."""
    services, player = services_of(request), _player(request)
    charge(request, services.rates.games, Phrase("refusal.too-many-games"))
    given = await decoded(request, api_types.TournamentRules)
    terms = TournamentTerms(
        format=given.format,
        mode=given.mode,
        rules=given.rules,
        starts_at=services.now() + 60 * given.starts_in,
        name=given.name,
        minutes=given.minutes,
        turns=given.turns,
    )
    try:
        made = lobby_of(request).tournaments
        tournament = await made.make(made.tidy(terms), player)
    except Refusal as refusal:
        raise _as_error(refusal) from None
    return await _view(request, tournament, player)


@endpoint("GET", "/api/tournaments/{id}")
async def tournament(request: Request) -> api_types.Tournament:
    """Return a tournament: its table, its races in play, and where the player plays now.

    A player who waits for a race asks again every second or two: who does not ask for twenty seconds is not ready any
    more.
    """
    player = player_of(request).key.hex()
    return await _view(request, await _find(request, request.path_params["id"], player), player)


@endpoint("POST", "/api/tournaments/entry", body=Body(api_types.TournamentEntry, "body"))
async def enter(request: Request) -> api_types.Tournament:
    """Sign the player up, or note that they are ready for the next race or sit out, and return the tournament."""
    services, key = services_of(request), _player(request)
    charge(request, services.rates.changes, Phrase("refusal.too-many-changes"))
    wanted, player = await decoded(request, api_types.TournamentEntry), player_of(request)
    found = await _find(request, wanted.tournament, key)
    await load_name(services, player)
    try:
        if wanted.wants == "out":
            await found.withdraw(key)
        else:
            await found.enter(key, player.name or f"Guest {len(found.state.entrants) + 1}")
            if wanted.wants == "ready":
                network = services.guests.network_mark(address_of(request))
                await found.be_ready(key, is_ready=True, network=network, is_bot=wanted.is_bot)
    except Refusal as refusal:
        raise _as_error(refusal) from None
    return await _view(request, found, key)


@endpoint("GET", "/api/tournaments/{id}/file", media="application/json")
async def file(request: Request) -> Response:
    """Return a tournament that is over as a signed file with all its races, for `sapper verify`."""
    services, found = services_of(request), await _find(request, request.path_params["id"])
    if not found.state.is_over:
        raise ApiError(409, Phrase("refusal.tournament-in-play"))
    state, signer = found.state, services.signer

    def read(store: Store) -> list[StoredRound]:
        stored = [read_round(store, played.public_id) for played in state.rounds.values()]
        return [one for one in stored if one is not None]

    stored = await services.reader.run(read)

    def written(work: Work) -> str:
        rounds = {one.played.party: round_file(one, lambda data: unpack(data, work)) for one in stored}
        return signer.sign_tournament(tournament_file(found.id, state, rounds)).dump()

    name = f'attachment; filename="sapper-tournament-{found.id[:16]}.json"'
    return answer(request, (await work(request, written)).encode(), "application/json", {"content-disposition": name})


async def _find(request: Request, id_: str, player: str = "") -> Tournament:
    try:
        return await lobby_of(request).tournaments.find(id_, player)
    except Refusal as refusal:
        raise _as_error(refusal) from None


async def _view(request: Request, found: Tournament, player: str) -> api_types.Tournament:
    return await view(found, lobby_of(request).parties, player, services_of(request).time.wall())


def _player(request: Request) -> str:
    """Return the key of the player, or raise `ApiError` if there is none yet."""
    player = known_player_of(request)
    if player is None:
        raise ApiError(403, Phrase("refusal.no-player"))
    return player.key.hex()


def _as_error(refusal: Refusal) -> ApiError:
    return ApiError(_STATUS.get(refusal.code, 422), refusal.sentence)
