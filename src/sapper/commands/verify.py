"""`sapper verify`: check that a replay is genuine, and that its board is the one that was sealed."""

from __future__ import annotations

from .. import host
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..replay.model import Replay


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    verify = commands.add_parser("verify", help="check a replay, and the seal of its board")
    verify.add_argument("game", metavar="FILE", help="a replay file, or the number of a stored game")
    verify.add_argument("--digest", metavar="HEX", help="the seal that was shown when the game started")
    verify.add_argument("--salt", metavar="HEX", help="the salt that was shown when the game was over")
    arguments.add_data(verify)
    verify.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    from ..analysis.metrics import seconds_text
    from ..errors import SapperError

    if options.digest is not None and options.salt is None and not options.game.isdecimal():
        raise arguments.UsageError("--digest needs --salt, which the server showed when the game was over")
    try:
        replay, salt = _load(options)
    except arguments.UsageError:
        raise
    except SapperError as error:
        print(f"{options.game}: refused: {error}")
        return 1
    print(f"{options.game}: verified: {replay.status} in {seconds_text(replay.elapsed, 3)} s, {len(replay)} actions")
    if salt is None:
        return 0
    return _check_seal(replay, salt, options)


def _load(options: argparse.Namespace) -> tuple[Replay, bytes | None]:
    from ..formats import read_replay
    from ..replay.model import Replay
    from .replay_files import read

    salt = None
    if options.salt is not None:
        try:
            salt = bytes.fromhex(options.salt)
        except ValueError:
            raise arguments.UsageError("--salt takes hexadecimal digits") from None
        if len(salt) != 16:
            raise arguments.UsageError("a salt has 32 hexadecimal digits")
    if not options.game.isdecimal():
        return read_replay(read(options.game), options.game).replay, salt
    with host.open_store(options.data) as store:
        data = store.replay(int(options.game)) if len(options.game) < 16 else None
        round_ = store.round(int(options.game)) if data is not None else None
    if data is None:
        raise arguments.UsageError(f"there is no finished game {options.game}: sapper replay list shows all of them")
    return Replay.unpack(data), salt or (round_.salt if round_ else None)


def _check_seal(replay: Replay, salt: bytes, options: argparse.Namespace) -> int:
    from ..replay.seal import is_opened_by, seal

    if replay.seed is None:
        print(f"{options.game}: the seal cannot be checked, because the replay has no seed")
        return 1
    if options.digest is None:
        print(f"{options.game}: the seal of this board is {seal(replay.rules, replay.seed, salt)}")
        return 0
    if is_opened_by(options.digest, replay.rules, replay.seed, salt):
        print(f"{options.game}: the seal fits: the board is the one that was sealed")
        return 0
    print(f"{options.game}: the seal does NOT fit: this is not the board that was sealed")
    return 1
