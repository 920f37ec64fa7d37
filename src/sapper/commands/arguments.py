"""The arguments that several sub-commands share: rules, the first game, the data folder, cells and boards."""

from __future__ import annotations

import os

from ..display.wording import message, wording
from ..errors import SapperError
from ..rules import LEVELS, RULESETS, FirstClick, Grade, LayoutKind, Rules, parse_choices

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from pathlib import Path

    from ..board import Board

INTERRUPTED = 130  # the exit status after Ctrl+C
_ASSISTS = "assists=auto-flag,auto-open"
_SUGGESTIONS = "sapper_suggestions"  # an attribute of actions


class UsageError(SapperError, ValueError):
    """Arguments that make no sense, with a sentence that says why."""


def error_text(error: Exception) -> str:
    """Return an error in one line, in the language of this process where it has a phrase."""
    if isinstance(error, OSError) and error.strerror:
        reason = wording().error(error)
        return f"{error.filename}: {reason}" if error.filename else reason
    return wording().error(error)


def suggest(action: argparse.Action, values: Iterable[str]) -> None:
    """Set the values that a shell offers for an option that takes others too."""
    setattr(action, _SUGGESTIONS, tuple(values))


def suggestions(action: argparse.Action) -> tuple[str, ...]:
    """Return the values that a shell offers for an option or an argument."""
    return tuple(str(value) for value in getattr(action, _SUGGESTIONS, action.choices or ()))


def add_rules(parser: argparse.ArgumentParser, level: str | None = None) -> None:
    """Add the options that choose a level and rules; without a level here, the player's settings choose."""
    suggest(parser.add_argument("--level", default=level), LEVELS)
    suggest(parser.add_argument("--ruleset", metavar="NAME"), RULESETS)
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")


def rules_of(options: argparse.Namespace, usual: Rules | None = None) -> Rules:
    """Return the rules that the options choose; `usual` holds the others.

    A level alone changes nothing else. A ruleset brings its own choices, but boards stay random or no-guess. With
    both, the settings are ignored: a shared command contains both.
    """
    choices = {}
    for rule in options.rule:
        name, equals, value = rule.partition("=")
        if not equals:
            raise UsageError(message("cli-usage.rule", rule=repr(rule)))
        if name in choices:
            raise UsageError(message("cli-usage.rule-twice", name=name, example=_ASSISTS))
        choices[name] = value
    rules = usual or Rules()
    if options.ruleset is None and options.level is not None:
        rules = rules.replace(level=options.level)
    elif options.ruleset is not None:
        layout = rules.layout if options.level is None else None
        rules = Rules(options.level or rules.level, ruleset=options.ruleset, layout=layout)
    return rules.replace(**parse_choices(choices))


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the first game; `--seed` with `--first` recreates a shared board."""
    add_rules(parser)
    add_no_guess(parser)
    parser.add_argument("--seed")
    parser.add_argument("--board", metavar="FILE")
    parser.add_argument("--practice", action="store_true")
    parser.add_argument("--first", metavar="SQUARE")


def game_rules(options: argparse.Namespace, usual: Rules) -> Rules:
    """Return the rules of the first game."""
    rules = with_no_guess(rules_of(options, usual), options)
    return rules.replace(practice=True) if options.practice else rules


def first_of(options: argparse.Namespace, rules: Rules) -> tuple[int, int] | None:
    """Return the cell to open first, None if none was given."""
    if options.first is None:
        return None
    row, col = cell = parse_cell_option(options.first)
    if not rules.level.contains(row, col):
        raise UsageError(message("cli-usage.off-board", square=options.first, level=rules.level))
    return cell


def add_no_guess(parser: argparse.ArgumentParser) -> None:
    """Add the option that asks for no-guess boards."""
    option = parser.add_argument("--no-guess", nargs="?", const="full", metavar="GRADE")
    suggest(option, Grade)


def with_no_guess(rules: Rules, options: argparse.Namespace) -> Rules:
    """Return the rules with the layout that `--no-guess` asks for."""
    if options.no_guess is None:
        return rules
    return rules.replace(layout=LayoutKind.of(Grade.parse(options.no_guess)))


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses the data folder."""
    parser.add_argument("--data", metavar="DIR")


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose where the games are: a data folder, or a database that servers share."""
    add_data(parser)
    add_database(parser, "data")


def add_database(parser: argparse.ArgumentParser, name: str = "database") -> None:
    """Add the option that chooses a database that servers share; its value is the attribute `name`."""
    parser.add_argument("--database", dest=name, type=_address, metavar="URL")
    parser.set_defaults(**{name: os.environ.get("SAPPER_DATABASE") or None})


def _address(text: str) -> str:
    from argparse import ArgumentTypeError

    from ..history.store import is_address

    if not is_address(text):
        raise ArgumentTypeError(message("cli-usage.database", example="postgresql://sapper@localhost/sapper"))
    return text


def own_folder(data: str | None) -> Path:
    """Return the data folder, or raise an error for a database that has tools of its own."""
    from .. import machine
    from ..history.store import is_address

    if is_address(data):
        raise UsageError(message("cli-usage.own-folder"))
    return machine.data_folder(data)


def add_strength(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses how well the solver plays."""
    parser.add_argument("--strength", default="best")


def add_first_click(parser: argparse.ArgumentParser) -> None:
    """Add the option that says what the rules promise to the first click."""
    suggest(parser.add_argument("--first-click", metavar="RULE"), FirstClick)


def first_click_words(options: argparse.Namespace, board: Board) -> str:
    """Return the remark on a board on which nothing is open; empty if something is."""
    from ..analysis import first_click

    if not first_click.is_untouched(board):
        return ""
    if options.first_click is None:
        return message("cli-usage.nothing-open")
    return wording().phrase(first_click.promise_phrase(Rules(board.level, first=options.first_click)))


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses the number of threads."""
    parser.add_argument("--threads", type=int, default=1)


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a cluster which plays instead of this machine."""
    parser.add_argument("--dask", metavar="ADDRESS")


def parse_cell_option(text: str) -> tuple[int, int]:
    """Read a cell given as ROW,COL from 0, or as a name such as C7."""
    from ..coordinates import parse_cell

    row, comma, col = text.partition(",")
    if comma and all(part.isascii() and part.isdecimal() and len(part) < 11 for part in (row, col)):
        return int(row), int(col)
    try:
        return parse_cell(text)
    except ValueError:
        raise UsageError(message("cli-usage.no-square", text=repr(text))) from None


def check_limit(limit: int) -> int:
    """Return the value of `--limit`, or raise `UsageError`."""
    if not 1 <= limit <= 1_000_000:
        raise UsageError(message("cli-usage.limit", value=limit))
    return limit
