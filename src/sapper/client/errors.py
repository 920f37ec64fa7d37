"""Errors between a client and its server."""

from __future__ import annotations

from msgspec.structs import asdict

from ..errors import SapperError
from ..phrase import Phrase
from .plain_text import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..server.protocol.game_messages import Bye
    from ..server.protocol.game_messages import Refused as RefusedMessage
    from ..server.protocol.message import Phrase as Sent
    from ..server.protocol.party_messages import Parted


class ClientError(SapperError):
    """A server that cannot be reached, or does not want this client, with a sentence that says why."""


class Refused(SapperError):
    """A request that the server did not carry out: `code` is for programs, the sentence for people."""

    def __init__(self, code: str, why: Phrase | str) -> None:
        super().__init__(why)
        self.code = code


def sentence_in(message: Bye | RefusedMessage | Parted) -> Phrase | str:
    """Return the sentence of a message: its phrase where this version has the same English text for it."""
    return known_phrase(message.why, message.phrase)


def known_phrase(text: str, sent: Sent | None) -> Phrase | str:
    """Return the phrase of a sentence where this version has the same English text for it, else the sentence."""
    why = plain(text)
    if sent is None:
        return why
    try:
        phrase = Phrase.from_json(asdict(sent))
        return phrase if str(phrase) == why else why
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return why  # a phrase of a later version
