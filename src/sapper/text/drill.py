"""Questions in plain text: a board, an answer in a line, and the proof or a minefield that refutes it."""

from __future__ import annotations

from ..coordinates import cell_name
from ..display.wording import message, wording
from ..errors import SapperError
from ..learn.attempts import Attempt, refuted_board
from ..learn.questions import Answer, Ask, Reply
from . import render
from .cells import CommandError, read_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from ..board import Board
    from ..learn.attempts import Task
    from ..learn.series import Series
    from ..minefield import Minefield
    from .lines import Lines

_CLAIMS = {"r": Reply.SAFE, "open": Reply.SAFE, "f": Reply.MINE, "flag": Reply.MINE}
_CLAIMS |= {"c": Reply.CHORD, "chord": Reply.CHORD}
_USUAL = {Ask.MINE: Reply.MINE, Ask.CHORD: Reply.CHORD}


class Quit(Exception):
    """The player quits."""


class Skipped(Exception):
    """The player goes on to the next question."""


class Drill:
    """Asks questions one after another. A line is an answer, such as `C3`, `f C3`, `c C3` or `none`, or a command."""

    def __init__(self, lines: Lines, out: TextIO, clock: Callable[[], int], *, prompt: bool = False) -> None:
        self._lines = lines
        self._out = out
        self.clock = clock
        self._prompt = "> " if prompt else ""

    def say(self, *paragraphs: str) -> None:
        """Print paragraphs."""
        for text in paragraphs:
            self._out.write(f"{text}\n")

    def show(self, board: Board) -> None:
        """Print a board."""
        for line in render.labelled(board):
            self._out.write(f"{line}\n")

    def read(self) -> str:
        """Return the next line that has something in it; raise `Quit` at the end of the input."""
        while True:
            self._out.write(self._prompt)
            self._out.flush()
            line = self._lines.readline()
            if not line:
                raise Quit
            if line.strip():
                return line.strip()

    def ask(self, task: Task, *, may_retry: bool = True) -> Attempt:
        """Ask until the answer is right, and return the attempt; without retries the first answer ends it."""
        attempt = Attempt(task, self.clock())
        if task.heading:
            marked = f" ({', '.join(cell_name(*cell) for cell in sorted(task.numbers))})" if task.numbers else ""
            self.say(wording().phrase(task.heading) + marked)
        self.show(task.question.board)
        self.say(wording().phrase(task.question.phrase))
        while not attempt.is_over:
            line = self.read()
            try:
                is_answer = self._line(attempt, line)
            except SapperError as error:
                self.say(message("text.error", reason=wording().error(error)))
                continue
            if is_answer and not may_retry:
                break
        return attempt

    def _line(self, attempt: Attempt, line: str) -> bool:
        """Carry out a line, and return whether it was an answer."""
        word, *rest = line.split()
        task, name = attempt.task, word.lower()
        if name in ("q", "quit"):
            raise Quit
        if name in ("s", "skip"):
            raise Skipped
        if name in ("b", "board"):
            self.show(task.question.board)
        elif name in ("h", "hint"):
            self.say(wording().phrase(attempt.hint()))
        elif name in ("p", "proof"):
            self.say(wording().phrase(attempt.proof()))
        elif name in ("a", "another"):
            other = attempt.another()
            if other is None:
                raise CommandError(message("learn.none-refuted"))
            self._refute(attempt, other)
        elif name in ("help", "?"):
            self.say(message("learn.text-help"))
        else:
            self._answer(attempt, self._read(task, word, rest))
            return True
        return False

    def _read(self, task: Task, word: str, rest: list[str]) -> Answer:
        if word.lower() in ("none", "n", "0") and not rest:
            return Answer(Reply.NOTHING)
        level = task.question.board.level
        if word.lower() in _CLAIMS and rest:
            return Answer(_CLAIMS[word.lower()], read_cell(rest, level))
        return Answer(_USUAL.get(task.question.ask, Reply.SAFE), read_cell([word, *rest], level))

    def _answer(self, attempt: Attempt, given: Answer) -> None:
        task = attempt.task
        found = attempt.answer(given, self.clock())
        self._chosen = given.cell
        if found.is_right:
            self.say(message("learn.right", reason=wording().phrase(found.phrase)))
            if attempt.after is not None:
                self.show(attempt.after)
            self.say(*filter(None, [task.right]))
            return
        self.say(message("learn.wrong", reason=wording().phrase(found.phrase)))
        if found.refutation is not None:
            self._refute(attempt, found.refutation)
        self.say(*filter(None, [task.wrong]))

    def _refute(self, attempt: Attempt, field: Minefield) -> None:
        self.say(message("learn.minefield-fits"))
        self.show(refuted_board(attempt.task.question.board, field, self._chosen))


def drill(drill: Drill, series: Series, now: Callable[[], int]) -> tuple[int, int]:
    """Ask the tasks of a series until the player quits; return how many were answered, and at the first try."""
    done = first = 0
    for task in series.tasks():
        try:
            attempt = drill.ask(task)
        except Skipped:
            continue
        except Quit:
            break
        done += 1
        first += attempt.wrong == 0 and not attempt.is_proof_shown
        after = series.store_answer(attempt, now())
        drill.say(*([wording().phrase(after)] if after else []), "")
    return done, first
