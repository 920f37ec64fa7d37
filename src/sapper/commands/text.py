"""`sapper text`: plays in plain text, with the dialogue that the options choose."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from .. import host
from ..action import Kind
from ..game import Status
from ..seed import Seed
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from io import TextIOWrapper

    from ..controls.settings import Settings
    from ..history.store import Stored
    from ..rules import Rules
    from ..session import Session
    from ..text.json_lines import JsonLines
    from ..text.play import Dialogue
    from ..text.terminal import TerminalGame


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    text = commands.add_parser(
        "text",
        help="play in plain text: line in, line out",
        description="Play in plain text: line in, line out. Without a terminal, sapper alone does this.",
    )
    arguments.add_game(text)
    add_dialogue(text)
    text.set_defaults(run=run)


def add_dialogue(parser: argparse.ArgumentParser) -> None:
    """Add the options of the dialogue itself."""
    parser.add_argument("--json", action="store_true", help="one JSON object per line, in and out, for bots")
    parser.add_argument(
        "--show", choices=("diff", "full"), default="full", help="print only changes, or whole boards (default)"
    )
    parser.add_argument("--exit-status", action="store_true", help="exit with 1 if the last game was lost")
    arguments.add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Play in the dialogue that the options choose and return the exit status."""
    settings = host.load_settings()
    rules = arguments.game_rules(options, settings.rules)
    first = arguments.first_of(options, rules)
    with open_session(rules, options, settings) as session:
        if first:
            session.play(Kind.OPEN, *first)
        return _play(session, options)


@contextmanager
def open_session(rules: Rules, options: argparse.Namespace, settings: Settings) -> Iterator[Session]:
    """Open a session whose games are stored, or print why they are not."""
    for stream in (sys.stdin, sys.stdout):
        _escape_bad_bytes(stream)  # type: ignore[arg-type]
    from ..history.recorder import Recorder
    from ..session import Session

    with host.store_or_none(options.data) as store:
        device = "bot" if options.json else "text"
        seed = None if options.seed is None else Seed.of(options.seed)
        recorder = None
        if store:
            name = settings.game.name
            recorder = Recorder(store, now=host.seconds, source="text", program=host.PROGRAM, player=name)
        session = Session(
            rules, clock=host.milliseconds, seeds=host.new_seed, seed=seed, recorder=recorder, device=device
        )
        try:
            yield session
        finally:
            session.leave()


def resume(session: Session, stored: Stored, options: argparse.Namespace) -> int:
    """Go on with a stored game."""
    session.resume(stored)
    if session.is_paused:
        session.toggle_pause()
    return _play(session, options)


def _play(session: Session, options: argparse.Namespace) -> int:
    status = _dialogue(session, options).run()
    if session.failure and session.rules.ruleset == "terminal":  # the other dialogues print it
        print(f"sapper: {session.failure}", file=sys.stderr)
    return 1 if options.exit_status and status is Status.LOST else 0


def _dialogue(session: Session, options: argparse.Namespace) -> Dialogue | JsonLines | TerminalGame:
    if options.json:
        from ..text.json_lines import JsonLines

        return JsonLines(session, sys.stdin, sys.stdout)
    if session.rules.ruleset == "terminal":
        from ..text.terminal import TerminalGame

        return TerminalGame(session, sys.stdin, sys.stdout)
    from ..text.play import Dialogue

    return Dialogue(session, sys.stdin, sys.stdout, full=options.show == "full", prompt=sys.stdin.isatty())


def _escape_bad_bytes(stream: TextIOWrapper) -> None:
    """Read and write bytes that are not text as escapes instead of ending the program."""
    stream.reconfigure(errors="backslashreplace")
