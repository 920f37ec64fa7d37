"""Advice on the board of a room, as messages: the answers to `help`, and the review of a lost game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from ....action import Kind
from ....analysis import first_click
from ....game import Game, Status
from ....phrase import Phrase
from ...protocol import game_messages
from ...protocol.refusal import Refusal
from .. import secrecy
from . import solver_answers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....action import LogEntry
    from ....board import Board
    from ....rules import Rules
    from ...limits import Limits
    from ...operations.workers import Work
    from ...protocol.views import Rectangle
    from ..replica import GameReplica


def check(asked: game_messages.Help, replica: GameReplica, limits: Limits) -> None:
    """Raise `Refusal` if the game is not in a state in which this help can be given."""
    game, most = replica.game, limits.helped_cells
    if asked.topic == "proof":
        secrecy.check_proof(replica)
        if game.first is None:
            raise Refusal("no-answer", Phrase("refusal.nothing-opened"))
    elif game.status.is_over:
        raise Refusal("over", Phrase(f"refusal.over-{game.status.value}"))
    elif game.status is Status.PAUSED:
        raise Refusal("paused", Phrase("refusal.game-paused"))
    if game.rules.level.cells > most:
        raise Refusal("limit", Phrase("refusal.help-size", count=most))
    if first_click.is_untouched(game.board) and asked.topic != "proof":
        is_answered = asked.topic == "move" and first_click.best_first(game.board, game.rules)
        if not is_answered:
            raise Refusal("first-click", first_click.promise_phrase(game.rules))
    if asked.topic == "why" and (asked.cell is None or asked.cell >= game.rules.level.cells):
        raise Refusal("rules", Phrase("refusal.why-needs-cell"))
    if any(cell >= game.rules.level.cells for cell in (*asked.mines, *asked.safe)):
        raise Refusal("rules", Phrase("refusal.why-needs-cell"))


def answer(
    asked: game_messages.Help, board: Board, rules: Rules, seq: int, work: Work, view: Rectangle | None = None
) -> game_messages.FromServer:
    """Return the answer about a board; `view` is the part of a large board that the client sees."""
    game, n = asked.game, asked.n
    match asked.topic:
        case "hint":
            return game_messages.Hint(game=game, seq=seq, n=n, **asdict(solver_answers.hint(board, asked.stage, work)))
        case "move":
            return game_messages.Move(game=game, seq=seq, n=n, **asdict(solver_answers.best_move(board, work, rules)))
        case "next":
            return game_messages.Next(game=game, seq=seq, n=n, **asdict(solver_answers.conclusions(board, work)))
        case "why":
            assert asked.cell is not None
            return game_messages.Why(game=game, seq=seq, n=n, **asdict(solver_answers.why(board, asked.cell, work)))
        case "draft":
            found = solver_answers.draft(board, asked.mines, asked.safe, work)
            return game_messages.Draft(game=game, seq=seq, n=n, **asdict(found))
        case _:
            return game_messages.Odds(game=game, seq=seq, n=n, **asdict(solver_answers.odds(board, work, view)))


def review(replica: GameReplica, entries: Sequence[LogEntry], work: Work) -> game_messages.Review | None:
    """Return the verdict on the last move of a log, None if it opens nothing."""
    before = Game.replay(replica.rules, layout=replica.live.layout, actions=entries[:-1])
    last = entries[-1].action
    move = before.next_redo if last.kind is Kind.REDO else last
    found = solver_answers.review(before.board, move, replica.rules, work) if move is not None else None
    return game_messages.Review(game=replica.id, seq=len(entries), **asdict(found)) if found is not None else None


def proof(asked: game_messages.Help, game: Game) -> game_messages.Proof:
    """Return the solution of a board whose game is over."""
    return game_messages.Proof(game=asked.game, seq=game.seq, n=asked.n, **asdict(solver_answers.proof(game)))
