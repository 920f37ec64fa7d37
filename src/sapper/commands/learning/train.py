"""`sapper train`: positions of your own games in which something was certain and was not seen."""

from __future__ import annotations

from ... import machine
from ...daily import day_of
from ...display.wording import message, wording
from .. import arguments
from ..playing import play
from .drilling import drilling

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

    from ...learn.techniques import Technique
    from ...learn.trainer import Card


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    train = commands.add_parser("train")
    technique = train.add_argument("technique", nargs="?")
    arguments.suggest(technique, _names())
    train.add_argument("--list", action="store_true")
    train.add_argument("--most", type=int, default=12, metavar="COUNT")
    train.add_argument("--text", action="store_true")
    train.add_argument("--ascii", action="store_true")
    arguments.add_data(train)
    train.set_defaults(run=_run)


def technique_of(given: str | None) -> Technique | None:
    """Return the technique with a name, None for all; raise `UsageError` if there is none."""
    from ...learn.techniques import Technique

    if given is None:
        return None
    if given not in _names():
        raise arguments.UsageError(message("cli-learn.no-technique", given=repr(given), names=", ".join(_names())))
    return Technique(given)


def _names() -> list[str]:
    from ...learn.techniques import Technique

    return [technique.value for technique in Technique]


def _run(options: argparse.Namespace) -> int:
    from ...learn import trainer
    from ...learn.series import TrainerSeries
    from ...text.drill import drill

    chosen = technique_of(options.technique)
    if not (options.list or options.text) and play.why_not() is None:
        return play.opening(options, f"training:{chosen or ''}")
    with machine.open_store(options.data) as store:
        for _ in trainer.study(store):
            pass
        series = TrainerSeries(store, chosen, machine.seconds(), most=max(options.most, 1))
        if options.list:
            print("\n".join(_lines(series.cards)))
            return 0
        if not series.waiting:
            print(_nothing(series.cards))
            return 0
        with drilling() as asked:
            done, first = drill(asked, series, machine.seconds)
    print(message("learn.session-done", count=done, first=first))
    return 0


def _lines(found: Iterable[Card]) -> list[str]:
    """Return how many positions there are of each technique, and in each box."""
    from ...learn import trainer
    from ...learn.techniques import Technique

    cards, now = list(found), machine.seconds()
    lines = []
    for technique in Technique:
        own = trainer.of_technique(cards, technique)
        if own:
            waiting = len(trainer.due(own, now, most=len(own)))
            name = wording().words("techniques", technique).name
            lines.append(f"{technique:<12} {waiting:>4} / {len(own):<4} {name}")
    guesses = [card for card in cards if card.technique is None]
    if guesses:
        waiting = len(trainer.due(guesses, now, most=len(guesses)))
        name = message("question.guess")
        lines.append(f"{'':<12} {waiting:>4} / {len(guesses):<4} {name}")
    boxes = " ".join(map(str, trainer.boxes(cards)))
    return [*lines, message("learn.boxes", counts=boxes)]


def _nothing(found: Sequence[Card]) -> str:
    from ...learn.trainer import next_due

    when = next_due(found)
    if when is None:
        return message("learn.no-positions")
    return message("learn.nothing-due", day=day_of(when))
