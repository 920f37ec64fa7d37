"""The language of a command: the option is before the variable, this before the settings, these before the system."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import command_line
import pytest

from sapper.commands import argparse_words, language_choice
from sapper.commands.language_choice import usual_language
from sapper.display.wording import use_language, wording

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def english_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("SAPPER_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("given", "others"),
    [
        (["--language", "pl", "text"], ["text"]),
        (["text", "--language=PL", "--json"], ["text", "--json"]),
        (["replay", "list", "--language", "pl"], ["replay", "list"]),
        (["--language", "pl"], []),
        (["--language", "es", "text", "--language", "pl"], ["text"]),
    ],
)
def test_the_option_may_stand_anywhere(given: list[str], others: list[str]) -> None:
    assert language_choice.take_language(given) == others
    assert wording().language == "pl"


def test_after_two_hyphens_nothing_is_an_option_and_one_without_a_value_is_left_to_the_parser() -> None:
    for given in (["host", "--", "--language", "pl"], ["text", "--language"]):
        assert language_choice.take_language(given) == given
        assert wording().language == "en"


def test_the_variable_comes_before_the_settings_and_these_before_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert usual_language() == "en"
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert usual_language() == "zh"
    monkeypatch.setenv("SAPPER_CONFIG", str(tmp_path))
    settings = tmp_path / "settings.toml"
    settings.write_text('[game]\nlevel = "expert"\n\n[display]\nlanguage = "ja"  # mine\n')
    assert usual_language() == "ja"
    settings.write_text('[display]\nlanguage = "system"\n')
    assert usual_language() == "zh"
    settings.write_bytes(b"\xff")
    assert usual_language() == "zh"
    monkeypatch.setenv("SAPPER_LANGUAGE", "Pl")
    assert usual_language() == "pl"


@pytest.mark.parametrize("given", [["--language", "xx"], ["text", "--language=xx"], ["text", "--lang", "xx"]])
def test_a_language_that_there_is_not_is_one_line_that_lists_the_others(given: list[str]) -> None:
    done = command_line.run(*given)
    assert done.returncode == 2
    assert "there is no language 'xx': choose " in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_wrong_variable_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAPPER_LANGUAGE", "xx")
    done = command_line.run("stats")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "there is no language 'xx'" in done.stderr


@pytest.mark.parametrize("original", argparse_words._KEYS)
def test_the_words_of_argparse_have_the_same_values_in_the_catalogue(original: str) -> None:
    filled = argparse_words._text(original, 1)
    places = [place[0] for place in argparse_words._PLACE.finditer(original)]
    assert sorted(place[0] for place in argparse_words._PLACE.finditer(filled)) == sorted(places)
    assert filled.endswith(" ") == original.endswith(" ")


def test_argparse_asks_for_every_word_that_is_translated() -> None:
    source = Path(argparse.__file__).read_text("utf-8")
    own = {"commands", "actions"}  # titles that our parsers give
    assert [text for text in argparse_words._KEYS if text not in own and f"'{text}'" not in source] == []
    used = set(argparse_words._KEYS.values()) | {"try"}
    assert used == set(wording().entries["command-line"]["parser"])


@pytest.mark.parametrize(("language", "usage"), [("en", "usage:"), ("ru", "использование:"), ("ja", "使い方:")])
def test_the_usage_of_a_command_has_its_name_after_a_word_of_any_length(language: str, usage: str) -> None:
    assert command_line.run("hint", "--help", "--language", language).stdout.startswith(f"{usage} sapper hint [-h]")
