"""`sapper resume`, `sapper replay` and `sapper rebuild`: the games that are kept."""

from __future__ import annotations

import sys

from . import options as common

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..replay import Replay
    from ..store import Listed


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    from ..text.command import add_dialogue

    resume = commands.add_parser("resume", help="go on with an unfinished game")
    resume.add_argument("id", nargs="?", type=int, help="which one (default: the newest)")
    resume.add_argument("--list", action="store_true", help="list the unfinished games")
    add_dialogue(resume)
    resume.set_defaults(run=_resume, seed=None)

    replay = commands.add_parser("replay", help="list, show, verify, export and import replays")
    actions = replay.add_subparsers(title="actions", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the games that are kept, newest first")
    listing.add_argument("--limit", type=int, default=20, help="how many (default: 20)")
    listing.set_defaults(run=_list)
    show = actions.add_parser("show", help="play a game back as text")
    show.add_argument("game", metavar="ID", help="a game's number, or a replay file")
    show.add_argument("--at", type=float, metavar="SECONDS", help="show only how the board stood at this time")
    show.add_argument("--speed", type=float, metavar="N", help="play back N times as fast as it was (default: at once)")
    show.set_defaults(run=_show)
    verify = actions.add_parser("verify", help="check replay files")
    verify.add_argument("files", nargs="+", metavar="FILE")
    verify.set_defaults(run=_verify)
    export = actions.add_parser("export", help="write a game as a replay in text")
    export.add_argument("game", metavar="ID", help="a game's number")
    export.add_argument("file", nargs="?", metavar="FILE", help="where to (default: standard output)")
    export.set_defaults(run=_export)
    bring = actions.add_parser("import", help="keep the games of replay files")
    bring.add_argument("files", nargs="+", metavar="FILE")
    bring.set_defaults(run=_import)
    for parser in (listing, show, export, bring):
        common.add_data(parser)

    rebuild = commands.add_parser("rebuild", help="make all that is derived from replays again")
    common.add_data(rebuild)
    rebuild.set_defaults(run=_rebuild)


def _resume(options: argparse.Namespace) -> int:
    from ..rules import Rules
    from ..text.command import resume, sitting

    with common.open_games(options) as store:
        waiting = store.unfinished()
        if options.list:
            print("\n".join(map(_line, waiting)) or "no game is unfinished")
            return 0
        chosen = [game for game in waiting if options.id in (None, game.id)]
        if not chosen:
            which = "no game" if options.id is None else f"game {options.id} is not one that"
            raise common.UsageError(f"{which} is unfinished: see sapper resume --list")
        stored = store.load(chosen[0].id)
    with sitting(Rules.parse(stored.rules), options) as session:
        return resume(session, stored, options)


def _line(game: Listed) -> str:
    summary = game.summary
    if summary is None:
        return f"{game.id:>6}  unfinished  {game.seq:>4} actions  {game.rules}"
    notes = [note for note, so in (("practice", summary.practice), ("assisted", summary.assisted)) if so]
    tail = f"  ({', '.join(notes)})" if notes else ""
    return f"{game.id:>6}  {summary.status:<9} {summary.elapsed / 1000:>10.3f} s  {game.rules}{tail}"


def _list(options: argparse.Namespace) -> int:
    if not 1 <= options.limit <= 1_000_000:
        raise common.UsageError(f"--limit is a number from 1 to 1000000, not {options.limit}")
    with common.open_games(options) as store:
        lines = [_line(game) for game in [*store.unfinished(), *store.games(options.limit)]]
    print("\n".join(lines[: options.limit]) or "no game is kept yet")
    return 0


def _read(path: str) -> Replay:
    from ..replay import MOST_BYTES, Replay

    with open(path, "rb") as file:
        return Replay.load(file.read(MOST_BYTES + 1))


def _stored_replay(text: str, options: argparse.Namespace) -> Replay:
    from ..replay import Replay

    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise common.UsageError(f"{text!r} is not the number of a game: see sapper replay list")
    with common.open_games(options) as store:
        data = store.replay(int(text))
    if data is None:
        raise common.UsageError(f"game {text} is not finished, or not there: see sapper replay list")
    return Replay.unpack(data)


def _show(options: argparse.Namespace) -> int:
    from pathlib import Path

    from ..text.playback import play_back, show_at

    if options.speed is not None and not 0 < options.speed < 1e9:
        raise common.UsageError(f"--speed is a number more than 0, not {options.speed}")
    if options.at is not None and not 0 <= options.at < 1e9:
        raise common.UsageError(f"--at is a time in seconds from 0, not {options.at}")
    is_file = not options.game.isdecimal() and Path(options.game).exists()
    replay = _read(options.game) if is_file else _stored_replay(options.game, options)
    if options.at is not None:
        show_at(replay, round(options.at * 1000), sys.stdout)
    else:
        play_back(replay, sys.stdout, options.speed)
    return 0


def _verify(options: argparse.Namespace) -> int:
    from ..replay import ReplayError

    failed = False
    for path in options.files:
        try:
            replay = _read(path)
        except (ReplayError, OSError) as error:
            failed = True
            print(f"{path}: refused: {getattr(error, 'strerror', None) or error}")
        else:
            print(f"{path}: verified: {replay.status} in {replay.elapsed / 1000:.3f} s, {len(replay)} actions")
    return 1 if failed else 0


def _export(options: argparse.Namespace) -> int:
    text = _stored_replay(options.game, options).to_text()
    if options.file is None:
        sys.stdout.write(text)
    else:
        with open(options.file, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return 0


def _import(options: argparse.Namespace) -> int:
    from ..keeper import summary_of

    replays = [(path, _read(path)) for path in options.files]
    with common.open_games(options) as store:
        for path, replay in replays:
            if replay.seed is None:
                raise common.UsageError(f"{path} has no seed, so its game cannot be kept")
            game = store.create(str(replay.rules), replay.seed, created_at=replay.played_at, front="import")
            store.append(game, 0, replay.entries)
            store.finish(game, len(replay), replay.pack(), summary_of(replay))
            print(f"{path}: kept as game {game}")
    return 0


def _rebuild(options: argparse.Namespace) -> int:
    from ..keeper import summarise

    with common.open_games(options) as store:
        print(f"rebuilt from {store.rebuild(summarise)} replays")
    return 0
