"""`sapper text`: plays in plain text, with the dialogue that the options choose."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from ... import machine
from ...action import Kind
from ...game import Status
from .. import arguments
from .first_game import first_game
from .stoppable_input import repeating, stoppable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from io import TextIOWrapper

    from ...controls.settings import Settings
    from ...history.store import Stored
    from ...session import Session
    from ...text.json_lines import JsonLines
    from ...text.play import Dialogue
    from ...text.terminal import TerminalGame
    from .first_game import FirstGame
    from .stoppable_input import StoppableInput


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    text = commands.add_parser("text")
    arguments.add_game(text)
    add_dialogue(text)
    text.set_defaults(run=run)


def add_dialogue(parser: argparse.ArgumentParser) -> None:
    """Add the options of the dialogue itself."""
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", choices=("diff", "full"), default="full")
    parser.add_argument("--exit-status", action="store_true")
    arguments.add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Play in the dialogue that the options choose and return the exit status."""
    settings = machine.load_settings()
    start = first_game(options, settings.named_rules)
    with open_session(start, options, settings) as session:
        if start.first:
            session.play(Kind.OPEN, *start.first)
        return go_on(session, options)


@contextmanager
def open_session(start: FirstGame, options: argparse.Namespace, settings: Settings) -> Iterator[Session]:
    """Open a session whose games are stored; at its end, also by a signal, the clock stops and everything is saved."""
    for stream in (sys.stdin, sys.stdout):
        _escape_bad_bytes(stream)  # type: ignore[arg-type]
    from ...session import Session

    with machine.recorder(options.data, "text", settings.game.name) as recorder:
        session = Session(
            start.rules,
            clock=machine.milliseconds,
            seeds=machine.new_seed,
            seed=start.seed,
            minefield=start.minefield,
            recorder=recorder,
            device="bot" if options.json else "text",
        )
        if session.failure:
            recorder.reported = recorder.reason
            print(f"sapper: {session.failure}", file=sys.stderr, flush=True)
        try:
            yield session
        finally:
            session.stop_clock()


def resume(session: Session, stored: Stored, options: argparse.Namespace) -> int:
    """Go on with a stored game."""
    session.resume(stored)
    if session.is_paused:
        session.toggle_pause()
    return go_on(session, options)


def go_on(session: Session, options: argparse.Namespace) -> int:
    """Play on in the dialogue that the options choose and return the exit status."""
    from ...session import CLOCK_NOTED_S

    with (
        stoppable(sys.stdin, has_history=_has_history(session, options)) as lines,
        repeating(lines, session.note_clock, CLOCK_NOTED_S),
    ):
        status = _dialogue(session, options, lines).run()
    return 1 if options.exit_status and status is Status.LOST else 0


def _has_history(session: Session, options: argparse.Namespace) -> bool:
    """Return whether a person types the lines of the usual dialogue: then the arrow keys bring earlier ones back."""
    is_usual = not options.json and session.rules.ruleset != "terminal"
    return is_usual and sys.stdin.isatty() and sys.stdout.isatty()


def _dialogue(
    session: Session, options: argparse.Namespace, lines: StoppableInput
) -> Dialogue | JsonLines | TerminalGame:
    if options.json:
        from ...text.json_lines import JsonLines

        return JsonLines(session, lines, sys.stdout)
    if session.rules.ruleset == "terminal":
        from ...text.terminal import TerminalGame

        return TerminalGame(session, lines, sys.stdout)
    from ...text.play import Dialogue

    has_prompt = sys.stdin.isatty() and not lines.draws_prompt
    return Dialogue(session, lines, sys.stdout, full=options.show == "full", prompt=has_prompt)


def _escape_bad_bytes(stream: TextIOWrapper) -> None:
    """Read and write bytes that are not text as escapes instead of ending the program."""
    stream.reconfigure(errors="backslashreplace")
