"""The `sapper play` command: the full-screen game with a clock, seeds and a store, or the text game instead."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack

from ...display.wording import message, said
from .. import arguments
from .first_game import first_game
from .quick_start import quick_start
from .stoppable_input import EXIT_BY_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ...analysis.rounds import RoundFile
    from ...history.store import Stored
    from ...replay.model import Replay
    from ...session import Session

FAULT = 1


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    play = commands.add_parser("play")
    arguments.add_game(play)
    play.add_argument("--replay", metavar="FILE|ID")
    play.add_argument("--ascii", action="store_true")
    arguments.add_data(play)
    play.set_defaults(run=_run)


def why_not() -> str | None:
    """Return why the game cannot be shown full screen here, None if it can."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return message("cli-usage.not-a-terminal")
    name = os.environ.get("TERM", "")
    if not name:
        return message("cli-usage.no-full-screen-unnamed")
    if name in ("dumb", "unknown"):
        return message("cli-usage.no-full-screen", name=name)
    return None


def _run(options: argparse.Namespace) -> int:
    if options.replay is not None:
        return watch(options, options.replay)
    reason = why_not()
    if reason:
        return _in_text(options, reason)
    return _full_screen(options)


def watch(options: argparse.Namespace, game: str) -> int:
    """Watch a replay full screen."""
    from ..games.replay_files import replay_of

    reason = why_not()
    if reason:
        raise arguments.UsageError(message("cli-usage.watch-as-text", reason=reason))
    return _full_screen(_with_defaults(options), replay=replay_of(options, game))


def watch_round(options: argparse.Namespace, played: RoundFile) -> int:
    """Watch a finished round full screen."""
    reason = why_not()
    if reason:
        raise arguments.UsageError(message("cli-usage.watch-as-text", reason=reason))
    return _full_screen(_with_defaults(options), played=played)


def resume(options: argparse.Namespace, stored: Stored) -> int:
    """Go on with a stored game full screen."""
    reason = why_not()
    if reason:
        raise arguments.UsageError(message("cli-usage.resume-as-text", reason=reason))
    return _full_screen(_with_defaults(options), stored=stored)


def daily(options: argparse.Namespace, begin: Callable[[Session], str]) -> int:
    """Play full screen what `begin` starts; it returns what is said about it."""
    return _full_screen(_with_defaults(options), begin=begin)


def opening(options: argparse.Namespace, screen: str) -> int:
    """Open a screen full screen, by its action."""
    return _full_screen(_with_defaults(options), opens=screen)


def _with_defaults(options: argparse.Namespace) -> argparse.Namespace:
    """Return the options of another command with those of this one."""
    for name in ("level", "ruleset", "no_guess", "seed", "first", "practice", "board", "ascii", "data"):
        setattr(options, name, getattr(options, name, None))
    options.rule = getattr(options, "rule", [])
    return options


def _in_text(options: argparse.Namespace, reason: str) -> int:
    from . import text

    print(f"sapper: {message('cli-usage.starting-text', reason=reason)}", file=sys.stderr, flush=True)
    options.json, options.show, options.exit_status = False, "full", False
    return text.run(options)


def _full_screen(
    options: argparse.Namespace,
    *,
    replay: Replay | None = None,
    played: RoundFile | None = None,
    stored: Stored | None = None,
    begin: Callable[[Session], str] | None = None,
    opens: str = "",
) -> int:
    with quick_start():
        return _shown(options, replay=replay, played=played, stored=stored, begin=begin, opens=opens)


def _shown(
    options: argparse.Namespace,
    *,
    replay: Replay | None,
    played: RoundFile | None,
    stored: Stored | None,
    begin: Callable[[Session], str] | None,
    opens: str,
) -> int:
    from ... import machine
    from ...controls.settings_file import load
    from ...display.theme_files import use_own_themes
    from ...session import Session
    from ...tui.app import SapperApp
    from .room import ServerAccess

    settings, complaint = load(machine.settings_file())
    theme_complaint = use_own_themes(machine.themes_folder(), settings.display.theme)
    start = first_game(options, settings.rules if _names_no_board(options) else settings.named_rules)
    with machine.recorder(options.data, "terminal", settings.game.name) as recorder, ExitStack() as own_server:
        session = Session(
            start.rules,
            clock=machine.milliseconds,
            seeds=machine.new_seed,
            seed=start.seed,
            minefield=start.minefield,
            recorder=recorder,
            device="key",
            records_hand=settings.game.track,
        )
        is_resumed, others, note = False, set[int](), ""
        if begin:
            note = begin(session)
        elif stored:
            session.resume(stored)
            is_resumed = True
        elif not replay and not played and not session.failure and _names_no_game(options):
            is_resumed = session.resume_newest(recorder.store)
            others = set(recorder.store.in_use().values())
        app = SapperApp(
            session,
            settings,
            clock=machine.milliseconds,
            settings_file=machine.settings_file(),
            ascii_only=options.ascii,
            note=said(complaint or theme_complaint or note),
            others=sorted(others),
            is_resumed=is_resumed,
            replay=replay,
            played=played,
            first=start.first,
            opens=opens,
            access=ServerAccess(settings.game.name, options.data, own_server),
        )
        try:
            app.run()
        finally:
            session.stop_clock()
    if app.failure:
        report = machine.report_fault(app.failure, options.data)
        print(f"sapper: {message('cli-usage.fault', report=report)}", file=sys.stderr)
        return FAULT
    return EXIT_BY_SIGNAL + app.stopped_by if app.stopped_by else 0


def _names_no_board(options: argparse.Namespace) -> bool:
    """Return whether at most a level was asked for, so that the settings decide about the rest."""
    return not (options.ruleset or options.seed or options.first or options.board or options.rule)


def _names_no_game(options: argparse.Namespace) -> bool:
    """Return whether no particular game was asked for, so that an unfinished one comes first."""
    asked = (options.level, options.ruleset, options.seed, options.no_guess, options.first, options.board)
    return not any(asked) and not options.rule and not options.practice
