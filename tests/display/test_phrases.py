"""Phrases in words: every language names the same squares and numbers, and what is sent can be read again."""

from __future__ import annotations

import json
import pickle
import re
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from sapper.coordinates import cell_name
from sapper.display.languages import languages
from sapper.display.wording import wording
from sapper.errors import GameError, SapperError
from sapper.phrase import Figure, Phrase, Series, chance, estimate, is_cell, spelled, word

from .phrases import examples, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = list(examples())
SQUARE = re.compile(r"(?<![A-Za-z])[A-Z]{1,2}[0-9]+(?![0-9])")


@pytest.fixture(scope="module")
def positions() -> list[Phrase]:
    return list(islice(phrases(), 3000))


def parts(value: object) -> Iterator[object]:
    """Return a value of a phrase and all that is in it."""
    yield value
    inside: tuple[object, ...] = ()
    if isinstance(value, Phrase):
        inside = tuple(value.values.values())
    elif isinstance(value, Series):
        inside = value.parts
    elif isinstance(value, tuple) and not is_cell(value):
        inside = value
    for part in inside:
        yield from parts(part)


def squares(phrase: Phrase) -> set[str]:
    return {cell_name(*part) for part in parts(phrase) if isinstance(part, tuple) and is_cell(part)}


def numbers(phrase: Phrase) -> set[str]:
    """The numbers on the board that a phrase names."""
    return {
        str(part.values["number"])
        for part in parts(phrase)
        if isinstance(part, Phrase) and part.code == "reason.number"
    }


@pytest.mark.parametrize("language", languages())
def test_a_phrase_names_the_same_squares_and_numbers_in_every_language(language: str, positions: list[Phrase]) -> None:
    words = wording(language)
    for phrase in EXAMPLES + positions:
        text = words.phrase(phrase)
        assert squares(phrase) <= set(SQUARE.findall(text)) == set(SQUARE.findall(str(phrase))), (phrase, text)
        assert numbers(phrase) <= set(re.findall(r"[0-9]+", text)), (phrase, text)
        assert "{" not in text, phrase


@pytest.mark.parametrize("language", languages())
def test_squares_may_be_shown_in_another_way(language: str) -> None:
    for phrase in EXAMPLES:
        chips = wording(language).phrase(phrase, lambda row, col: f"<{row},{col}>")
        assert set(SQUARE.findall(chips)) == set(SQUARE.findall(str(phrase))) - squares(phrase)
        assert len(set(re.findall("<[^>]*>", chips))) == len(squares(phrase))


def test_positions_lead_to_most_reasons_hints_and_verdicts(positions: list[Phrase]) -> None:
    met = {part.code for phrase in positions for part in parts(phrase) if isinstance(part, Phrase)}
    assert len(met) > 60


def test_what_is_sent_is_read_as_it_was(positions: list[Phrase]) -> None:
    for phrase in EXAMPLES + positions:
        sent = json.dumps(phrase.to_json())
        assert Phrase.from_json(json.loads(sent)) == phrase
    assert hash(EXAMPLES[0]) == hash(Phrase.from_json(EXAMPLES[0].to_json()))
    assert pickle.loads(pickle.dumps(positions[5])) == positions[5]
    assert eval(repr(EXAMPLES[3])) == EXAMPLES[3]


@pytest.mark.parametrize("data", [{}, {"code": "why.open"}, {"code": "x", "values": {"a": None}}, {"values": {}}, []])
def test_what_is_no_phrase_is_an_error(data: object) -> None:
    with pytest.raises(ValueError, match="a phrase has a code and values"):
        Phrase.from_json(data)  # type: ignore[arg-type]


def test_a_sentence_begins_with_a_capital_letter_and_a_clause_does_not() -> None:
    clause = Phrase("reason.touches-none", number=Phrase("reason.number", number=1, square=(0, 0)))
    assert str(clause) == "the 1 at A1 touches no mine"
    assert str(Phrase("reason.sentence", clause=clause)) == "The 1 at A1 touches no mine."
    assert (
        str(Phrase("hints.wrong", square=(1, 1), clause=clause))
        == "The flag at B2 is wrong: the 1 at A1 touches no mine."
    )


def test_a_name_at_the_beginning_stays_as_it_is() -> None:
    assert str(Phrase("why.open", square="anna", number=1)) == "anna is open and shows 1."


def test_small_counts_are_words_where_the_language_has_them() -> None:
    number = Phrase("reason.number", number=2, square=(0, 0))
    phrase = Phrase("reason.touches", count=spelled(2), number=number)
    assert str(phrase) == "the 2 at A1 already touches two mines"
    assert str(Phrase("reason.touches", count=spelled(9), number=number)) == "the 2 at A1 already touches 9 mines"


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (chance(1 / 3), "33.3 %"),
        (chance(0.0625), "6.2 %"),
        (chance(0.5), "50 %"),
        (chance(0.00001), "< 0.1 %"),
        (chance(0.99999), "> 99.9 %"),
        (chance(0.0), "0 %"),
        (estimate(0.125), "12 %"),
        (estimate(0.9999), "> 99.9 %"),
        (Figure("number", 100_000), "100 000"),
        (Figure("seconds", 12_345), "12.34"),
        (word("grades", "pairs"), "Pairs"),
    ],
)
def test_a_figure_is_written_in_its_own_way(figure: Figure, text: str) -> None:
    assert str(Phrase("reason.sentence", clause=figure)) == f"{text}."


def test_a_chance_is_rounded_before_it_is_sent() -> None:
    """So that a renderer that rounds halves up shows the same."""
    assert chance(0.0625).value == 0.062
    assert estimate(0.125).value == 0.12


def test_an_error_may_be_a_phrase() -> None:
    error = GameError(Phrase("why.open", square=(0, 0), number=1))
    assert str(error) == "A1 is open and shows 1."
    assert error.phrase == Phrase("why.open", square=(0, 0), number=1)
    assert pickle.loads(pickle.dumps(error)).phrase == error.phrase
    assert SapperError("no").phrase is None
    assert wording("pl").error(SapperError("no")) == "no"
    assert wording("ja").error(error) == wording("ja").phrase(error.phrase)
