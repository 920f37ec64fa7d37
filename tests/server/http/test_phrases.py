"""What the server says is sent twice: in English, and as a phrase that says the same in every language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import asdict

from sapper import Board, Rules
from sapper.action import Action, Kind
from sapper.display.languages import languages
from sapper.display.wording import wording
from sapper.phrase import Phrase
from sapper.rules import RulesError
from sapper.server.protocol.refusal import Refusal, as_sentence, parted
from sapper.server.rooms.help import solver_answers

if TYPE_CHECKING:
    from sapper.server.operations.workers import Work
    from sapper.server.protocol.message import Phrase as Sent

POSITION = "4x3/3\n1...\n2...\n1..."
WRONG = "4x3/3\n....\n....\n21.."


class _Work:
    def check(self, done: float = 0.0) -> None:
        """Go on: nothing is stopped here."""


def text_of(sent: Sent | None, language: str = "en") -> str:
    assert sent is not None
    return wording(language).phrase(Phrase.from_json(asdict(sent)))


@pytest.fixture
def work() -> Work:
    return _Work()  # type: ignore[return-value]


@pytest.mark.parametrize("stage", range(5))
def test_a_hint_is_sent_with_its_phrase(work: Work, stage: int) -> None:
    found = solver_answers.hint(Board.parse(POSITION), stage, work)
    assert text_of(found.phrase) == found.text


def test_advice_is_sent_with_its_phrases(work: Work) -> None:
    board = Board.parse(POSITION)
    why = solver_answers.why(board, 1, work)
    assert text_of(why.phrase) == why.text
    move = solver_answers.best_move(board, work)
    assert text_of(move.phrase) == move.why
    for step in solver_answers.conclusions(board, work).steps:
        assert text_of(step.phrase) == step.text
    review = solver_answers.review(board, Action(Kind.OPEN, 0, 3), Rules(board.level), work)
    assert review is not None
    assert text_of(review.phrase) == review.text
    wrong = solver_answers.analysis(Board.parse(WRONG), work)
    assert text_of(wrong.phrase) == wrong.text


@pytest.mark.parametrize("language", languages())
def test_an_error_of_the_library_is_a_sentence_in_every_language(language: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules.parse("modern 3x3/9")
    message = Refusal("rules", as_sentence(error.value)).message(n=4)
    assert (message.n, message.why) == (4, "A 3x3 board takes 0 to 8 mines, not 9.")
    assert text_of(message.phrase) == message.why
    text = text_of(message.phrase, language)
    assert set(re.findall(r"\d+", text)) == {"3", "0", "8", "9"}
    assert text[-1] in ".。"


def test_a_refusal_in_english_only_has_no_phrase() -> None:
    assert Refusal("message", "This is not a message.").message().phrase is None


def test_a_farewell_says_the_same_as_its_phrase() -> None:
    message = parted(Phrase("refusal.room-closed"))
    assert text_of(message.phrase) == message.why == "This room is closed."
