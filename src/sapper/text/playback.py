"""A replay as lines of text: what each action did, or the board at a time."""

from __future__ import annotations

import time

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
    out.write(f"{game.starting_rules}, not finished\n")
    for entry in game.log:
        out.write(f"{entry.at / 1000:9.3f} {entry.action}\n")
    for line in render.labelled(game.board):
        out.write(line + "\n")
    out.write(f"{game.status} at {game.log[-1].at / 1000 if game.log else 0:.3f} s\n")


def show_at(replay: Replay, milliseconds: int, out: TextIO) -> None:
    """Print the board at a time."""
    game = replay.at(milliseconds)
    out.write(f"{replay.rules}, {milliseconds / 1000:.3f} s, {game.seq} of {len(replay)} actions\n")
    for line in render.labelled(game.board):
        out.write(line + "\n")


def origin_lines(replay: Replay) -> list[str]:
    """Return who played a game of another program, with what, when and in which mode; nothing for our own."""
    if replay.seed is not None:
        return []
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(replay.played_at)) if 0 < replay.played_at < _YEAR_10000 else ""
    said = (("player", ", ".join(filter(None, replay.players))), ("program", replay.program), ("played", when))
    return [f"{name}: {value}" for name, value in (*said, ("mode", replay.mode)) if value]


def play_back(replay: Replay, out: TextIO, speed: float | None = None) -> None:
    """Print every action and what it changed, at its own time divided by the speed, and then the last board."""
    parts = contributions_of(replay)
    out.write(f"{replay.rules}, {', '.join(filter(None, replay.players)) or 'one player'}\n")
    out.writelines(f"{line}\n" for line in origin_lines(replay))
    game = replay.after(0)
    clock = 0
    for entry in replay.entries:
        if speed is not None:
            out.flush()
            time.sleep((entry.at - clock) / 1000 / speed)
            clock = entry.at
        delta = game.apply(entry)
        changed = render.changes(delta) if len(delta) <= 40 else f"{len(delta)} squares"
        who = f" by {player_name(replay, entry.by)}" if parts else ""
        out.write(f"{entry.at / 1000:9.3f} {entry.action}{who}: {changed or 'nothing'}\n")
    for line in render.labelled(game.board):
        out.write(line + "\n")
    out.write(f"{replay.status} in {replay.elapsed / 1000:.3f} s\n")
    for part in parts:
        out.write(part_line(part) + "\n")


def part_line(part: Contribution) -> str:
    """Return the part of a player in one line."""
    opened = f"squares opened {part.opened} ({part.share:.0%})"
    return f"{part.name}: moves {part.moves}, {opened}, flags {part.flags}, mines opened {part.hits}"
