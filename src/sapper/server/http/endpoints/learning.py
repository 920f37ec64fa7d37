"""Learning: answers from any device, positions of own games to train, insights, and the path.

The server stores answers and looks at games; schedules, ratings and stars follow from both on the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....history.levels import CUSTOM, USUAL, sizes_of, usual_sizes
from ....history.store.learning import Answered
from ....learn import insights, moments, path, trainer
from ....phrase import Phrase
from ....rules import Level
from ...protocol import api_types
from ..endpoint import Body, endpoint
from ..requests import ApiError, charge, decoded, moment, number, one_of, player_of, services_of, work
from .history import report
from .replays import packed_replay, unpack

if TYPE_CHECKING:
    from starlette.requests import Request

    from ....history.store import Store
    from ....history.store.learning import Studied
    from ...operations.workers import Work
    from ...services import Services

_SUBJECTS = ("lesson", trainer.SUBJECT, "puzzle", "rush")
_STUDIED_AT_ONCE = 20  # games in one answer
_MOST_CARDS = 5000  # in one answer, which has less than 1 MB then: for more than a year of sessions
_DEVICES = ("mouse", "key", "touch")


@endpoint("POST", "/api/answers", body=Body(api_types.NewAnswers, "replay_body"))
async def exchange_answers(request: Request) -> api_types.LearnAnswers:
    """Store answers of the player, and return all there are unless the client knows as many already.

    The oldest come first; while `left` is not 0, ask again with `skip`. New answers may shift them, and none is missed.
    """
    services, player = services_of(request), player_of(request).key
    given = await decoded(request, api_types.NewAnswers)
    for one in given.answers:
        one_of("subject", one.subject, _SUBJECTS)
    charge(request, services.rates.answers, Phrase("refusal.too-many-changes"), max(len(given.answers), 1))
    new = [(one.subject, Answered(one.item, one.answered_at, one.grade, one.elapsed)) for one in given.answers]
    most = services.limits.answers_per_player
    if new:
        count = await services.writer.run(lambda store: store.add_answers(new, player, most))
        if count == given.known:
            return api_types.LearnAnswers([])
    return await report(request, lambda store: _answers(store, player, given))


def _answers(store: Store, player: bytes, given: api_types.NewAnswers) -> api_types.LearnAnswers:
    """Return the answers that a client wants to have."""
    count = store.count_answers(player)
    if count == given.known and not given.skip:
        return api_types.LearnAnswers([])
    found = [
        api_types.LearnAnswer(subject, one.item, one.answered_at, one.grade, one.elapsed)
        for subject, one in store.all_answers(player, skip=given.skip, limit=api_types.ANSWERS_AT_ONCE)
    ]
    return api_types.LearnAnswers(found, max(count - given.skip - len(found), 0))


@endpoint("GET", "/api/trainer")
async def training(request: Request) -> api_types.Training:
    """Return the newest positions of the player's own games in which something certain was missed, or seen late."""
    studied, left = await _studied(request)
    return api_types.Training(left, await work(request, lambda _: _cards(studied)))


def _cards(studied: list[Studied]) -> list[api_types.TrainerCard]:
    return [
        api_types.TrainerCard(card.key, card.game, card.place, card.technique or "", card.outcome, card.ended_at)
        for card in trainer.cards(studied, (), most=_MOST_CARDS)
    ]


@endpoint("GET", "/api/games/{number:int}/question", query=("place",))
async def question(request: Request) -> api_types.ReadPosition:
    """Return the board before an action of a finished game, with those of its flags that are proven."""
    place = number(request, "place", 0, 1 << 29)
    most = services_of(request).limits.helped_cells
    data = await packed_replay(request)
    return await work(request, lambda work: _question(data, place, most, work))


def _question(data: bytes, place: int, most: int, work: Work) -> api_types.ReadPosition:
    replay = unpack(data, work)
    if replay.rules.level.cells > most:
        raise ApiError(422, Phrase("refusal.not-judged-size"))
    if place > len(replay):
        raise ApiError(404, Phrase("refusal.no-finished-game"))
    return api_types.ReadPosition(str(trainer.question_at(replay, place).board), "replay", actions=place)


@endpoint("GET", "/api/insights", query=("level", "layout", "device", "since", "until"))
async def own_insights(request: Request) -> api_types.Insights:
    """Return how often each technique came up in the player's games, how long it took and how often it was missed."""
    given = request.query_params
    level, device = given.get("level") or None, given.get("device") or None
    layout = given.get("layout") or None
    if device is not None:
        one_of("device", device, _DEVICES)
    since, until = moment(request, "since") or 0, moment(request, "until")
    sizes = None if level in (None, CUSTOM) else sizes_of(level) if level in USUAL else str(Level.parse(level))
    studied, left = await _studied(request)

    def made(_: Work) -> api_types.Insights:
        games = insights.chosen(studied, levels=sizes, layout=layout, device=device, since=since, until=until)
        if level == CUSTOM:
            usual = set(usual_sizes().split(","))
            games = [game for game in games if game.level not in usual]
        found = [
            api_types.TechniqueInsight(one.technique, one.seen, one.waited, one.missed, list(one.keys))
            for one in insights.insights(games)
        ]
        return api_types.Insights(left, len(games), found)

    return await work(request, made)


@endpoint("GET", "/api/path")
async def own_path(request: Request) -> api_types.OwnPath:
    """Return how far the player is at each step of the path."""
    key = player_of(request).key
    found = await report(request, lambda store: path.own_progress(store, key))
    return api_types.OwnPath(
        [
            api_types.PathProgress(one.step.number, one.tries, one.best, sorted(one.stars), sorted(one.won))
            for one in found
        ]
    )


async def _studied(request: Request) -> tuple[list[Studied], int]:
    """Look at some games of the player that nothing is known of yet; return all that are known, and how many are left.

    The newest come first, so that the game that was just lost can be trained.
    """
    services, key = services_of(request), player_of(request).key

    def unknown(store: Store) -> list[tuple[int, bytes]]:
        return store.unstudied(moments.VERSION, _STUDIED_AT_ONCE, key)

    games = await report(request, unknown)
    if games:
        found = await work(request, lambda work: _study(games, services, work))
        await services.writer.run(lambda store: store.set_studies(moments.VERSION, found))

    def known(store: Store) -> tuple[list[Studied], int]:
        return list(store.studied(moments.VERSION, key)), store.count_unstudied(moments.VERSION, key)

    return await report(request, known)


def _study(games: list[tuple[int, bytes]], services: Services, work: Work) -> list[tuple[int, str]]:
    """Return the moments of the first games, as many as there is time for; at least one."""
    until = services.seconds() + services.limits.review_seconds
    found: list[tuple[int, str]] = []
    for game, packed in games:
        found.append((game, trainer.study_of(packed)))
        work.check(len(found) / len(games))
        if services.seconds() > until:
            break
    return found
