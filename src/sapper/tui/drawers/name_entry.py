"""The line in which a name is typed, beside the board and never over it."""

from __future__ import annotations

from ...display.wording import message, wording
from ..keystrokes import ScreenKey
from .text_field import TextField

MOST_SIGNS = 24
KEYS = (ScreenKey("keep-name", ("enter",), "footer.save"), ScreenKey("skip-name", ("escape",), "footer.skip"))


class NameEntry(TextField):
    """A name that is being typed. `is_asked`: a best time asked for it, and not the player."""

    def __init__(self, text: str = "", *, is_asked: bool = False) -> None:
        super().__init__(text, MOST_SIGNS)
        self.is_asked = is_asked

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
