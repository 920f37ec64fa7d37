"""Replays from elsewhere: checked, and stored. The key that checks the signatures of this server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..history.rows import IMPORTED
from ..history.store import Filter
from ..history.summary import summary_of
from ..replay.action_list import Damaged
from ..replay.bounds import Bounds
from ..replay.errors import ReplayError
from ..replay.model import Replay
from ..replay.signature import signer_of
from . import api_types
from .api_requests import ApiError, address_of, body, refuse_while_rebuilding, services_of, work
from .guests import tidy_name
from .memory import game_bytes
from .refusal import Refusal, as_sentence
from .start import check_rules

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..history.store import Store
    from ..history.summary import Summary
    from ..rules import Rules
    from .limits import Limits
    from .services import Services
    from .workers import Work

_IMPORTED = Filter(imported=True)


async def server_key(request: Request) -> api_types.ServerKey:
    """Return the public key of this server."""
    return api_types.ServerKey(services_of(request).signer.public_key.hex())


async def verify(request: Request) -> api_types.Verification:
    """Return whether a replay is consistent, and who signed it."""
    services = services_of(request)
    data = await body(request, services.limits.replay_body)
    return await work(request, lambda work: _verification(services, data, work))


async def import_replay(request: Request) -> api_types.Imported:
    """Store a replay from elsewhere. Its board counts as known, because this server did not see it played."""
    refuse_while_rebuilding(request)  # whether it is stored already cannot be known
    services = services_of(request)
    data = await body(request, services.limits.replay_body)
    now = services.seconds()
    if not services.rates.imports.of(address_of(request), now).take(now):
        raise ApiError(429, "Too many replays were imported from your address. Try again later.")

    def prepare(work: Work) -> tuple[Replay, bytes, Summary, int]:
        found = tidied(load(data, services.limits, work))
        return found, found.pack(), summary_of(found), len(found)

    found, packed, summary, length = await work(request, prepare)
    if await services.reader.run(lambda store: store.count(_IMPORTED)) >= services.limits.imported_games:
        raise ApiError(507, "This server stores no more replays from elsewhere.")

    def add(store: Store) -> int | None:
        return store.add(
            packed,
            summary,
            rules=str(found.rules),
            seed=found.seed,
            length=length,
            created_at=found.played_at,
            source=IMPORTED,
        )

    return api_types.Imported(await services.writer.run(add))


def _verification(services: Services, data: bytes, work: Work) -> api_types.Verification:
    try:
        found = load(data, services.limits, work)
    except ReplayError as error:
        return api_types.Verification(False, why=as_sentence(error))
    signer = signer_of(found)
    is_wrong = found.signature is not None and signer is None
    return api_types.Verification(
        True,
        signer.hex() if signer else None,
        signer == services.signer.public_key,
        "The signature is wrong: the replay was changed after it was signed." if is_wrong else None,
        str(found.rules),
        found.status.value,
        found.elapsed,
        len(found),
    )


def load(data: bytes, limits: Limits, work: Work) -> Replay:
    """Read a replay within the limits of the server, or raise an error that says what is wrong with it."""

    def check(rules: Rules, most_actions: int) -> None:
        try:
            check_rules(rules, limits)
        except Refusal as refusal:
            raise ReplayError(refusal.why) from None
        work.reserve(game_bytes(rules, most_actions))

    bounds = Bounds(
        limits.replay_bytes, limits.replay_actions, limits.replay_players, limits.replay_undone, check_game=check
    )
    found = Replay.load(data, bounds)
    try:
        _ = found.entries
    except Damaged as error:
        raise ReplayError(f"the replay is damaged: {error}") from None
    return found


def tidied(found: Replay) -> Replay:
    """Return a replay whose board counts as known, with names as players of this server have them."""
    return found.replace(known_board=True, players=[tidy_name(name) for name in found.players])
