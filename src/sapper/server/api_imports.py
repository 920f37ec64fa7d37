"""Replays from elsewhere: checked, and stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..history.summary import summary_of
from ..replay.model import Replay, ReplayError
from . import api_types
from .api_requests import body, refuse_while_rebuilding, services_of, work
from .memory import game_bytes
from .refusal import as_sentence
from .start import size_problem

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..history.store import Store
    from ..history.summary import Summary
    from ..rules import Rules
    from .workers import Work


async def verify(request: Request) -> api_types.Verification:
    """Return whether a replay is genuine."""
    data = await body(request, services_of(request).limits.replay_body)
    try:
        found = await work(request, lambda work: _load(request, data, work))
    except ReplayError as error:
        return api_types.Verification(False, as_sentence(error))
    return api_types.Verification(True, None, str(found.rules), found.status.value, found.elapsed, len(found))


async def import_replay(request: Request) -> api_types.Imported:
    """Store a replay from elsewhere. Its board counts as known, because this server did not see it played."""
    refuse_while_rebuilding(request)  # whether it is stored already cannot be known
    data = await body(request, services_of(request).limits.replay_body)

    def prepare(work: Work) -> tuple[Replay, bytes, Summary]:
        found = _load(request, data, work).replace(known_board=True)
        return found, found.pack(), summary_of(found)

    found, packed, summary = await work(request, prepare)
    length = len(found)

    def add(store: Store) -> int | None:
        return store.add(
            packed,
            summary,
            rules=str(found.rules),
            seed=found.seed,
            length=length,
            created_at=found.played_at,
            source="import",
        )

    return api_types.Imported(await services_of(request).writer.run(add))


def _load(request: Request, data: bytes, work: Work) -> Replay:
    """Return a replay, refused before it is played if its board is too large or there is no memory for it."""
    limits = services_of(request).limits

    def allow(rules: Rules, actions: int) -> None:
        if size_problem(rules.level, limits) is not None:
            raise ReplayError("the board is larger than this server plays")
        work.reserve(game_bytes(rules, actions))

    return Replay.load(data, allow)
