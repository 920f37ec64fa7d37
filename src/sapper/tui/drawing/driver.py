"""The driver of the terminal: writes only what differs from what is shown, and asks for the background."""

from __future__ import annotations

import contextlib
import os
import select
from codecs import getincrementaldecoder
from typing import IO, TYPE_CHECKING, Any

from . import background
from .glyphs import PLAIN_TERMINALS
from .output import OutputFilter

if TYPE_CHECKING:
    from textual.driver import Driver

_POLL_S = 0.1


class _Terminal:
    """A terminal to write to that may close: what comes after is dropped.

    The thread that writes must not end before it is asked to: the app would wait for it for ever.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()


def sapper_driver(driver: type[Driver]) -> type[Driver]:
    """Return a driver for our app, made from that of the system.

    The app says with `asks_for_scheme` whether it follows the terminal, and is given the answer by `take_scheme`.
    """

    class SapperDriver(driver):  # type: ignore[valid-type,misc]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            self.filter = OutputFilter()
            self._reply: background.Reply | None = None
            super().__init__(*arguments, **options)
            if hasattr(self, "_file"):
                self._file: Any = _Terminal(self._file)

        def write(self, data: str) -> None:
            written = self.filter(data)
            if written:
                super().write(written)

        def start_application_mode(self) -> None:
            if self._reply is None:
                self._reply = self._ask()
                if self._reply.scheme:
                    self._app.take_scheme(self._reply.scheme)
            super().start_application_mode()

        def _ask(self) -> background.Reply:
            nothing = background.Reply(None, True, b"")
            terminal = getattr(self, "fileno", None)  # Windows has none
            if not isinstance(terminal, int) or not os.isatty(terminal) or not self._app.asks_for_scheme:
                return nothing
            if os.environ.get("TERM", "") in PLAIN_TERMINALS:
                return nothing
            try:
                return background.ask(terminal, self._file.fileno())
            except (OSError, ValueError):
                return nothing

        def run_input_thread(self) -> None:
            reply = self._reply
            try:
                if reply and (reply.typed or not reply.is_complete):
                    self._reply = reply._replace(typed=b"", is_complete=True)
                    self._read_until_answered(reply)
                if not self.exit_event.is_set():
                    super().run_input_thread()
            except OSError:  # the terminal is gone
                with contextlib.suppress(RuntimeError):  # the loop is closed
                    self._loop.call_soon_threadsafe(self._app.leave)

        def _read_until_answered(self, reply: background.Reply) -> None:
            """Take what was typed before the game began, and everything typed until a late answer has come."""
            from textual._xterm_parser import XTermParser

            parser, decode = XTermParser(self._debug), getincrementaldecoder("utf-8")("replace").decode
            held, is_complete = reply.typed, reply.is_complete
            is_late = False  # the possible beginning of an answer is a key after all
            while True:
                if held and (is_complete or is_late or not background.has_begun(held)):
                    self._take(parser.feed(decode(held)))
                    held = b""
                if is_complete or self.exit_event.is_set():
                    break
                is_late = not select.select([self.fileno], [], [], _POLL_S)[0]
                if is_late:
                    self._take(parser.tick())
                    continue
                data = os.read(self.fileno, 4096)
                found = background.sorted_out(held + data)
                held, is_complete = found.typed, found.is_complete or not data
                if found.scheme:
                    with contextlib.suppress(RuntimeError):  # the loop is closed
                        self._loop.call_soon_threadsafe(self._app.call_later, self._app.take_scheme, found.scheme)

        def _take(self, messages: Any) -> None:
            for message in messages:
                self.process_message(message)

    return SapperDriver
