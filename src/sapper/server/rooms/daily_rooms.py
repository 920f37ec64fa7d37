"""Daily boards on a server: today's, the ranked try of a player, and the picture of a solved one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...action import Action, Kind
from ...board import CellState
from ...daily import GRADES, DailyBoard, daily_board, day_of
from ...history.store.rows import NewRound
from ...phrase import Phrase
from ..protocol import game_messages, views
from ..protocol.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...history.store import Store
    from ...history.store.daily import DailyTry
    from ...minefield import Minefield
    from ...seed import Seed
    from ..services import Services
    from .replica import GameReplica

RULES = frozenset(daily_board("1970-01-01", level).rules for level in GRADES)
_DAY = 24 * 3600  # seconds
_board = lru_cache(maxsize=4 * len(GRADES))(daily_board)  # of today and of the days that are looked at


def today(services: Services) -> str:
    """Return the day that it is now."""
    return day_of(services.now())


def is_seed_of_today(services: Services, seed: Seed | None) -> bool:
    """Return whether a seed makes one of today's boards."""
    return seed in _seeds(services.now() // _DAY)


@lru_cache(maxsize=2)
def _seeds(number: int) -> frozenset[Seed]:
    """Return the seeds of the boards of a day, given as the number of days since 1970."""
    return frozenset(board_of(day_of(number * _DAY), level).seed for level in GRADES)


def board_of(day: str, level: str) -> DailyBoard:
    """Return the board of a day and a level."""
    return _board(day, level)


async def check_try(services: Services, board: DailyBoard, player: bytes) -> bool:
    """Return whether the player's next game on a board is the ranked try; raise `Refusal` while that is in play."""
    tries = await services.reader.run(lambda store: store.daily_tries(player, len(GRADES)))
    tried = find_try(tries, board)
    if tried is not None and tried.in_play:
        raise Refusal("daily", Phrase("refusal.try-in-play"))
    return tried is None


def find_try(tries: list[DailyTry], board: DailyBoard) -> DailyTry | None:
    """Return the try at a board, None if there is none."""
    return next((one for one in tries if (one.day, one.level) == (board.day, board.level)), None)


async def begin_try(services: Services, board: DailyBoard, replica: GameReplica, room: str, player: bytes) -> None:
    """Store the ranked try of a player with its first opening, then play that; raise `Refusal` if it was begun before.

    One commit stores all of it: of two tabs one is faster, and what was begun outlives the server.
    """
    now = services.clock()
    first = replica.entry(Action(Kind.OPEN, *board.first), now)
    number = await services.writer.change(
        lambda store: store.begin_daily(
            board,
            first,
            NewRound(
                public_id=replica.id,
                room=room,
                player=player,
                salt=replica.salt,
                created_at=services.now(),
                after=replica.previous,
            ),
            played_at=services.time.wall(now),
        )
    )
    if number is None:
        raise Refusal("daily", Phrase("refusal.try-in-tab"))
    services.counters.games += 1
    replica.number = number
    replica.apply(first, now)


def end_try(services: Services, replica: GameReplica, addresses: Iterable[str]) -> Callable[[Store], bool]:
    """Return the change that notes where a ranked try ended; it returns whether another one has ended there before."""
    since, number = _yesterday(services), replica.number
    marks = sorted({services.guests.network_mark(address) for address in addresses})

    def end(store: Store) -> bool:
        assert number is not None
        ended = [store.end_daily(number, replica.id, mark, since=since) for mark in marks]
        return any(ended)

    return end


def mark_end(services: Services, seed: Seed | None, public_id: str, address: str) -> Callable[[Store], None]:
    """Return the change that notes from where a game without a server came, if it shows a board of these days."""
    since, mark = _yesterday(services), services.guests.network_mark(address)
    boards = [board_of(day, level) for day in (since, today(services)) for level in GRADES]

    def note(store: Store) -> None:
        for board in boards:
            if board.seed == seed:
                store.mark_daily_end(board.day, board.level, mark, public_id, since=since)

    return note


def _yesterday(services: Services) -> str:
    return day_of(services.now() - _DAY)


async def daily_of(services: Services, replica: GameReplica) -> game_messages.DailyGame | None:
    """Return the daily board that a game is played on: of its ranked try, or of today; None for another board."""
    number = replica.number
    if number is None or replica.rules not in RULES:
        return None
    tried = await services.reader.run(lambda store: store.daily_of(number))
    if tried is not None:
        return game_messages.DailyGame(*tried, is_try=True)  # type: ignore[arg-type]
    boards = [board_of(today(services), level) for level in GRADES]
    played = [board for board in boards if board.seed == replica.seed]
    return game_messages.DailyGame(played[0].day, played[0].level, is_try=False) if played else None  # type: ignore[arg-type]


def solved_picture(services: Services, board: DailyBoard) -> str:
    """Return the symbols of a solved board, with a flag on every mine. Only who may know it is shown this."""
    field = minefield_of(services, board)
    level = board.rules.level
    cells = bytearray(level.cells)
    for index in range(level.cells):
        row, col = level.cell(index)
        cells[index] = CellState.FLAG if field.is_mine(row, col) else field.number(row, col)
    return views.symbols(bytes(cells))


def minefield_of(services: Services, board: DailyBoard) -> Minefield:
    """Return where the mines of a board are. The search takes a few milliseconds."""
    return services.layout(board.rules, board.seed)(board.rules, board.first)
