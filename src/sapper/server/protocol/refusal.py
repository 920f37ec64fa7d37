"""Refusals, for programs and for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...phrase import Phrase
from . import game_messages, party_messages
from .message import Phrase as Sent

if TYPE_CHECKING:
    from .game_messages import Code


class Refusal(Exception):
    """The reason why a message of a client is not carried out: a code for programs and a sentence for people."""

    def __init__(self, code: Code, why: Phrase | str) -> None:
        super().__init__(why)
        self.code = code
        self.sentence = why

    @property
    def why(self) -> str:
        """The sentence in English."""
        return str(self.sentence)

    def message(self, n: int | None = None, game: str | None = None) -> game_messages.Refused:
        """Return the refusal as it is sent."""
        return game_messages.Refused(code=self.code, why=self.why, n=n, game=game, phrase=as_sent(self.sentence))


def parted(why: Phrase, n: int | None = None) -> party_messages.Parted:
    """Return the message to a player who is not in a party any more."""
    return party_messages.Parted(why=str(why), n=n, phrase=as_sent(why))


def as_sent(sentence: Phrase | str) -> Sent | None:
    """Return the phrase of a sentence as it is sent; None if it is English only."""
    return Sent.of(sentence) if isinstance(sentence, Phrase) else None


def as_sentence(error: Exception | str) -> Phrase | str:
    """Return an error as a sentence: with a capital letter and a full stop."""
    text, phrase = str(error), getattr(error, "phrase", None)
    is_sentence = text.endswith((".", "?", "!"))
    if phrase is not None:
        return phrase if is_sentence else Phrase("refusal.sentence", text=phrase)
    return text[:1].upper() + text[1:] + ("" if is_sentence else ".")
