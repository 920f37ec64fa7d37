"""A player in a sitting of questions on the page, and the right answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from web.browsing import Seat, wait

from sapper.board import CLOSED, Board
from sapper.learn.questions import Answer, Ask, Question, Reply

if TYPE_CHECKING:
    from playwright.sync_api import Page

Cell = tuple[int, int]
CLAIMS = {Ask.MINE: Reply.MINE, Ask.CHORD: Reply.CHORD}


class Desk:
    """A player in a sitting."""

    def __init__(self, page: Page, url: str, path: str | None = None) -> None:
        self.seat = Seat(page, url)
        self.page = page
        if path is not None:
            page.goto(f"{url}{path}")

    def tell(self, script: str, argument: Any = None) -> Any:
        """Ask the screen itself: `script` is a function of it."""
        return self.seat.tell(f"(app, argument) => ({script})(app.shell.screenPage, argument)", argument)

    def wait_sitting(self) -> None:
        self.page.locator(".drill canvas").wait_for()
        wait(lambda: self.tell("page => Boolean(page?.drill)"), "a sitting")

    def wait_for(self, what: str, value: object) -> None:
        """Wait until a part of the screen has a value."""
        wait(lambda: self.tell(f"page => {what}") == value, f"{what} to be {value}")

    def point(self, cell: Cell) -> tuple[float, float]:
        x, y = self.tell("(page, cell) => page.board.view.pointOf(...cell)", list(cell))
        return x, y

    def click(self, cell: Cell, button: Any = "left") -> None:
        self.page.mouse.click(*self.point(cell), button=button)

    def walk(self, cell: Cell) -> None:
        """Bring the cursor to a square with the arrow keys; the first one only shows it."""
        if self.tell("page => page.board.cursor.index") < 0:
            self.seat.key("ArrowDown")
        width, index = self.tell("page => [page.board.position.width, page.board.cursor.index]")
        row, col = divmod(index, width)
        self.seat.key(*["ArrowDown" if cell[0] > row else "ArrowUp"] * abs(cell[0] - row))
        self.seat.key(*["ArrowRight" if cell[1] > col else "ArrowLeft"] * abs(cell[1] - col))

    def press(self, name: str) -> None:
        self.page.locator(".drill-tools .btn", has_text=name).click()

    @property
    def said(self) -> str:
        return self.page.locator(".drill-said").inner_text()

    def wait_said(self, words: str) -> None:
        self.page.locator(".drill-said", has_text=words).wait_for()

    @property
    def shown(self) -> str:
        """The board as it is shown, in rows."""
        return str(self.tell("page => [...page.board.position.values].map((v) => '012345678.F?*!x'[v]).join('')"))

    @property
    def question(self) -> Question:
        """What is asked now."""
        return self.question_of(*self.tell("page => { const { board, ask } = page.drill.part; return [board, ask]; }"))

    @staticmethod
    def question_of(board: str, ask: str) -> Question:
        """Return a question as Python has it."""
        return Question(Board.parse(board), Ask(ask))

    def answer_right(self) -> None:
        """Click the right answer, and wait until it is judged."""
        cell = right_answer(self.question)
        assert cell is not None
        self.click(cell, "right" if self.question.ask is Ask.MINE else "left")
        wait(lambda: self.tell("page => page.drill.isRight"), "the right answer")

    def answer_wrong(self) -> None:
        """Click an answer that a minefield refutes."""
        self.click(wrong_answer(self.question))
        wait(lambda: self.tell("page => Boolean(page.drill.refutation)"), "the minefield")


def right_answer(question: Question) -> Cell | None:
    """Return the square of the right answer to a question, None if nothing is certain."""
    reply = CLAIMS.get(question.ask, Reply.SAFE)
    for cell in question.board:
        is_closed = question.board[cell] in CLOSED
        if is_closed != (reply is Reply.CHORD) and str(question.board).count("F") < 99:
            try:
                if question.judge(Answer(reply, cell)).is_right:
                    return cell
            except ValueError:
                continue
    return None


def wrong_answer(question: Question) -> Cell:
    """Return the first square whose claim is refuted."""
    reply = CLAIMS.get(question.ask, Reply.SAFE)
    for cell in question.board.closed():
        try:
            if question.judge(Answer(reply, cell)).refutation is not None:
                return cell
        except ValueError:
            continue
    raise AssertionError("every answer is right")
