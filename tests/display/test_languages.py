"""Which languages there are, which of them a system wants, and the plural forms of each."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.display.languages import LanguageError, check_language, choose, language_of, languages
from sapper.display.plurals import RULED, plural_form, plural_forms


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "es_MX"}, "es"),
        ({"LANG": "pl_PL.UTF-8", "LANGUAGE": "fi:ja"}, "ja"),
        ({"LC_ALL": "C.UTF-8", "LANG": "pl_PL"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "SAPPER_LANGUAGE": "ZH"}, "zh"),
    ],
)
def test_the_language_is_that_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_a_language_that_is_asked_for_by_name_must_exist() -> None:
    with pytest.raises(LanguageError, match="there is no language 'xx': choose "):
        language_of({"SAPPER_LANGUAGE": "xx"})


def test_a_language_of_one_country_serves_those_of_another() -> None:
    assert choose(["pt-PT"], ["en", "pt-BR"]) == "pt-BR"
    assert choose(["zh-Hans-CN", "de"], ["de", "zh"]) == "zh"


@pytest.mark.parametrize("language", languages())
def test_a_language_is_known_in_any_case(language: str) -> None:
    assert check_language(language.upper()) == language


# The forms of 0, 1, 2, 5, 11, 12, 21, 22, 25, 101, 111 and 1.5, from the rules of CLDR 45.
@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "other one other other other other other other other other other other"),
        ("fr", "one one other other other other other other other other other one"),
        ("pt-BR", "one one other other other other other other other other other one"),
        ("pl", "many one few many many many many few many many many other"),
        ("ru", "many one few many many many one few many one many other"),
        ("ja", "other other other other other other other other other other other other"),
    ],
)
def test_plural_forms_are_those_of_cldr(language: str, forms: str) -> None:
    counts = (0, 1, 2, 5, 11, 12, 21, 22, 25, 101, 111, "1.5")
    assert [plural_form(language, count) for count in counts] == forms.split()
    assert set(forms.split()) <= set(plural_forms(language))


def test_a_negative_count_has_the_form_of_its_size_where_there_are_more_than_two() -> None:
    assert plural_form("en", -1) == "other"
    assert plural_form("ru", -1) == "one"
    assert plural_form("ru", -5) == "many"


def test_plural_forms_are_those_of_browsers() -> None:
    """The page takes its rules from the browser: one that differs would show another form."""
    counts = [*range(130), 200, 201, 202, 205, 211, 1000, 1001]
    known = [*RULED, "de", "nl", "sv", "el", "hu", "tr", "bg"]
    script = f"""
        const found = {{}};
        for (const code of {json.dumps(known)}) {{
            const rules = new Intl.PluralRules(code);
            found[code] = {json.dumps(counts)}.map((count) => rules.select(count));
        }}
        console.log(JSON.stringify(found));
    """
    root = Path(__file__).parents[2]
    command = [str(root / "scripts" / "node"), sys.prefix, "node", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for code, forms in json.loads(done.stdout).items():
        assert [plural_form(code, count) for count in counts] == forms, code
        assert set(forms) <= set(plural_forms(code)), code


@pytest.mark.parametrize(
    ("language", "form"),
    [("en", "other"), ("fr", "one"), ("cs", "many"), ("ro", "few"), ("sl", "few"), ("hi", "other")],
)
def test_one_and_a_half_has_a_form_of_its_own(language: str, form: str) -> None:
    assert plural_form(language, "1.5") == form
