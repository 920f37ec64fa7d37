"""Games that were played without a server: played again by the rules, and stored in a list of their own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ....action import Action, LogEntry
from ....analysis.metrics.hand_speed import is_too_fast
from ....daily import GRADES, day_of
from ....errors import GameError
from ....game import Game, GameOver
from ....generator import NoBoard
from ....history.store import Filter
from ....history.summary import summary_of
from ....history.together import WITHOUT_SERVER
from ....layouts import layout_of
from ....phrase import Phrase
from ....replay.model import Replay
from ....rules import Rules, RulesError
from ....seed import Seed
from ...operations.memory import game_bytes
from ...protocol import api_types
from ...protocol.refusal import Refusal, as_sentence
from ...rooms import daily_rooms
from ...rooms.background import watch
from ...rooms.secrecy import daily_seal
from ...rooms.start import check_rules
from ..cookies import tidy_name
from ..endpoint import Body, endpoint
from ..requests import ApiError, address_of, body, charge, player_of, refuse_while_rebuilding, services_of, work
from .history import report

if TYPE_CHECKING:
    from starlette.requests import Request

    from ....history.store import Store
    from ....history.summary import Summary
    from ...operations.workers import Work
    from ...services import Services

_SLACK = 120  # seconds that the clock of a browser may be ahead, or that two of its clocks may differ
_REFUSED = 422


@endpoint("POST", "/api/games/alone", body=Body(api_types.AloneGame, "replay_body"))
async def hand_over(request: Request) -> api_types.Imported:
    """Store a finished game that the player's browser dealt, after playing it again.

    Its board follows from its seed, so a list of actions that leads to another end was not played on it. Its board
    counts as known, so that it is never ranked, and it is in no list but those of games without a server. A board of
    the day is known at the player's address from then on.
    """
    refuse_while_rebuilding(request)  # whether it is stored already cannot be known
    services, player = services_of(request), player_of(request)
    try:
        given = msgspec.json.decode(await body(request), type=api_types.AloneGame)
    except msgspec.DecodeError:
        raise ApiError(_REFUSED, Phrase("alone.broken")) from None
    charge(request, services.rates.imports, Phrase("refusal.too-many-handed-over"))
    own = await report(request, lambda store: store.count(Filter(owner=player.key)))
    if own >= services.limits.games_per_player:
        raise ApiError(507, Phrase("refusal.too-many-own-games", count=services.limits.games_per_player))
    replay, packed, summary = await work(request, partial(_checked, services, given))

    public_id = services.new_id()
    mark_end = daily_rooms.mark_end(services, replay.seed, public_id, address_of(request))

    def add(store: Store) -> int | None:
        mark_end(store)
        return store.add(
            packed,
            summary,
            rules=str(replay.rules),
            seed=replay.seed,
            length=len(replay),
            created_at=replay.played_at,
            source=WITHOUT_SERVER,
            owner=player.key,
            public_id=public_id,
            seal=daily_seal(services, replay.seed),
        )

    number = await services.writer.run(add)
    if number is None:
        known = await services.reader.run(lambda store: store.same_replay(packed))
        return api_types.Imported(known or 0, known=True)
    return api_types.Imported(number)


def _checked(services: Services, given: api_types.AloneGame, work: Work) -> tuple[Replay, bytes, Summary]:
    """Return the replay of a game that can have been played, or raise `ApiError` with the reason why it cannot."""
    if given.ended_at > services.now() + _SLACK:
        raise ApiError(_REFUSED, Phrase("alone.impossible-time"))
    try:
        rules, seed = _rules_of(services, given, work), Seed.of(given.seed)
    except Refusal as refusal:
        raise ApiError(_REFUSED, refusal.sentence) from None
    except RulesError as error:
        raise ApiError(_REFUSED, as_sentence(error)) from None
    try:
        actions = [_entry(rules, one) for one in given.actions]
        game = Game.replay(rules, layout=layout_of(rules, seed, watch(work)), actions=actions)
    except GameOver:
        raise ApiError(_REFUSED, Phrase("alone.another-end")) from None
    except (GameError, NoBoard):
        raise ApiError(_REFUSED, Phrase("alone.broken")) from None
    if game.status != given.status or not game.status.is_over:
        raise ApiError(_REFUSED, Phrase("alone.another-end"))
    if given.daily is not None and not _is_board_of(given, game, seed):
        raise ApiError(_REFUSED, Phrase("alone.another-board"))
    took = given.ended_at - given.began_at + _SLACK
    if game.log[-1].at > took * 1000:
        raise ApiError(_REFUSED, Phrase("alone.impossible-time"))
    name = tidy_name(given.name)
    replay = Replay.of(
        game,
        seed,
        players=(name,) if name else (),
        program=services.program,
        played_at=given.ended_at,
        known_board=True,
    )
    if game.is_won and is_too_fast(replay.columns):
        raise ApiError(_REFUSED, Phrase("alone.impossible-time"))
    return replay, replay.pack(), summary_of(replay)


def _is_board_of(given: api_types.AloneGame, game: Game, seed: Seed) -> bool:
    """Return whether a game was played on a board of the day that it names, and that day by the browser's clock."""
    if given.daily not in {day_of(max(0, given.began_at + apart)) for apart in (-_SLACK, 0, _SLACK)}:
        return False
    boards = [daily_rooms.board_of(given.daily, level) for level in GRADES]
    return any((one.rules, one.seed, one.first) == (game.starting_rules, seed, game.first) for one in boards)


def _rules_of(services: Services, given: api_types.AloneGame, work: Work) -> Rules:
    """Return the rules of a game within the limits of the server, and reserve its memory."""
    rules, limits = Rules.parse(given.rules), services.limits
    check_rules(rules, limits)
    if len(given.actions) > limits.replay_actions:
        raise Refusal("limit", Phrase("alone.broken"))
    work.reserve(game_bytes(rules, len(given.actions)))
    return rules


def _entry(rules: Rules, one: api_types.AloneAction) -> LogEntry:
    if one.cell is not None and one.cell >= rules.level.cells:
        raise GameError(Phrase("alone.broken"))
    row, col = (-1, -1) if one.cell is None else rules.level.cell(one.cell)
    pointer = None if one.x is None or one.y is None else (one.x, one.y)
    return LogEntry(Action(one.kind, row, col), one.at, 0, one.device, pointer)
