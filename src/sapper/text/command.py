"""The `sapper text` command: chooses the dialogue, and gives it a clock, seeds, input and output."""

from __future__ import annotations

import sys
import time

from ..commands import options as common
from ..game import Status
from ..seed import Seed
from ..session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from io import TextIOWrapper


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    text = commands.add_parser(
        "text",
        help="play in plain text: line in, line out",
        description="Play in plain text: line in, line out. Without a command, sapper does this.",
    )
    common.add_rules(text)
    common.add_no_guess(text)
    text.add_argument("--seed", help="the seed of the first game: any text or number")
    text.add_argument("--practice", action="store_true", help="moves can be undone")
    text.add_argument("--json", action="store_true", help="one JSON object per line, in and out, for bots")
    text.add_argument("--show", choices=("diff", "full"), default="full", help="print changes or boards")
    text.add_argument("--exit-status", action="store_true", help="exit with 1 when the last game was lost")
    text.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Play in the dialogue that the options ask for and return the exit status."""
    rules = common.with_no_guess(common.rules_of(options), options)
    if options.practice:
        rules = rules.replace(practice=True)
    for stream in (sys.stdin, sys.stdout):
        _be_lenient(stream)  # type: ignore[arg-type]
    session = Session(rules, clock=_milliseconds, seeds=_seeds(options.seed))
    status = _play(session, options)
    return 1 if options.exit_status and status is Status.LOST else 0


def _play(session: Session, options: argparse.Namespace) -> Status:
    if options.json:
        from .json_lines import JsonLines

        return JsonLines(session, sys.stdin, sys.stdout).run()
    if session.rules.ruleset == "terminal":
        from .terminal import TerminalGame

        return TerminalGame(session, sys.stdin, sys.stdout).run()
    from .play import Dialogue

    full = options.show == "full"
    return Dialogue(session, sys.stdin, sys.stdout, full=full, prompt=sys.stdin.isatty()).run()


def _seeds(given: str | None) -> Callable[[], Seed]:
    """Give the chosen seed first, and then new ones from the system."""
    import secrets

    chosen = [] if given is None else [Seed.of(given)]
    return lambda: chosen.pop() if chosen else Seed(secrets.token_bytes(16))


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


def _be_lenient(stream: TextIOWrapper) -> None:
    """Let bytes that are no text pass as escapes instead of ending the program."""
    stream.reconfigure(errors="backslashreplace")
