"""One JSON object per line, in and out: for bots.

In: `{"action": "open", "row": 3, "col": 4}`, where the action is open, flag, question, clear, chord, pause, resume
or resign; or `{"command": "new", "level": "expert"}`, where the command is new, undo, redo, hint, certain, board or
quit.
Out: a `board` object at the start and when asked, a `delta` for each action, a `hint` when asked (null before the first
click: the sentence is then what the rules promise to it), `certain` when asked (whether some cell is certainly safe),
an `error` for what is refused.
"""

from __future__ import annotations

import json

from ..action import Kind
from ..board import SYMBOLS
from ..errors import GameError, NothingOpen, SapperError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from ..game import Delta, Status
    from ..session import Session
    from .lines import Lines


class JsonLines:
    """Reads and writes one object per line until the input ends or `quit` arrives."""

    def __init__(self, session: Session, lines: Lines, out: TextIO) -> None:
        self._session = session
        self._lines = lines
        self._out = out

    def run(self) -> Status:
        """Play until the input ends; return the status of the last game."""
        self._board()
        while line := self._lines.readline():
            if not line.strip():
                continue
            try:
                if not self._execute(_read(line)):
                    break
            except (SapperError, MemoryError) as error:
                self._write({"error": str(error)})
        return self._session.game.status

    def _execute(self, message: dict[str, object]) -> bool:
        match message:
            case {"action": str(kind), "row": int(row), "col": int(col)} if len(message) == 3:
                self._delta(self._session.play(kind, row, col))
            case {"action": str(kind)} if len(message) == 1 and not _needs_cell(kind):
                self._delta(self._session.play(kind))
            case {"command": "new", **rest} if not rest.keys() - {"level"}:
                level = rest.get("level", self._session.rules.level)
                self._session.new(self._session.rules.replace(level=str(level)))
                self._board()
            case {"command": "undo"} if len(message) == 1:
                self._delta(self._session.undo())
            case {"command": "redo"} if len(message) == 1:
                self._delta(self._session.redo())
            case {"command": "hint"} if len(message) == 1:
                self._hint()
            case {"command": "certain"} if len(message) == 1:
                self._write({"certain": self._session.is_certain()})
            case {"command": "board"} if len(message) == 1:
                self._board()
            case {"command": "quit"} if len(message) == 1:
                return False
            case _:
                raise GameError(
                    'send {"action": "open", "row": 3, "col": 4}, or {"command": "new"}, undo, board or quit'
                )
        return True

    def _board(self) -> None:
        game = self._session.game
        rows = [] if self._session.is_paused else str(game.board).splitlines()[1:]
        self._write({"board": rows, "level": str(game.rules.level), "rules": str(game.rules)} | self._state())

    def _delta(self, delta: Delta) -> None:
        cells = [[row, col, SYMBOLS[value]] for row, col, value in delta]
        message: dict[str, object] = {"delta": cells, "action": str(delta.action)}
        if delta.status.is_over and self._session.seed:
            message["seed"] = self._session.seed.text
        if self._session.failure:
            message["warning"] = self._session.failure
        self._write(message | self._state())

    def _hint(self) -> None:
        try:
            hint = self._session.hint()
        except NothingOpen as promise:
            self._write({"hint": None, "numbers": [], "sentence": str(promise)})
            return
        row, col = hint.cell
        self._write(
            {
                "hint": {"action": hint.action, "row": row, "col": col, "certain": hint.is_certain},
                "numbers": hint.explanation.numbers if hint.explanation else [],
                "sentence": hint.sentence,
            }
        )

    def _state(self) -> dict[str, object]:
        game = self._session.game
        return {"seq": game.seq, "status": str(game.status), "mines_left": game.mines_left}

    def _write(self, message: dict[str, object]) -> None:
        self._out.write(json.dumps(message) + "\n")
        self._out.flush()


def _needs_cell(kind: str) -> bool:
    return all(kind != known or known.has_cell for known in Kind)


def _read(line: str) -> dict[str, object]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise GameError("this line is not JSON") from None
    if not isinstance(message, dict):
        raise GameError("a message is a JSON object")
    return message
