"""Why something is not done, in a sentence for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game_messages import Code


class Refusal(Exception):
    """Why a message of a client is not carried out: a code for programs and a sentence for people."""

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def as_sentence(error: Exception | str) -> str:
    """Return the text of an error with a capital letter and a full stop."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
