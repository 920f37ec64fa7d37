"""`sapper lesson`: the lessons, one of them line by line, and what is wrong with the file of one."""

from __future__ import annotations

from pathlib import Path

from .. import machine
from ..display.columns import left, width
from ..display.wording import message, wording
from . import arguments
from . import play as play_full_screen
from .drilling import drilling

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

CHECK = "check"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from ..learn.shipped import NAMES

    lesson = commands.add_parser("lesson")
    name = lesson.add_argument("name", nargs="?", metavar="NAME|FILE|check")
    arguments.suggest(name, (CHECK, *NAMES))
    lesson.add_argument("file", nargs="?", metavar="FILE")
    lesson.add_argument("--text", action="store_true")
    lesson.add_argument("--ascii", action="store_true")
    arguments.add_data(lesson)
    lesson.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    if options.name == CHECK:
        if options.file is None:
            raise arguments.UsageError(message("cli-learn.check-what"))
        return _check(options.file)
    if options.file is not None:
        raise arguments.UsageError(message("cli-learn.one-lesson"))
    if options.name is None:
        return _list(options)
    return _play(options)


def _list(options: argparse.Namespace) -> int:
    from ..learn.lesson_progress import done
    from ..learn.shipped import lessons

    found = lessons(wording().language)
    with machine.open_store(options.data) as store:
        reached = {one.name: done(one, store) for one in found}
    room = max(width(lesson.name) for lesson in found)
    for lesson in found:
        count = len(lesson.questions)
        print(f"{left(lesson.name, room)}  {reached[lesson.name]}/{count}  {lesson.title}: {lesson.summary}")
    return 0


def _check(name: str) -> int:
    from ..learn.lesson_check import check

    found = check(_text(name))
    for problem in found:
        print(f"{name}:{problem.line}: {wording().phrase(problem.phrase)}")
        if problem.refutation is not None:
            print(problem.refutation.to_text())
    if found:
        print(message("cli-learn.problems", path=name, count=len(found)))
    else:
        print(message("cli-learn.fine", path=name))
    return 1 if found else 0


def _text(name: str) -> str:
    """Return the text of a shipped lesson, in English, or of a file."""
    from ..learn.shipped import NAMES, text_of

    if name in NAMES:
        return text_of(name)
    path = Path(name)
    if not path.is_file():
        raise arguments.UsageError(message("cli-learn.no-lesson", path=name, names=", ".join(NAMES)))
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise arguments.UsageError(message("cli-learn.not-utf-8", path=name)) from None


def _play(options: argparse.Namespace) -> int:
    from ..learn.lessons import parse
    from ..learn.shipped import NAMES, lesson
    from ..text.lesson import play

    if options.name in NAMES and not options.text and play_full_screen.why_not() is None:
        return play_full_screen.opening(options, f"lesson:{options.name}")
    name: str = options.name
    found = lesson(name, wording().language) if name in NAMES else parse(_text(name), name)
    with machine.open_store(options.data) as store, drilling() as drill:
        play(found, drill, store, machine.seconds)
    return 0
