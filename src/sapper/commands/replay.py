"""`sapper replay`: list, show, measure, verify, export and import replays."""

from __future__ import annotations

import sys

from .. import machine
from . import arguments, import_export
from .replay_files import read_replay_file, replay_of, unfinished_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..history.store import Listed, Store


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    replay = commands.add_parser("replay", help="list, show, measure, verify, export and import replays")
    actions = replay.add_subparsers(title="actions", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="list the stored games, newest first")
    listing.add_argument("--limit", type=int, default=20, help="how many (default: 20)")
    listing.set_defaults(run=_list)
    show = actions.add_parser("show", help="play a game back as text")
    show.add_argument("--at", type=float, metavar="SECONDS", help="show only the board at this time")
    show.add_argument("--speed", type=float, metavar="N", help="play back at N times the speed (default: all at once)")
    show.add_argument("--watch", action="store_true", help="watch it full screen, with every move reviewed")
    show.set_defaults(run=_show)
    numbers = actions.add_parser("numbers", help="measure a game: 3BV, efficiency, ZiNi and more")
    numbers.add_argument("--json", action="store_true", help="as JSON")
    numbers.set_defaults(run=_numbers)
    for parser in (show, numbers):
        parser.add_argument("game", metavar="ID", help="a game's number, or a replay file of any format")
    verify = actions.add_parser("verify", help="check that the moves of replay files give their results")
    verify.add_argument("files", nargs="+", metavar="FILE")
    verify.set_defaults(run=_verify)
    for parser in (listing, show, numbers):
        arguments.add_store(parser)
    import_export.add_export(actions)
    import_export.add_import(actions)


def unfinished_lines(store: Store) -> list[str]:
    """Return the lines of the unfinished games; one that another process plays is marked."""
    from ..history.store import another_window

    in_use = store.in_use()
    games = store.unfinished()
    marks = [f"  (played in {another_window(in_use[game.id])})" if game.id in in_use else "" for game in games]
    return [line(game) + mark for game, mark in zip(games, marks, strict=True)]


def line(game: Listed) -> str:
    """Return the line of a game in a listing."""
    from ..analysis.metrics import seconds_text

    summary = game.summary
    if summary is None:
        return f"{game.id:>6}  unfinished  {game.seq:>4} actions  {game.rules}"
    remarks = [*summary.remarks, *([game.together] if game.together else [])]
    tail = f"  ({', '.join(remarks)})" if remarks else ""
    return f"{game.id:>6}  {summary.status:<9} {seconds_text(summary.elapsed, 3):>10} s  {game.rules}{tail}"


def _list(options: argparse.Namespace) -> int:
    limit = arguments.check_limit(options.limit)
    with machine.open_store(options.data) as store:
        lines = [*unfinished_lines(store), *map(line, store.games(limit))]
    print("\n".join(lines[:limit]) or "no game is stored yet")
    return 0


def _show(options: argparse.Namespace) -> int:
    from ..text.playback import play_back, show_at, show_unfinished

    if options.speed is not None and not 0 < options.speed < 1e9:
        raise arguments.UsageError(f"--speed is a number above 0, not {options.speed}")
    if options.at is not None and not 0 <= options.at < 1e9:
        raise arguments.UsageError(f"--at is a time in seconds from 0, not {options.at}")
    if options.watch:
        from .play import watch

        return watch(options, options.game)
    unfinished = unfinished_game(options, options.game)
    if unfinished is not None:
        show_unfinished(unfinished, sys.stdout)
        return 0
    replay = replay_of(options, options.game)
    if options.at is not None:
        show_at(replay, round(options.at * 1000), sys.stdout)
    else:
        play_back(replay, sys.stdout, options.speed)
    return 0


def _verify(options: argparse.Namespace) -> int:
    from ..analysis.metrics import seconds_text
    from ..errors import SapperError

    failed = False
    for path in options.files:
        try:
            replay = read_replay_file(path)
        except (SapperError, OSError) as error:
            failed = True
            print(f"{path}: refused: {getattr(error, 'strerror', None) or error}")
        else:
            print(f"{path}: consistent: {replay.status} in {seconds_text(replay.elapsed, 3)} s, {len(replay)} actions")
    return 1 if failed else 0


def _numbers(options: argparse.Namespace) -> int:
    from ..analysis.metrics import format_value, measure_replay
    from ..analysis.metrics_text import NEED_TRACK
    from ..text.playback import origin_lines

    replay = replay_of(options, options.game)
    measured = measure_replay(replay)
    if options.json:
        import json

        print(json.dumps(measured.to_dict()))
        return 0
    print(f"{measured.level}, {measured.status}")
    for line in origin_lines(replay):
        print(line)
    for name, label, value, unit in measured.rows():
        mark = " *" if name in NEED_TRACK and not measured.has_track else ""
        print(f"{label:<32} {format_value(value, unit):>12}{mark}")
    if not measured.has_track:
        print("* presses that did nothing are not recorded, so programs that saw them count more")
    return 0
