"""Daily boards of a local player: the ranked try once, and practice as often as wanted."""

from __future__ import annotations

from enum import StrEnum

from .daily import GRADES, streak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .daily import DailyBoard, Streak
    from .history.store import Store
    from .history.store.daily import DailyTry
    from .session import Session


class DailyStart(StrEnum):
    """The kinds of games on a daily board: the ranked try, that try resumed, or practice."""

    RANKED = "ranked"
    RESUMED = "resumed"
    PRACTICE = "practice"
    PAST = "past"


def start_daily(session: Session, board: DailyBoard, today: str) -> DailyStart:
    """Start a daily board with its first cell open, or go on with the ranked try that is in play.

    Only today's board has a ranked try, and only where games are saved. The rules of the session's next game stay.
    """
    recorder = session.recorder
    store = recorder.store if recorder and not session.failure else None
    tried = try_at(store, board) if store else None
    if store and tried and tried.in_play and tried.game is not None:
        session.resume(store.load(tried.game))
        return DailyStart.RESUMED
    if recorder and store and tried is None and board.day == today:
        session.open_board(board.rules, board.seed, board.first, known_board=False)
        number = recorder.finished.id if recorder.finished else recorder.number
        if number is not None and store.claim_daily(board, number):
            return DailyStart.RANKED
    session.open_board(board.rules, board.seed, board.first)
    return DailyStart.PRACTICE if board.day == today else DailyStart.PAST


def try_at(store: Store, board: DailyBoard) -> DailyTry | None:
    """Return the ranked try at a board, None if there is none."""
    return next((one for one in store.daily_tries() if (one.day, one.level) == (board.day, board.level)), None)


def next_level(store: Store, day: str) -> str:
    """Return the level of a day to play next: a try in play, the first without a try, or else the first."""
    tries = {one.level: one for one in store.daily_tries() if one.day == day}
    in_play = [level for level, one in tries.items() if one.in_play]
    return next(iter([*in_play, *(level for level in GRADES if level not in tries), *GRADES]))


def own_streak(store: Store, today: str) -> Streak:
    """Return the streak of the player."""
    return streak({one.day for one in store.daily_tries() if one.is_solved}, today)
