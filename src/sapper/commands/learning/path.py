"""`sapper path`: the steps of the path with their stars, and a board of one."""

from __future__ import annotations

from ... import machine
from ...coordinates import cell_name
from ...display.wording import message, wording
from .. import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...learn.path import Progress
    from ...session import Session


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from ..playing.text import add_dialogue

    path = commands.add_parser("path")
    step = path.add_argument("step", nargs="?", metavar="STEP|next")
    arguments.suggest(step, ("next", *map(str, range(1, 13))))
    path.add_argument("--board", type=int, choices=(1, 2, 3))
    path.add_argument("--text", action="store_true")
    path.add_argument("--ascii", action="store_true")
    add_dialogue(path)
    path.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...learn.path import next_step, own_progress

    with machine.open_store(options.data) as store:
        found = own_progress(store)
    if options.step is None:
        print("\n".join(_lines(found)))
        return 0
    number = next_step(found).number if options.step == "next" else _number(options.step, len(found))
    return _play(found[number - 1], options)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= most:
        raise arguments.UsageError(message("cli-learn.no-step", given=repr(text), most=most))
    return int(text)


def _lines(found: list[Progress]) -> list[str]:
    """Return a line for each step, and the stars of all."""
    from ...analysis.metrics import seconds_text
    from ...learn.path import Star, next_step
    from ...learn.shipped import lesson

    words = wording()
    ahead = next_step(found).number
    lines = []
    for one in found:
        step = one.step
        stars = "".join("*" if star in one.stars else "-" for star in Star)
        best = "" if one.best is None else f"{words.decimal(seconds_text(one.best))} s"
        if not best and step.number == ahead:
            best = message("path.next")
        new = lesson(step.lesson, words.language).title
        lines.append(f"{step.number:>2}  {step.level!s:<10}  {stars}  {best:<10}  {new}".rstrip())
    reached, whole = sum(len(one.stars) for one in found), 3 * len(found)
    return [*lines, "", message("path.stars", count=reached, whole=whole)]


def _play(one: Progress, options: argparse.Namespace) -> int:
    from ..playing import play, text
    from ..playing.first_game import FirstGame

    number = one.next_board if options.board is None else options.board - 1

    def begin(session: Session) -> str:
        board = one.step.boards[number]
        session.open_board(board.rules, board.seed, board.first)
        return message(
            "path.about",
            step=one.step.number,
            level=str(one.step.level),
            grade=wording().grade(one.step.grade).name,
            square=cell_name(*board.first),
            pace=one.step.pace // 1000,
        )

    if not (options.text or options.json) and play.why_not() is None:
        return play.daily(options, begin)
    settings = machine.load_settings()
    with text.open_session(FirstGame(settings.rules), options, settings) as session:
        words = begin(session)
        if not options.json:
            print(words, flush=True)
        return text.go_on(session, options)
