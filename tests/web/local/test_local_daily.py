"""The daily boards without a server: the page's own code and Python derive the same ones."""

from __future__ import annotations

from datetime import date, timedelta

from web.modules import run_all

from sapper.daily import GRADES, daily_board
from sapper.generator import generate

SCRIPT = """async ({ day, level, isDealt }) => {
  const { engine, schema } = await use("../../../../tests/web/unit/engine.mjs").then((found) => found.ready());
  const { dailyBoard, dayOf } = await use("local/daily.ts");
  const { search } = await use("local/search.ts");
  const { seedText } = await use("local/seed.ts");
  const board = dailyBoard(day, level, schema);
  const mines = [];
  const take = ({ field }) => field?.forEach((truth, cell) => truth & 0x80 && mines.push(cell));
  if (isDealt) search(engine, board, take);
  const { rules, seed, first } = board;
  const square = [Math.floor(first / rules.width), first % rules.width];
  return [dayOf(Date.parse(day)), rules.text, seedText(seed), square, mines];
}"""
DAYS = 700
DEALT = 14  # of the days: looking for mines takes longer


def test_the_boards_of_many_days_are_those_of_python() -> None:
    asked = [
        {"day": (date(1970, 1, 1) + timedelta(days=number * 97)).isoformat(), "level": level, "isDealt": number < DEALT}
        for number in range(DAYS)
        for level in GRADES
    ]
    for given, found in zip(asked, run_all(SCRIPT, asked), strict=True):
        board = daily_board(str(given["day"]), str(given["level"]))
        mines: list[int] = []
        if given["isDealt"]:
            field = generate(board.rules.level, board.first, board.seed, GRADES[board.level]).minefield
            mines = sorted(board.rules.level.index(*cell) for cell in field.mines())
        assert found == [board.day, str(board.rules), board.seed.text, list(board.first), mines], given
