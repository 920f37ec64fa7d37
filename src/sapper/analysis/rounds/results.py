"""The result of a round, computed again from its replays."""

from __future__ import annotations

from ...action import Kind
from ...game import Status
from ...modes.race import places, share_of
from ...phrase import Phrase
from ..arena import points_of
from .model import RoundResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...replay.model import Replay
    from .model import RoundFile


def problems(played: RoundFile) -> list[Phrase]:
    """Return what does not add up in a round."""
    found = [
        Phrase("error.round-without-game", name=played.name_of(line.seat))
        for line in played.result
        if not played.games_of(line.seat) and (line.status or line.points)
    ]
    if found:
        return found
    found += _other_boards(played)
    computed = {line.seat: line for line in results(played)}
    for line in played.result:
        if line.seat in computed and _differs(line, computed[line.seat]):
            found.append(Phrase("error.round-other-result", name=played.name_of(line.seat)))
    return found


def results(played: RoundFile) -> list[RoundResult]:
    """Return the results that the replays give, in the order of the seats."""
    if played.mode.has_boards:
        return _of_arena(played)
    return _of_race(played) if played.mode.is_secret else _of_one_board(played)


def _differs(stated: RoundResult, computed: RoundResult) -> bool:
    """Return whether two results of a player differ; the share of each on one board is in the moves as well."""
    return (stated.place, stated.status, stated.at, stated.points) != (
        computed.place,
        computed.status,
        computed.at,
        computed.points,
    )


def _other_boards(played: RoundFile) -> list[Phrase]:
    """Return the games that were not on the board of the others, or began at another square."""
    found = []
    boards: dict[int, tuple[object, ...]] = {}
    for player in played.players:
        for number, game in enumerate(played.games_of(player.seat)):
            board = (game.replay.rules, game.replay.seed, _first(game.replay))
            if boards.setdefault(number, board) != board:
                found.append(Phrase("error.round-other-board", name=player.name))
    return found


def _of_race(played: RoundFile) -> list[RoundResult]:
    games = [(player.seat, played.games_of(player.seat)[0].replay) for player in played.players]
    shares = [share_of(replay.after(len(replay))) for _, replay in games]
    given = [(replay.status, replay.elapsed, share) for (_, replay), share in zip(games, shares, strict=True)]
    return [
        RoundResult(seat, place, replay.status.value, share, replay.elapsed, 0)
        for (seat, replay), share, place in zip(games, shares, places(given), strict=True)
    ]


def _of_one_board(played: RoundFile) -> list[RoundResult]:
    replay = played.games[0].replay
    game = replay.after(len(replay))
    seats = [player.seat for player in played.players]
    return [
        RoundResult(one.seat, one.place, one.status, 0.0, replay.elapsed, one.points)
        for one in played.mode.outcome(game, seats, played.clock * 1000, played.bonus * 1000)
    ]


def _of_arena(played: RoundFile) -> list[RoundResult]:
    lines = []
    for player in played.players:
        won = [game.replay for game in played.games_of(player.seat) if game.replay.status is Status.WON]
        lines.append((player.is_late, -sum(map(points_of, won)), sum(replay.elapsed for replay in won), player.seat))
    better = sorted(line[:3] for line in lines)
    return [
        RoundResult(seat, 0 if is_late else 1 + better.index((is_late, points, time)), "", 0.0, time, -points)
        for is_late, points, time, seat in lines
    ]


def _first(replay: Replay) -> tuple[int, int] | None:
    first = next((entry.action for entry in replay.entries if entry.action.kind is Kind.OPEN), None)
    return None if first is None else (first.row, first.col)
