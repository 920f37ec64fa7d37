"""The `sapper` command. Each sub-command imports its own front end, when it is chosen."""

from __future__ import annotations

import argparse
import sys

from . import __version__
from .board import BoardError
from .game import GameError
from .rules import RULESETS, Rules, RulesError, parse_choices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DEFAULT_COMMAND = "text"
USAGE_ERROR = 2
INTERRUPTED = 130


class UsageError(ValueError):
    """Arguments that make no sense, with a sentence that says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(f"{message} (try {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    try:
        given = sys.argv[1:] if arguments is None else arguments
        options = _parser().parse_args(given or [DEFAULT_COMMAND])
        run: Callable[[argparse.Namespace], int] = options.run
        status = run(options)
        sys.stdout.flush()
    except (UsageError, RulesError, BoardError, GameError, MemoryError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            return _close_quietly()
        print(f"sapper: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return status


def _close_quietly() -> int:
    """Nobody reads the output any more: stop without a complaint when Python closes it."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="sapper", description="Minesweeper as it should be.")
    parser.add_argument("--version", action="version", version=f"sapper {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser, required=True)

    text = commands.add_parser(
        "text",
        help="play in plain text: line in, line out",
        description="Play in plain text: line in, line out. Without a command, sapper does this.",
    )
    text.add_argument("--level", default="beginner", help="a name such as expert, or WIDTHxHEIGHT/MINES")
    text.add_argument("--ruleset", default="modern", metavar="NAME", help=f"one of {', '.join(RULESETS)}")
    text.add_argument(
        "--rule", action="append", default=[], metavar="NAME=VALUE", help="change a rule: completion=both"
    )
    text.add_argument("--seed", help="the seed of the first game: any text or number")
    text.add_argument("--practice", action="store_true", help="moves can be undone")
    text.add_argument("--json", action="store_true", help="one JSON object per line, in and out, for bots")
    text.add_argument(
        "--show", choices=("diff", "full"), default="full", help="print changes or whole boards"
    )
    text.add_argument("--exit-status", action="store_true", help="exit with 1 when the last game was lost")
    text.set_defaults(run=_text)
    return parser


def _rules(options: argparse.Namespace) -> Rules:
    choices = {}
    for rule in options.rule:
        name, equals, value = rule.partition("=")
        if not equals:
            raise UsageError(f"--rule takes NAME=VALUE as in completion=both, not {rule!r}")
        choices[name] = value
    return Rules(options.level, ruleset=options.ruleset, **parse_choices(choices))  # type: ignore[arg-type]


def _text(options: argparse.Namespace) -> int:
    from .text.command import run

    return run(_rules(options), options)
