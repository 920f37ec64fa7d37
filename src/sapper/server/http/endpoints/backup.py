"""All finished games of a player in one file, and back into the store: see docs/page.md.

The file is text. Its first line says what it is, and each line after it is a packed replay in Base64, so that a page
can send it back in parts, and a part that fails does not spoil the rest.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import StreamingResponse

from ....errors import SapperError
from ....history.store import Filter
from ....history.store.rows import IMPORTED, ON_SERVER
from ....history.summary import summary_of
from ....phrase import Phrase
from ....replay.signature import signer_of
from ...operations.workers import Busy, Cancelled
from ...protocol import api_types
from ...protocol.refusal import as_sent, as_sentence
from ...rooms.secrecy import daily_seal
from ..endpoint import TEXT, Body, endpoint
from ..requests import ApiError, body, charge, player_of, refuse_while_rebuilding, services_of, work
from .history import report, report_part
from .imports import load_replay, tidied

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response

    from ....history.store import Store
    from ....history.summary import Summary
    from ....replay.model import Replay
    from ....seed import Seed
    from ...operations.workers import Work
    from ...services import Services

FORMAT = "sapper-backup"
VERSION = 1
_PART = 256 * 1024  # bytes of replays that are read at once
_ADDED_AT_ONCE = 20  # games that others who write wait for
_IMPORTED = Filter(imported=True)


class _Form(NamedTuple):
    """A replay that is consistent, as it can be stored."""

    packed: bytes
    summary: Summary
    rules: str
    seed: Seed | None
    length: int
    played_at: int
    is_of_one: bool  # one player made all moves: others are not counted among the games of one alone


class _Checked(NamedTuple):
    """The two forms of a replay from a backup."""

    known: _Form  # its board counts as known
    genuine: _Form | None  # as it is, if this server signed it


@endpoint("GET", "/api/backup", media=TEXT)
async def backup(request: Request) -> Response:
    """Return all finished games of the player in one file, described in docs/page.md."""
    key, services = player_of(request).key, services_of(request)
    count = await report(request, lambda store: store.count(Filter(owner=key)))
    head = {"format": FORMAT, "version": VERSION, "games": count, "created_at": services.now()}

    async def lines() -> AsyncIterator[bytes]:
        yield json.dumps(head | {"program": services.program}).encode() + b"\n"
        last = 0
        while part := await report_part(request, partial(_replays, key, last)):
            last = part[-1][0]
            yield b"".join(b64encode(replay) + b"\n" for _, replay in part)

    return StreamingResponse(lines(), media_type="text/plain; charset=ascii", headers={"cache-control": "no-store"})


def _replays(key: bytes, after: int, store: Store) -> list[tuple[int, bytes]]:
    return store.replays_of(key, after, _PART)


@endpoint("POST", "/api/backup", body=Body(TEXT, "restore_body"))
async def restore(request: Request) -> api_types.Restored:
    """Store the replays in some lines of a backup as games of the player.

    A replay that this server signed, and that it has no more, is what it was. Anything else could be invented:
    its board counts as known, so that it is not ranked, and it counts in the player's own statistics only.
    """
    refuse_while_rebuilding(request)  # whether it is stored already cannot be known
    services, player = services_of(request), player_of(request)
    lines = list(filter(None, (await body(request)).splitlines()))
    await _check_room(request, len(lines))
    done = api_types.Restored(0, 0, [])
    for start in range(0, len(lines), _ADDED_AT_ONCE):
        checked: list[tuple[str, _Checked]] = []
        for number, line in enumerate(lines[start : start + _ADDED_AT_ONCE], start):
            try:
                checked.append((services.new_id(), await _checked(request, line)))
            except (Busy, Cancelled):
                raise
            except SapperError as error:
                why = as_sentence(error)
                done.refused.append(api_types.RefusedLine(number, str(why), as_sent(why)))
        added = await services.writer.run(partial(_add, services, player.key, checked))
        done.restored += added
        done.known += len(checked) - added
    return done


async def _check_room(request: Request, games: int) -> None:
    """Raise `ApiError` if the player or the server has too many games already."""
    limits, key = services_of(request).limits, player_of(request).key
    own, imported = await report(request, lambda store: (store.count(Filter(owner=key)), store.count(_IMPORTED)))
    if own + games > limits.games_per_player:
        raise ApiError(507, Phrase("refusal.too-many-own-games", count=limits.games_per_player))
    if imported >= limits.imported_games:
        raise ApiError(507, Phrase("refusal.no-more-games"))


async def _checked(request: Request, line: bytes) -> _Checked:
    """Return a replay of the file, or raise an error that says what is wrong with it."""
    services = services_of(request)
    try:
        data = b64decode(line, validate=True)
    except ValueError:
        raise SapperError(Phrase("error.not-base64")) from None
    charge(request, services.rates.restored, Phrase("refusal.too-many-restored"), len(data))
    return await work(request, partial(_check, services, data))


def _check(services: Services, data: bytes, work: Work) -> _Checked:
    found = load_replay(data, services.limits, work)
    is_genuine = signer_of(found) == services.signer.public_key
    return _Checked(_form(tidied(found)), _form(found) if is_genuine else None)


def _form(replay: Replay) -> _Form:
    is_of_one = {entry.by for entry in replay.entries} <= {0}
    data, summary = replay.pack(), summary_of(replay)
    return _Form(data, summary, str(replay.rules), replay.seed, len(replay), replay.played_at, is_of_one)


def _add(services: Services, key: bytes, games: list[tuple[str, _Checked]], store: Store) -> int:
    """Store games that the player does not have yet, and return how many."""
    return sum(_add_one(services, key, public_id, game, store) for public_id, game in games)


def _add_one(services: Services, key: bytes, public_id: str, game: _Checked, store: Store) -> bool:
    genuine = game.genuine
    if genuine is not None and store.holds(genuine.packed, key):
        return False
    is_lost = genuine is not None and not store.holds(genuine.packed)
    form = genuine if genuine is not None and is_lost else game.known
    added = store.add(
        form.packed,
        form.summary,
        rules=form.rules,
        seed=form.seed,
        length=form.length,
        created_at=form.played_at,
        source=ON_SERVER if is_lost and form.is_of_one else IMPORTED,
        owner=key,
        public_id=public_id,
        seal=daily_seal(services, form.seed),
    )
    return added is not None
