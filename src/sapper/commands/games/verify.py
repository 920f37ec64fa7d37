"""`sapper verify`: check a replay, the signature of the server that saw it, and the seal of its board; or a round.

Moves that give the stated result make a replay consistent: its times could be invented. Only the signature of
a server makes it genuine. The result of a round or an arena is computed again from its replays.
"""

from __future__ import annotations

from ... import machine
from ...coordinates import cell_name
from ...display.columns import right
from ...display.wording import message, wording
from .. import arguments
from .replay import consistent_line
from .rounds import check_signer, round_data, verify_round

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ...analysis.arena import Arena
    from ...replay.model import Replay


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    verify = commands.add_parser("verify")
    verify.add_argument("game", metavar="FILE")
    verify.add_argument("--digest", metavar="HEX")
    verify.add_argument("--salt", metavar="HEX")
    verify.add_argument("--server-key", metavar="HEX")
    arguments.add_store(verify)
    verify.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    from ...errors import SapperError

    if options.digest is not None and options.salt is None and not options.game.isdecimal():
        raise arguments.UsageError(message("cli-games.digest-needs-salt"))
    key = _given_key(options.server_key)
    if not options.game.isdecimal() and (played := round_data(options.game)) is not None:
        return verify_round(played, key, options)
    if (arena := _arena_file(options.game)) is not None:
        return _verify_arena(arena, key, options)
    try:
        replay, salt = _load(options)
    except arguments.UsageError:
        raise
    except SapperError as error:
        print(message("cli-games.refused", path=options.game, reason=wording().error(error)))
        return 1
    print(consistent_line(options.game, replay))
    for line in _guesses(replay):
        print(line)
    failed = _check_signature(replay, key, options)
    if salt is not None:
        failed |= _check_seal(replay, salt, options)
    return failed


def _guesses(replay: Replay) -> Iterator[str]:
    """Yield which guesses rules that judge them met: playing the replay again has followed the rule at each."""
    from ...analysis.verdict import VerdictKind, judge, opened_by

    if not replay.rules.judges_guesses:
        return
    forced: list[tuple[int, int]] = []
    needless: list[tuple[int, int]] = []
    game = replay.after(0)
    for entry in replay.entries:
        board, forgiven = game.board.copy(), game.forgiven
        verdict = judge(board, entry.action, game.rules)
        game.apply(entry)
        if game.forgiven > forgiven:
            forced += opened_by(board, entry.action, game.rules)
        elif verdict is not None and verdict.kind is VerdictKind.NEEDLESS_GUESS:
            needless += verdict.cells
    yield message("cli-games.guesses-forced", count=len(forced), squares=_squares(forced)).rstrip(": ")
    yield message("cli-games.guesses-needless", count=len(needless), squares=_squares(needless)).rstrip(": ")


def _squares(cells: list[tuple[int, int]]) -> str:
    return " ".join(cell_name(*cell) for cell in cells)


def _arena_file(game: str) -> bytes | None:
    """Return the contents of a file with the result of an arena, None for anything else."""
    from ...analysis.arena import is_arena
    from .replay_files import read

    if game.isdecimal() or game == "-":
        return None
    data = read(game)
    return data if is_arena(data) else None


def _verify_arena(data: bytes, key: bytes | None, options: argparse.Namespace) -> int:
    """Print the table that the replays of an arena give; return 1 if something does not add up."""
    from ...analysis.arena import Arena
    from ...analysis.metrics import seconds_text
    from ...errors import SapperError
    from ...formats.video import printable

    try:
        arena = Arena.load(data)
    except SapperError as error:
        print(message("cli-games.refused", path=options.game, reason=wording().error(error)))
        return 1
    problems = [*arena.problems(), *_signature_problems(arena, key)]
    for problem in problems:
        print(f"{options.game}: {printable(problem)}")
    if not problems:
        count = len(arena.boards)
        print(message("cli-games.arena-consistent", path=options.game, count=count, rules=arena.rules))
    for number, board in enumerate(arena.boards, 1):
        print(message("cli-games.arena-board", number=f"{number:2}", seal=board.seal))
    for line in arena.table:
        place = right(str(line.place or message("cli-games.late")), 4)
        solved = message("cli-games.solved", count=f"{line.solved:3}")
        time = right(wording().seconds(seconds_text(line.time, 3)), 11)
        print(f"{place}  {line.points:6}  {solved}  {time}  {line.name}")
    return 1 if problems else 0


def _signature_problems(arena: Arena, key: bytes | None) -> list[str]:
    """Return the replays that are signed wrongly, or not by the server with the given key."""
    from ...replay.signature import signer_of

    found = []
    for player in arena.players:
        for number, replay in player.games.items():
            signer = signer_of(replay) if replay.signature is not None else None
            if (replay.signature is not None and signer is None) or (key is not None and signer != key):
                found.append(message("cli-games.wrong-signer", name=player.name, number=number + 1))
    return found


def _given_key(text: str | None) -> bytes | None:
    from ...replay.ed25519 import KEY_BYTES

    try:
        key = bytes.fromhex(text) if text is not None else None
    except ValueError:
        raise arguments.UsageError(message("cli-games.hexadecimal", option="--server-key")) from None
    if key is not None and len(key) != KEY_BYTES:
        raise arguments.UsageError(message("cli-games.key-digits", digits=2 * KEY_BYTES))
    return key


def _check_signature(replay: Replay, key: bytes | None, options: argparse.Namespace) -> int:
    """Print who signed a replay; return 1 if the signature is wrong, or not of the server with the given key."""
    from ...replay.signature import signer_of

    return check_signer(replay.signature is not None, signer_of(replay), key, options)


def _load(options: argparse.Namespace) -> tuple[Replay, bytes | None]:
    from ...formats import read_replay
    from ...replay.model import Replay
    from ...replay.seal import SALT_ALONE
    from .replay_files import read

    salt = None
    if options.salt is not None:
        try:
            salt = bytes.fromhex(options.salt)
        except ValueError:
            raise arguments.UsageError(message("cli-games.hexadecimal", option="--salt")) from None
        if len(salt) != 16:
            raise arguments.UsageError(message("cli-games.salt-digits"))
    if not options.game.isdecimal():
        return read_replay(read(options.game), options.game).replay, salt
    with machine.open_store(options.data) as store:
        data = store.replay(int(options.game)) if len(options.game) < 16 else None
        round_ = store.round(int(options.game)) if data is not None else None
    if data is None:
        raise arguments.UsageError(message("cli-games.no-finished", game=options.game))
    replay = Replay.unpack(data)
    alone = SALT_ALONE if replay.seed else None
    return replay, salt or ((round_.salt or None) if round_ else alone)


def _check_seal(replay: Replay, salt: bytes, options: argparse.Namespace) -> int:
    from ...replay.seal import is_opened_by, seal

    if replay.seed is None:
        print(message("cli-games.no-seed", path=options.game))
        return 1
    if options.digest is None:
        print(message("cli-games.seal-is", path=options.game, seal=seal(replay.rules, replay.seed, salt)))
        return 0
    if is_opened_by(options.digest, replay.rules, replay.seed, salt):
        print(message("cli-games.seal-fits", path=options.game))
        return 0
    print(message("cli-games.seal-does-not-fit", path=options.game))
    return 1
