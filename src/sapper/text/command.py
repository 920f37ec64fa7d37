"""The `sapper text` command: chooses the dialogue, and gives it a clock, seeds, input and output."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager

from .. import __version__
from ..commands import options as common
from ..game import Status
from ..seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from io import TextIOWrapper

    from ..rules import Rules
    from ..session import Session
    from ..store import Stored
    from .json_lines import JsonLines
    from .play import Dialogue
    from .terminal import TerminalGame


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
    add_dialogue(text)
    text.set_defaults(run=_run)


def add_dialogue(parser: argparse.ArgumentParser) -> None:
    """Add the options of the dialogue itself."""
    parser.add_argument("--json", action="store_true", help="one JSON object per line, in and out, for bots")
    parser.add_argument("--show", choices=("diff", "full"), default="full", help="print changes or boards")
    parser.add_argument("--exit-status", action="store_true", help="exit with 1 when the last game was lost")
    common.add_data(parser)


def _run(options: argparse.Namespace) -> int:
    """Play in the dialogue that the options ask for and return the exit status."""
    rules = common.with_no_guess(common.rules_of(options, _usual_rules()), options)
    if options.practice:
        rules = rules.replace(practice=True)
    with sitting(rules, options) as session:
        return _play(session, options)


def _usual_rules() -> Rules:
    """Read the rules of the player's settings; a bad file is told, and the defaults are used."""
    from .. import paths
    from ..settings import load

    settings, complaint = load(paths.settings())
    if complaint:
        print(f"sapper: {complaint}", file=sys.stderr)
    return settings.rules


@contextmanager
def sitting(rules: Rules, options: argparse.Namespace) -> Iterator[Session]:
    """Hold a session whose games are kept, or say why they are not."""
    for stream in (sys.stdin, sys.stdout):
        _be_lenient(stream)  # type: ignore[arg-type]
    from ..keeper import Keeper
    from ..session import Session

    with common.store_of(options) as store:
        program = f"sapper {__version__}"
        via = "bot" if options.json else "text"
        keeper = Keeper(store, now=_seconds, front="text", program=program) if store else None
        session = Session(rules, clock=_milliseconds, seeds=_seeds(options.seed), keeper=keeper, via=via)
        try:
            yield session
        finally:
            session.leave()


def resume(session: Session, stored: Stored, options: argparse.Namespace) -> int:
    """Go on with a stored game."""
    from ..keeper import game_of

    assert session.keeper
    session.keeper.begin(stored)
    session.resume(game_of(stored), stored.seed)
    return _play(session, options)


def _play(session: Session, options: argparse.Namespace) -> int:
    status = _dialogue(session, options).run()
    if session.trouble and session.rules.ruleset == "terminal":  # the other dialogues have said it
        print(f"sapper: {session.trouble}", file=sys.stderr)
    return 1 if options.exit_status and status is Status.LOST else 0


def _dialogue(session: Session, options: argparse.Namespace) -> Dialogue | JsonLines | TerminalGame:
    if options.json:
        from .json_lines import JsonLines

        return JsonLines(session, sys.stdin, sys.stdout)
    if session.rules.ruleset == "terminal":
        from .terminal import TerminalGame

        return TerminalGame(session, sys.stdin, sys.stdout)
    from .play import Dialogue

    return Dialogue(session, sys.stdin, sys.stdout, full=options.show == "full", prompt=sys.stdin.isatty())


def _seeds(given: str | None) -> Callable[[], Seed]:
    """Give the chosen seed first, and then new ones from the system."""
    import secrets

    chosen = [] if given is None else [Seed.of(given)]
    return lambda: chosen.pop() if chosen else Seed(secrets.token_bytes(16))


def _seconds() -> int:
    return int(time.time())


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


def _be_lenient(stream: TextIOWrapper) -> None:
    """Let bytes that are no text pass as escapes instead of ending the program."""
    stream.reconfigure(errors="backslashreplace")
