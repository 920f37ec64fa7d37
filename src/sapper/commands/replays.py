"""`sapper replay`: list, show, measure, verify, export and import replays."""

from __future__ import annotations

import sys

from . import exchange
from . import options as common

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..replay import Replay
    from ..store import Listed


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    replay = commands.add_parser("replay", help="list, show, measure, verify, export and import replays")
    actions = replay.add_subparsers(title="actions", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the games that are kept, newest first")
    listing.add_argument("--limit", type=int, default=20, help="how many (default: 20)")
    listing.set_defaults(run=_list)
    show = actions.add_parser("show", help="play a game back as text")
    show.add_argument("--at", type=float, metavar="SECONDS", help="show only how the board stood at this time")
    show.add_argument("--speed", type=float, metavar="N", help="play back N times as fast as it was (default: at once)")
    show.add_argument("--watch", action="store_true", help="watch it full screen, with every move judged")
    show.set_defaults(run=_show)
    numbers = actions.add_parser("numbers", help="measure a game: 3BV, efficiency, ZiNi and all the others")
    numbers.add_argument("--json", action="store_true", help="as JSON")
    numbers.set_defaults(run=_numbers)
    for parser in (show, numbers):
        parser.add_argument("game", metavar="ID", help="a game's number, or a replay file of any format")
    verify = actions.add_parser("verify", help="check replay files")
    verify.add_argument("files", nargs="+", metavar="FILE")
    verify.set_defaults(run=_verify)
    for parser in (listing, show, numbers):
        common.add_data(parser)
    exchange.add_export(actions)
    exchange.add_import(actions)


def line(game: Listed) -> str:
    """Tell a game on a line of a listing."""
    from ..metrics import seconds_text

    summary = game.summary
    if summary is None:
        return f"{game.id:>6}  unfinished  {game.seq:>4} actions  {game.rules}"
    tail = f"  ({', '.join(summary.remarks)})" if summary.remarks else ""
    return f"{game.id:>6}  {summary.status:<9} {seconds_text(summary.elapsed, 3):>10} s  {game.rules}{tail}"


def _list(options: argparse.Namespace) -> int:
    if not 1 <= options.limit <= 1_000_000:
        raise common.UsageError(f"--limit is a number from 1 to 1000000, not {options.limit}")
    with common.open_games(options) as store:
        lines = [line(game) for game in [*store.unfinished(), *store.games(options.limit)]]
    print("\n".join(lines[: options.limit]) or "no game is kept yet")
    return 0


def _chosen(options: argparse.Namespace) -> Replay:
    return exchange.replay_of(options, options.game)


def _show(options: argparse.Namespace) -> int:
    from ..text.playback import play_back, show_at

    if options.speed is not None and not 0 < options.speed < 1e9:
        raise common.UsageError(f"--speed is a number more than 0, not {options.speed}")
    if options.at is not None and not 0 <= options.at < 1e9:
        raise common.UsageError(f"--at is a time in seconds from 0, not {options.at}")
    if options.watch:
        from ..tui.command import watch

        return watch(options, options.game)
    replay = _chosen(options)
    if options.at is not None:
        show_at(replay, round(options.at * 1000), sys.stdout)
    else:
        play_back(replay, sys.stdout, options.speed)
    return 0


def _verify(options: argparse.Namespace) -> int:
    from ..errors import SapperError
    from ..metrics import seconds_text

    failed = False
    for path in options.files:
        try:
            replay = exchange.read_replay_file(path)
        except (SapperError, OSError) as error:
            failed = True
            print(f"{path}: refused: {getattr(error, 'strerror', None) or error}")
        else:
            print(f"{path}: verified: {replay.status} in {seconds_text(replay.elapsed, 3)} s, {len(replay)} actions")
    return 1 if failed else 0


def _numbers(options: argparse.Namespace) -> int:
    from ..metrics import of_replay, spell

    measured = of_replay(_chosen(options))
    if options.json:
        import json

        print(json.dumps(measured.to_dict()))
        return 0
    print(f"{measured.level}, {measured.status}")
    for _, label, value, unit in measured.rows():
        print(f"{label:<32} {spell(value, unit):>12}")
    return 0
