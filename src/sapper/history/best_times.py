"""Best times: the fastest wins of each exact configuration, and the place of a new one among them."""

from __future__ import annotations

from ..rules import BEGINNER, EXPERT, INTERMEDIATE, LEVELS, RULESETS, Grade, Level, Rules
from ..value import Value
from .store import Filter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .store import Listed, Store, Summary

# The least 3BV that a ranking accepts, against boards that one click solves.
RANKING_BBBV = {BEGINNER: 2, INTERMEDIATE: 30, EXPERT: 100}

_AMIGA_LEVELS = {str(RULESETS["amiga"].levels[name]) for name in ("beginner", "intermediate", "expert")}


class TimesList(Value):
    """The list of one configuration: ranked wins, and the others with their remarks."""

    rules: Rules
    ranked: tuple[Listed, ...]
    others: tuple[Listed, ...]


class Standing(Value):
    """The place of a ranked win among the wins of its configuration, and the best of the others."""

    place: int
    wins: int
    best: int | None  # milliseconds; None if there is no other


def best_times(
    store: Store, only: Filter | None = None, *, limit: int = 10, others: int = 3, ranking_style: bool = False
) -> list[TimesList]:
    """List the best times of every configuration that was played, the one played last first.

    `ranking_style` requires the least 3BV that rankings require, and leaves out levels that they do not list.
    """
    only = only or Filter()
    lists = []
    for text, level, _ in store.configurations(only):
        least = _least_bbbv(level, ranking_style)
        if least is None:
            continue
        rules = Rules.parse(text)
        after = forgotten_before(store, rules)
        ranked = store.fastest(text, least_bbbv=least, after=after, only=only, limit=limit)
        rest = store.fastest(text, ranked=False, after=after, only=only, limit=others)
        lists.append(TimesList(rules, tuple(ranked), tuple(rest)))
    return lists


def best_time(store: Store, rules: str) -> int | None:
    """Return the best time of a configuration in milliseconds, None if there is none."""
    found = store.fastest(rules, after=forgotten_before(store, Rules.parse(rules)), limit=1)
    return found[0].summary.elapsed if found and found[0].summary else None


def standing(store: Store, game: int, summary: Summary) -> Standing | None:
    """Return the standing of a game that was just stored, None if it is not ranked."""
    if not summary.is_ranked:
        return None
    after = forgotten_before(store, Rules.parse(summary.rules))
    others = [
        other.elapsed
        for other in store.played(Filter(rules=summary.rules))
        if other.ranked and other.id > after and other.id != game
    ]
    faster = sum(elapsed <= summary.elapsed for elapsed in others)
    return Standing(faster + 1, len(others) + 1, min(others, default=None))


def forgotten_before(store: Store, rules: Rules) -> int:
    """Return the number of the last game whose time no longer counts.

    On the Amiga (S4.5) the record of the custom level is forgotten when its settings change.
    """
    level = str(rules.level)
    if rules.ruleset != "amiga" or level in _AMIGA_LEVELS:
        return 0
    changes = [
        newest
        for _, other, newest in store.configurations(Filter(ruleset="amiga"))
        if other != level and other not in _AMIGA_LEVELS
    ]
    return max(changes, default=0)


def _least_bbbv(level: str, ranking_style: bool) -> int | None:
    return RANKING_BBBV.get(Level.parse(level)) if ranking_style else 0


def title(rules: Rules) -> str:
    """Return a configuration in words: level, layout, ruleset, and what else differs."""
    grade = rules.layout.grade
    layout = "random" if grade is None else "no-guess" if grade is Grade.FULL else f"no-guess ({grade})"
    differing = [word for word in str(rules).split()[3:] if not word.startswith("layout=")]
    return " · ".join([level_title(str(rules.level)), layout, rules.ruleset, *differing])


def level_title(level: str) -> str:
    """Return a level with its name: `Expert 30x16/99`."""
    known = {str(size): name for name, size in LEVELS.items()}
    return f"{known.get(level, 'custom').capitalize()} {level}"
