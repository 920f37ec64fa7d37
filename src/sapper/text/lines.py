"""The sources of the lines of a dialogue."""

from __future__ import annotations

from typing import Protocol


class Lines(Protocol):
    """Input by lines: a stream, or a terminal with a line editor."""

    def readline(self) -> str:
        """Return the next line with its end, empty at the end of the input."""
