"""The default dialogue: short commands, several on a line, answers in words."""

from __future__ import annotations

from contextlib import contextmanager

from ..action import Kind
from ..board import CellState
from ..display.wording import message, wording
from ..errors import NothingOpen, SapperError
from ..game import Status
from ..rules import Flags
from . import render
from .cells import CommandError, read_cell
from .draft import DraftCommands
from .outcome import outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from ..game import Delta, Game
    from ..session import Session
    from .lines import Lines


_NEED_THE_BOARD = ("r", "f", "c", "m", "u", "redo", "h", "h?", "why", "odds", "move", "d")
_LONG_NAMES = {"open": "r", "flag": "f", "chord": "c", "question": "m", "undo": "u", "pause": "p", "resume": "p"}
_LONG_NAMES |= {"status": "s", "board": "b", "new": "n", "hint": "h", "quit": "q", "draft": "d"}


class Quit(Exception):
    """The player quits."""


class Dialogue:
    """Reads commands and answers them until the input ends or the player quits."""

    def __init__(self, session: Session, lines: Lines, out: TextIO, *, full: bool, prompt: bool) -> None:
        self._session = session
        self._lines = lines
        self._out = out
        self._full = full
        self._prompt = "> " if prompt else ""
        self._hinted: tuple[Game, int] | None = None  # the position of the stages below
        self._stages: list[str] = []
        self._drafted = DraftCommands(session, self._print, self._counted)
        self._forgiven = session.game.forgiven  # forced guesses that were said to be safe
        self._failure = session.failure or ""  # as printed last: why the game is not saved
        self._commands: dict[str, Callable[[list[str]], Delta | None]] = {
            "r": self._open,
            "f": self._flag,
            "c": self._chord,
            "m": self._question,
            "u": self._undo,
            "redo": self._redo,
            "p": self._pause,
            "s": self._status,
            "b": self._board,
            "n": self._new,
            "h": self._hint,
            "h?": self._certain,
            "why": self._why,
            "odds": self._odds,
            "move": self._move,
            "d": self._draft,
            "seal": self._seal,
            "help": self._help,
            "q": self._quit,
        }

    def run(self) -> Status:
        """Play games until the player quits; return the status of the last one."""
        rules, seal = self._session.rules, self._session.seal
        sealed = message("text.welcome-sealed", rules=rules, seal=seal[:4].upper())
        self._print(sealed if seal else message("text.welcome", rules=rules))
        self._board([])
        try:
            while True:
                self._out.write(self._prompt)
                self._out.flush()
                line = self._lines.readline()
                if not line:
                    break
                self._execute(line)
        except Quit:
            pass
        return self._session.game.status

    def _execute(self, line: str) -> None:
        commands = [command.split() for command in line.split(";")]
        last = None
        try:
            for words in [words for words in commands if words] or [["b"]]:
                last = self._command(words[0])(words[1:]) or last
        except NothingOpen as promise:
            self._print(wording().error(promise))
        except (SapperError, MemoryError) as error:
            self._print(message("text.error", reason=wording().error(error) or message("game.no-memory")))
        if last is not None and self._full:
            self._board([])
        self._report_saving()

    def _command(self, given: str) -> Callable[[list[str]], Delta | None]:
        """Return the function of a command by its letter or name; raise `CommandError` with the nearest for others."""
        name = _LONG_NAMES.get(given.lower(), given.lower())
        command = self._commands.get(name)
        if command is None:
            raise CommandError(_unknown(given, [*self._commands, *_LONG_NAMES]))
        if self._session.is_paused and name in _NEED_THE_BOARD:
            raise CommandError(message("text.is-paused"))
        return command

    def _report_saving(self) -> None:
        """Print why the game is not saved when that changes, and when it is saved again."""
        failure = self._session.failure or ""
        if failure and failure != self._failure:
            self._print(message("text.warning", reason=failure))
        elif self._failure and not failure:
            self._print(message("text.saved-again"))
        self._failure = failure
        if warning := self._session.take_warning():
            self._print(message("text.warning", reason=warning))

    def _open(self, words: list[str]) -> Delta:
        return self._report(self._session.play(Kind.OPEN, *self._cell(words)))

    def _chord(self, words: list[str]) -> Delta:
        return self._report(self._session.play(Kind.CHORD, *self._cell(words)))

    def _flag(self, words: list[str]) -> Delta:
        return self._report(self._session.mark(*self._cell(words), CellState.FLAG))

    def _question(self, words: list[str]) -> Delta:
        return self._report(self._session.mark(*self._cell(words), CellState.QUESTION))

    def _hint(self, words: list[str]) -> None:
        """Print the next stage of the hint; the first stage again once the board has changed."""
        self._expect_no_words("h", words)
        game = self._session.game
        if self._hinted != (game, game.seq):
            with self._counted():
                self._stages = [wording().phrase(stage) for stage in self._session.hint().phrases]
            self._hinted = (game, game.seq)
        self._print(self._stages.pop(0) if len(self._stages) > 1 else self._stages[0])

    def _certain(self, words: list[str]) -> None:
        """Print whether some square is certainly safe, and nothing more."""
        self._expect_no_words("h?", words)
        with self._counted():
            is_certain = self._session.is_certain()
        self._print(message("hint.certain" if is_certain else "hint.not-certain"))

    def _why(self, words: list[str]) -> None:
        row, col = self._cell(words)
        with self._counted():
            text = wording().phrase(self._session.why(row, col))
        self._print(text)

    def _odds(self, words: list[str]) -> None:
        """Print the chance of a mine at every square, or at one."""
        from .odds import odds_lines, odds_of_cell

        cell = self._cell(words) if words else None
        with self._counted():
            odds = self._session.odds()
        for line in [odds_of_cell(odds, *cell)] if cell else odds_lines(self._session.game.board, odds):
            self._print(line)

    def _move(self, words: list[str]) -> None:
        self._expect_no_words("move", words)
        with self._counted():
            move = self._session.best_move()
        self._print(wording().phrase(move.phrase))

    def _draft(self, words: list[str]) -> Delta | None:
        """Mark a square with the pencil, or do something with all pencil marks."""
        delta = self._drafted.do(words)
        return self._report(delta) if delta is not None else None

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Say that the game is no longer ranked if the help asked for meanwhile is what takes it out."""
        was_ranked, before = self._session.help_unranks, self._session.game.hints
        yield
        if was_ranked and self._session.game.hints > before:
            self._print(message("text.hinted"))

    def _undo(self, words: list[str]) -> Delta:
        self._expect_no_words("u", words)
        return self._report(self._session.undo())

    def _redo(self, words: list[str]) -> Delta:
        self._expect_no_words("redo", words)
        return self._report(self._session.redo())

    def _pause(self, words: list[str]) -> None:
        self._expect_no_words("p", words)
        self._session.toggle_pause()
        if self._session.is_paused:
            self._print(message("text.paused"))
        else:
            self._board([])

    def _status(self, words: list[str]) -> None:
        self._expect_no_words("s", words)
        self._print(self._summary())

    def _board(self, words: list[str]) -> None:
        self._expect_no_words("b", words)
        if self._session.is_paused:
            self._print(message("text.paused"))
            return
        for line in render.labelled(self._session.game.board):
            self._print(line)
        self._print(self._summary())

    def _new(self, words: list[str]) -> None:
        if len(words) > 1:
            raise CommandError(message("text.takes-level"))
        rules = self._session.rules.replace(level=words[0]) if words else None
        self._session.new(rules)
        if self._session.forgotten_best_time is not None:
            time = wording().seconds(f"{self._session.forgotten_best_time / 1000:.2f}")
            self._print(message("game.record-forgotten", time=time))
        self._board([])

    def _seal(self, words: list[str]) -> None:
        """Print what the board was sealed with before the first click."""
        self._expect_no_words("seal", words)
        seal = self._session.seal
        self._print(message("game.sealed", seal=seal) if seal else message("text.no-seal"))

    def _help(self, words: list[str]) -> None:
        self._expect_no_words("help", words)
        self._print("\n".join(wording().lines("text.help")))

    def _quit(self, words: list[str]) -> None:
        self._expect_no_words("q", words)
        raise Quit

    def _report(self, delta: Delta) -> Delta:
        """Print what an action changed; a whole board is printed once, after the last command of a line."""
        if self._session.game.forgiven > self._forgiven:
            self._print(message("game.guess-held"))
        self._forgiven = self._session.game.forgiven
        if not self._full:
            self._print(
                f"{render.changes(delta)}\n{self._summary()}" if len(delta) else message("text.nothing-changed")
            )
        if delta.status.is_over and not (delta.status is Status.LOST and self._session.game.rules.practice):
            seed, status = self._session.seed, wording().status(delta.status).lower()
            self._print(
                message("text.over-with-seed", status=status, seed=seed.text)
                if seed
                else message("text.over", status=status)
            )
            for line in outcome(self._session):
                self._print(line)
        if delta.status is Status.LOST and (verdict := self._session.judge_loss()):
            self._print(wording().phrase(verdict.phrase))
        return delta

    def _summary(self) -> str:
        game = self._session.game
        if game.status is Status.PAUSED:
            return message("text.paused")
        level = game.rules.level
        closed = level.cells - level.mines - game.board.opened
        parts = [wording().status(game.status).lower(), message("count.to-open", count=closed)]
        if game.rules.flags is not Flags.OFF:
            parts.append(message("count.mines-left", count=game.mines_left))
        if game.rules.lives > 1:
            parts.append(message("count.lives", count=game.lives))
        if game.forgiven:
            parts.append(message("game.forgiven", count=game.forgiven))
        if game.hints:
            parts.append(message("count.hints", count=game.hints))
        if game.status is not Status.READY:
            parts.append(wording().seconds(f"{self._session.elapsed / 1000:.1f}"))
        return ", ".join(parts)

    def _cell(self, words: list[str]) -> tuple[int, int]:
        return read_cell(words, self._session.game.rules.level)

    def _expect_no_words(self, name: str, words: list[str]) -> None:
        if words:
            raise CommandError(message("text.takes-nothing", command=name))

    def _print(self, line: str) -> None:
        self._out.write(line + "\n")


def _unknown(given: str, known: list[str]) -> str:
    """Return that there is no such command, with the one that was probably meant."""
    from difflib import get_close_matches

    nearest = get_close_matches(given.lower(), [name for name in known if len(name) > 1], 1)
    if nearest:
        return message("text.no-command-but", command=repr(given), nearest=nearest[0])
    return message("text.no-command", command=repr(given))
