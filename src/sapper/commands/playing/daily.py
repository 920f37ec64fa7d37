"""`sapper daily`: today's boards, the same for everybody, with one ranked try each."""

from __future__ import annotations

from ... import machine
from ...analysis.metrics import seconds_text
from ...coordinates import cell_name
from ...daily import GRADES, daily_board, day_of
from ...daily_game import DailyStart, next_level, own_streak, start_daily, try_at
from ...display.wording import message, wording
from ..arguments import UsageError, suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...daily import DailyBoard
    from ...history.store import Store
    from ...history.store.daily import DailyTry
    from ...session import Session

_WORDS = {
    DailyStart.RANKED: "daily.terminal-ranked",
    DailyStart.PRACTICE: "daily.terminal-practice",
    DailyStart.PAST: "daily.terminal-past",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from .text import add_dialogue

    daily = commands.add_parser("daily")
    level = daily.add_argument("level", nargs="?")
    suggest(level, GRADES)
    daily.add_argument("--date", metavar="YYYY-MM-DD")
    daily.add_argument("--list", action="store_true")
    daily.add_argument("--text", action="store_true")
    daily.add_argument("--ascii", action="store_true")
    add_dialogue(daily)
    daily.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    today = day_of(machine.seconds())
    day = options.date or today
    daily_board(day, next(iter(GRADES)))  # it has to be a day
    if day > today:
        raise UsageError(message("cli-usage.day-not-begun", day=day, today=today))
    with machine.open_store(options.data) as store:
        if options.list:
            print("\n".join(_lines(store, day, today)))
            return 0
        board = daily_board(day, options.level or next_level(store, day))
    return _play(board, today, options)


def _lines(store: Store, day: str, today: str) -> list[str]:
    """Return a line for each board of a day, and the streak."""
    boards = [daily_board(day, level) for level in GRADES]
    names = [wording().level(board.level) for board in boards]
    width = max(map(len, names))
    lines = [
        f"{name:{width}}  {_state(store, try_at(store, board))}" for name, board in zip(names, boards, strict=True)
    ]
    return [*lines, _streak_words(store, today)]


def _state(store: Store, tried: DailyTry | None) -> str:
    if tried is None:
        return message("daily.not-yet")
    if tried.in_play:
        return message("daily.in-play")
    if tried.status is None or tried.elapsed is None:
        return message("daily.used")
    time = wording().seconds(seconds_text(tried.elapsed))
    if tried.is_solved:
        return time if tried.ranked else f"{time}, {_unranked(store, tried)}"
    return message("daily.lost" if tried.status == "lost" else "daily.abandoned", time=time)


def _unranked(store: Store, tried: DailyTry) -> str:
    reasons = store.unranked_because(tried)
    if not reasons:
        return message("daily.not-ranked")
    return message("daily.unranked", reasons=wording().reasons(reasons))


def _streak_words(store: Store, today: str) -> str:
    found = own_streak(store, today)
    return message("daily.terminal-streak", count=found.now, best=found.best)


def _play(board: DailyBoard, today: str, options: argparse.Namespace) -> int:
    from . import play, text
    from .first_game import FirstGame

    if not (options.text or options.json) and play.why_not() is None:
        return play.daily(options, lambda session: begin(session, board, today))
    settings = machine.load_settings()
    with text.open_session(FirstGame(settings.rules), options, settings) as session:
        words = begin(session, board, today)
        if not options.json:
            print(words, flush=True)
        return text.go_on(session, options)


def begin(session: Session, board: DailyBoard, today: str) -> str:
    """Start a board in a session and return what is to be said about it."""
    start = start_daily(session, board, today)
    if start is DailyStart.RESUMED:
        if session.is_paused:
            session.toggle_pause()
        return message("daily.in-play")
    level = board.rules.level
    about = message(
        "daily.terminal-about",
        day=board.day,
        level=wording().level(board.level),
        board=str(level),
        grade=str(GRADES[board.level].number),
        square=cell_name(*board.first),
    )
    return f"{about} {message(_WORDS[start])}"
