"""A lesson on the screen: what it shows and says, and its questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.explanations import explain
from ...analysis.hints import with_certain_mines
from ...analysis.odds import odds
from ...display.wording import message, wording
from ...learn.lesson_progress import FIRST
from ...learn.lessons import Kind
from ...learn.series import LessonSeries
from ...learn.shipped import lesson
from ...rules import LayoutKind, Rules
from ...seed import Seed
from ..board.marks import Marks
from .drill import KEYS, DrillScreen

if TYPE_CHECKING:
    from ...board import Board
    from ...history.store import Store
    from ...learn.attempts import Attempt, Task
    from ...learn.lessons import Stage, Whole
    from ..drawing.lines import Writer
    from ..keystrokes import ScreenKey


class LessonScreen(DrillScreen):
    """A shipped lesson, stage by stage."""

    def __init__(self, name: str = FIRST) -> None:
        super().__init__()
        self.lesson = lesson(name, wording().language)
        self._left = list(self.lesson.stages)
        self.stage: Stage | None = None

    @property
    def heading(self) -> str:
        """The title of the lesson."""
        return self.lesson.title

    def begin(self, store: Store) -> None:
        """Begin at the first stage."""
        self.series = LessonSeries(store, self.lesson)

    @property
    def is_ended(self) -> bool:
        """Whether the last stage was left."""
        return self.attempt is None and self.stage is None

    @property
    def shown(self) -> Board:
        """The board of the task, or what a stage shows, after its moves."""
        stage = self.stage
        if self.attempt is not None or stage is None or stage.board is None:
            return super().shown
        if self._shown_for is not stage:
            self._shown_for, self._shown = stage, stage.after or stage.board
        return self._shown

    _shown_for: Stage | None = None
    _shown: Board

    def next_task(self) -> Task | None:
        """Return the question of the next stage; None for one that only shows something, and at the end."""
        self.stage = self._left.pop(0) if self._left else None
        if self.stage is not None and self.stage.kind is Kind.FIND:
            return self.series.task(self.stage)
        return None

    def go_on(self) -> None:
        """Go on to the next stage."""
        super().go_on()
        stage = self.stage
        if stage is not None and stage.kind is Kind.SHOW:
            self.marks = Marks(reason=frozenset(stage.numbers), safe=frozenset(stage.safe), mine=frozenset(stage.mines))

    def lay_out(self) -> None:
        """Show the board of a stage that asks nothing too."""
        super().lay_out()
        if self.is_mounted and self.is_composed and self.stage is not None and self.stage.board is not None:
            self.place_parts(self.places)

    def answered(self, attempt: Attempt) -> str:
        """Store an answer."""
        self.series.store_answer(attempt, self.sapper.now())
        return ""

    def ending(self) -> str:
        """Return the end of the lesson."""
        return message("learn.lesson-done")

    def question_words(self) -> str:
        """Return the question, or the first lines of a stage that asks nothing."""
        if self.attempt is None and self.stage is not None:
            return self.stage.text[-1] if self.stage.text else self.lesson.summary
        return super().question_words()

    def write_panel(self, writer: Writer) -> None:
        """Write the text of the stage, then the question."""
        stage = self.stage
        if stage is None:
            for paragraph in self.lesson.ending:
                writer.paragraph(paragraph)
                writer.gap()
            writer.paragraph(self.ending(), "text*")
            return
        for paragraph in stage.text:
            writer.paragraph(paragraph, "text")
            writer.gap()
        if self.attempt is not None:
            super().write_panel(writer)
        elif stage.kind is Kind.SHOW and stage.board is not None:
            known = with_certain_mines(stage.board, odds(stage.board))
            for cell in (*stage.safe, *stage.mines)[:1]:
                why = explain(known, *cell)
                if why is not None:
                    writer.paragraph(wording().phrase(why.phrase), "muted")

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        if self.attempt is not None or self.stage is None:
            return super().keys()
        label = "learn-page.play" if self.stage.whole else "learn-page.next"
        skip = [key for key in KEYS if key.action == "skip"] if self.stage.whole else []
        return [KEYS[0]._replace(label=label), *skip, KEYS[-1]]

    def do_claim(self) -> None:
        """Answer, or go on from a stage that asks nothing."""
        if self.attempt is not None:
            super().do_claim()
        elif self.stage is not None and self.stage.whole is not None:
            self._play(self.stage.whole)
        elif self.stage is not None:
            self.go_on()

    def do_skip(self) -> None:
        """Leave a stage out."""
        if self.stage is not None:
            self.go_on()

    def _play(self, whole: Whole) -> None:
        rules = Rules(whole.level, layout=LayoutKind.of(whole.grade))
        self.sapper.session.open_board(rules, Seed.of(whole.seed), whole.first)
        while self.app.screen is not self.sapper.play_screen:
            self.app.pop_screen()
        self.sapper.play_screen.show_game()
