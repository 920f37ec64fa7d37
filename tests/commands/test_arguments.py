"""What the options of a command leave as the settings have it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import pytest

from sapper import Rules
from sapper.commands import arguments
from sapper.commands.games import selection
from sapper.commands.parser import full_parser
from sapper.commands.parsing.examples import EXAMPLES
from sapper.display.wording import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def catalogue() -> Any:
    return wording().entries["command-line"]


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


def keys(parser: argparse.ArgumentParser) -> set[str]:
    return {
        action.option_strings[-1] if action.option_strings else action.dest
        for action in parser._actions
        if not isinstance(action, argparse._SubParsersAction)
    }


def test_every_command_and_every_argument_has_a_help() -> None:
    for parser in parsers(full_parser()):
        missing = [action.dest for action in parser._actions if not action.help]
        assert missing in ([], ["=="], ["==SUPPRESS=="]), parser.prog


def test_the_catalogue_has_no_help_of_what_no_command_has() -> None:
    found = {parser.prog.removeprefix("sapper").strip(): keys(parser) for parser in parsers(full_parser())}
    commands = {"": catalogue()["sapper"], **catalogue()["commands"]}
    assert set(commands) == set(found)
    for name, texts in commands.items():
        assert set(texts) - {"help", "description", "examples"} <= found[name], name
        assert not name or texts["help"]
        assert len(texts.get("examples", ())) == len(EXAMPLES.get(name, ())), name
    used = {key for name, own in found.items() for key in own - set(commands[name])}
    assert used == set(catalogue()["shared"])
