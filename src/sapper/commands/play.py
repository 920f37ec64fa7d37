"""The `sapper play` command: the full-screen game with a clock, seeds and a store, or the text game instead."""

from __future__ import annotations

import os
import sys

from ..seed import Seed
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..controls.settings import Settings
    from ..history.store import Store
    from ..replay.model import Replay
    from ..session import Session

FAULT = 1


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    play = commands.add_parser(
        "play",
        help="play full screen, with mouse and keys",
        description="Play full screen, with mouse and keys. In a terminal, sapper without a command does this.",
    )
    arguments.add_game(play)
    play.add_argument("--replay", metavar="FILE|ID", help="watch a game: a replay file of any format, or its number")
    play.add_argument("--ascii", action="store_true", help="ASCII characters only")
    arguments.add_data(play)
    play.set_defaults(run=_run)


def why_not() -> str | None:
    """Return why the game cannot be shown full screen here, None if it can."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "this is not a terminal"
    if os.environ.get("TERM", "dumb") in ("dumb", "unknown", ""):
        return f"the terminal {os.environ.get('TERM') or 'without a name'} cannot show a full screen"
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
    from .replay_files import replay_of

    reason = why_not()
    if reason:
        raise arguments.UsageError(f"{reason}: sapper replay show plays a game back as text")
    replay = replay_of(options, game)
    for name in ("level", "ruleset", "no_guess", "seed", "first", "practice", "ascii"):
        setattr(options, name, getattr(options, name, None))
    options.rule = getattr(options, "rule", [])
    return _full_screen(options, replay)


def _in_text(options: argparse.Namespace, reason: str) -> int:
    from . import text

    print(f"sapper: {reason}: starting the text game", file=sys.stderr, flush=True)
    options.json, options.show, options.exit_status = False, "full", False
    return text.run(options)


def _full_screen(options: argparse.Namespace, replay: Replay | None = None) -> int:
    from .. import host
    from ..controls.settings_file import load
    from ..history.recorder import Recorder
    from ..session import Session

    file = host.settings_file()
    settings, complaint = load(file)
    rules = arguments.game_rules(options, settings.rules)
    with host.store_or_none(options.data) as store:
        recorder = None
        if store:
            name = settings.game.name
            recorder = Recorder(store, now=host.seconds, source="terminal", program=host.PROGRAM, player=name)
        seed = None if options.seed is None else Seed.of(options.seed)
        session = Session(
            rules, clock=host.milliseconds, seeds=host.new_seed, seed=seed, recorder=recorder, device="key"
        )
        first = arguments.first_of(options, rules)
        is_resumed = session.resume_newest(store) if store and not replay and _names_no_game(options) else False
        try:
            failure = _show(options, session, settings, store, complaint or "", is_resumed, replay, first)
        finally:
            session.leave()
    if failure:
        kind = type(failure).__name__
        print(f"sapper: the game stopped at a fault ({kind}: {failure}); your moves are saved", file=sys.stderr)
        return FAULT
    return 0


def _show(
    options: argparse.Namespace,
    session: Session,
    settings: Settings,
    store: Store | None,
    note: str,
    is_resumed: bool,
    replay: Replay | None,
    first: tuple[int, int] | None,
) -> Exception | None:
    from .. import host
    from ..tui.app import SapperApp

    app = SapperApp(
        session,
        settings,
        clock=host.milliseconds,
        store=store,
        settings_file=host.settings_file(),
        ascii_only=options.ascii,
        note=note,
        is_resumed=is_resumed,
        replay=replay,
        first=first,
    )
    app.run()
    return app.failure


def _names_no_game(options: argparse.Namespace) -> bool:
    """Return whether no particular game was asked for, so that an unfinished one comes first."""
    asked = (options.level, options.ruleset, options.seed, options.no_guess, options.first)
    return not any(asked) and not options.rule and not options.practice
