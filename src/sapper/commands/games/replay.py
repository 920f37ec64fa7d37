"""`sapper replay`: list, show, measure, verify, export and import replays."""

from __future__ import annotations

import sys

from ... import machine
from ...display.columns import left, right, width
from ...display.metric_words import metric_label, metric_value
from ...display.wording import message, wording
from .. import arguments
from . import import_export, rounds
from .replay_files import read_replay_file, replay_of, unfinished_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...history.store import Listed, Store
    from ...replay.model import Replay


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    replay = commands.add_parser("replay")
    actions = replay.add_subparsers(title="actions", metavar="ACTION", required=True)
    listing = actions.add_parser("list")
    listing.add_argument("--limit", type=int, default=20)
    listing.set_defaults(run=_list)
    show = actions.add_parser("show")
    show.add_argument("--at", type=float, metavar="SECONDS")
    show.add_argument("--speed", type=float, metavar="N")
    show.add_argument("--watch", action="store_true")
    show.set_defaults(run=_show)
    numbers = actions.add_parser("numbers")
    numbers.add_argument("--json", action="store_true")
    numbers.set_defaults(run=_numbers)
    report = actions.add_parser("report")
    report.add_argument("--all", action="store_true")
    report.add_argument("--json", action="store_true")
    report.set_defaults(run=_report)
    for parser in (show, numbers, report):
        parser.add_argument("game", metavar="ID")
    verify = actions.add_parser("verify")
    verify.add_argument("files", nargs="+", metavar="FILE")
    verify.set_defaults(run=_verify)
    for parser in (listing, show, numbers, report):
        arguments.add_store(parser)
    rounds.add(actions)
    import_export.add_export(actions)
    import_export.add_import(actions)


def unfinished_lines(store: Store) -> list[str]:
    """Return the lines of the unfinished games; one that another process plays is marked."""
    in_use = store.in_use()
    games = store.unfinished()
    return [line(game) + (_mark(in_use[game.id]) if game.id in in_use else "") for game in games]


def _mark(process: int) -> str:
    return f"  ({message('cli-games.played-in', window=window_words(process))})"


def window_words(process: int) -> str:
    """Return where another process plays: in a window, by its number if that is known."""
    return message("cli-games.window", process=process) if process else message("cli-games.another-window")


def line(game: Listed) -> str:
    """Return the line of a game in a listing."""
    from ...analysis.metrics import seconds_text

    summary = game.summary
    if summary is None:
        status = wording().status("unfinished").lower()
        return f"{game.id:>6}  {status}  {message('cli-games.actions', count=game.seq):>12}  {game.rules}"
    words = wording()
    remarks = remarks_of(game)
    tail = f"  ({remarks})" if remarks else ""
    status = left(words.status(summary.status).lower(), 9)
    player = f"  {summary.name}" if game.source == "import" and summary.name else ""
    time = words.seconds(seconds_text(summary.elapsed, 3))
    return f"{game.id:>6}  {status} {time:>12}  {game.rules}{player}{tail}"


def remarks_of(game: Listed) -> str:
    """Return the remarks on a finished game, with how it was played together or that it was imported."""
    from ...history.together import WITHOUT_SERVER

    words, summary = wording(), game.summary
    assert summary
    found = [words.remarks([remark]) for remark in summary.remarks]
    if game.source == "import":
        found.append(message("cli-games.is-imported"))
    elif game.together == WITHOUT_SERVER:
        found.append(words.remarks(["alone"]))
    elif game.together:
        found.append(words.mode(game.together).name.lower())
    return ", ".join(found)


def consistent_line(name: str, replay: Replay) -> str:
    """Return that the moves of a replay give its result."""
    from ...analysis.metrics import seconds_text

    return message(
        "cli-games.consistent",
        path=name,
        status=wording().status(replay.status).lower(),
        time=wording().seconds(seconds_text(replay.elapsed, 3)),
        count=len(replay),
    )


def _list(options: argparse.Namespace) -> int:
    limit = arguments.check_limit(options.limit)
    with machine.open_store(options.data) as store:
        lines = [*unfinished_lines(store), *map(line, store.games(limit))]
    print("\n".join(lines[:limit]) or message("cli-games.none-stored"))
    return 0


def _show(options: argparse.Namespace) -> int:
    from ...text.playback import play_back, show_at, show_unfinished

    if options.speed is not None and not 0 < options.speed < 1e9:
        raise arguments.UsageError(message("cli-games.speed", value=options.speed))
    if options.at is not None and not 0 <= options.at < 1e9:
        raise arguments.UsageError(message("cli-games.at", value=options.at))
    if options.watch:
        from ..playing.play import watch

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
    from ...errors import SapperError

    failed = False
    for path in options.files:
        try:
            replay = read_replay_file(path)
        except (SapperError, OSError) as error:
            failed = True
            reason = arguments.error_text(error)
            print(message("cli-games.refused", path=path, reason=reason))
        else:
            print(consistent_line(path, replay))
    return 1 if failed else 0


def _numbers(options: argparse.Namespace) -> int:
    from ...analysis.metrics import format_value, measure_replay
    from ...analysis.metrics.text import NEED_TRACK
    from ...text.playback import origin_lines

    replay = replay_of(options, options.game)
    measured = measure_replay(replay)
    if options.json:
        import json

        print(json.dumps(measured.to_dict()))
        return 0
    print(f"{measured.level}, {wording().status(measured.status).lower()}")
    for line in origin_lines(replay):
        print(line)
    rows = [
        (metric_label(name), metric_value(format_value(value, unit)), name) for name, _, value, unit in measured.rows()
    ]
    labels = max(width(label) for label, _, _ in rows) + 1
    for label, text, name in rows:
        mark = " *" if name in NEED_TRACK and not measured.has_track else ""
        print(f"{left(label, labels)} {right(text, 12)}{mark}")
    if not measured.has_track:
        print(message("cli-games.needs-track"))
    return 0


def _report(options: argparse.Namespace) -> int:
    from ...analysis.report import report
    from ...text.report import report_json, report_lines

    replay = replay_of(options, options.game)
    found = report(replay)
    if options.json:
        import json

        print(json.dumps(report_json(found)))
        return 0
    print("\n".join(report_lines(replay, found, with_all=options.all)))
    return 0
