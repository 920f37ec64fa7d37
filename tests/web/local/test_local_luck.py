"""Skill and luck without a server add up as a server adds them up: the page and Python on the same reports."""

from __future__ import annotations

import random
from typing import Any

import pytest
from web.modules import run_all

from sapper.history import luck
from sapper.history.store.balances import WHOLE, Balanced

GAMES = 40
LEVELS = ("8x8/10", "16x16/40", "9x5/6")
SCRIPT = """async (games) => {
  const { luckOf } = await use("local/luck.ts");
  const stored = games.map(({ number, level, ended_at }) =>
    ({ number, rules: `modern ${level} v1`, end: { endedAt: ended_at } }));
  const asked = [];
  const told = [];
  for (;;) {
    const found = await luckOf(stored, async ({ number }) => {
      asked.push(number);
      return games.find((one) => one.number === number).report;
    });
    told.push(found);
    if (!found.left) return { asked, told };
  }
}"""


def test_the_page_adds_up_what_python_adds_up() -> None:
    chance = random.Random(1)
    games: list[dict[str, Any]] = []
    for number in range(1, GAMES + 1):
        start, given, end = chance.random(), chance.random(), chance.randrange(2)
        report = {"reported": True, "start": start, "given_away": given, "end": end, "exact": chance.random() < 0.5}
        games.append(
            {
                "number": number,
                "level": chance.choice(LEVELS),
                "ended_at": 1000 * number,
                "report": report if number % 9 else {"reported": False, "text": "undone"},
            }
        )
    (answer,) = run_all(SCRIPT, [games])
    assert answer["asked"] == list(range(GAMES, 0, -1)), "the newest first, each once"
    assert [one["left"] for one in answer["told"]] == sorted({one["left"] for one in answer["told"]}, reverse=True)
    balances = []
    for game in games:
        report = game["report"]
        if report["reported"]:
            start, given, end = (round(report[name] * WHOLE) for name in ("start", "given_away", "end"))
            balances.append(
                Balanced(game["level"], game["ended_at"], start, given, end - start + given, report["exact"])
            )
    told = answer["told"][-1]
    assert told["all"] == means(luck.total(balances))
    levels = {one.pop("level"): one for one in told["levels"]}
    assert levels == {level: means(total) for level, total in luck.by_level(balances).items()}
    periods = [{"first": one.first, "last": one.last} | means(one.total) for one in luck.over_time(balances)]
    assert told["progress"] == periods


def means(total: luck.Total | None) -> dict[str, object]:
    assert total is not None
    return {name: pytest.approx(getattr(total, name)) for name in total.field_names()}
