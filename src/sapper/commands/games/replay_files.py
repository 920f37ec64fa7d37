"""Replays by a number or a file, and files of any format."""

from __future__ import annotations

import sys

from ... import machine
from ...display.wording import message
from ..arguments import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...game import Game
    from ...replay.model import Replay


def replay_of(options: argparse.Namespace, text: str) -> Replay:
    """Return the replay that a number or a file names."""
    from pathlib import Path

    is_file = not text.isdecimal() and Path(text).exists()
    return read_replay_file(text) if is_file else stored_replay(options, text)


def stored_replay(options: argparse.Namespace, text: str) -> Replay:
    """Return the replay of the stored game with a number."""
    from ...replay.model import Replay

    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise UsageError(message("cli-games.no-number", text=repr(text)))
    with machine.open_store(options.data) as store:
        data = store.replay(int(text))
        is_unfinished = data is None and any(game.id == int(text) for game in store.unfinished())
    if is_unfinished:
        raise UsageError(message("cli-games.not-finished", game=text))
    if data is None:
        raise UsageError(message("cli-games.no-finished", game=text))
    return Replay.unpack(data)


def unfinished_game(options: argparse.Namespace, text: str) -> Game | None:
    """Return the stored game with a number as far as it was played, None if there is no unfinished one."""
    from ...game import Game
    from ...rules import Rules

    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        return None
    with machine.open_store(options.data) as store:
        if not any(game.id == int(text) for game in store.unfinished()):
            return None
        stored = store.load(int(text))
    return Game.replay(Rules.parse(stored.rules), stored.seed, actions=stored.entries)


def read_replay_file(path: str) -> Replay:
    """Read a replay of any format."""
    from ...formats import read_replay

    return read_replay(read(path), path).replay


def read(path: str) -> bytes:
    """Read a file, or standard input for `-`, up to one byte more than any format allows."""
    from ...formats import MOST_BYTES

    if path == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open(path, "rb") as file:
        return file.read(MOST_BYTES + 1)


def write(data: bytes, path: str | None) -> None:
    """Write a new file, or standard output for None."""
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        with open(path, "xb") as file:
            file.write(data)
    except FileExistsError:
        raise UsageError(message("cli-usage.exists", path=path)) from None
