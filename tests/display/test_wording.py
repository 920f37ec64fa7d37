"""The reader of the catalogue: names, messages with values, plurals, languages, errors that name the key."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sapper import Rules
from sapper.display import languages as languages_module
from sapper.display import wording as module
from sapper.display.configuration_words import configuration_title
from sapper.display.wording import (
    ActionWords,
    LanguageError,
    OptionWords,
    Words,
    languages,
    message,
    use_language,
    wording,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_a_setting_has_a_title_a_sentence_and_names_for_its_values() -> None:
    theme = wording().setting("display", "theme")
    assert theme.title == "Theme"
    assert theme.description.endswith(".")
    assert theme.value("colour-blind") == "Colour-blind"


def test_the_values_of_a_switch_are_on_and_off() -> None:
    panel = wording().setting("display", "panel")
    assert (panel.value(True), panel.value(False)) == ("On", "Off")


def test_a_number_or_a_text_is_its_own_name() -> None:
    assert wording().setting("controls", "hold-ms").value(250) == "250"
    assert wording().setting("game", "level").value("30x16/99") == "30x16/99"


def test_the_keys_of_an_action_have_its_words() -> None:
    hint = wording().action("hint")
    assert wording().setting("keys", "hint") == OptionWords(hint.name, hint.description, {})


def test_an_action_without_a_short_word_is_short_by_its_name() -> None:
    assert wording().action("best-times") == ActionWords(
        "Best times", "Shows the fastest wins of each level.", "best times"
    )
    assert wording().action("new").short == "new"
    assert wording("de").action("hint").short == "Tipp"  # a noun has its capital in German
    assert wording("fr").action("hint").short == "indice"


def test_a_rule_is_found_as_python_and_as_text_spell_it() -> None:
    assert wording().rule("protect_flags") == wording().rule("protect-flags")
    assert wording().rule("completion").value("clear") == "All safe squares open"
    assert wording().rule("lives").value(3) == "3"


def test_what_has_only_a_name_has_an_empty_description() -> None:
    assert wording().words("devices", "key") == Words("Keyboard", "")


def test_a_message_takes_its_values() -> None:
    assert wording().message("odds.lowest", square="E16", risk="7 %") == "Lowest risk: E16, 7 %."


@pytest.mark.parametrize(("count", "text"), [(0, "0 wins"), (1, "1 win"), (2, "2 wins"), (-1, "-1 wins")])
def test_a_count_chooses_the_plural(count: int, text: str) -> None:
    assert wording().message("count.wins", count=count) == text


def test_braces_in_a_value_stay_as_they_are() -> None:
    assert wording().message("share.copied", command="{count}") == "Copied: {count}"


def test_lines_are_a_tuple_of_texts() -> None:
    assert len(wording().lines("help.advice")) == 4


@pytest.mark.parametrize(
    ("read", "key"),
    [
        (lambda words: words.setting("display", "colour"), "settings.display.colour"),
        (lambda words: words.action("dance"), "commands.dance"),
        (lambda words: words.grade("six"), "grades.six"),
        (lambda words: words.rule("no-such"), "rules.no-such"),
        (lambda words: words.rule("chord").value("often"), "often"),
        (lambda words: words.message("count.cats", count=1), "messages.count.cats"),
        (lambda words: words.message("count"), "messages.count."),
        (lambda words: words.message("count.wins"), "count"),
        (lambda words: words.message("odds.lowest", risk="7 %"), "square"),
        (lambda words: words.message("help.advice"), "help.advice"),
        (lambda words: words.lines("hint.title"), "hint.title"),
    ],
)
def test_what_is_missing_raises_a_key_error_that_names_it(read: object, key: str) -> None:
    assert callable(read)
    with pytest.raises(KeyError) as error:
        read(wording())
    assert key in str(error.value)


def test_a_language_that_does_not_exist_is_an_error_that_lists_those_that_do() -> None:
    with pytest.raises(LanguageError, match=r"there is no language '\.\./themes': choose .*en, "):
        wording("../themes")


def test_another_language_is_one_more_file_and_english_where_it_has_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = Path(module.__file__).with_name("words") / "en.json"
    (tmp_path / "en.json").write_text(english.read_text("utf-8"), "utf-8")
    german = {
        "settings": {"display": {"theme": {"title": "Farben"}}},
        "themes": {"dark": "Dunkel"},
        "messages": {"count": {"wins": {"one": "{count} Sieg", "other": "{count} Siege"}}},
    }
    (tmp_path / "de.json").write_text(json.dumps(german), "utf-8")
    monkeypatch.setattr(languages_module, "folder", lambda: tmp_path)
    monkeypatch.setattr(module, "_read", {})
    words = wording("de")
    assert languages() == ["de", "en"]
    assert words.language == "de"
    assert words.setting("display", "theme").title == "Farben"
    assert words.setting("display", "theme").value("dark") == "Dunkel"
    assert words.setting("display", "theme").value("light") == "Light"
    assert words.message("count.wins", count=2) == "2 Siege"
    assert words.message("count.games", count=2) == "2 games"
    assert wording().setting("display", "theme").title == "Theme"


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.usefixtures("english_afterwards")
def test_a_process_reads_the_language_that_it_chooses() -> None:
    assert use_language("PL") is wording("pl") is wording()
    assert message("count.wins", count=2) == "2 wygrane"
    with pytest.raises(LanguageError):
        use_language("xx")
    assert wording().language == "pl"


def test_a_language_is_found_in_any_case() -> None:
    assert wording("ES").language == "es"


@pytest.mark.parametrize("language", languages())
def test_lists_have_each_part_once_and_in_order(language: str) -> None:
    words = wording(language)
    assert words.join([]) == ""
    assert words.join(["A1"]) == "A1"
    for count in (2, 3, 5):
        parts = [f"<{number}>" for number in range(count)]
        assert re.findall(r"<\d>", words.join(parts)) == parts


@pytest.mark.parametrize(
    ("language", "number", "percent"),
    [("en", "12 345.7", "12.5 %"), ("es", "12.345,7", "12,5\xa0%"), ("zh", "12,345.7", "12.5%")],
)
def test_numbers_are_written_as_in_the_language(language: str, number: str, percent: str) -> None:
    assert wording(language).number(12345.68, 1) == number
    assert wording(language).percent(0.125, 1) == percent
    assert wording(language).number(1_000) == {"en": "1 000", "es": "1000", "zh": "1,000"}[language]


def test_dates_are_written_as_in_the_language() -> None:
    assert wording("en").moment(wording("en").date(2024, 11, 3), 7, 5) == "3 Nov 2024, 07:05"
    assert wording("ja").date(2024, 11, 3) == "2024年11月3日"
    assert (wording("en").day(11, 3), wording("en").month(2024, 11)) == ("3 Nov", "Nov 2024")


@pytest.mark.parametrize("count", [1, "1"])
def test_a_count_that_is_written_already_chooses_the_plural(count: object) -> None:
    assert wording("en").message("count.wins", count=count) == "1 win"
    assert wording("en").message("count.wins", count="1 001") == "1 001 wins"


def test_the_forms_of_a_plural_are_never_mixed_from_two_languages() -> None:
    assert module.merge({"wins": {"one": "a", "other": "b"}}, {"wins": {"other": "c"}}) == {"wins": {"other": "c"}}


def test_the_reader_imports_nothing_but_the_game_until_it_is_used() -> None:
    top = ast.parse(Path(module.__file__).read_text("utf-8")).body
    imported = [node for node in top if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(isinstance(node, ast.ImportFrom) and (node.level or node.module == "__future__") for node in imported)


def test_importing_sapper_does_not_load_the_catalogue() -> None:
    script = "import sys, sapper; print([name for name in sys.modules if name.startswith('sapper.display')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("rules", "title"),
    [
        ("modern 16x16/40", "Intermediate, 16x16, 40 mines · Random · Modern"),
        ("amiga expert layout=no-guess-pairs lives=3", "Expert, 32x16, 99 mines · No-guess 2 Pairs · Amiga · Lives: 3"),
        ("modern 9x7/1 assists=auto-flag", "Custom, 9x7, 1 mine · Random · Modern · Assists: Flag mines automatically"),
    ],
)
def test_a_configuration_has_a_title_in_words(rules: str, title: str) -> None:
    assert configuration_title(Rules.parse(rules)) == title
