"""Learning on the page: whole sittings by mouse, keys and touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.browsing import wait
from web.fingers import PHONE, Fingers
from web.sitting import Desk, right_answer

from sapper.display.wording import message
from sapper.learn.lessons import Kind
from sapper.learn.questions import Answer, Ask, Reply
from sapper.learn.shipped import lesson, lessons

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser
    from web.browsing import Seat, Server

    from sapper.learn.lessons import Stage

Cell = tuple[int, int]


def right_cell(stage: Stage) -> Cell | None:
    """Return the square of the right answer to a question, None if nothing is certain."""
    return right_answer(stage.question)


def how(ask: Ask, device: str) -> str:
    """Return how a question is answered with a device."""
    kind = ask if ask in (Ask.MINE, Ask.CHORD) else "open"
    return message(f"learn-page.how-{kind}-{device}")


def sit_through(
    desk: Desk, name: str, answer: Callable[[Cell], None], go_on: Callable[[], None], device: str = "mouse"
) -> int:
    """Go through a lesson, every question answered right; return how many there were."""
    asked = 0
    for stage in lesson(name).stages:
        desk.wait_for("page.drill.part?.kind", stage.kind)
        if stage.kind is Kind.FIND:
            asked += 1
            cell = right_cell(stage)
            desk.wait_for("page.drill.moves.length", 0)
            desk.page.locator(".drill-how", has_text=how(stage.question.ask, device)).wait_for()
            if cell is None:
                desk.press("Nothing certain")
            else:
                answer(cell)
            wait(lambda: desk.tell("page => page.drill.isRight"), "the right answer")
            desk.wait_said(stage.right or "")
            if stage.moves or stage.question.ask is Ask.FIRST:
                assert desk.shown.count(".") < str(stage.board).count(".")
        if stage.kind is Kind.PLAY:
            desk.press("Skip")
        else:
            go_on()
    return asked


def test_learn_in_two_minutes_with_the_mouse(seat: Seat, server: Server) -> None:
    desk = Desk(seat.page, server.url, "learn")
    card = seat.page.locator(".card[data-name=two-minutes]")
    assert "0 of 5" in card.inner_text()
    card.click()
    desk.wait_sitting()
    assert sit_through(desk, "two-minutes", desk.click, lambda: desk.press("Next")) == 5
    seat.page.get_by_text("That is the end of the lesson.").wait_for()
    desk.press("End")
    seat.page.locator(".card[data-name=two-minutes]", has_text="5 of 5").wait_for()
    seat.page.reload()
    seat.page.locator(".card[data-name=two-minutes]", has_text="5 of 5").wait_for()


def test_a_lesson_by_keys_alone(seat: Seat, server: Server) -> None:
    desk = Desk(seat.page, server.url, "lesson/one-two-one")
    desk.wait_sitting()

    def answer(cell: Cell) -> None:
        desk.walk(cell)
        desk.seat.key("Space")

    assert sit_through(desk, "one-two-one", answer, lambda: desk.seat.key("Enter"), "keys") == 2
    seat.page.get_by_text("That is the end of the lesson.").wait_for()


def test_a_lesson_with_fingers(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    page = context.new_page()
    desk = Desk(page, server.url, "lesson/two-minutes")
    desk.wait_sitting()
    fingers = Fingers(page)

    def answer(cell: Cell) -> None:
        page.locator(".drill canvas").scroll_into_view_if_needed()
        with fingers.in_time():
            fingers.tap(desk.point(cell))

    def tap_next() -> None:
        page.locator(".drill-tools .btn", has_text="Next").tap()

    assert sit_through(desk, "two-minutes", answer, tap_next, "touch") == 5
    context.close()


def test_a_wrong_answer_meets_a_minefield_on_the_board_and_can_be_tried_again(seat: Seat, server: Server) -> None:
    desk = Desk(seat.page, server.url, "lesson/one-one")
    desk.wait_sitting()
    desk.press("Next")
    stage = next(stage for stage in lesson("one-one").stages if stage.kind is Kind.FIND)
    question, before = stage.question, desk.shown
    cell, refutation = next(
        (cell, found.refutation)
        for cell in question.board.closed()
        for found in [question.judge(Answer(Reply.SAFE, cell))]
        if found.refutation
    )
    desk.click(cell)
    desk.wait_said("can be a mine")
    mines = {question.board.level.index(*mine) for mine in refutation.mines()}
    shown = desk.shown
    assert {at for at, symbol in enumerate(shown) if symbol in "*!F"} == mines
    assert shown[question.board.level.index(*cell)] == "!"
    seat.key("a")
    wait(lambda: desk.shown != shown, "another minefield")
    seat.key("Space")
    wait(lambda: desk.shown == before, "the question again")
    right = right_cell(stage)
    assert right is not None
    desk.click(right)
    desk.wait_said("Proven.")


def test_hints_come_in_stages_and_a_proof_ends_them(seat: Seat, server: Server) -> None:
    desk = Desk(seat.page, server.url, "lesson/one-one")
    desk.wait_sitting()
    desk.press("Next")
    stage = next(stage for stage in lesson("one-one").stages if stage.kind is Kind.FIND)
    stages = stage.question.hint().phrases
    for at, _ in enumerate(stages[:2]):
        seat.key("h")
        desk.wait_for("page.drill.attempt.stages", at + 1)
    desk.wait_said(str(stages[1]))
    seat.key("p")
    desk.wait_said(str(stages[2]))
    cell = right_cell(stage)
    assert cell is not None
    desk.click(cell)
    wait(lambda: desk.tell("page => page.drill.isRight"), "the right answer")
    assert desk.tell("page => page.drill.attempt.grade") == 1


def test_the_board_of_a_lesson_is_played_as_a_game(seat: Seat, server: Server) -> None:
    desk = Desk(seat.page, server.url, "lesson/efficiency")
    desk.wait_sitting()
    whole = lesson("efficiency").stages[-1].whole
    assert whole is not None
    while desk.tell("page => page.drill.part.kind") != "play":
        seat.key("s" if desk.tell("page => Boolean(page.drill.task)") else "Enter")
    desk.press("Play")
    seat.wait_for_game()
    wait(lambda: seat.tell("app => app.state.game.opened > 0 && !app.state.screen"), "the first square is open")
    width, height, mines = seat.tell("app => [app.state.game.width, app.state.game.height, app.state.game.mines]")
    assert f"{width}x{height}/{mines}" == str(whole.level)


def test_an_address_of_no_lesson_says_so(seat: Seat, server: Server) -> None:
    seat.page.goto(f"{server.url}lesson/nothing")
    seat.page.get_by_role("heading", level=1).wait_for()
    assert "nothing" in seat.page.url
    assert not seat.page.locator(".drill").count()


@pytest.mark.parametrize("code", ["de", "ja"])
def test_lessons_are_in_the_language_of_the_page(seat: Seat, server: Server, code: str) -> None:
    seat.page.goto(f"{server.url}learn?language={code}")
    titles = seat.page.locator(".learn-cards .card strong")
    titles.first.wait_for()
    assert [title.strip() for title in titles.all_inner_texts()] == [one.title for one in lessons(code)]
