"""Replays from elsewhere: checked, and stored. The key that checks the signatures of this server."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from ....errors import as_value
from ....formats import read_replay, recognise
from ....history.store import Filter
from ....history.store.rows import IMPORTED
from ....history.summary import summary_of
from ....phrase import Phrase
from ....replay.action_list import Damaged
from ....replay.bounds import Bounds
from ....replay.errors import ReplayError
from ....replay.model import Replay
from ....replay.signature import signer_of
from ....replay.text import read_playable
from ...operations.memory import game_bytes
from ...operations.workers import Busy
from ...protocol import api_types
from ...protocol.message import Phrase as Sent
from ...protocol.refusal import Refusal, as_sent, as_sentence
from ...rooms.player_names import load_name
from ...rooms.secrecy import daily_seal
from ...rooms.start import check_rules
from ..cookies import tidy_name
from ..endpoint import FILE, Body, endpoint
from ..requests import ApiError, body, charge, player_of, refuse_while_rebuilding, services_of, work
from .replays import steps_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from ....history.store import Store
    from ....history.summary import Summary
    from ....rules import Rules
    from ...limits import Limits
    from ...operations.workers import Work
    from ...services import Services

_OWN = ("text", "packed")
_IMPORTED = Filter(imported=True)
_MOST_NAME = 255  # letters of the name of a file
_FOREIGN = 32 << 20  # bytes reserved while the file of another program is read
_video = Lock()  # held while a video is decoded: a damaged one may block its thread for a while


@endpoint("GET", "/api/server-key")
async def server_key(request: Request) -> api_types.ServerKey:
    """Return the public key that checks the signatures of this server."""
    return api_types.ServerKey(services_of(request).signer.public_key.hex())


@endpoint("POST", "/api/replays/verify", body=Body(FILE, "replay_body"))
async def verify(request: Request) -> api_types.Verification:
    """Return whether the moves of a replay give its result, and whether this server signed it."""
    services = services_of(request)
    data = await body(request)
    return await work(request, lambda work: _verification(services, data, work))


@endpoint("POST", "/api/replays", query=("name",), body=Body(FILE, "replay_body"))
async def import_replay(request: Request) -> api_types.Imported:
    """Import a replay of any format that is read; `name` is that of its file.

    Its board counts as known, because this server did not see it played. A replay with the name of the player who
    imports it is one of the player's own games.
    """
    refuse_while_rebuilding(request)  # whether it is stored already cannot be known
    services, player = services_of(request), player_of(request)
    name = request.query_params.get("name", "")[:_MOST_NAME]
    data = await body(request)
    charge(request, services.rates.imports, Phrase("refusal.too-many-imports"))

    def prepare(work: Work) -> tuple[Replay, bytes, Summary, list[Phrase]]:
        loaded, notes = _read(data, name, services.limits, work)
        found = tidied(loaded)
        return found, found.pack(), summary_of(found), notes

    found, packed, summary, notes = await work(request, prepare)
    await load_name(services, player)
    owner = player.key if summary.name and summary.name == player.name else None
    known = await services.reader.run(lambda store: store.same_replay(packed, owner))
    if known is not None:
        return api_types.Imported(known, known=True, **_noted(notes))
    if await services.reader.run(lambda store: store.count(_IMPORTED)) >= services.limits.imported_games:
        raise ApiError(507, Phrase("refusal.no-more-replays"))
    most = services.limits.games_per_player
    if owner and await services.reader.run(lambda store: store.count(Filter(owner=owner))) >= most:
        raise ApiError(507, Phrase("refusal.too-many-own-games", count=most))

    def add(store: Store) -> tuple[int | None, int | None]:
        number = store.add(
            packed,
            summary,
            rules=str(found.rules),
            seed=found.seed,
            length=len(found),
            created_at=found.played_at,
            source=IMPORTED,
            owner=owner,
            public_id=services.new_id() if owner else "",
            seal=daily_seal(services, found.seed),
        )
        return number, store.same_replay(packed, owner)

    added, number = await services.writer.run(add)
    assert number is not None
    return api_types.Imported(number, known=added is None, **_noted(notes))


@endpoint("POST", "/api/replays/playable", body=Body(FILE, "replay_body"))
async def playable(request: Request) -> api_types.BrokenReplay:
    """Return the part of an inconsistent replay that can be played, to be shown; nothing is stored."""
    limits = services_of(request).limits
    data = await body(request)

    def read(work: Work) -> api_types.BrokenReplay:
        try:
            found, why = read_playable(data.decode("utf-8"), _bounds(limits, work))
        except UnicodeDecodeError:
            raise ReplayError(Phrase("error.text-in-part")) from None
        return api_types.BrokenReplay(str(as_sentence(why)), steps_of(found, 0, limits.step_page, limits))

    return await work(request, read)


def _noted(phrases: list[Phrase]) -> dict[str, Any]:
    return {"notes": list(map(str, phrases)), "phrases": list(map(Sent.of, phrases))}


def _verification(services: Services, data: bytes, work: Work) -> api_types.Verification:
    try:
        found = load_replay(data, services.limits, work)
    except ReplayError as error:
        return api_types.Verification(False, why=str(as_sentence(error)), phrase=as_sent(as_sentence(error)))
    signer = signer_of(found)
    wrong = Phrase("refusal.signature-wrong") if found.signature is not None and signer is None else None
    return api_types.Verification(
        True,
        signer.hex() if signer else None,
        signer == services.signer.public_key,
        str(wrong) if wrong else None,
        str(found.rules),
        found.status.value,
        found.elapsed,
        len(found),
        phrase=as_sent(wrong) if wrong else None,
    )


def _read(data: bytes, name: str, limits: Limits, work: Work) -> tuple[Replay, list[Phrase]]:
    """Read a replay of any format within the limits of the server, and what is to be noted about it."""
    kind = recognise(data, name)
    if kind in _OWN:
        return load_replay(data, limits, work), []
    if not _video.acquire(blocking=False):
        raise Busy(Phrase("refusal.video-busy"))
    try:
        work.reserve(_FOREIGN)
        imported = read_replay(data, name)
    finally:
        _video.release()
    found = imported.replay
    try:
        check_rules(found.rules, limits)
    except Refusal as refusal:
        raise ReplayError(refusal.sentence) from None
    if len(found) > limits.replay_actions:
        raise ReplayError(Phrase("refusal.replay-actions", count=limits.replay_actions, actions=len(found)))
    return found, list(imported.phrases)


def load_replay(data: bytes, limits: Limits, work: Work) -> Replay:
    """Read a replay within the limits of the server, or raise an error that says what is wrong with it."""
    found = Replay.load(data, _bounds(limits, work))
    try:
        _ = found.entries
    except Damaged as error:
        raise ReplayError(Phrase("error.replay-damaged", reason=as_value(error))) from None
    return found


def _bounds(limits: Limits, work: Work) -> Bounds:
    """Return how large a replay may be; its memory is reserved before it is played."""

    def check(rules: Rules, most_actions: int) -> None:
        try:
            check_rules(rules, limits)
        except Refusal as refusal:
            raise ReplayError(refusal.sentence) from None
        work.reserve(game_bytes(rules, most_actions))

    return Bounds(
        limits.replay_bytes, limits.replay_actions, limits.replay_players, limits.replay_undone, check_game=check
    )


def tidied(found: Replay) -> Replay:
    """Return a replay whose board counts as known, with names as players of this server have them."""
    return found.replace(known_board=True, players=[tidy_name(name) for name in found.players])
