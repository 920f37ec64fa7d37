"""A replay as lines of text: what each action did, or the board at a time."""

from __future__ import annotations

import time

from ..display.wording import message, wording
from ..replay.contributions import contributions_of, player_name
from . import render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from ..game import Game
    from ..replay.contributions import Contribution
    from ..replay.model import Replay


_YEAR_10000 = 253_402_300_800  # in seconds since 1970: later dates have no usual form


def show_unfinished(game: Game, out: TextIO) -> None:
    """Print the actions of a game that can go on, and its board: nothing that the player has not seen."""
    out.write(message("cli-playback.not-finished", rules=game.starting_rules) + "\n")
    for entry in game.log:
        out.write(f"{entry.at / 1000:9.3f} {entry.action}\n")
    for line in render.labelled(game.board):
        out.write(line + "\n")
    time = _seconds(game.log[-1].at if game.log else 0)
    out.write(message("cli-playback.at", status=wording().status(game.status).lower(), time=time) + "\n")


def show_at(replay: Replay, milliseconds: int, out: TextIO) -> None:
    """Print the board at a time."""
    game = replay.at(milliseconds)
    time = _seconds(milliseconds)
    line = message("cli-playback.position", rules=replay.rules, time=time, done=game.seq, count=len(replay))
    out.write(f"{line}\n")
    for line in render.labelled(game.board):
        out.write(line + "\n")


def origin_lines(replay: Replay) -> list[str]:
    """Return who played a game of another program, with what, when and in which mode; nothing for our own."""
    if replay.seed is not None:
        return []
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(replay.played_at)) if 0 < replay.played_at < _YEAR_10000 else ""
    said = (
        ("cli-playback.player", ", ".join(filter(None, replay.players))),
        ("cli-playback.program", replay.program),
        ("cli-playback.played", when),
        ("cli-playback.mode", replay.mode),
    )
    return [message(key, value=value) for key, value in said if value]


def play_back(replay: Replay, out: TextIO, speed: float | None = None) -> None:
    """Print every action and what it changed, at its own time divided by the speed, and then the last board."""
    parts = contributions_of(replay)
    players = ", ".join(filter(None, replay.players)) or message("cli-playback.one-player")
    out.write(f"{replay.rules}, {players}\n")
    out.writelines(f"{line}\n" for line in origin_lines(replay))
    game = replay.after(0)
    clock = 0
    for entry in replay.entries:
        if speed is not None:
            out.flush()
            time.sleep((entry.at - clock) / 1000 / speed)
            clock = entry.at
        delta = game.apply(entry)
        changed = render.changes(delta) if len(delta) <= 40 else message("cli-playback.squares", count=len(delta))
        action = str(entry.action)
        if parts:
            action = message("cli-playback.by", action=action, name=player_name(replay, entry.by))
        out.write(f"{entry.at / 1000:9.3f} {action}: {changed or message('cli-playback.nothing')}\n")
    for line in render.labelled(game.board):
        out.write(line + "\n")
    status = wording().status(replay.status).lower()
    out.write(message("cli-playback.result", status=status, time=_seconds(replay.elapsed)) + "\n")
    for part in parts:
        out.write(part_line(part) + "\n")


def part_line(part: Contribution) -> str:
    """Return the part of a player in one line."""
    return message(
        "cli-playback.part",
        name=part.name,
        moves=part.moves,
        opened=part.opened,
        share=f"{part.share:.0%}",
        flags=part.flags,
        mines=part.hits,
    )


def _seconds(milliseconds: int) -> str:
    return wording().seconds(f"{milliseconds / 1000:.3f}")
