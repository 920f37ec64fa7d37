"""Why a file cannot be read is said in the language of its reader, with the values of the file and nothing English."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from formats.encoders import ALL, film
from formats.test_rawvf import VALID

from sapper import Minefield
from sapper.display.wording import wording
from sapper.formats import BOARDS, FormatError, read_board, read_replay, write_board
from sapper.phrase import Phrase
from sapper.server.protocol.refusal import as_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.kernel

FIELD = Minefield.from_text("*.. ... ..* ...")
GOOD = [(write(film()), f"a.{kind}") for kind, write in ALL.values()]
GOOD += [(data, "a.rawvf") for data in VALID]
GOOD += [(write_board(FIELD, kind), f"a.{kind}") for kind in BOARDS] * 3
PIECES = (b"\n", b"*", b"x", b"9" * 11, b"X-Action: 1.000 jump\n", b"X-With: hat=red\n", b"\xff", b"", b"0.1 mv 1 1\n")
#: Codes that damage at random is sure to bring about.
COMMON = {"byte", "cut", "damaged", "event", "field", "form", "line", "symbol", "width"}


def damaged() -> Iterator[tuple[bytes, str]]:
    chance = random.Random(3)
    for _ in range(2_000):
        good, name = chance.choice(GOOD)
        data = bytearray(good)
        for _ in range(chance.choice((1, 1, 2, 8))):
            place = chance.randrange(min(len(data), 400) if chance.random() < 0.7 else len(data)) if data else 0
            match chance.randrange(4):
                case 0:
                    data[place : place + chance.randrange(1, 9)] = chance.choice(PIECES)
                case 1 if data:
                    data[place] = chance.randrange(256)
                case 2 if chance.random() < 0.3:
                    del data[place:]
                case _:
                    data[place:place] = chance.choice(PIECES)
        yield bytes(data), name


@cache
def errors() -> list[FormatError]:
    found = []
    for data, name in damaged():
        is_board = name.partition(".")[2] in BOARDS
        try:
            read_board(data, name) if is_board else read_replay(data, name)
        except FormatError as error:
            found.append(error)
        except ValueError:
            assert not is_board  # a replay of ours has errors of its own
    return found


def parts(phrase: Phrase) -> Iterator[Phrase]:
    yield phrase
    for value in phrase.values.values():
        if isinstance(value, Phrase):
            yield from parts(value)


def english(phrase: Phrase) -> list[str]:
    """Return what a phrase says in English in every language: words in a row in its values, but for what it quotes."""
    values = [value for part in parts(phrase) for value in part.values.values() if isinstance(value, str)]
    return [value for value in values if value[:1] not in "'\"" and re.search(r"\b[a-z]{2,} [a-z]{2,}", value)]


def test_the_check_finds_english() -> None:
    assert english(Phrase("file.board", reason="row 2 has no squares"))
    assert not english(Phrase("file.form", given="'some words'", form="TIME lc COL ROW (X Y), number3 COL ROW, start"))


def test_every_error_is_a_phrase_without_english_in_it() -> None:
    for error in errors():
        sentence = as_sentence(error)
        assert isinstance(sentence, Phrase), error
        assert english(sentence) == [], sentence
    seen = {part.code for error in errors() if error.phrase for part in parts(error.phrase)}
    assert seen >= {f"file.{name}" for name in COMMON}


@pytest.mark.parametrize("language", ["de", "fr", "es", "pt-BR", "pl", "ru", "zh", "ja"])
def test_no_text_of_an_error_is_the_english_one(language: str) -> None:
    words = wording(language)
    codes = {part.code for error in errors() if error.phrase for part in parts(error.phrase)}
    for code in codes - ({"file.byte"} if language in ("es", "pt-BR") else set()):
        assert words.template(code, None) != wording("en").template(code, None), code
    for error in errors():
        assert error.phrase is not None
        text = words.phrase(error.phrase)
        assert text != str(error)
        assert "\n" not in text
        assert not re.search(r"\b(?:the|is|has|and|cannot|should)\b", re.sub(r"'.*'|\".*\"", "", text)), text
