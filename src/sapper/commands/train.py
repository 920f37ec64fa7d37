"""`sapper train`: positions of your own games in which something was certain and was not seen."""

from __future__ import annotations

import time

from .. import machine
from ..display.wording import message, wording
from . import arguments
from .drilling import drilling

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Sequence

    from ..history.store import Store
    from ..learn.attempts import Attempt, Task
    from ..learn.techniques import Technique
    from ..learn.trainer import Card


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    train = commands.add_parser("train")
    technique = train.add_argument("technique", nargs="?")
    arguments.suggest(technique, _names())
    train.add_argument("--list", action="store_true")
    train.add_argument("--most", type=int, default=12, metavar="COUNT")
    arguments.add_data(train)
    train.set_defaults(run=_run)


def technique_of(given: str | None) -> Technique | None:
    """Return the technique with a name, None for all; raise `UsageError` if there is none."""
    from ..learn.techniques import Technique

    if given is None:
        return None
    if given not in _names():
        raise arguments.UsageError(message("cli-learn.no-technique", given=repr(given), names=", ".join(_names())))
    return Technique(given)


def _names() -> list[str]:
    from ..learn.techniques import Technique

    return [technique.value for technique in Technique]


def _run(options: argparse.Namespace) -> int:
    from ..learn import trainer
    from ..text.drill import drill

    chosen = technique_of(options.technique)
    with machine.open_store(options.data) as store:
        study(store)
        found = trainer.of_technique(trainer.own_cards(store), chosen)
        if options.list:
            print("\n".join(_lines(found)))
            return 0
        waiting = trainer.due(found, machine.seconds(), most=max(options.most, 1))
        if not waiting:
            print(_nothing(found))
            return 0
        with drilling() as asked:
            done, first = drill(asked, _tasks(store, waiting), lambda attempt: answered(store, attempt))
        print(message("learn.session-done", count=done, first=first))
    return 0


def study(store: Store) -> None:
    """Compute the moments of all games that lack them."""
    from ..learn.trainer import study as steps_of

    for _ in steps_of(store):
        pass


def answered(store: Store, attempt: Attempt) -> list[str]:
    """Store an answer of the trainer, and return when the position comes back."""
    from ..history.store.learning import Answered
    from ..learn.schedule import Review, memory
    from ..learn.trainer import SUBJECT

    item, now = attempt.task.item, machine.seconds()
    store.add_answer(SUBJECT, Answered(item, now * 1000, attempt.grade, attempt.elapsed))
    reviews = [one for one in store.answers(SUBJECT) if one.item == item]
    found = memory(Review(one.answered_at // 1000, type(attempt.grade)(one.grade)) for one in reviews)
    assert found is not None
    return [message("learn.comes-back", count=found.interval)]


def _tasks(store: Store, waiting: Sequence[Card]) -> Iterator[Task]:
    from ..learn.attempts import Task
    from ..learn.trainer import question

    for number, card in enumerate(waiting, 1):
        day = time.strftime("%Y-%m-%d", time.localtime(card.ended_at))
        why = message(f"learn.outcome-{card.outcome}")
        heading = message("learn.position", number=number, count=len(waiting), game=card.game, day=day, why=why)
        yield Task(question(store, card), card.key, heading, card.technique)


def _lines(found: Iterable[Card]) -> list[str]:
    """Return how many positions there are of each technique, and in each box."""
    from ..learn import trainer
    from ..learn.techniques import Technique

    cards, now = list(found), machine.seconds()
    lines = []
    for technique in Technique:
        own = trainer.of_technique(cards, technique)
        if own:
            waiting = len(trainer.due(own, now, most=len(own)))
            name = wording().words("techniques", technique).name
            lines.append(f"{technique:<12} {waiting:>4} / {len(own):<4} {name}")
    boxes = " ".join(map(str, trainer.boxes(cards)))
    return [*lines, message("learn.boxes", counts=boxes)]


def _nothing(found: Sequence[Card]) -> str:
    from ..learn.trainer import next_due

    when = next_due(found)
    if when is None:
        return message("learn.no-positions")
    return message("learn.nothing-due", day=time.strftime("%Y-%m-%d", time.localtime(when)))
