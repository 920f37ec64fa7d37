"""The line in which a name is typed, next to the board and never over it."""

from __future__ import annotations

from ...display.wording import message, wording
from ..keystrokes import ScreenKey
from .text_field import TextField

MOST_SIGNS = 24
QUIET_MS = 500  # after a win: keys that were meant for the game do not answer the question
KEYS = (ScreenKey("keep-name", ("enter",), "footer.save"), ScreenKey("skip-name", ("escape",), "footer.skip"))


class NameEntry(TextField):
    """A name that is being typed. `is_asked`: a best time asked for it at some time, and not the player."""

    def __init__(self, text: str = "", *, is_asked: bool = False, now: int = 0) -> None:
        super().__init__(text, MOST_SIGNS)
        self.is_asked = is_asked
        self._quiet_until = now + QUIET_MS if is_asked else now

    def ignores(self, stroke: str, now: int) -> bool:
        """Return whether a key still belongs to the move that won: one that would close the question or type a blank.

        Each such key makes the wait longer, so a key that is held down never answers.
        """
        is_untouched = not self.text and stroke in ("enter", "escape", "space")
        is_early = is_untouched and now < self._quiet_until
        if is_early:
            self._quiet_until = now + QUIET_MS
        return is_early

    @property
    def name(self) -> str:
        """The name without blanks around it."""
        return " ".join(self.text.split())

    @property
    def question(self) -> str:
        """The question above the line."""
        if self.is_asked:
            return message("name.ask")
        return message("options.prompt", option=wording().setting("game", "name").title)
