"""Replays from elsewhere: checked, and stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..history import recorder
from ..replay.model import Replay, ReplayError
from . import api_types
from .api_requests import body, refuse_while_rebuilding, services_of, work
from .refusal import as_sentence

if TYPE_CHECKING:
    from starlette.requests import Request


async def verify(request: Request) -> api_types.Verification:
    """Return whether a replay is genuine."""
    data = await body(request, services_of(request).limits.replay_body)
    try:
        found = await work(request, lambda _: _load(request, data))
    except ReplayError as error:
        return api_types.Verification(False, as_sentence(error))
    return api_types.Verification(True, None, str(found.rules), found.status.value, found.elapsed, len(found))


async def import_replay(request: Request) -> api_types.Imported:
    """Store a replay from elsewhere. Its board counts as known, because this server did not see it played."""
    refuse_while_rebuilding(request)  # whether it is stored already cannot be known
    data = await body(request, services_of(request).limits.replay_body)
    found = await work(request, lambda _: _load(request, data).replace(known_board=True))
    number = await services_of(request).writer.run(lambda store: recorder.import_replay(store, found, "import"))
    return api_types.Imported(number)


def _load(request: Request, data: bytes) -> Replay:
    found = Replay.load(data)
    if found.rules.level.cells > services_of(request).limits.most_cells:
        raise ReplayError("the board is larger than this server plays")
    return found
