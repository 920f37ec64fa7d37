"""`sapper language`: the languages there are, and the problems of a catalogue."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import command_line
import pytest

from sapper.display.catalogue_check import problems
from sapper.display.languages import languages, read_catalogue
from sapper.learn import shipped

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH: dict[str, Any] = {
    "settings": {"game": {"name": {"title": "Your name", "description": "Shown in best times."}}},
    "messages": {
        "count": {"wins": {"one": "{count} win", "other": "{count} wins"}},
        "text": {"lost": "You lost after {time}.", "lines": ["one", "two"]},
    },
}
POLISH: dict[str, Any] = {
    "settings": {"game": {"name": {"title": "Twoje imię", "description": "W tabeli wyników."}}},
    "messages": {
        "count": {
            "wins": {
                "one": "{count} wygrana",
                "few": "{count} wygrane",
                "many": "{count} wygranych",
                "other": "{count}",
            }
        },
        "text": {"lost": "Porażka po {time}.", "lines": ["raz"]},
    },
}


def found(change: dict[str, Any]) -> list[str]:
    """The problems of the Polish catalogue after a change, by the places of what is changed; None removes it."""
    entries = json.loads(json.dumps(POLISH))
    for path, value in change.items():
        *above, last = path.split(".")
        group = entries
        for key in above:
            group = group[key]
        if value is None:
            del group[last]
        else:
            group[last] = value
    return [str(problem) for problem in problems("pl", entries, ENGLISH)]


def test_a_catalogue_that_is_whole_has_no_problems() -> None:
    assert found({}) == []
    assert list(problems("en", ENGLISH, ENGLISH)) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"messages.text.lost": None}, "messages.text.lost is missing"),
        ({"messages.text.won": "Wygrana."}, "messages.text.won is not in English"),
        ({"messages.count.wins.few": None}, "messages.count.wins: the plural form few is missing"),
        ({"messages.count.wins.lots": "?"}, "messages.count.wins: there is no plural form lots, only zero, one, two"),
        ({"messages.count.wins": "{count}"}, "messages.count.wins needs a text for each plural form: one, few, many"),
        ({"messages.text.lost": "Porażka."}, "messages.text.lost: the text has no {time}"),
        ({"messages.text.lost": "Po {time} i {date}."}, "messages.text.lost: English has no {date}"),
        ({"messages.text.lost": "Po {time."}, "messages.text.lost: a brace is not closed"),
        ({"messages.text.lost": "You lost after {time}."}, "messages.text.lost is still English"),
        ({"messages.text.lost": ["a"]}, "messages.text.lost has to be one text"),
        ({"messages.text.lines": "raz"}, "messages.text.lines has to be a list of texts"),
        ({"messages.text": "raz"}, "messages.text has to be a group of texts"),
        ({"settings.game.name.title": "i" * 30}, "settings.game.name.title takes 30 columns, and there is room for 29"),
        ({"settings.game.name.title": "名" * 15}, "settings.game.name.title takes 30 columns"),
    ],
)
def test_every_kind_of_problem_is_found_and_named(change: dict[str, Any], problem: str) -> None:
    assert [text for text in found(change) if text.startswith(problem)], found(change)
    assert len(found(change)) == 1


def test_a_file_is_checked_and_the_exit_status_says_whether_something_is_wrong(tmp_path: Path) -> None:
    assert command_line.run("language", "check", "en").returncode == 0
    own = read_catalogue("pl")
    del own["messages"]["count"]["wins"]["few"]
    path = tmp_path / "pl.json"
    path.write_text(json.dumps(own))
    done = command_line.run("language", "check", path)
    assert done.returncode == 1
    assert f"{path}: messages.count.wins: the plural form few is missing\n" in done.stdout
    german = command_line.run("language", "check", path, "--as", "de")
    assert "plural form few" not in german.stdout


def test_the_texts_of_lessons_are_checked_as_the_words_are(tmp_path: Path) -> None:
    texts = shipped.texts_in("pl")
    path = tmp_path / "pl.json"
    path.write_text(json.dumps(texts))
    assert command_line.run("language", "check", path).returncode == 0
    del texts["chord"]["3.right"]
    texts["chord"]["4.right"] = "?"
    texts["edges"]["1"] = shipped.texts_in("en")["edges"]["1"]
    path.write_text(json.dumps(texts))
    assert command_line.run("language", "check", path).stdout.splitlines() == [
        f"{path}: chord.3.right is missing",
        f"{path}: chord.4.right is not in English",
        f"{path}: edges.1 is still English",
        f"{path}: 3 problems",
    ]


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b'{"a": 1, "a": 2}', "the key 'a' is written twice"),
        (b'{"a": }', "this is not JSON: see line 1, column 7"),
        (b"\xff", "this is not UTF-8 text"),
        (None, "and no language with this code: choose "),
    ],
)
def test_a_file_that_is_no_catalogue_is_one_line(tmp_path: Path, content: bytes | None, error: str) -> None:
    path = tmp_path / "xx.json"
    if content is not None:
        path.write_bytes(content)
    done = command_line.run("language", "check", path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert error in done.stderr


def test_the_languages_are_listed_with_their_own_names() -> None:
    done = command_line.run("language", "list")
    assert [line.split()[0] for line in done.stdout.splitlines()] == languages()
    assert "Deutsch" in done.stdout
    assert "100.0 % translated" in done.stdout


@pytest.mark.parametrize("language", languages())
def test_nothing_is_wrong_in_our_own_catalogues(language: str) -> None:
    named = [str(problem) for problem in problems(language, read_catalogue(language), read_catalogue("en"))]
    assert [problem for problem in named if not problem.endswith("is missing")] == []
