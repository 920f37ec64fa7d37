"""Best times: the fastest wins of each exact configuration, and the place of a new one among them."""

from __future__ import annotations

from ..rules import BEGINNER, EXPERT, INTERMEDIATE, RULESETS, Level, Rules
from ..value import Value
from .store import BOT, OWN, PEOPLE, Filter
from .together import ALONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .store import Listed, Store, Summary

# The least 3BV that a ranking accepts, against boards that one click solves.
RANKING_BBBV = {BEGINNER: 2, INTERMEDIATE: 30, EXPERT: 100}

_AMIGA_LEVELS = {str(RULESETS["amiga"].levels[name]) for name in ("beginner", "intermediate", "expert")}


class TimesList(Value):
    """The best times of one configuration: ranked wins, and the others with their remarks."""

    rules: Rules
    ranked: tuple[Listed, ...]
    others: tuple[Listed, ...]


class Standing(Value):
    """The place of a ranked win among the wins of its configuration, and the best of the others."""

    place: int
    wins: int
    best: int | None  # milliseconds; None if there is no other


def best_times(
    store: Store,
    only: Filter | None = None,
    *,
    limit: int = 10,
    others: int = 3,
    ranking_style: bool = False,
    viewer: bytes | None = None,
) -> list[TimesList]:
    """List the best times of every configuration that was played, the one played last first.

    `ranking_style` requires the least 3BV that rankings require, and leaves out levels that they do not list. Wins that
    are not ranked are those of the player `viewer`, where one is given, and so are all times of the Amiga's custom
    level: each player forgets its record separately (S4.5).
    """
    only = only or Filter()
    own = only if viewer is None else only.replace(owner=viewer)
    lists = []
    for text, level, _ in store.configurations(only):
        least = _least_bbbv(level, ranking_style)
        if least is None:
            continue
        rules = Rules.parse(text)
        listed = own if is_amiga_custom(rules) else only
        after = forgotten_before(store, rules, listed.owner)
        ranked = store.fastest(text, least_bbbv=least, after=after, only=listed, limit=limit)
        rest = store.fastest(text, ranked=False, after=after, only=own, limit=others)
        lists.append(TimesList(rules, tuple(ranked), tuple(rest)))
    return lists


def best_time(store: Store, rules: str, only: Filter = OWN) -> int | None:
    """Return the best time of a configuration in milliseconds, None if there is none."""
    after = forgotten_before(store, Rules.parse(rules), only.owner)
    found = store.fastest(rules, after=after, only=only, limit=1)
    return found[0].summary.elapsed if found and found[0].summary else None


def standing(store: Store, game: int, summary: Summary, *, owner: bytes | None = None) -> Standing | None:
    """Return the standing of a game that was just stored, None if it is not ranked.

    People are compared with people and bots with bots, games played together with others of their kind, and no game
    with imported ones. With `owner`, only that player's games count.
    """
    if not summary.is_ranked:
        return None
    after = forgotten_before(store, Rules.parse(summary.rules), owner)
    listed = store.finished(game)
    together = listed.together if listed else ALONE
    peers = OWN.replace(device=BOT if summary.device == BOT else PEOPLE, owner=owner, together=together)
    others, faster, best = store.ranked(summary.rules, summary.elapsed, but=game, after=after, only=peers)
    return Standing(faster + 1, others + 1, best)


def forgotten_before(store: Store, rules: Rules, owner: bytes | None = None) -> int:
    """Return the number of the last game whose time no longer counts.

    On the Amiga (S4.5) the record of the custom level is forgotten when its settings change: when that was noted by
    `change_custom_level`, or at the latest when a game of another size was finished.
    """
    if not is_amiga_custom(rules):
        return 0
    stored = store.custom_level(owner or b"")
    changes = [newest for level, newest in _custom_levels(store, owner) if level != str(rules.level)]
    return max([*changes, stored[1] if stored else 0])


def is_amiga_custom(rules: Rules) -> bool:
    """Return whether a game is of the custom level of the Amiga, whose record is forgotten with its settings."""
    return rules.ruleset == "amiga" and str(rules.level) not in _AMIGA_LEVELS


def change_custom_level(store: Store, rules: Rules, *, owner: bytes | None = None) -> int | None:
    """Note the custom level of an Amiga game that begins, and forget the record of another one (S4.5).

    Return the best time that is forgotten in milliseconds, None if nothing is. Other games change nothing.
    """
    if not is_amiga_custom(rules):
        return None
    played = _custom_levels(store, owner)
    stored = store.custom_level(owner or b"")
    previous = stored[0] if stored else played[0][0] if played else None
    if previous == str(rules.level):
        return None
    only = OWN.replace(ruleset="amiga", level=previous, owner=owner)
    known = [best_time(store, text, only) for text, _, _ in store.configurations(only)] if previous else []
    store.set_custom_level(str(rules.level), owner=owner or b"")
    return min((time for time in known if time is not None), default=None)


def _custom_levels(store: Store, owner: bytes | None) -> list[tuple[str, int]]:
    """Return the custom levels of the Amiga that were played, the newest first, with the number of the newest game."""
    found = store.configurations(Filter(ruleset="amiga", owner=owner, together=ALONE))
    return [(level, newest) for _, level, newest in found if level not in _AMIGA_LEVELS]


def _least_bbbv(level: str, ranking_style: bool) -> int | None:
    return RANKING_BBBV.get(Level.parse(level)) if ranking_style else 0
