"""Lessons: all that are shipped hold, and an author learns where one does not, and why."""

from __future__ import annotations

import pytest

from sapper.learn import shipped
from sapper.learn.lesson_check import check
from sapper.learn.lessons import parse
from sapper.learn.questions import Answer, AnswerError, Ask, Reply

HEAD = "title: A lesson\n\n"
FIND = "find: safe\n6x4/6\n......\n......\n...211\n...100\n"


def codes(text: str) -> list[str]:
    """The problems of a lesson, by line and code."""
    return [f"{problem.line} {problem.phrase.code}" for problem in check(text)]


@pytest.mark.parametrize("name", shipped.NAMES)
def test_every_claim_of_a_shipped_lesson_is_proven(name: str) -> None:
    assert codes(shipped.text_of(name)) == []
    lesson = shipped.lesson(name)
    assert lesson.title
    assert lesson.questions
    for stage in lesson.questions:
        question = stage.question
        answers = [Answer(reply, cell) for cell in question.board for reply in (Reply.SAFE, Reply.MINE, Reply.CHORD)]
        right = []
        for answer in [*answers, Answer(Reply.NOTHING)]:
            try:
                judged = question.judge(answer)
            except AnswerError:
                continue
            right.append(judged.is_right)
            if not judged.is_right and judged.refutation is not None:
                assert answer.cell is not None
                is_mine = judged.refutation.is_mine(*answer.cell)
                assert is_mine == (answer.reply is Reply.SAFE) or answer.reply is Reply.CHORD
                for cell in question.board:
                    if question.board[cell] <= 8:
                        assert judged.refutation.number(*cell) == question.board[cell]
        assert any(right)


def test_a_lesson_that_there_is_not_is_named() -> None:
    with pytest.raises(shipped.NoLesson, match="nothing-like-it"):
        shipped.text_of("nothing-like-it")


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        (FIND.replace("safe\n", "safe\n", 1) + "technique: 1-2\n", "3 lesson-file.other-technique"),
        (FIND + "technique: 1-1\nnumbers: D3 E3\n", "3 lesson-file.more-numbers"),
        (FIND.replace("find: safe", "show:") + "safe: C2\n\n" + FIND, "3 lesson-file.not-safe"),
        (FIND.replace("find: safe", "show:") + "mine: C2\n\n" + FIND, "3 lesson-file.not-mine"),
        (FIND.replace("find: safe", "show:") + "moves: D2=F\n\n" + FIND, "3 lesson-file.not-mine"),
        (FIND.replace("......\n......", "......\n.F...."), "3 lesson-file.not-mine"),
        (FIND.replace("safe", "guess"), "3 lesson-file.no-answer"),
        (FIND.replace("safe", "mine"), "3 lesson-file.no-answer"),
        (FIND.replace("211", "911"), "4 lesson-file.bad-board"),
        (FIND.replace("211", "811"), "3 solver.no-minefield"),
        ("find: safe\n3x3/1\n0..\n...\n...\n", "3 lesson-file.unfinished"),
        (FIND + "technique: magic\n", "9 lesson-file.bad-value"),
        (FIND + "colour: red\n", "9 lesson-file.no-field"),
        (FIND + "numbers: Z9\n", "9 lesson-file.off-board"),
        (FIND + "numbers: A1\n", "3 lesson-file.no-number"),
        ("play: 8x8/12 pairs\n\n" + FIND, "3 lesson-file.play"),
        ("play: 5x5/3 full rain C3\n\n" + FIND, "3 lesson-file.other-grade"),
        ("Only a text.\n", "1 lesson-file.no-question"),
    ],
)
def test_an_author_is_told_where_and_why(block: str, problem: str) -> None:
    assert problem in codes(HEAD + block)


def test_a_lesson_without_a_title_is_none() -> None:
    assert codes("") == codes("\n\n" + FIND) or codes("") == ["1 lesson-file.no-title"]
    assert codes("")[0].endswith("no-title")


def test_a_refuted_claim_is_shown_by_a_minefield() -> None:
    (problem,) = check(HEAD + FIND.replace("find: safe", "show:") + "safe: A1\n\n" + FIND)
    assert problem.refutation is not None
    assert problem.refutation.is_mine(0, 0)


def test_a_question_is_read_with_its_remarks() -> None:
    lesson = parse(HEAD + FIND + "technique: 1-1\nright: Yes,\n  indeed.\nwrong: No.\n\nThe end.", "own")
    (stage,) = lesson.questions
    assert (stage.ask, stage.right, stage.wrong, lesson.ending) == (Ask.SAFE, "Yes, indeed.", "No.", ("The end.",))
