"""The numbers beside the board, while a game is played and at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..action import Kind
from ..board import Seen

if TYPE_CHECKING:
    from ..game import Game
    from ..session import Session

THIN = " "
_CLICKS = (Kind.OPEN, Kind.CHORD, Kind.FLAG, Kind.QUESTION, Kind.CLEAR)


def clock(milliseconds: int, decimals: int = 2) -> str:
    """Write a time in seconds, cut off and never rounded up."""
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03}"[: len(str(whole)) + 1 + decimals] + " s"


def percent_open(game: Game) -> int:
    """Tell how much of the safe part is open, in whole percent."""
    level = game.rules.level
    return game.board.opened * 100 // max(level.cells - level.mines, 1)


def clicks(game: Game) -> int:
    """Count the moves, wasted ones too."""
    return sum(entry.action.kind in _CLICKS for entry in game.log)


def live(session: Session) -> list[tuple[str, str]]:
    """Give the rows of a game in play."""
    game = session.game
    rows = [("clicks", str(clicks(game))), ("flags", str(game.board.flags))]
    if game.rules.lives > 1:
        rows.append(("lives", str(game.lives)))
    if game.hints:
        rows.append(("hints", str(game.hints)))
    return rows


def final(session: Session) -> list[tuple[str, str]]:
    """Give the rows of a game that is over."""
    game = session.game
    flags = game.board.flags
    wrong = sum(row.count(Seen.WRONG_FLAG) for row in game.board.rows())
    rows = [("time", clock(session.elapsed)), ("open", f"{percent_open(game)}{THIN}%"), ("clicks", str(clicks(game)))]
    rows.append(("flags, of which wrong", f"{flags + wrong}, {wrong}") if wrong else ("flags", str(flags)))
    if game.hints:
        rows.append(("hints", str(game.hints)))
    return rows
