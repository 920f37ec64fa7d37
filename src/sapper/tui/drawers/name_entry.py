"""One line in which a name is typed, beside the board and never over it."""

from __future__ import annotations

MOST_SIGNS = 24
KEYS = (("Enter", "keep", "keep-name"), ("Esc", "skip", "skip-name"))


class NameEntry:
    """A name that is being typed. `is_asked`: a best time asked for it, and not the player."""

    def __init__(self, text: str = "", *, is_asked: bool = False) -> None:
        self.text = text[:MOST_SIGNS]
        self.is_asked = is_asked

    @property
    def name(self) -> str:
        """The name without blanks around it."""
        return " ".join(self.text.split())

    @property
    def question(self) -> str:
        """What is asked."""
        return "Among the best times. Your name:" if self.is_asked else "Your name:"

    def type(self, text: str) -> None:
        """Add to the name what can be written on a line."""
        self.text = (self.text + "".join(sign for sign in text if sign.isprintable()))[:MOST_SIGNS]

    def stroke(self, stroke: str) -> None:
        """Take a key."""
        if stroke == "backspace":
            self.text = self.text[:-1]
        elif stroke == "ctrl+u":
            self.text = ""
        elif stroke == "space":
            self.type(" ")
        elif len(stroke) == 1:
            self.type(stroke)
