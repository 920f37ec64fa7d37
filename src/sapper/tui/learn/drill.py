"""A screen that asks questions on a board: of the trainer, of puzzles, and the base of lessons and Rush."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...board import Board
from ...coordinates import cell_name
from ...display.wording import message, sentence, wording
from ...errors import SapperError
from ...history.store import StoreError
from ...learn.attempts import Attempt, refuted_board
from ...learn.questions import Answer, Ask, Reply
from ...learn.techniques import Technique
from ...learn.trainer import A_DAY
from .. import bars
from ..board.layout import arrange
from ..board.marks import Marks
from ..board_screen import BoardScreen
from ..drawing.lines import LinesWidget, Writer
from ..keystrokes import ScreenKey, action_of
from .study_task import StudyTask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.style import Style

    from ...history.store import Store
    from ...learn.attempts import Task
    from ...learn.questions import Judged
    from ...learn.series import Series, TrainerSeries
    from ...minefield import Minefield
    from ..board.layout import ScreenLayout
    from ..board.view import BoardView

Cell = tuple[int, int]

KEYS = (
    ScreenKey("claim", ("space", "enter"), "learn-page.open"),
    ScreenKey("mine", ("f",), "learn-page.mine"),
    ScreenKey("nothing", ("n",), "learn-page.nothing"),
    ScreenKey("hint", ("?", "i"), "learn-page.hint"),
    ScreenKey("proof", ("p",), "learn-page.proof"),
    ScreenKey("another", ("a",), "learn-page.another"),
    ScreenKey("skip", ("s",), "learn-page.skip"),
    ScreenKey("up", ("up", "k")),
    ScreenKey("down", ("down", "j")),
    ScreenKey("left", ("left", "h")),
    ScreenKey("right", ("right", "l")),
    ScreenKey("back", ("escape", "q"), "learn-page.end"),
)
_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_CLAIMS = {Ask.MINE: Reply.MINE, Ask.CHORD: Reply.CHORD}
_EMPTY = Board.parse("1x1/0\n0")


class DrillScreen(BoardScreen):
    """Asks one task after another. A wrong answer is refuted on the board, and may be tried again."""

    def __init__(self) -> None:
        super().__init__()
        self.attempt: Attempt | None = None
        self.said: list[str] = []  # under the question: hints, a proof, what became of the answer
        self.marks = Marks()
        self._chosen: Cell | None = None
        self._refutation: Minefield | None = None
        self._is_stored = False
        self.done = self.first = 0

    # -- What a kind of series says of itself

    @property
    def heading(self) -> str:
        """The name in the title."""
        raise NotImplementedError

    def begin(self, store: Store) -> None:
        """Get ready to ask."""
        raise NotImplementedError

    def next_task(self) -> Task | None:
        """Return the next task, None at the end."""
        raise NotImplementedError

    def answered(self, attempt: Attempt) -> str:
        """Store an attempt that is over and return what is said after it."""
        raise NotImplementedError

    def ending(self) -> str:
        """Return what is said at the end."""
        return message("learn.session-done", count=self.done, first=self.first)

    # -- The parts

    def first_board(self) -> Board:
        """Return the board of the first task."""
        store = self.sapper.store
        if store is None:
            return _EMPTY
        try:
            self.begin(store)
            self.go_on()
        except (SapperError, StoreError) as error:
            self.said = [sentence(wording().error(error))]
        return self.attempt.task.question.board if self.attempt else _EMPTY

    def on_mount(self) -> None:
        """Pause the game that lies below, and show the first task."""
        self.sapper.play_screen.cover()
        self.board.takes_wheel = False
        self._place_cursor()
        self.lay_out()

    @property
    def places(self) -> ScreenLayout:
        """The places of all parts at this size."""
        return arrange(self.size.width, self.size.height, self.shown.level, self.cell_size, gives_up_line=False)

    @property
    def shown(self) -> Board:
        """The board that is shown: that of the task, with the minefield that refutes the last answer."""
        if self.attempt is None:
            return _EMPTY
        board = self.attempt.task.question.board
        if self._refutation is None:
            return self.attempt.after or board
        return refuted_board(board, self._refutation, self._chosen)

    def lay_out(self) -> None:
        """Put every part where it belongs, and write it."""
        if not self.is_mounted or not self.is_composed or not self.size.width:
            return
        if self.board.board is not self.shown:
            is_other = self.board.board.level != self.shown.level
            self.board.show(self.shown)
            if is_other:
                self._place_cursor()
        self.board.marks = self.marks
        places = self.places
        self.place_parts(places, hides_board=self.attempt is None)
        self.write(places)

    def _place_cursor(self) -> None:
        level = self.shown.level
        self.board.cursor = (level.height // 2, level.width // 2)

    def write(self, places: ScreenLayout) -> None:
        """Write title, counter, panel and keys."""
        ink, glyphs = self.sapper.ink, self.sapper.glyphs
        self.title_bar.show([bars.page_title(ink, glyphs, places.title.width, self.heading, self.aside())])
        mines = self.attempt.task.question.board.mines_left if self.attempt else 0
        width = places.triad.width
        self.triad.show([bars.triad_with_words(ink, glyphs, width, mines, self.clock_words(), is_strong=False)])
        if places.panel:
            writer = Writer(ink, glyphs, places.panel.width)
            self.write_panel(writer)
            self.side.show(writer.lines)
        else:
            words = self.said[-1] if self.said else self.question_words()
            self.line.show([bars.note(ink, glyphs, places.title.width, words)])
        self.footer.show([bars.footer(ink, places.footer.width, self.keys())])

    def aside(self) -> str:
        """Return the words on the right of the title."""
        return wording().phrase(self.attempt.task.heading) if self.attempt and self.attempt.task.heading else ""

    def clock_words(self) -> str:
        """Return what stands in the place of the clock."""
        return ""

    def question_words(self) -> str:
        """Return the question, or the end."""
        return wording().phrase(self.attempt.task.question.phrase) if self.attempt else self.ending()

    def write_panel(self, writer: Writer) -> None:
        """Write the question and what became of the answers."""
        attempt = self.attempt
        if self.is_ended:
            writer.paragraph(self.ending(), "text*")
            for text in self.said:
                writer.gap()
                writer.paragraph(text)
            return
        writer.paragraph(self.question_words(), "text*")
        styles = self._styles(writer)
        for text in filter(None, self.said):
            writer.gap()
            writer.paragraph(text, "text", styles)
        if attempt and attempt.last and attempt.task.technique:
            writer.gap()
            technique = wording().words("techniques", attempt.task.technique).name
            writer.pair(message("learn-page.technique"), technique)

    def _styles(self, writer: Writer) -> dict[str, Style]:
        """Return the style of each named square: that of its mark on the board."""
        ink, ground = writer.ink, writer.ground
        styles = {cell_name(*cell): ink("hint.safe", ground, bold=True) for cell in self.marks.safe}
        for cell in self.marks.reason:
            styles[cell_name(*cell)] = ink("hint.reason", ground, bold=True, underline=True)
        if self._chosen and self._refutation:
            styles[cell_name(*self._chosen)] = ink("bad", ground, bold=True)
        return styles

    @property
    def is_ended(self) -> bool:
        """Whether there is nothing more to ask."""
        return self.attempt is None

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        table = {key.action: key for key in KEYS}
        attempt = self.attempt
        if attempt is None:
            return [table["back"]]
        claim, back = table["claim"], table["back"]
        if attempt.is_over:
            return [claim._replace(label="learn-page.next"), back]
        if self._refutation is not None:
            again = claim._replace(label="learn-page.again")
            return [again, table["another"], table["proof"], table["skip"], back]
        ask = attempt.task.question.ask
        if ask is Ask.SAFE:
            return [claim, table["nothing"], table["hint"], table["proof"], table["skip"], back]
        return [
            claim._replace(label="learn-page.mine") if ask is Ask.MINE else claim,
            table["hint"],
            table["skip"],
            back,
        ]

    # -- Input

    def stroke(self, stroke: str) -> None:
        """Take a key."""
        action = action_of(KEYS, stroke)
        if action in _STEPS and self.board.cursor:
            (row, col), (down, right), level = self.board.cursor, _STEPS[action], self.shown.level
            self.board.move_cursor(
                (min(max(row + down, 0), level.height - 1), min(max(col + right, 0), level.width - 1))
            )
        elif action:
            self.do(action)

    def on_lines_widget_clicked(self, message: LinesWidget.Clicked) -> None:
        """Do what was clicked."""
        message.stop()
        self.do(message.action)

    def on_board_view_pointer(self, event: BoardView.Pointer) -> None:
        """Answer with the square that was clicked: left the answer that is asked for, right a mine."""
        event.stop()
        if event.what != "press" or event.cell is None or self.attempt is None:
            return
        self.board.move_cursor(event.cell)
        self.do("mine" if event.button == "right" else "claim")

    def do(self, action: str) -> None:
        """Carry out an action by its name, and show why it cannot be done."""
        if not self.is_on_top:
            return
        method: Callable[[], None] | None = getattr(self, f"do_{action}", None)
        if method is None:
            return
        try:
            method()
        except SapperError as error:
            self.said = [sentence(wording().error(error))]
        if self.is_on_top:
            self.lay_out()

    def do_claim(self) -> None:
        """Answer with the square of the cursor; after an answer, try again or go on."""
        attempt = self.attempt
        if attempt is None:
            return
        if attempt.is_over:
            self.go_on()
        elif self._refutation is not None:
            self._clear()
        elif self.board.cursor:
            self._answer(Answer(_CLAIMS.get(attempt.task.question.ask, Reply.SAFE), self.board.cursor))

    def do_mine(self) -> None:
        """Claim that the square of the cursor is a mine."""
        if self.attempt and not self.attempt.is_over and self.board.cursor:
            self._clear()
            self._answer(Answer(Reply.MINE, self.board.cursor))

    def do_nothing(self) -> None:
        """Answer that nothing is certain."""
        if self.attempt and not self.attempt.is_over:
            self._clear()
            self._answer(Answer(Reply.NOTHING))

    def _answer(self, given: Answer) -> None:
        attempt = self.attempt
        assert attempt is not None
        found = attempt.answer(given, self.sapper.clock())
        self._chosen, self._refutation = given.cell, found.refutation
        self.said = [wording().phrase(found.phrase)]
        self.marks = Marks(reason=attempt.task.numbers)
        if found.is_right:
            self._right(attempt, found)
        else:
            if found.refutation is not None:
                self.said.append(message("learn-page.fits"))
            self.said.append(attempt.task.wrong)
        self.after_answer(attempt)

    def _right(self, attempt: Attempt, found: Judged) -> None:
        why = found.explanation
        if why:
            cells = frozenset(why.cells)
            self.marks = Marks(reason=frozenset(why.numbers))
            if why.safe:
                self.marks.safe = cells
            else:
                self.marks.mine = cells
        self.said.append(attempt.task.right)
        self._store()

    def after_answer(self, attempt: Attempt) -> None:
        """Do what follows from an answer, right or wrong."""

    def _store(self) -> None:
        """Store the attempt once, when it is over or left after a wrong answer."""
        attempt = self.attempt
        if attempt is None or self._is_stored or not attempt.is_over:
            return
        self._is_stored = True
        self.done += 1
        self.first += attempt.wrong == 0 and not attempt.is_proof_shown
        try:
            self.said.append(self.answered(attempt))
        except StoreError as error:
            self.said.append(sentence(wording().error(error)))

    def do_hint(self) -> None:
        """Show the next stage of the hint."""
        if self.attempt and not self.attempt.is_over:
            self._clear()
            self.said = [wording().phrase(self.attempt.hint())]

    def do_proof(self) -> None:
        """Show the proof."""
        if self.attempt and not self.attempt.is_over:
            self._clear()
            found = self.attempt.task.question.hint()
            self.said = [wording().phrase(self.attempt.proof())]
            if found.explanation:
                self.marks = Marks(reason=frozenset(found.explanation.numbers), safe=frozenset(found.explanation.cells))

    def do_another(self) -> None:
        """Show another minefield that refutes the answer."""
        if self.attempt and self._refutation is not None:
            self._refutation = self.attempt.another() or self._refutation

    def do_skip(self) -> None:
        """Go on to the next task."""
        if self.attempt:
            self.go_on()

    def do_back(self) -> None:
        """Go back to where this screen was opened."""
        if self.is_on_top:
            self.app.pop_screen()

    def go_on(self) -> None:
        """Ask the next task."""
        task = self.next_task()
        self.attempt = None if task is None else Attempt(task, self.sapper.clock())
        self._is_stored = False
        self._clear()

    def _clear(self) -> None:
        self._chosen = self._refutation = None
        self.said = []
        self.marks = Marks(reason=self.attempt.task.numbers) if self.attempt else Marks()


class SeriesScreen(DrillScreen):
    """Asks the tasks of a series, for all techniques or one."""

    opened_by = ""

    def __init__(self, technique: str = "") -> None:
        super().__init__()
        self.technique = Technique(technique) if technique else None

    @property
    def heading(self) -> str:
        """The name in the title."""
        return message(f"learn-page.{self.opened_by}")

    def series_of(self, store: Store) -> Series:
        """Return the series."""
        raise NotImplementedError

    def begin(self, store: Store) -> None:
        """Make the series."""
        self.series = self.series_of(store)
        self._tasks: Iterator[Task] = self.series.tasks()

    def next_task(self) -> Task | None:
        """Return the next task of the series."""
        return next(self._tasks, None)

    def answered(self, attempt: Attempt) -> str:
        """Store an attempt that is over."""
        after = self.series.store_answer(attempt, self.sapper.now())
        return wording().phrase(after) if after else ""


class TrainingScreen(SeriesScreen):
    """The trainer: what is due, of all techniques or of one, or the position with a key."""

    opened_by = "trainer"

    _study: StudyTask | None = None
    series: TrainerSeries

    def __init__(self, technique: str = "", *, key: str = "") -> None:
        super().__init__(technique)
        self._key = key

    def series_of(self, store: Store) -> TrainerSeries:
        """Return the positions that are due."""
        from ...learn.series import TrainerSeries

        return TrainerSeries(store, self.technique, self.sapper.now(), key=self._key)

    def begin(self, store: Store) -> None:
        """Look at the games that were played since; ask once enough positions wait, or the one that was chosen."""
        super().begin(store)
        if self._study is None:
            self._study = StudyTask(store)
            self._study.start(self.sapper.from_thread(self._studied))

    def next_task(self) -> Task | None:
        """Return the next position; none while too few wait, and there are games that are not looked at."""
        return super().next_task() if self._is_ready else None

    @property
    def _is_ready(self) -> bool:
        enough = 1 if self._key else A_DAY
        return self._study is None or self._study.left == 0 or len(self.series.waiting) >= enough

    def on_unmount(self) -> None:
        """Stop looking at games."""
        if self._study is not None:
            self._study.stop()

    def _studied(self) -> None:
        store = self.sapper.store
        if not self.is_mounted or store is None or self.attempt is not None or self.done:
            return
        self.begin(store)
        self.go_on()
        self.board.show(self.shown)
        self._place_cursor()
        self.lay_out()

    def ending(self) -> str:
        """Return how many were right, or why there is nothing to train."""
        if self.done:
            return super().ending()
        if self._study is not None and self._study.left != 0:
            return message("learn-page.looking", count=self._study.left or 0)
        from ...daily import day_of
        from ...learn.trainer import next_due

        when = next_due(self.series.cards) if self.sapper.store else None
        return message("learn.no-positions") if when is None else message("learn.nothing-due", day=day_of(when))


class PuzzleScreen(SeriesScreen):
    """Puzzles close to the player's rating."""

    opened_by = "puzzles"

    def series_of(self, store: Store) -> Series:
        """Return the puzzles."""
        from ...learn.series import PuzzleSeries

        return PuzzleSeries(store, self.technique)
