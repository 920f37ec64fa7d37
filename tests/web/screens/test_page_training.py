"""Path, trainer, puzzles, Rush and insights on the page: whole sittings by mouse, keys and touch, with a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from own_history import player_of
from web.browsing import Known, Seat, wait
from web.fingers import PHONE, Fingers
from web.sitting import Desk, right_answer, wrong_answer

from sapper.history.store import open_store
from sapper.learn.path import STEPS
from sapper.learn.questions import Ask

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext
    from web.browsing import Server


def stored(context: BrowserContext, server: Server, subject: str) -> list[Any]:
    """Return what the server has of the player's answers."""
    token = next(str(cookie["value"]) for cookie in context.cookies() if cookie["name"] == "sapper")
    with open_store(server.folder / "games.db") as store:
        return store.answers(subject, player_of(token).key)


def play_step(seat: Seat, number: int = 1) -> None:
    """Win the first board of a step, whose first square is open already."""
    board = STEPS[number - 1].boards[0]
    known = Known(str(board.rules), board.first, board.seed)
    wait(lambda: seat.tell("app => app.state.game?.opened > 0 && !app.state.screen"), "the first square is open")
    assert seat.tell("app => app.state.game.rules") == str(board.rules)
    for cell in known.openings():
        seat.click(cell)
        seat.settle()
    seat.wait_status("won")


def test_a_step_of_the_path_is_played_by_keys_and_its_stars_stay(seat: Seat, server: Server) -> None:
    seat.page.goto(f"{server.url}path")
    cards = seat.page.locator(".path-card")
    cards.first.wait_for()
    assert cards.count() == 12
    assert "next" in cards.nth(0).inner_text()
    seat.key("ArrowDown")
    seat.page.get_by_text("Step 2 of 12").wait_for()
    seat.key("ArrowUp", "Enter")
    play_step(seat)
    end = seat.page.locator(".path-end")
    end.get_by_text("Path, Step 1 of 12").wait_for()
    earned = str(end.locator(".stars").get_attribute("aria-label"))
    assert "No help" in earned
    end.get_by_role("button", name="Path").click()
    wait(lambda: "next" in cards.nth(1).inner_text(), "the second step is next")
    assert " s" in cards.nth(0).inner_text(), "the best time"
    assert cards.nth(0).locator(".stars").get_attribute("aria-label") == earned
    seat.page.get_by_role("button", name="Play", exact=False).last.click()
    wait(lambda: seat.tell("app => app.state.game?.width === 6"), "the next step")


def lose(seat: Seat) -> None:
    """Lose a known board by opening a mine while other squares are proven safe."""
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.settle()
    seat.click(next(cell for cell in known.cells if cell in known.mines))
    seat.wait_status("lost")


def test_a_lost_position_is_trained_with_the_mouse_until_it_comes_back_later(
    seat: Seat, context: BrowserContext, server: Server
) -> None:
    lose(seat)
    seat.page.get_by_role("button", name="Train this").click()
    desk = Desk(seat.page, server.url)
    desk.wait_sitting()
    assert desk.question.ask is Ask.SAFE
    before = desk.shown
    desk.answer_wrong()
    desk.wait_said("can be a mine")
    seat.key("Space")
    wait(lambda: desk.shown == before, "the question again")
    desk.answer_right()
    desk.wait_said("Comes back in 1 day.")
    seat.page.locator(".trainer-boxes li.on", has_text="1 day").wait_for()
    answers = wait(lambda: stored(context, server, "trainer"), "the answer on the server")
    assert [one.grade for one in answers] == [1]
    seat.key("Enter")
    seat.page.get_by_text("1 position, 0 right at the first try.").wait_for()
    seat.key("Enter")
    seat.page.locator("[data-name=trainer]", has_text="0 positions due").wait_for()
    seat.page.goto(f"{server.url}insights")
    row = seat.page.locator(".insight-table tbody tr").first
    row.get_by_role("button", name="Train 1").click()
    desk.wait_sitting()
    assert desk.shown == before, "the figure leads to its position"


def test_the_start_page_offers_what_comes_next(seat: Seat, server: Server) -> None:
    seat.page.goto(server.url)
    seat.page.get_by_role("button", name="Begin", exact=True).wait_for()  # nothing was ever played
    lose(seat)
    seat.page.goto(server.url)
    cards = seat.page.locator(".learn-next")
    cards.filter(has_text="Learn in two minutes").wait_for()  # nothing was won yet
    cards.filter(has_text="1 position due").get_by_role("button", name="Train 1").wait_for()
    cards.filter(has_text="Step 1 of 12").get_by_role("button", name="Next step").click()
    play_step(seat)
    seat.page.goto(server.url)
    cards.filter(has_text="Step 2 of 12").wait_for()
    assert not cards.filter(has_text="Learn in two minutes").count()


def test_puzzles_by_keys_change_the_rating_and_are_not_asked_again(
    seat: Seat, context: BrowserContext, server: Server
) -> None:
    seat.page.goto(f"{server.url}puzzles")
    seat.page.get_by_text("1500?").wait_for()
    seat.key("Enter")
    desk = Desk(seat.page, server.url)
    asked = []
    for _ in range(2):
        desk.wait_sitting()
        wait(lambda: desk.tell("page => page.drill.task && !page.drill.isRight"), "a puzzle")
        question = desk.question
        asked.append(str(question.board))
        cell = right_answer(question)
        assert cell is not None
        desk.walk(cell)
        seat.key("f" if question.ask is Ask.MINE else "Space")
        wait(lambda: desk.tell("page => page.drill.isRight"), "the right answer")
        desk.wait_said("Your rating")
        seat.key("Enter")
    assert len(set(asked)) == 2
    answers = wait(lambda: len(found := stored(context, server, "puzzle")) == 2 and found, "both on the server")
    assert all(one.grade >= 3 for one in answers)
    seat.key("Escape")
    rating = seat.page.locator(".puzzle-rating b")
    rating.wait_for()
    assert int(rating.inner_text().rstrip("?")) > 1500
    seat.page.locator(".learn-cards .card", has_text="2 of 165").wait_for()


def test_a_run_of_rush_with_fingers_ends_at_the_third_wrong_answer(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    page = context.new_page()
    desk = Desk(page, server.url, "puzzles")
    page.get_by_role("button", name="Start Rush").tap()
    page.locator(".rush canvas").wait_for()
    fingers = Fingers(page)
    lives = page.locator(".rush-lives")
    for at, is_right in enumerate((True, False, True, False, False)):
        desk.wait_for("page.run.results.length", at)
        part = desk.tell("page => { const { board, ask } = page.run.puzzle; return [board, ask]; }")
        question = desk.question_of(*part)
        cell = right_answer(question) if is_right else wrong_answer(question)
        assert cell is not None
        page.locator(".rush canvas").scroll_into_view_if_needed()
        with fingers.in_time():
            fingers.tap(desk.point(cell))
        desk.wait_for("page.run.results.length", at + 1)
        if at == 1:
            assert lives.get_attribute("aria-label") == "2 wrong answers left"
    page.locator(".rush-end", has_text="2 solved. Your best is 2.").wait_for()
    assert desk.tell("page => page.run.results") == [True, False, True, False, False]
    page.get_by_role("button", name="Puzzles").tap()
    page.get_by_text("Best 2.").wait_for()
    assert [one.grade for one in wait(lambda: stored(context, server, "rush"), "the run on the server")] == [2]
    context.close()


def test_what_one_device_learned_the_other_knows(seat: Seat, context: BrowserContext, server: Server) -> None:
    """Answers that were given without a server, or elsewhere, become one list."""
    seat.page.goto(f"{server.url}puzzles/day")
    desk = Desk(seat.page, server.url)
    desk.wait_sitting()
    desk.answer_right()
    assert wait(lambda: stored(context, server, "puzzle"), "the answer on the server")
    seat.page.evaluate("for (const key of ['sapper.answers', 'sapper.answers-sent']) localStorage.removeItem(key)")
    seat.page.goto(f"{server.url}puzzles")
    seat.page.locator(".puzzle-day .good").wait_for()
    assert len(stored(context, server, "puzzle")) == 1
