"""The page of what there is to learn: the trainer, puzzles, the steps of the path, and the lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from ...analysis.metrics import seconds_text
from ...display.wording import message, wording
from ...history.store import Filter
from ...learn import path, rush, trainer
from ...learn.lesson_progress import FIRST, done
from ...learn.puzzles import shipped as puzzles
from ...learn.shipped import lessons
from ...learn.standing import SUBJECT, standing
from ..drawing.lines import Line, chosen_ground
from ..keystrokes import ScreenKey
from ..pages.page import BACK, PageScreen
from .study_task import StudyTask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...history.store import Store
    from ...learn.path import Progress
    from ..drawing.lines import Writer


class Row(NamedTuple):
    """A line: a heading, or something to open with what the player has reached in it."""

    name: str
    note: str = ""
    action: str = ""  # none: a heading


class LearnPage(PageScreen):
    """Lists everything to learn; Enter opens it."""

    opened_by = "learn"
    table = (ScreenKey("enter", ("enter", "space"), "learn-page.open"),)

    _study: StudyTask | None = None

    def begin(self) -> None:
        """Read how far the player is, and look at games that were played since."""
        self._rows = self._made()
        if self.sapper.store is not None:
            self._study = StudyTask(self.sapper.store)
            self._study.start(self.sapper.from_thread(self._studied))

    def on_unmount(self) -> None:
        """Stop looking at games."""
        if self._study is not None:
            self._study.stop()

    def _studied(self) -> None:
        if self.is_mounted:
            self._rows = self._made()
            self.redraw()

    def on_screen_resume(self) -> None:
        """Read again what has changed meanwhile."""
        if self.is_mounted and hasattr(self, "_rows"):
            self._rows = self._made()
        super().on_screen_resume()

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        return [self.key("enter"), BACK]

    def count(self) -> int:
        """Return the number of lines."""
        return len(self._rows)

    def stops(self) -> list[int] | None:
        """Return the lines that can be chosen: all but the headings."""
        return [number for number, row in enumerate(self._rows) if row.action] or None

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return a line."""
        row, ink = self._rows[number], writer.ink
        if not row.action:
            return Line([(row.name, writer.style("muted*"))], writer.fill)
        ground = chosen_ground(ink) if is_here else writer.ground
        usual = ink("text", ground, bold=is_here, reverse=is_here and ink.depth == "none")
        faint = ink("muted", ground, reverse=is_here and ink.depth == "none")
        room = max(writer.width - cell_len(row.name) - cell_len(row.note) - 2, 1)
        parts = [(f"  {row.name}{' ' * room}", usual), (row.note, faint)]
        return Line(parts, usual, f"row:{number}")

    def do_enter(self) -> None:
        """Open what the choice is on."""
        action = self._rows[self.scroller.at].action
        kind, _, value = action.partition(":")
        if kind == "step":
            self._play(int(value))
        elif action:
            from ..screens import open_screen

            self.app.push_screen(open_screen(action))

    def _play(self, number: int) -> None:
        one = next(one for one in self._progress if one.step.number == number)
        board = one.step.boards[one.next_board]
        play = self.sapper.play_screen
        self.app.pop_screen()
        self.sapper.session.open_board(board.rules, board.seed, board.first)
        play.state.is_resumed = False
        play.show_game()

    def _made(self) -> list[Row]:
        store = self.sapper.store
        return list(self._all(store)) if store else []

    def _all(self, store: Store) -> Iterator[Row]:
        waiting = len(trainer.due(trainer.own_cards(store), self.sapper.now()))
        found = standing(store.answers(SUBJECT), {puzzle.id: puzzle for puzzle in puzzles()})
        self._progress = path.own_progress(store)
        listed = lessons(wording().language)
        if not store.count(Filter(status="won")):
            yield Row(message("learn-page.offer"), "", f"lesson:{FIRST}")
        left = self._study.left if self._study else None
        note = message("learn-page.looking", count=left) if left else message("learn-page.due", count=waiting)
        yield Row(message("learn-page.trainer"), note, "training")
        rating = f"{round(found.overall.value)}{'' if found.overall.is_sure else '?'}"
        yield Row(message("learn-page.puzzles"), message("learn-page.rating", rating=rating), "puzzles")
        best = rush.best(store.answers(rush.SUBJECT))
        yield Row(message("learn-page.rush"), message("learn-page.best", count=best or 0), "rush")
        yield Row(message("learn-page.insights"), "", "insights")
        yield Row("")
        yield Row(message("learn-page.path"))
        ahead = path.next_step(self._progress).number
        for one in self._progress:
            new = next(lesson.title for lesson in listed if lesson.name == one.step.lesson)
            name = f"{one.step.number:>2}  {one.step.level!s:<10}  {new}"
            yield Row(name, self._step_note(one, is_next=one.step.number == ahead), f"step:{one.step.number}")
        yield Row("")
        yield Row(message("learn-page.lessons"))
        for lesson in listed:
            whole = len(lesson.questions)
            note = message("learn-page.found", count=done(lesson, store), whole=whole)
            yield Row(lesson.title, note, f"lesson:{lesson.name}")

    def _step_note(self, one: Progress, *, is_next: bool) -> str:
        stars = "".join("*" if star in one.stars else "-" for star in path.Star)
        if one.best is not None:
            return f"{wording().decimal(seconds_text(one.best))} s  {stars}"
        return f"{message('path.next')}  {stars}" if is_next else stars
