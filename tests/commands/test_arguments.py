"""What the options of a command leave as the settings have it."""

from __future__ import annotations

import argparse

import pytest

from sapper import Rules
from sapper.commands import arguments, selection

USUAL = Rules.parse("amiga 16x16/40 v1 layout=no-guess-pairs completion=both lives=3")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("", str(USUAL)),
        ("--level beginner", "amiga 8x8/10 v1 layout=no-guess-pairs completion=both lives=3"),
        ("--level expert", "amiga 32x16/99 v1 layout=no-guess-pairs completion=both lives=3"),
        ("--ruleset official", "official 16x16/40 v1 layout=no-guess-pairs"),
        ("--ruleset official --level expert", "official 30x16/99 v1"),
        ("--level beginner --rule lives=1", "amiga 8x8/10 v1 layout=no-guess-pairs completion=both"),
    ],
)
def test_an_option_changes_what_it_names(given: str, expected: str) -> None:
    parser = argparse.ArgumentParser()
    arguments.add_rules(parser)
    assert str(arguments.rules_of(parser.parse_args(given.split()), USUAL)) == expected


def test_the_name_of_a_level_means_its_size_in_every_ruleset() -> None:
    assert selection.level_of("Expert") == "30x16/99,32x16/99"
    assert selection.level_of("expert", "amiga") == "32x16/99"
    assert selection.level_of("30x16/99") == "30x16/99"
    assert selection.level_of(None) is None
