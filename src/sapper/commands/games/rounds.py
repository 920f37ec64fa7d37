"""`sapper replay round`: a finished round from its file or its link; `sapper verify` checks such a file."""

from __future__ import annotations

from ...display.wording import message, said, wording
from .. import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    shown = actions.add_parser("round")
    shown.add_argument("round", metavar="FILE")
    shown.add_argument("--at", type=float, metavar="SECONDS")
    shown.add_argument("--watch", action="store_true")
    shown.set_defaults(run=_show)


def round_data(text: str) -> bytes | None:
    """Return the file of a round or a tournament at a path or a link, None for any other file."""
    from pathlib import Path

    from ...analysis.rounds import is_round, is_tournament
    from ...client.round_link import MOST_BYTES, is_round_link, read_round_link

    if is_round_link(text):
        return read_round_link(text)
    if text == "-" or not Path(text).is_file():
        return None
    with open(text, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    return data if is_round(data) or is_tournament(data) else None


def _show(options: argparse.Namespace) -> int:
    from ...analysis.rounds import RoundFile
    from ...text.round import boards_at, round_lines

    if options.at is not None and not 0 <= options.at < 1e9:
        raise arguments.UsageError(message("cli-games.at", value=options.at))
    data = round_data(options.round)
    if data is None:
        raise arguments.UsageError(message("cli-games.not-a-round-link", text=options.round))
    played = RoundFile.load(data)
    if options.watch:
        from ..playing.play import watch_round

        return watch_round(options, played)
    lines = round_lines(played) if options.at is None else boards_at(played, round(options.at * 1000))
    print("\n".join(lines))
    return 0


def verify_round(data: bytes, key: bytes | None, options: argparse.Namespace) -> int:
    """Print the result that the replays of a round give, and who signed it; return 1 if something does not add up."""
    from ...analysis.rounds import RoundFile, TournamentFile, is_tournament
    from ...errors import SapperError
    from ...text.round import result_lines, table_lines

    try:
        played = TournamentFile.load(data) if is_tournament(data) else RoundFile.load(data)
    except SapperError as error:
        print(message("cli-games.refused", path=options.game, reason=wording().error(error)))
        return 1
    problems = played.problems()
    for problem in problems:
        print(f"{options.game}: {said(problem)}")
    if not problems:
        if isinstance(played, RoundFile):
            print(message("cli-games.round-consistent", path=options.game, count=len(played.games)))
        else:
            print(message("cli-games.tournament-consistent", path=options.game, count=len(played.races)))
    failed = check_signer(bool(played.key), played.signer, key, options)
    print("\n".join(result_lines(played) if isinstance(played, RoundFile) else table_lines(played)))
    return 1 if problems else failed


def check_signer(is_signed: bool, signer: bytes | None, key: bytes | None, options: argparse.Namespace) -> int:
    """Print who signed a file; return 1 if the signature is wrong, or not of the server with the given key."""
    from ... import machine
    from ...server.store.signer import public_key_of

    if not is_signed:
        print(message("cli-games.not-signed", path=options.game))
        return 0 if key is None else 1
    if signer is None:
        print(message("cli-games.signature-wrong", path=options.game))
        return 1
    if signer == (key or public_key_of(machine.store_place(options.data))):
        print(message("cli-games.genuine", path=options.game, server=signer.hex()))
        return 0
    if key is not None:
        print(message("cli-games.other-server", path=options.game, server=signer.hex()))
        return 1
    print(message("cli-games.give-key", path=options.game, server=signer.hex()))
    return 0
