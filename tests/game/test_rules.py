"""Levels, rules and rulesets: what is allowed, and their text forms."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from strategies import levels, rules

from sapper import BEGINNER, EXPERT, EXPERT_AMIGA, Level, Rules, RulesError
from sapper.rules import RULESETS


@given(rules())
def test_rules_read_back_from_their_text(chosen: Rules) -> None:
    assert Rules.parse(str(chosen)) == chosen
    assert hash(Rules.parse(str(chosen))) == hash(chosen)
    assert eval(repr(chosen), {"Rules": Rules}) == chosen
    assert pickle.loads(pickle.dumps(chosen)) == chosen


@given(levels())
def test_a_level_reads_back_from_its_text(level: Level) -> None:
    assert Level.parse(str(level)) == level
    assert eval(repr(level), {"Level": Level}) == level


@pytest.mark.parametrize("name", RULESETS)
def test_each_ruleset_is_a_short_text(name: str) -> None:
    assert str(Rules("9x9/10", ruleset=name)) == f"{name} 9x9/10 v1"


def test_the_text_form_carries_the_version_of_the_generator() -> None:
    assert Rules.parse("modern 9x9/10 v1").generator == 1
    with pytest.raises(RulesError, match="no random generator v2"):
        Rules.parse("modern 9x9/10 v2")


def test_level_names_follow_the_ruleset() -> None:
    assert Rules("expert").level == EXPERT
    assert Rules("expert", ruleset="amiga").level == EXPERT_AMIGA
    assert Rules().level == BEGINNER


def test_rules_do_not_change() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        Rules().lives = 3  # type: ignore[misc]
    assert Rules().replace(lives=3).lives == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8",
        "8x8",
        "8x8/",
        "x8/1",
        "8x8/10/1",
        "-8x8/1",
        "8x8/-1",
        "8.5x8/1",
        "9" * 30 + "x1/1",
        "٣x٣/1",
        "easy",
    ],
)
def test_a_level_that_cannot_be_read_says_how_to_write_one(text: str) -> None:
    with pytest.raises(RulesError, match=r"^[^\n]*WIDTHxHEIGHT/MINES[^\n]*$"):
        Level.parse(text)


@pytest.mark.parametrize(
    ("level", "says"),
    [
        ((0, 5, 0), "at least 1 column and 1 row"),
        ((5, -1, 0), "at least 1 column and 1 row"),
        ((3, 3, 9), "takes 0 to 8 mines, not 9"),
        ((3, 3, -1), "takes 0 to 8 mines, not -1"),
        ((2**31, 2, 1), "at most 2147483648 squares"),
        ((2.0, 2, 1), "whole number"),
        ((True, 2, 1), "whole number"),
    ],
)
def test_an_impossible_level_says_why(level: tuple[Any, Any, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        Level(*level)


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"ruleset": "chess"}, "choose modern, official"),
        ({"first": "maybe"}, "first is any, top-left, cell, opening"),
        ({"chord": True}, "chord is exact, at-least, off"),
        ({"questions": "yes"}, "True or False"),
        ({"lives": 0}, "whole number from 1"),
        ({"lives": 2**64}, "whole number from 1 to 2147483648"),
        ({"assists": 5}, "flag-around, auto-flag, auto-open"),
        ({"assists": ["cheat"]}, "flag-around, auto-flag, auto-open"),
        ({"flags": "off", "completion": "mark"}, "needs flags"),
        ({"level": "33x32/9", "ruleset": "amiga"}, "up to 32x32 with 1023 mines"),
    ],
)
def test_rules_that_cannot_be_say_what_is_allowed(choices: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        Rules(**choices)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("expert 9x9/10", "one level, and these have 'expert' and '9x9/10'"),
        ("amiga modern", "one ruleset, and these have 'amiga' and 'modern'"),
        ("8x8/10 v1 v2", "one generator"),
        ("8x8/10 lives=2 lives=3", "one lives"),
    ],
)
def test_a_text_that_says_a_thing_twice_is_refused(text: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        Rules.parse(text)


@pytest.mark.parametrize("text", ["nonsense", "8x8/10 fruit=apple", "questions=yes", "lives=many"])
def test_a_text_that_is_not_rules_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match=r"^[^\n]+$"):
        Rules.parse(text)
