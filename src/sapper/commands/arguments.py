"""The arguments that several sub-commands share: rules, the first game, the data folder, cells and boards."""

from __future__ import annotations

import os

from ..errors import SapperError
from ..rules import LEVELS, RULESETS, Grade, LayoutKind, Rules, parse_choices

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


def suggest(action: argparse.Action, values: Iterable[str]) -> None:
    """Set the values that a shell offers for an option that takes others too."""
    setattr(action, _SUGGESTIONS, tuple(values))


def suggestions(action: argparse.Action) -> tuple[str, ...]:
    """Return the values that a shell offers for an option or an argument."""
    return tuple(str(value) for value in getattr(action, _SUGGESTIONS, action.choices or ()))


def add_rules(parser: argparse.ArgumentParser, level: str | None = None) -> None:
    """Add the options that choose a level and rules; without a level here, the player's settings choose."""
    usual = ("modern", level) if level else ("from the settings, or modern", "from the settings, or beginner")
    about = f"a name or WIDTHxHEIGHT/MINES (default: {usual[1]})"
    suggest(parser.add_argument("--level", default=level, help=about), LEVELS)
    about = f"one of {', '.join(RULESETS)} (default: {usual[0]})"
    suggest(parser.add_argument("--ruleset", metavar="NAME", help=about), RULESETS)
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a rule: completion=both, or assists=auto-flag,auto-open",
    )


def rules_of(options: argparse.Namespace, usual: Rules | None = None) -> Rules:
    """Return the rules that the options choose; `usual` holds the others.

    A level alone changes nothing else. A ruleset brings its own choices, but boards stay random or no-guess. With
    both, the settings are ignored: a shared command contains both.
    """
    choices = {}
    for rule in options.rule:
        name, equals, value = rule.partition("=")
        if not equals:
            raise UsageError(f"--rule takes NAME=VALUE as in completion=both, not {rule!r}")
        if name in choices:
            raise UsageError(f"--rule {name} is given twice: separate several assists with commas, as in {_ASSISTS}")
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
    parser.add_argument("--seed", help="the seed of the first game: any text or number")
    parser.add_argument(
        "--board", metavar="FILE", help="play the board of a file: MBF, a game id of Simon Tatham's Mines, a diagram"
    )
    parser.add_argument("--practice", action="store_true", help="allow undo")
    parser.add_argument(
        "--first", metavar="SQUARE", help="open this square first: ROW,COL from 0, or a name such as C7"
    )


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
        raise UsageError(f"--first {options.first} is off the {rules.level} board")
    return cell


def add_no_guess(parser: argparse.ArgumentParser) -> None:
    """Add the option that asks for no-guess boards."""
    option = parser.add_argument(
        "--no-guess",
        nargs="?",
        const="full",
        metavar="GRADE",
        help="boards that need no guess: single, pairs, chains, count or full (the default)",
    )
    suggest(option, Grade)


def with_no_guess(rules: Rules, options: argparse.Namespace) -> Rules:
    """Return the rules with the layout that `--no-guess` asks for."""
    if options.no_guess is None:
        return rules
    return rules.replace(layout=LayoutKind.of(Grade.parse(options.no_guess)))


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses the data folder."""
    parser.add_argument("--data", metavar="DIR", help="where games are stored (default: the user's data folder)")


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose where the games are: a data folder, or a database that servers share."""
    add_data(parser)
    add_database(parser, "data")


def add_database(parser: argparse.ArgumentParser, name: str = "database") -> None:
    """Add the option that chooses a database that servers share; its value is the attribute `name`."""
    parser.add_argument(
        "--database",
        dest=name,
        type=_address,
        metavar="URL",
        help="where games are stored instead, for many servers: postgresql://USER@HOST/NAME",
    )
    parser.set_defaults(**{name: os.environ.get("SAPPER_DATABASE") or None})


def _address(text: str) -> str:
    from argparse import ArgumentTypeError

    from ..history.store import is_address

    if not is_address(text):
        raise ArgumentTypeError("it is an address such as postgresql://sapper@localhost/sapper")
    return text


def own_folder(data: str | None) -> Path:
    """Return the data folder, or raise an error for a database that has tools of its own."""
    from .. import machine
    from ..history.store import is_address

    if is_address(data):
        raise UsageError("this works on the files of a data folder: for PostgreSQL use pg_dump, pg_restore or amcheck")
    return machine.data_folder(data)


def add_strength(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses how well the solver plays."""
    parser.add_argument("--strength", default="best", help="safest, fast or best (default: best)")


def add_first_click(parser: argparse.ArgumentParser) -> None:
    """Add the option that says what the rules promise to the first click."""
    words = "what the rules promise where nothing is open yet: any, top-left, cell or opening"
    parser.add_argument("--first-click", metavar="RULE", help=words)


def first_click_words(options: argparse.Namespace, board: Board) -> str:
    """Return the remark on a board on which nothing is open; empty if something is."""
    from ..analysis import first_click

    if not first_click.is_untouched(board):
        return ""
    if options.first_click is None:
        return "Nothing is open: what the first click is promised depends on the rules (--first-click)."
    return first_click.sentence(Rules(board.level, first=options.first_click))


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses the number of threads."""
    parser.add_argument("--threads", type=int, default=1, help="how many (default: 1); does not change the result")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a cluster which plays instead of this machine."""
    about = "play on a Dask cluster, given by its scheduler as in tcp://127.0.0.1:8786; does not change the result"
    parser.add_argument("--dask", metavar="ADDRESS", help=about)


def parse_cell_option(text: str) -> tuple[int, int]:
    """Read a cell given as ROW,COL from 0, or as a name such as C7."""
    from ..coordinates import parse_cell

    row, comma, col = text.partition(",")
    if comma and all(part.isascii() and part.isdecimal() and len(part) < 11 for part in (row, col)):
        return int(row), int(col)
    try:
        return parse_cell(text)
    except ValueError:
        raise UsageError(f"{text!r} is not a square: write ROW,COL from 0 such as 8,15, or a name such as C7") from None


def check_limit(limit: int) -> int:
    """Return the value of `--limit`, or raise `UsageError`."""
    if not 1 <= limit <= 1_000_000:
        raise UsageError(f"--limit is a number from 1 to 1000000, not {limit}")
    return limit
