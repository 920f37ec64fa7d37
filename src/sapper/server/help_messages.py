"""Answers to the `help` messages of a room: advice on its board, as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from . import advice, protocol

if TYPE_CHECKING:
    from ..board import Board
    from ..game import Game
    from .views import Rectangle
    from .workers import Work


def answer(
    asked: protocol.Help, board: Board, seq: int, work: Work, view: Rectangle | None = None
) -> protocol.FromServer:
    """Return the answer about a board; `view` is the part of a large board that the client sees."""
    game, n = asked.game, asked.n
    match asked.topic:
        case "hint":
            return protocol.Hint(game=game, seq=seq, n=n, **asdict(advice.hint(board, asked.stage, work)))
        case "move":
            return protocol.Move(game=game, seq=seq, n=n, **asdict(advice.best_move(board, work)))
        case "next":
            return protocol.Next(game=game, seq=seq, n=n, **asdict(advice.conclusions(board, work)))
        case "why":
            assert asked.cell is not None
            return protocol.Why(game=game, seq=seq, n=n, **asdict(advice.why(board, asked.cell, work)))
        case _:
            return protocol.Odds(game=game, seq=seq, n=n, **asdict(advice.odds(board, work, view)))


def proof(asked: protocol.Help, game: Game) -> protocol.Proof:
    """Return the solution of a board whose game is over."""
    return protocol.Proof(game=asked.game, seq=game.seq, n=asked.n, **asdict(advice.proof(game)))
