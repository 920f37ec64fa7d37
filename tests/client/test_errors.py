"""The sentences of a server in the language of the client, and none that it makes up."""

from __future__ import annotations

import pytest

from sapper.client.errors import Refused, known_phrase, sentence_in
from sapper.display.wording import wording
from sapper.phrase import Phrase
from sapper.server.protocol import message
from sapper.server.protocol.refusal import Refusal


def test_a_refusal_is_shown_in_the_language_of_the_client() -> None:
    refused = Refusal("limit", Phrase("refusal.too-few-players", count=2)).message()
    error = Refused(refused.code, sentence_in(refused))
    assert str(error) == "This needs at least 2 players."
    assert wording("pl").error(error) == wording("pl").message("refusal.too-few-players", count=2)


@pytest.mark.parametrize(
    "sent",
    [
        message.Phrase("refusal.of-a-later-version", {}),
        message.Phrase("refusal.room-closed", {}),
        message.Phrase("reason.sentence", {"clause": {"bold": 1}}),
        message.Phrase("reason.sentence", {"clause": None}),
        message.Phrase("reason.sentence", {"clause": {"chance": "x"}}),
        message.Phrase("reason.counts", {}),
        message.Phrase("nothing", {}),
    ],
)
def test_a_phrase_that_is_not_known_or_says_something_else_is_ignored(sent: message.Phrase) -> None:
    assert known_phrase("You have won a prize.", sent) == "You have won a prize."


def test_a_phrase_brings_no_control_characters() -> None:
    sent = message.Phrase("refusal.banned-reason", {"reason": "\x1b[2J"})
    found = known_phrase("You are banned from this server: \x1b[2J", sent)
    assert isinstance(found, str)
    assert "\x1b" not in found
