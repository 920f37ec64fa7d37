"""The catalogues themselves: everything a player can meet has words, nothing is left over, and the terms are ours."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper import rules
from sapper.action import DEVICES, Kind
from sapper.analysis.verdict import VerdictKind
from sapper.board import CellState
from sapper.controls.keys import ACTIONS
from sapper.controls.settings import SCHEMA, Choice, Keys, Switch, ThemeChoice, TouchScheme
from sapper.display import themes
from sapper.display import wording as module
from sapper.display.catalogue_check import may_leave_count_out
from sapper.display.plurals import ALL, plural_forms
from sapper.display.wording import languages, wording
from sapper.game import Status
from sapper.history.store.rows import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(sapper.__file__).parent
FILES = sorted(Path(module.__file__).with_name("words").glob("*.json"))
OPTIONS = [(section, name) for section, options in SCHEMA.items() for name in options]
TITLE_ROOM = 29  # columns for a title on the settings page of the terminal
LINE_ROOM = 78  # columns for the sentence below it
CHOICES = {
    "layout": rules.LayoutKind,
    "first": rules.FirstClick,
    "completion": rules.Completion,
    "flags": rules.Flags,
    "flood": rules.Flood,
    "chord": rules.Chord,
    "loss": rules.Loss,
    "guessing": rules.Guessing,
}
COUNTED_ELSEWHERE = ("reason.", "hints.", "daily.in-a-row")  # the number is another value, or stands next to the text
WRITERS = ("Phrase", "message")
ADDED_LATER = {"setting.must-be": {"setting"}, "setting.section": {"setting"}}  # by `SettingError`
ARCHAIC = r"\b(told|tells?|kept|anew|laid|lays?|heed|mend|sitting|upon|whilst|thereof)\b"
SECOND_TERMS = {
    "square": r"\b(cells?|tiles?)\b",
    "board": r"\bfields?\b",
    "flag": r"(?<!question )\bmark(s|ed|ing)?\b",
    "theme": r"\b(the|a|an|this|your|its|new) (look|skin|style)s?\b|^(look|skin)s?$",
    "open": r"\b(uncover|reveal|dig)(s|ed|ing)?\b",
    "odds": r"\bprobabilit(y|ies)\b",
    "replay": r"\b(video|recording)s?\b",
}


def texts(entry: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a catalogue with its place; references to a section are no text."""
    if isinstance(entry, str):
        yield path, entry
    elif isinstance(entry, list):
        for place, text in enumerate(entry):
            yield f"{path}.{place}", text
    else:
        for key, below in entry.items():
            if key != "values" or not isinstance(below, str):
                yield from texts(below, f"{path}.{key}" if path else key)


def placeholders(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


ENGLISH = json.loads((FILES[0].parent / "en.json").read_text("utf-8"))
TEXTS = list(texts(ENGLISH))
MESSAGES = [
    (f"{group}.{name}", entry) for group, entries in ENGLISH["messages"].items() for name, entry in entries.items()
]


# What must have words, and nothing else.


def test_every_section_of_the_settings_has_words() -> None:
    assert set(wording().names("sections")) == set(SCHEMA) == set(wording().names("settings"))


@pytest.mark.parametrize(("section", "name"), OPTIONS)
def test_every_setting_and_every_choice_in_it_has_words(section: str, name: str) -> None:
    words, option = wording().setting(section, name), SCHEMA[section][name]
    assert 0 < len(words.title) <= TITLE_ROOM
    assert words.description.endswith(".")
    assert len(words.description) <= LINE_ROOM
    if isinstance(option, Choice):
        assert set(words.values) == {str(value) for value in type(option.default)}
    elif isinstance(option, Switch):
        assert set(words.values) == {"on", "off"}
    elif (section, name) == ("game", "ruleset"):
        assert set(words.values) == set(rules.RULESETS)
    else:
        assert not words.values


def test_no_setting_has_words_that_does_not_exist() -> None:
    listed = {(section, name) for section in SCHEMA for name in wording().names("settings", section)}
    bound = {(section, name) for section, name in OPTIONS if isinstance(SCHEMA[section][name], Keys)}
    assert listed == set(OPTIONS) - bound  # the keys of an action have the words of the action


def test_every_action_of_the_key_map_has_words_and_no_other() -> None:
    assert set(wording().names("actions")) == set(ACTIONS)


def test_every_command_without_a_key_is_one_of_a_front_end() -> None:
    paths = [*(PACKAGE / "tui").rglob("*.py"), *(PACKAGE / "web" / "src").rglob("*.ts")]
    source = "\n".join(path.read_text("utf-8") for path in paths)
    commands = wording().names("commands")
    assert not set(commands) & set(ACTIONS)
    assert [name for name in commands if f'"{name}"' not in source and f"do_{name}" not in source] == []


def test_the_names_of_actions_and_commands_differ() -> None:
    names = Counter(wording().action(name).name for name in [*ACTIONS, *wording().names("commands")])
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("name", [*ACTIONS, *wording().names("commands")])
def test_every_action_has_a_sentence_and_a_short_word(name: str) -> None:
    words = wording().action(name)
    assert words.name[0].isupper()
    assert words.description.endswith(".")
    assert words.short[0].islower()
    assert len(words.short) <= 18


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("grades", {"off", *rules.Grade}),
        ("rulesets", set(rules.RULESETS)),
        ("levels", {*rules.LEVELS, "custom"}),
        ("statuses", {*Status, "unfinished"}),
        ("themes", set(ThemeChoice)),
        ("touch", set(TouchScheme)),
        ("devices", set(DEVICES) - {""}),
        ("verdicts", set(VerdictKind)),
        ("rules", {name.replace("_", "-") for name in rules.CHOICES}),
        ("modes", {"all", "random", "no-guess"}),
        ("moves", set(Kind)),
        ("squares", {state.name.lower().replace("_", "-") for state in CellState} | {"blank", "edge"}),
        ("switch", {"on", "off"}),
    ],
)
def test_a_section_has_words_for_what_there_is_and_nothing_else(section: str, names: set[str]) -> None:
    assert set(wording().names(section)) == {str(name) for name in names}


@pytest.mark.parametrize("name", rules.CHOICES)
def test_every_value_of_every_rule_has_words(name: str) -> None:
    values = set(wording().rule(name).values)
    if name in CHOICES:
        assert values == {str(value) for value in CHOICES[name]}
    elif name == "assists":
        assert values == {"none", *map(str, rules.Assist)}
    elif name == "lives":
        assert not values
    else:
        assert values == {"on", "off"}


def test_every_remark_on_a_game_has_words() -> None:
    given: dict[str, Any] = dict.fromkeys(Summary.field_names(), 0)
    flags = (
        {"hints": 1, "practice": True, "undone": True, "pauses": 1, "known_board": True},
        {"assisted": True, "too_fast": True, "same_address": True},
    )
    remarks = {remark for some in flags for remark in Summary(**(given | some)).remarks}
    remarks.add("alone")  # follows from how a game is listed
    assert {remark.replace(" ", "-") for remark in remarks} == set(wording().names("remarks"))


def test_the_themes_have_one_name_each() -> None:
    assert {name: wording().theme(name) for name in themes.names()} == {
        name: themes.theme(name).name for name in themes.names()
    }


# Messages.


def test_a_message_has_named_placeholders_and_both_plural_forms() -> None:
    for key, entry in MESSAGES:
        forms = list(entry.values()) if isinstance(entry, dict) else entry if isinstance(entry, list) else [entry]
        names = [placeholders(text) for text in forms]
        assert all(re.fullmatch(r"[a-z]+", name) for found in names for name in found), key
        if isinstance(entry, dict):
            assert list(entry) == ["one", "other"], key
            assert len({frozenset(found) - {"count"} for found in names}) == 1, key
            assert "count" in names[1] or key.startswith(COUNTED_ELSEWHERE), key
        elif isinstance(entry, list):
            assert not any(names), key


def test_every_message_can_be_written() -> None:
    for key, entry in MESSAGES:
        if isinstance(entry, list):
            assert wording().lines(key) == tuple(entry)
            continue
        names = placeholders(entry["other"] if isinstance(entry, dict) else entry)
        values: dict[str, object] = {name: f"<{name}>" for name in names} | {"count": 2}
        written = wording().message(key, **values)
        assert "{" not in written, key
        assert all(str(values[name]) in written for name in names), key


def wrong_values(source: str) -> list[str]:
    """Return the phrases and messages of a program that have no text, or other values than it names."""
    found = []
    for node in ast.walk(ast.parse(source)):
        called = node.func if isinstance(node, ast.Call) else None
        if not isinstance(node, ast.Call) or getattr(called, "attr", getattr(called, "id", "")) not in WRITERS:
            continue
        key = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
        given = {keyword.arg for keyword in node.keywords}
        if not isinstance(key, str) or None in given:
            continue
        entry = dict(MESSAGES).get(key)
        if entry is None:
            found.append(f"{key} is no text")
            continue
        forms = list(entry.values()) if isinstance(entry, dict) else entry if isinstance(entry, list) else [entry]
        named = {name for text in forms for name in placeholders(text)} | (
            {"count"} if isinstance(entry, dict) else set()
        )
        found += [f"{key} names {sorted(named)}"] if given != named - ADDED_LATER.get(key, set()) else []
    return found


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_text_is_given_the_values_that_it_names(path: Path) -> None:
    assert wrong_values(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "code",
    [
        'Phrase("refusal.position-size", count=4096)',
        'Phrase("refusal.position-size")',
        'phrase.Phrase("refusal.no-such-refusal")',
        'message("count.wins", wins=3)',
    ],
)
def test_the_check_of_values_finds_wrong_ones(code: str) -> None:
    assert wrong_values(code) != []


# How it is written.


def faults(text: str) -> list[str]:
    """Problems in a text, in words."""
    archaic = re.search(ARCHAIC, text, re.IGNORECASE)
    found = [f"plain modern English has no {archaic[0]!r}"] if archaic else []
    for term, others in SECOND_TERMS.items():
        second = re.search(others, text, re.IGNORECASE)
        found += [f"players read {term!r}, not {second[0]!r}"] if second else []
    return found


def test_the_words_are_plain_and_the_terms_are_ours() -> None:
    assert len(TEXTS) > 600
    ours = [(place, text) for place, text in TEXTS if not place.startswith("messages.cli-terminal")]
    assert {place: faults(text) for place, text in ours if faults(text)} == {}


def test_the_texts_are_ascii_without_stray_blanks_or_exclamation_marks() -> None:
    for place, text in TEXTS:
        assert text.isascii(), f"{place}: the terminal may have nothing else; signs are filled in as values"
        assert text.isprintable(), place
        assert text == text.strip() or place == "locale.group", place
        assert "!" not in text or place.startswith("messages.cli-terminal"), place  # word for word an old game
        assert "  " not in text or place.startswith("messages.text.help"), place


def test_a_sentence_begins_with_a_capital_or_a_value() -> None:
    endings = [(place, text) for place, text in TEXTS if text.endswith(".") and " " in text]
    assert len(endings) > 150
    assert [place for place, text in endings if text[0].islower()] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Not a cell but a square.",
        "Large fields",
        "All mines marked",
        "Look",
        "The look of the board",
        "Games are kept.",
        "Marks (?)",
        "A number tells how many",
    ],
)
def test_the_check_of_terms_finds_second_terms(sentence: str) -> None:
    assert faults(sentence)


@pytest.mark.parametrize("sentence", ["Question marks on or off", "It shows where to look.", "A minefield that fits"])
def test_the_check_of_terms_passes_our_terms(sentence: str) -> None:
    assert not faults(sentence)


# Files.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_key_is_written_twice(path: Path) -> None:
    def check(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert [key for key, count in Counter(key for key, _ in pairs).items() if count > 1] == []
        return dict(pairs)

    json.loads(path.read_text("utf-8"), object_pairs_hook=check)


@pytest.mark.parametrize("language", languages())
def test_a_language_has_no_key_and_no_placeholder_that_english_lacks(language: str) -> None:
    def form(place: str) -> str:
        return re.sub(r"\.(zero|one|two|few|many|other|[0-9]+)$", "", place)

    allowed: dict[str, set[str]] = {}
    for place, text in TEXTS:
        allowed.setdefault(form(place), set()).update(placeholders(text))
    own = json.loads((FILES[0].parent / f"{language}.json").read_text("utf-8"))
    for place, text in texts(own):
        assert form(place) in allowed, f"{place} is not in en.json"
        assert set(placeholders(text)) <= allowed[form(place)]


DIGITS = "messages.reason.counts"  # small counts as words: empty where a language writes digits


def plain(place: str) -> str:
    return re.sub(r"\.(zero|one|two|few|many|other)$", "", place)


@pytest.mark.parametrize("language", languages())
def test_a_language_has_every_key(language: str) -> None:
    own = json.loads((FILES[0].parent / f"{language}.json").read_text("utf-8"))
    needed = {plain(place) for place, _ in TEXTS if not place.startswith(DIGITS)}
    assert needed - {plain(place) for place, _ in texts(own)} == set()


@pytest.mark.parametrize("language", languages())
def test_a_plural_has_every_form_of_its_language(language: str) -> None:
    own = json.loads((FILES[0].parent / f"{language}.json").read_text("utf-8"))
    for group, entries in own.get("messages", {}).items():
        for name, entry in entries.items():
            if isinstance(ENGLISH["messages"][group][name], dict):
                assert set(plural_forms(language)) <= set(entry) <= set(ALL), f"{group}.{name}"


@pytest.mark.parametrize("language", languages())
def test_no_value_is_lost_in_a_language(language: str) -> None:
    """A form for one thing may leave its count out; every other value of the English text is in each form."""
    own = json.loads((FILES[0].parent / f"{language}.json").read_text("utf-8"))
    for group, entries in own.get("messages", {}).items():
        for name, entry in entries.items():
            english = ENGLISH["messages"][group][name]
            if isinstance(entry, list):
                continue
            needed = set(placeholders(english["other"] if isinstance(english, dict) else english))
            forms = entry if isinstance(entry, dict) else {"": entry}
            for form, text in forms.items():
                may_lack = {"count"} if may_leave_count_out(language, form) else set()
                assert needed - may_lack <= set(placeholders(text)), f"{group}.{name} {form}"


@pytest.mark.parametrize("language", languages())
def test_what_is_typed_is_the_same_in_every_language(language: str) -> None:
    """A translation that lacks an option of the English text is usually older than that text."""
    typed = re.compile(r"(?<![\w-])--[a-z][a-z-]+|\b[a-z]+=[a-z]+")
    own = dict(texts(json.loads((FILES[0].parent / f"{language}.json").read_text("utf-8"))))
    lost = {
        place: found
        for place, text in TEXTS
        if place in own and (found := set(typed.findall(text)) - set(typed.findall(own[place])))
    }
    assert lost == {}


#: Words of other programs for a square, a flag, a mine or opening a square: docs/languages.md has those of ours.
NOT_OUR_WORDS = {
    "de": r"\bzellen?\b|\bquadrat|spielfeld|fähnchen|\bbomben?\b|aufdeck",
    "es": r"\bcuadrad|\bceldas?\b|\bbombas?\b|destap",
    "fr": r"\bcarrés?\b|\bcellules?\b|\bplateau|\bbombes?\b",
    "ja": r"(?<!ン)セル|爆弾|フラグ",
    "pl": r"kwadrat|komórk|\bbomb|odsłon|chorągiew",
    "pt-BR": r"\bquadrad|\bcélulas?\b|\bbombas?\b",
    "ru": r"ячейк|квадрат|\bбомб|\bфлаг",  # noqa: RUF001
    "zh": r"方块|方格|翻开|炸弹",
}


@pytest.mark.parametrize("language", NOT_OUR_WORDS)
def test_a_thing_of_the_game_has_one_word_in_a_language(language: str) -> None:
    own = dict(texts(json.loads((FILES[0].parent / f"{language}.json").read_text("utf-8"))))
    found = {place: text for place, text in own.items() if re.search(NOT_OUR_WORDS[language], text, re.IGNORECASE)}
    assert found == {}
