"""What is learned is computed in the page as in Python, on the same data: moments, schedules, ratings, Rush."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from web.local.test_local_report import games
from web.modules import run_all

from sapper import Replay, Seed
from sapper.history.store.learning import Answered, Studied
from sapper.learn import insights, moments, rush, schedule, standing, trainer
from sapper.learn.puzzles import by_technique, shipped
from sapper.learn.schedule import DAY, Grade, Review
from sapper.learn.techniques import Technique
from sapper.web.learning import puzzle_data

NEAR = 1e-9
MOMENTS = """async ({ rules, seed, log, places }) => {
  const { engine, schema } = await use("../../../../tests/web/unit/engine.mjs").then((found) => found.ready());
  const { LiveGame } = await use("local/live-game.ts");
  const { momentsOf, questionAt } = await use("local/learning/moments.ts");
  const { readRules } = await use("local/rules.ts");
  const { fromHex } = await use("local/seed.ts");
  const { search } = await use("local/search.ts");
  const read = readRules(rules, schema);
  const beginning = { id: "", room: "", rules: read, seed: fromHex(seed), salt: fromHex("00") };
  const live = new LiveGame(engine, beginning, schema);
  const first = log.find(({ kind }) => kind === "open")?.cell;
  if (first !== undefined) {
    const wanted = { rules: read, first, seed: fromHex(seed) };
    if (live.isSearchedFor) search(engine, wanted, ({ field }) => field && live.remember(first, field));
    else live.lay(first);
  }
  const steps = momentsOf(engine, live.restarted(), log);
  let found = steps.next();
  while (!found.done) found = steps.next();
  return { moments: found.value, questions: places.map((place) => questionAt(engine, live.restarted(), log, place)) };
}"""


def played() -> list[Replay]:
    """Return games with pauses to think, so that some techniques are found late."""
    found = []
    for number, (seed, game) in enumerate(games()):
        replay = Replay.of(game, seed)
        chance = random.Random(number)
        at, entries = 0, []
        for entry in replay.entries:
            at += chance.choice((300, 2000, 16_000))
            entries.append(entry._replace(at=at))
        found.append(replay.replace(entries=tuple(entries)))
    return found


def test_the_moments_of_games_are_those_of_python() -> None:
    replays = played()[:32]
    expected = [list(moments.moments(replay)) for replay in replays]
    given: list[dict[str, Any]] = []
    for replay, found in zip(replays, expected, strict=True):
        level = replay.rules.level
        given.append(
            {
                "rules": str(replay.rules),
                "seed": replay.seed.bits.hex() if replay.seed else "",
                "log": [
                    {"kind": str(kind), "at": entry.at} | ({"cell": level.index(row, col)} if row >= 0 else {})
                    for entry in replay.entries
                    for kind, row, col in [entry.action]
                ],
                "places": [one.place for one in found if one.is_missed][:2],
            }
        )
    seen = set()
    for replay, one, found, told in zip(replays, given, expected, run_all(MOMENTS, given), strict=True):
        assert [tuple(moment.values()) for moment in told["moments"]] == [
            (moment.place, moment.technique, moment.waited, moment.outcome, moment.key) for moment in found
        ], str(replay.rules)
        boards = [str(trainer.question_at(replay, place).board) for place in one["places"]]
        assert told["questions"] == boards
        seen |= {(moment.technique, moment.outcome) for moment in found}
    assert len({technique for technique, _ in seen}) >= 6, seen
    assert {outcome for _, outcome in seen} == {"found", "late", "guessed", "erred", "riskier"}


def test_insights_and_positions_add_up_as_in_python() -> None:
    replays = played()[:16]
    packed = [moments.pack(list(moments.moments(replay))) for replay in replays]
    studied = [Studied(at + 1, "8x8/10", "random", "mouse", 1000 + at // 2, one) for at, one in enumerate(packed)]
    script = """async (studied) => {
      const { cardsOf, insightsOf } = await use("local/learning/insights.ts");
      return { cards: cardsOf(studied), insights: insightsOf(studied) };
    }"""
    given = [
        {
            "game": one.game,
            "endedAt": one.ended_at,
            "moments": [
                {name: getattr(moment, name) for name in ("place", "technique", "waited", "outcome", "key")}
                for moment in moments.unpack(one.moments)
            ],
        }
        for one in studied
    ]
    (told,) = run_all(script, [given])
    newest = sorted(studied, key=lambda one: (one.ended_at, one.game), reverse=True)
    assert [(card["key"], card["game"]) for card in told["cards"]] == [
        (card.key, card.game) for card in trainer.cards(newest, ())
    ]
    assert told["insights"]["techniques"] == [
        {
            "technique": one.technique,
            "seen": one.seen,
            "waited": one.waited,
            "missed": one.missed,
            "keys": list(one.keys),
        }
        for one in insights.insights(studied)
    ]


def reviews(number: int) -> list[Review]:
    chance = random.Random(number)
    at, found = 1_700_000_000, []
    for _ in range(chance.randrange(1, 12)):
        found.append(Review(at, Grade(chance.choice((1, 2, 3, 3, 4)))))
        at += chance.choice((600, DAY, 3 * DAY, 9 * DAY, 40 * DAY))
    return found


def test_positions_come_back_when_python_says() -> None:
    script = """async ({ reviews, now }) => {
      const { boxOf, dueAt, memoryAfter, recallAt } = await use("learn/progress/schedule.ts");
      const memory = memoryAfter(reviews);
      return { ...memory, due: dueAt(memory), box: boxOf(memory), recall: recallAt(memory, now) };
    }"""
    asked = [reviews(number) for number in range(300)]
    given = [
        {"reviews": [{"at": one.at, "grade": int(one.grade)} for one in some], "now": some[-1].at + 5 * DAY}
        for some in asked
    ]
    for some, told in zip(asked, run_all(script, given), strict=True):
        memory = schedule.memory(some)
        assert memory is not None
        assert (told["due"], told["box"]) == (memory.due_at, memory.box)
        assert (told["reviews"], told["lapses"]) == (memory.reviews, memory.lapses)
        for name, value in (
            ("stability", memory.stability),
            ("difficulty", memory.difficulty),
            ("recall", memory.recall(some[-1].at + 5 * DAY)),
        ):
            assert told[name] == pytest.approx(value, rel=NEAR)


def test_ratings_and_the_next_puzzle_are_those_of_python() -> None:
    script = """async ({ file, answers, days }) => {
      const { byTechnique, nextPuzzle, nextTechnique, parsePuzzles, puzzleOfDay, standing } =
        await use("learn/puzzles/puzzles.ts");
      const puzzles = parsePuzzles(file);
      const found = standing(answers, puzzles);
      const groups = byTechnique(puzzles);
      const technique = nextTechnique(found, groups);
      return {
        ids: puzzles.map(({ id }) => id),
        overall: found.overall,
        techniques: Object.fromEntries(found.techniques),
        solved: [...found.solved].sort(),
        counts: [found.tried, found.firstTries],
        technique,
        next: [...groups.keys()].map((name) => nextPuzzle(found, groups.get(name)).id),
        days: days.map((day) => puzzleOfDay(puzzles, day).id),
      };
    }"""
    puzzles = {puzzle.id: puzzle for puzzle in shipped()}
    chance = random.Random(1)
    ids = [chance.choice(list(puzzles)) for _ in range(400)]
    answers = [Answered(one, at, chance.choice((1, 2, 3, 4)), 1000) for at, one in enumerate(ids)]
    file = msgspec.to_builtins(puzzle_data(), str_keys=True)
    given = {
        "file": file,
        "answers": [
            {"subject": "puzzle", "item": a.item, "answered_at": a.answered_at, "grade": a.grade} for a in answers
        ],
        "days": [f"2026-11-{day:02}" for day in range(1, 31)],
    }
    (told,) = run_all(script, [given])
    found, groups = standing.standing(answers, puzzles), by_technique(shipped())
    assert told["ids"] == list(puzzles)
    assert told["overall"]["value"] == pytest.approx(found.overall.value, rel=NEAR)
    assert told["overall"]["deviation"] == pytest.approx(found.overall.deviation, rel=NEAR)
    for technique, rating in found.techniques.items():
        assert told["techniques"][technique]["value"] == pytest.approx(rating.value, rel=NEAR)
    assert told["solved"] == sorted(found.solved)
    assert told["counts"] == [found.tried, found.first_tries]
    assert told["technique"] == standing.next_technique(found, groups)
    right = [standing.next_puzzle(found, groups[technique]) for technique in groups]
    assert told["next"] == [one.id for one in right if one]
    assert len(set(told["days"])) > 20
    assert set(told["days"]) <= set(puzzles)


def test_a_run_of_rush_asks_the_same_puzzles_for_the_same_seed() -> None:
    script = """async ({ file, seed }) => {
      const { engine } = await use("../../../../tests/web/unit/engine.mjs").then((found) => found.ready());
      const { answerLearner } = await use("local/advice/learning.ts");
      const { parsePuzzles } = await use("learn/puzzles/puzzles.ts");
      const { order } = await use("learn/puzzles/rush.ts");
      const puzzles = parsePuzzles(file);
      const { found: draws } = answerLearner(engine, { id: 1, name: "draws", given: { seed, count: puzzles.length } });
      let at = 0;
      return order(puzzles, (bound) => Number(BigInt(`0x${draws[at++]}`) % BigInt(bound))).map(({ id }) => id);
    }"""
    file = msgspec.to_builtins(puzzle_data(), str_keys=True)
    seeds = ["rain", "sun"]
    for seed, told in zip(seeds, run_all(script, [{"file": file, "seed": seed} for seed in seeds]), strict=True):
        assert told == [puzzle.id for puzzle in rush.order(Seed.of(seed), shipped())]


def test_the_page_has_the_techniques_and_steps_of_python() -> None:
    script = """async () => {
      const { TECHNIQUES } = await use("local/learning/techniques.ts");
      const { STEPS } = await use("local/learning/steps.ts");
      return [TECHNIQUES, STEPS.map(({ seeds }) => seeds.length)];
    }"""
    ((techniques, seeds),) = run_all(script, [None])
    assert techniques == list(Technique)
    assert seeds == [3] * 12
