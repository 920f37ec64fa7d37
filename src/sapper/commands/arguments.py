"""What several sub-commands have in common: rules, boards to read, a progress bar."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from .. import host
from ..board import Board, BoardError
from ..errors import SapperError
from ..rules import RULESETS, Grade, Layout, Rules, parse_choices

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from ..history.store import Store


class UsageError(SapperError, ValueError):
    """Arguments that make no sense, with a sentence that says why."""


def add_rules(parser: argparse.ArgumentParser, level: str | None = None) -> None:
    """Add the options that choose a level and rules; without a level here, the player's settings choose."""
    usual = ("modern", level) if level else ("the settings', at first modern", "the settings', at first beginner")
    parser.add_argument("--level", default=level, help=f"a name or WIDTHxHEIGHT/MINES (default: {usual[1]})")
    rulesets = ", ".join(RULESETS)
    parser.add_argument("--ruleset", metavar="NAME", help=f"one of {rulesets} (default: {usual[0]})")
    parser.add_argument(
        "--rule", action="append", default=[], metavar="NAME=VALUE", help="change a rule: completion=both"
    )


def rules_of(options: argparse.Namespace, usual: Rules | None = None) -> Rules:
    """Make the rules that the options ask for; what they leave open is as usual."""
    choices = {}
    for rule in options.rule:
        name, equals, value = rule.partition("=")
        if not equals:
            raise UsageError(f"--rule takes NAME=VALUE as in completion=both, not {rule!r}")
        choices[name] = value
    rules = usual or Rules()
    if options.level is not None or options.ruleset is not None:
        rules = Rules(options.level or rules.level, ruleset=options.ruleset or rules.ruleset)
    return rules.replace(**parse_choices(choices))


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the first game; `--first` lays a shared board as it was."""
    add_rules(parser)
    add_no_guess(parser)
    parser.add_argument("--seed", help="the seed of the first game: any text or number")
    parser.add_argument("--practice", action="store_true", help="moves can be undone")
    parser.add_argument("--first", metavar="CELL", help="open this cell first: ROW,COL from 0, or a name such as C7")


def game_rules(options: argparse.Namespace, usual: Rules) -> Rules:
    """Make the rules of the first game."""
    rules = with_no_guess(rules_of(options, usual), options)
    return rules.replace(practice=True) if options.practice else rules


def first_of(options: argparse.Namespace, rules: Rules) -> tuple[int, int] | None:
    """Read the cell to open first."""
    if options.first is None:
        return None
    row, col = cell = parse_cell_option(options.first)
    if row >= rules.level.height or col >= rules.level.width:
        raise UsageError(f"--first {options.first} is off the {rules.level} board")
    return cell


def add_no_guess(parser: argparse.ArgumentParser) -> None:
    """Add the option that asks for boards without guessing."""
    parser.add_argument(
        "--no-guess",
        nargs="?",
        const="full",
        metavar="GRADE",
        help="boards that need no guess: single, pairs, chains, count or full (the default)",
    )


def with_no_guess(rules: Rules, options: argparse.Namespace) -> Rules:
    """Choose the layout that `--no-guess` asks for."""
    if options.no_guess is None:
        return rules
    return rules.replace(layout=Layout.of(Grade.parse(options.no_guess)))


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the option that says where games are kept."""
    parser.add_argument("--data", metavar="DIR", help="where games are kept (default: the user's data folder)")


@contextmanager
def store_of(options: argparse.Namespace) -> Iterator[Store | None]:
    """Open the store of games; where that fails, say so and go on without."""
    from ..history.store import StoreError

    try:
        store = host.open_store(options.data)
    except StoreError as error:
        print(f"sapper: games are not saved: {error}", file=sys.stderr)
        yield None
        return
    with store:
        yield store


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Add the file of board diagrams to read."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="board diagrams (default: standard input)")


def read_text(file: str) -> str:
    """Read a file, or standard input for `-`; what is no text is replaced, and refused later."""
    if file == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(file, "rb") as opened:
            data = opened.read()
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def answer_each(options: argparse.Namespace, answer: Callable[[Board], str]) -> int:
    """Print an answer for each board of a file: diagrams separated by blank lines. An error names its board."""
    diagrams = [part for part in read_text(options.file).split("\n\n") if part.strip()]
    if not diagrams:
        raise BoardError("there is no board to read: give a diagram that begins with a level such as 30x16/99")
    for number, diagram in enumerate(diagrams, 1):
        try:
            text = answer(Board.parse(diagram))
        except SapperError as error:
            raise UsageError(f"board {number}: {error}" if len(diagrams) > 1 else str(error)) from None
        print(text if number == 1 or "\n" not in text else f"\n{text}")
    return 0


def parse_cell_option(text: str) -> tuple[int, int]:
    """Read a cell given as ROW,COL from 0, or as a name such as C7."""
    from ..coordinates import parse_cell

    row, comma, col = text.partition(",")
    if comma and all(part.isascii() and part.isdecimal() and len(part) < 11 for part in (row, col)):
        return int(row), int(col)
    try:
        return parse_cell(text)
    except ValueError:
        raise UsageError(f"{text!r} is not a cell: write ROW,COL from 0 such as 8,15, or a name such as C7") from None


def progress_bar(total: int, what: str) -> Callable[[int], None] | None:
    """Make a bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int) -> None:
        filled = done * 30 // max(total, 1)
        end = "\n" if done >= total else ""
        print(
            f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total} {what}",
            end=end,
            file=sys.stderr,
            flush=True,
        )

    return show
