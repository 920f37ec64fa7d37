"""Hints, reasons and verdicts in the words of the page: the same as in Python, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from display.phrases import records
from web.modules import PAGE, run_all

from sapper.display.wording import languages

COUNT = 2500
RENDER = """async ([language, phrases]) => {
  const { allWordsOf } = await import(PAGE);
  const { useWords } = await use("ui/words.ts");
  const { render } = await use("board/phrases.ts");
  useWords(allWordsOf(language), language);
  return phrases.map((phrase) => render(phrase));
}"""


@pytest.fixture(scope="module")
def known() -> list[dict[str, Any]]:
    return list(records(COUNT))


@pytest.fixture(scope="module")
def rendered(known: list[dict[str, Any]]) -> dict[str, list[str]]:
    """All phrases in every language, as the page renders them."""
    sent = [record["phrase"] for record in known]
    found = run_all(RENDER.replace("PAGE", f'"{PAGE.as_uri()}"'), [[language, sent] for language in languages()])
    return dict(zip(languages(), found, strict=True))


@pytest.mark.parametrize("language", languages())
def test_the_page_says_what_python_says(
    language: str, known: list[dict[str, Any]], rendered: dict[str, list[str]]
) -> None:
    assert len(known) > COUNT
    for record, said in zip(known, rendered[language], strict=True):
        assert said.replace("\u2009", " ") == record["texts"][language], record["phrase"]


def test_every_language_names_the_same_squares(rendered: dict[str, list[str]]) -> None:
    for texts in zip(*rendered.values(), strict=True):
        squares = [sorted(set(re.findall(r"(?<![A-Z0-9])[A-Z]{1,2}[0-9]{1,2}(?![0-9])", text))) for text in texts]
        assert all(named == squares[0] for named in squares), texts
