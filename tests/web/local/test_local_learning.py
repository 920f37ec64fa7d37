"""Questions are judged in the page as Python judges them: the same verdicts, refutations, hints and proofs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from web.modules import run_all

from sapper.board import CLOSED, CellState
from sapper.errors import SapperError
from sapper.learn.attempts import far_mines
from sapper.learn.puzzles import shipped
from sapper.learn.questions import Answer, Ask, Question, Reply
from sapper.learn.shipped import lessons

ANSWER = """async ({ board, ask, replies }) => {
  const { engine, schema } = await use("../../../../tests/web/unit/engine.mjs").then((found) => found.ready());
  const { answerLearner } = await use("local/advice/learning.ts");
  const told = (name, given) => {
    const { found, problem } = answerLearner(engine, { id: 1, name, given });
    return problem ? { problem } : { found };
  };
  return {
    judged: replies.map((given) => told("judge", { board, ask, given, rulesets: schema })),
    another: replies.map((given) => told("another", { board, ask, given, number: 3 })),
    hints: told("hints", { board, ask }),
  };
}"""
REPLIES = {Ask.MINE: Reply.MINE, Ask.CHORD: Reply.CHORD}


def questions() -> list[Question]:
    """Return every question of the lessons, and some puzzles of each technique."""
    asked = [stage.question for lesson in lessons() for stage in lesson.questions]
    return asked + [puzzle.question for puzzle in shipped()[::23]]


def replies(question: Question) -> list[Answer]:
    """Return an answer for each closed square or number, one of the wrong kind, and that nothing is certain."""
    board, reply = question.board, REPLIES.get(question.ask, Reply.SAFE)
    cells = [cell for cell in board if (board[cell] in CLOSED) == (reply is not Reply.CHORD)][:12]
    other = Reply.MINE if reply is Reply.SAFE else Reply.SAFE
    return [*(Answer(reply, cell) for cell in cells), Answer(other, cells[0]), Answer(Reply.NOTHING)]


def from_python(question: Question, answer: Answer) -> dict[str, Any]:
    level = question.board.level
    try:
        judged = question.judge(answer)
    except SapperError as error:
        return {"problem": plain(error.phrase)}
    mines = judged.refutation and sorted(level.index(*cell) for cell in judged.refutation.mines())
    far = judged.refutation and sorted(level.index(*cell) for cell in far_mines(question.board, judged.refutation))
    return {"isRight": judged.is_right, "phrase": plain(judged.phrase), "mines": mines, "far": far or []}


def plain(phrase: Any) -> Any:
    return json.loads(json.dumps(phrase.to_json()))


@pytest.fixture(scope="module")
def told() -> list[tuple[Question, list[Answer], dict[str, Any]]]:
    asked = [(question, replies(question)) for question in questions()]
    given = [
        {
            "board": str(question.board),
            "ask": question.ask,
            "replies": [
                {"reply": one.reply, "cell": None if one.cell is None else question.board.level.index(*one.cell)}
                for one in answers
            ],
        }
        for question, answers in asked
    ]
    return [(*one, found) for one, found in zip(asked, run_all(ANSWER, given), strict=True)]


def test_every_answer_gets_the_verdict_that_python_gives(told: Any) -> None:
    seen = set()
    for question, answers, found in told:
        for answer, judged in zip(answers, found["judged"], strict=True):
            expected = from_python(question, answer)
            shown = judged.get("found") or {"problem": judged["problem"]}
            assert {name: shown.get(name) for name in expected} == expected, (question, answer)
            seen.add(expected["phrase"]["code"] if "phrase" in expected else expected["problem"]["code"])
    assert len(seen) >= 12  # right and wrong ones of every kind of question


def test_another_minefield_refutes_the_same_answer(told: Any) -> None:
    for question, answers, found in told:
        board = question.board
        for answer, other in zip(answers, found["another"], strict=True):
            refutation = question.refute(answer, 3)
            mines = refutation and sorted(board.level.index(*cell) for cell in refutation.mines())
            assert (other["found"] or {}).get("mines") == mines
            if mines is not None and answer.cell is not None:
                assert (board.level.index(*answer.cell) in mines) == (answer.reply is Reply.SAFE)
                flags = [board.level.index(*cell) for cell in board if board[cell] == CellState.FLAG]
                assert answer.reply is Reply.MINE or set(flags) <= set(range(board.level.cells))


def test_hints_go_by_the_same_stages(told: Any) -> None:
    for question, _, found in told:
        said = [one["phrase"] for one in found["hints"]["found"]]
        assert said == [plain(phrase) for phrase in question.hint().phrases]
